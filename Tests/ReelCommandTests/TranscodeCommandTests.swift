import Foundation
import Testing

@Suite struct TranscodeCommandTests {
  @Test func outputsName_choosesContainerAndCodecs() async throws {
    let fixture = try await CommandFixture.withMovie()
    let inspector = OutputInspector(fixture: fixture)
    let frames = try await inspector.streams(of: "movie.mp4")[0].split(separator: " ")[1]
    for (name, codecs) in [
      ("out.webm", ["vp9 \(frames)", "opus"]), ("out.mkv", ["h264 \(frames)", "aac"]), ("out.m4a", ["aac"]),
      ("out.wav", ["pcm_s16le"]),
    ] {
      let outcome = try await fixture.run("transcode", "movie.mp4", name, "--progress", "none")
      #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
      #expect(outcome.output.hasPrefix("\(name)  "), "\(outcome.output)")
      let streams = try await inspector.streams(of: name)
      #expect(streams.count == codecs.count && zip(streams, codecs).allSatisfy { $0.hasPrefix($1) }, "\(streams)")
      let complaints = try await inspector.complaints(about: name)
      // ffmpeg says so of every plain WAVE file.
      #expect(complaints == "" || name == "out.wav" && complaints.hasPrefix("Guessed Channel Layout"), "\(name)")
    }
  }

  @Test func quality0_losesNothing_orSaysThatTheProfileDoes() async throws {
    let fixture = try await CommandFixture.withMovie()
    let made = try await fixture.bash(
      """
      $reel transcode movie.mp4 out.mp4 --video h264:crf=0,speed=ultrafast --audio none --progress none
      for file in movie out; do ffmpeg -nostdin -v error -i $file.mp4 -map 0:v -f md5 -; done
      """)
    let sums = made.output.split(separator: "\n").filter { $0.hasPrefix("MD5=") }
    #expect(made.code == 0 && sums.count == 2 && sums[0] == sums[1], "\(made.output) \(made.error)")
    let refused = try await fixture.run("transcode", "movie.mp4", "no.mp4", "--video", "h264:crf=0,profile=main")
    #expect(refused.code == 64 || refused.code == 65)
    #expect(refused.error.contains("the main profile loses something at any quality"), "\(refused.error)")
  }

  @Test func printedGraph_isTheOneThatRuns() async throws {
    let fixture = try await CommandFixture.withMovie()
    let line = [
      "transcode", "movie.mp4", "out.mp4", "--video", "h264:crf=20,speed=fast", "--audio", "aac:bitrate=96kb/s",
      "--size", "64x64",
    ]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(printed.code == 0 && printed.error == "")
    let text = """
      format: 1

      nodes:
        source: { use: asset.read, with: { url: movie.mp4 } }
        upright: { use: video.orient, in: source.video }
        scale: { use: video.scale, in: upright, with: { width: 64, height: 64, fit: contain } }
        video: { use: video.encode.h264, in: scale, with: { quality: 20, speed: fast } }
        audio: { use: audio.encode.aac, in: source.audio, with: { bitrate: 96kb/s } }
        muxer: { use: mux.mp4, in: [video, audio, source.metadata], with: { fast_start: true } }
        file: { use: file.write, in: muxer, with: { url: out.mp4 } }

      """
    #expect(Self.words(printed.output) == Self.words(text), "\(printed.output)")
    #expect(fixture.names == ["movie.mp4"])
    #expect(try await fixture.run(line).code == 0)
    let made = try fixture.data(of: "out.mp4")
    try fixture.write(printed.output, to: "graph.yaml")
    let again = try await fixture.run("run", "graph.yaml", "--overwrite", "--progress", "none")
    #expect(again.code == 0, "\(again.error)")
    #expect(try fixture.data(of: "out.mp4").count == made.count)
  }

  /// The size of a file follows that of its frames, unless a bit rate is asked for, or needed.
  @Test(arguments: [
    ("out.mp4", "h264", 23), ("out.mp4", "h264:speed=fast", 23), ("out.mp4", "hevc", 28), ("out.webm", "vp9", 32),
    ("out.webm", "vp8", 32), ("out.webm", "av1", 32), ("out.mp4", "h264:crf=20", 20), ("out.mp4", "h264:2Mb/s", nil),
    ("out.mp4", "h264:passes=2", nil), ("out.mp4", "hevc:buffer=500", nil), ("out.mp4", "h264:hardware=prefer", nil),
    ("out.mov", "prores", nil),
  ]) func pictures_haveAConstantQuality(output: String, codec: String, quality: Int?) async throws {
    let fixture = try await CommandFixture.withMovie()
    let printed = try await fixture.run("transcode", "movie.mp4", output, "--video", codec, "--yaml")
    #expect(printed.code == 0, "\(printed.error)")
    let text = quality.map { "quality: \($0)" }
    #expect(text.map(printed.output.contains) ?? !printed.output.contains("quality"), "\(printed.output)")
  }

  @Test func smallPictures_makeASmallFile() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=176x144:rate=15:duration=4 -f lavfi -i sine=d=4 \
        -c:v libx264 -preset veryfast -c:a aac in.mp4
      $reel transcode in.mp4 out.mp4 --progress none
      """)
    #expect(made.code == 0, "\(made.error)")
    let (before, after) = (try fixture.data(of: "in.mp4").count, try fixture.data(of: "out.mp4").count)
    #expect(after < before * 13 / 10, "\(before) \(after)")
  }

  @Test func framesAndSamples_comeAtTheRatesThatAreAskedFor() async throws {
    let fixture = try await CommandFixture.withMovie()
    let outcome = try await fixture.run(
      "transcode", "movie.mp4", "out.mov", "--frame-rate", "10", "--channels", "1", "--sample-rate", "22050", "--audio",
      "pcm", "--progress", "none")
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let found = try await fixture.bash(
      "ffprobe -v error -show_entries stream=avg_frame_rate,sample_rate,channels -of csv=p=0 out.mov")
    #expect(found.output.split(separator: "\n") == ["10/1", "22050,1,0/0"], "\(found.output)")
  }

  @Test func copiedTracks_haveTheSamePackets_andTagsAreKept() async throws {
    let fixture = try await CommandFixture.withMovie()
    #expect(try await fixture.run("tags", "movie.mp4", "--set", "title=A title").code == 0)
    let outcome = try await fixture.run(
      "transcode", "movie.mp4", "out.mkv", "--video", "copy", "--audio", "flac:effort=0", "--progress", "none")
    #expect(outcome.code == 0, "\(outcome.error)")
    let hashes = try await fixture.bash(
      """
      for file in movie.mp4 out.mkv; do
        ffmpeg -nostdin -v error -i $file -map 0:v -c copy -bsf:v h264_mp4toannexb -f framehash - | grep -v '#' |
          awk '{ print $NF }' | md5sum
      done
      ffprobe -v error -show_entries format_tags=title -of csv=p=0 out.mkv
      """)
    let lines = hashes.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == lines[1] && lines[2] == "A title", "\(lines) \(hashes.error)")
  }

  /// The stream's clock ticks 600 times a second, and 30 frames come.
  @Test(arguments: ["ts", "mkv", "flv"]) func bitRate_isThatOfTheFramesThatCome(kind: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=320x240:rate=30:duration=4,noise=alls=30:allf=t -pix_fmt yuv420p \
        -c:v libx264 -preset veryfast -crf 20 -bsf:v h264_metadata=tick_rate=1200 in.\(kind)
      $reel transcode in.\(kind) out.mp4 --video h264:bitrate=1Mb/s --progress none > /dev/null
      ffprobe -v error -show_entries stream=bit_rate -of csv=p=0 out.mp4
      $reel probe in.\(kind) | grep -oE '[0-9.]+ fps'
      """)
    let lines = made.output.split(separator: "\n")
    let rate = try #require(lines.first.flatMap { Int($0) }, "\(made.error)")
    #expect((700_000...1_300_000).contains(rate), "\(rate)")
    #expect(lines.last == "30 fps", "\(made.output)")
  }

  @Test func wrongUsage_saysSo_andLeavesNothing() async throws {
    let fixture = try await CommandFixture.withMovie(["old.mp4": "old"])
    for (arguments, code, message) in [
      (["movie.mp4", "movie.txt"], 64 as Int32, "has no extension of a file that can be written"),
      (["movie.mp4", "out.mp4", "--video", "h264:fast"], 64, "bitrate"),
      (["movie.mp4", "out.mp4", "--video", "h264:speed=fast,speed=slow"], 64, "sets 'speed' twice"),
      (["movie.mp4", "out.mp4", "--video", "h264:=1"], 64, "is no setting"),
      (["movie.mp4", "out.mp4", "--video", "copy:1Mb/s"], 64, "copy has no settings"),
      (["movie.mp4", "out.mp4", "--video", "h2645"], 64, "video.encode.h264"),
      (["movie.mp4", "out.mp4", "--video", "h264:sped=fast"], 64, "speed"),
      (["movie.mp4", "out.mp4", "--video", "none", "--audio", "none"], 64, "nothing is left to write"),
      (["movie.mp4", "out.mp4", "--size", "1"], 64, "is no size"),
      (["movie.mp4", "out.mp4", "--size", "64x64", "--video", "copy"], 64, "--size is for pictures that are encoded"),
      (["movie.mp4", "out.mp4", "--frame-rate", "10", "--video", "copy"], 64, "--frame-rate is for pictures that are"),
      (["movie.mp4", "out.mp4", "--channels", "1", "--audio", "copy"], 64, "--channels is for sound that is encoded"),
      (["movie.mp4", "out.wav", "--sample-rate", "1"], 64, "rate must be"),
      (["movie.mp4", "out.mp4", "--audio", "aac:channels=1"], 64, "'reel transcode --channels' does so too"),
      (["movie.mp4", "old.mp4"], 73, "'old.mp4' exists"),
      (["none.mp4", "out.mp4"], 66, "none.mp4"),
    ] {
      let outcome = try await fixture.run(["transcode"] + arguments)
      #expect(outcome.code == code && outcome.error.contains(message), "\(arguments): \(outcome.error)")
    }
    #expect(fixture.names == ["movie.mp4", "old.mp4"])
    #expect(try fixture.data(of: "old.mp4") == Data("old".utf8))
  }

  /// The text without the spaces that align it.
  private static func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
}
