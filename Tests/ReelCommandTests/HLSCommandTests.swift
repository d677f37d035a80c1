import Foundation
import Testing

/// `reel hls`: the playlists, the renditions and texts that they list, and the folder of a presentation.
@Suite struct HLSCommandTests {
  @Test func playlists_sayWhatTheSegmentsAre() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try await fixture.package()
    func text(_ name: String) throws -> [String] {
      String(decoding: try fixture.data(of: "out/\(name)"), as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let master = try text("master.m3u8")
    #expect(master.prefix(3) == ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-INDEPENDENT-SEGMENTS"])
    #expect(
      Array(master[3...5]) == [
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,"
          + "CHANNELS=\"1\",URI=\"audio-en/index.m3u8\"",
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"audio\",NAME=\"German\",LANGUAGE=\"de\",AUTOSELECT=YES,"
          + "CHANNELS=\"1\",URI=\"audio-de/index.m3u8\"",
        "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"subtitles\",NAME=\"French\",LANGUAGE=\"fr\",AUTOSELECT=YES,"
          + "URI=\"subtitles-fr/index.m3u8\"",
      ])
    #expect(
      master[6].hasSuffix(
        "RESOLUTION=128x96,FRAME-RATE=25.000,AUDIO=\"audio\",SUBTITLES=\"subtitles\"") && master[7] == "96p/index.m3u8")
    #expect(master[8].contains("RESOLUTION=64x48") && master[9] == "48p/index.m3u8" && master.count == 12)
    #expect(
      master[10].hasPrefix("#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=")
        && master[10].hasSuffix("RESOLUTION=128x96,URI=\"96p/iframes.m3u8\""))
    // The codec is that of the parameter sets.
    let profile = try await fixture.bash(
      "ffprobe -v error -show_entries stream=profile,level -of csv=p=0 out/96p/index.m3u8")
    let level = profile.output.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",").last.flatMap {
      Int($0)
    }
    let codec = "avc1.6400" + String(level ?? 0, radix: 16).leftPadded(2)
    #expect(master[6].contains("CODECS=\"\(codec),mp4a.40.2\""), "\(master[6]) \(profile.output)")

    let media = try text("96p/index.m3u8")
    #expect(
      media == [
        "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-TARGETDURATION:1",
        "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-MAP:URI=\"init.mp4\"", "#EXTINF:1.000000,", "segment-00001.m4s",
        "#EXTINF:1.000000,", "segment-00002.m4s", "#EXTINF:1.000000,", "segment-00003.m4s", "#EXT-X-ENDLIST",
      ])
    // The bandwidth is that of the largest segments that play together.
    let rates = try ["96p", "audio-en", "audio-de", "subtitles-fr"].map { folder -> Double in
      let files = try text("\(folder)/index.m3u8").filter { !$0.hasPrefix("#") }
      return try files.map { Double(try fixture.data(of: "out/\(folder)/\($0)").count * 8) }.max() ?? 0
    }
    let expected = rates[0] + max(rates[1], rates[2]) + rates[3]
    let stated = master[6].split(separator: ",")[0].split(separator: "=").last.flatMap { Double($0) } ?? 0
    #expect(abs(stated - expected) < expected * 0.05, "\(stated) \(expected)")

    let words = try text("subtitles-fr/segment-00002.vtt")
    #expect(words == ["WEBVTT", "00:00:00.500 --> 00:00:01.250", "First &amp; last"])
    #expect(try text("subtitles-fr/segment-00003.vtt").last == "Second")
    // Each cue is in every segment in whose time it is shown.
    #expect(try text("subtitles-fr/segment-00001.vtt") == words)
    #expect(!fixture.names.contains { $0.hasPrefix(".") })
  }

  /// Clients take what does not say its range for SDR.
  @Test(arguments: [("arib-std-b67", "HLG"), ("smpte2084", "PQ")]) func highDynamicRange_isSaid(
    transfer: String, range: String
  ) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=128x96:rate=25:duration=2 -c:v libx265 -pix_fmt yuv420p10le \
        -x265-params log-level=error -color_primaries bt2020 -color_trc \(transfer) -colorspace bt2020nc -tag:v hvc1 hdr.mp4
      $reel hls hdr.mp4 -o out --codec hevc --segment 1s --progress none
      grep -c VIDEO-RANGE=\(range) out/master.m3u8
      ffprobe -v error -select_streams v:0 -show_entries stream=color_transfer -of csv=p=0 out/master.m3u8
      """)
    #expect(made.code == 0 && made.output.contains("\n2\n\(transfer)\n"), "\(made.output) \(made.error)")
  }

  @Test func turnedPictures_haveTheRenditionsOfTheirUprightHeight() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=s=320x180:r=25:d=1 -c:v libx264 -pix_fmt yuv420p lying.mp4
      ffmpeg -nostdin -v error -i lying.mp4 -c copy -metadata:s:v rotate=90 in.mp4
      $reel hls in.mp4 -o out --renditions 320p,180p --progress none
      grep -o 'RESOLUTION=[0-9x]*' out/master.m3u8 | sort -u
      """)
    #expect(made.code == 0, "\(made.error)")
    #expect(made.output.contains("RESOLUTION=180x320"), "\(made.output)")
  }

  /// Each kind of text that Matroska files have.
  @Test(arguments: ["srt", "ass", "webvtt"]) func subtitlesOfMatroska_areThereAsText(codec: String) async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    let words =
      "1\n00:00:00,500 --> 00:00:01,000\nFirst, <i>second</i>\nthird\n\n2\n00:00:02,100 --> 00:00:02,900\nLast\n"
    try fixture.write(Data(words.utf8), to: "styled.srt")
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i movie.mp4 -i styled.srt -map 0:v -map 1 -c:v copy -c:s \(codec) movie.mkv
      $reel hls movie.mkv -o out --renditions 96p --progress none && cat out/sub*/*.vtt
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    let cues = outcome.output.split(separator: "\n\n").dropFirst().map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(
      cues == [
        "00:00:00.500 --> 00:00:01.000\nFirst, <i>second</i>\nthird", "00:00:02.100 --> 00:00:02.900\nLast",
      ], "\(outcome.output)")
  }

  /// RFC 8216, 4.3.4.1: what is shown without being asked for, and what is for those who show no subtitles.
  @Test func rolesOfSubtitles_areThoseOfTheTracks() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try fixture.write("1\n00:00:00,500 --> 00:00:01,000\nWords\n", to: "words.srt")
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i movie.mp4 -i words.srt -i words.srt -i words.srt -map 0:v -map 1 -map 2 -map 3 -c copy \
        -c:s srt -disposition:s:0 0 -disposition:s:1 default -disposition:s:2 forced \
        -metadata:s:s:0 language=eng -metadata:s:s:1 language=fra -metadata:s:s:2 language=deu movie.mkv
      $reel hls movie.mkv -o out --renditions 96p --progress none && grep TYPE=SUBTITLES out/master.m3u8
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").filter { $0.contains("TYPE=SUBTITLES") }
    #expect(lines.map { $0.contains(",DEFAULT=YES,AUTOSELECT=YES") } == [false, true, false], "\(outcome.output)")
    #expect(lines.map { $0.contains(",FORCED=YES") } == [false, false, true], "\(outcome.output)")
    #expect(lines.allSatisfy { $0.contains("AUTOSELECT=YES") })
  }

  /// Pictures have no text.
  @Test func subtitlesOfPictures_areLeftOutWithANote() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    let outcome = try await fixture.bash(
      """
      gst-launch-1.0 -q filesrc location=movie.mp4 ! qtdemux ! h264parse ! mpegtsmux name=m ! filesink location=movie.ts \
        videotestsrc num-buffers=3 ! video/x-raw,format=AYUV,width=128,height=96 ! dvbsubenc ! m.
      $reel hls movie.ts -o out --renditions 96p --progress none && ls out
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.error.contains("(DVB subtitles): they cannot be made WebVTT"), "\(outcome.error)")
    #expect(!outcome.output.contains("sub"))
  }

  @Test func transportStreams_tellCaptionsTheirClock() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try await fixture.package("--format", "ts")
    let words = String(decoding: try fixture.data(of: "out/subtitles-fr/segment-00003.vtt"), as: UTF8.self)
    #expect(words.hasPrefix("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:00:02.100 --> "))
    let media = String(decoding: try fixture.data(of: "out/96p/index.m3u8"), as: UTF8.self)
    #expect(media.contains("#EXT-X-VERSION:3\n") && !media.contains("#EXT-X-MAP"))
    // Every packet is in its place, and none is missing.
    let stamps = try await fixture.bash(
      """
      cat out/96p/segment-*.ts > all.ts
      ffmpeg -nostdin -v warning -xerror -i all.ts -f null - 2>&1
      ffprobe -v error -show_entries packet=pts -of csv=p=0 all.ts | grep -E '[0-9]' | sort -n | head -1
      """)
    #expect(stamps.output.trimmingCharacters(in: [",", "\n"]) == "900000", "\(stamps.output)")
  }

  @Test func soundAlone_isAPresentationToo() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=300:r=44100:d=2.5 -c:a flac tone.flac &&
        "$reel" hls tone.flac -o out --segment 1s --progress none > /dev/null && cat out/master.m3u8 &&
        ffmpeg -nostdin -v error -i out/master.m3u8 -f s16le - | wc -c
      """)
    #expect(made.error == "", "\(made.error)")
    #expect(made.output.contains("CODECS=\"mp4a.40.2\"\naudio/index.m3u8\n"), "\(made.output)")
    let bytes = made.output.split(separator: "\n").last.flatMap { Int($0) } ?? 0
    #expect(abs(bytes / 2 - 110_250) < 2048, "\(bytes)")
    let names = fixture.names.filter { $0.hasPrefix("out/audio/seg") }
    #expect(names.count == 3, "\(names)")
  }

  @Test func printedGraph_runs_andIsTheSame() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    let line = ["hls", "movie.mp4", "-o", "out", "--renditions", "48p", "--segment", "1s"]
    let printed = try await fixture.run(line + ["--yaml"])
    #expect(
      printed.output.contains("use: hls.package") && printed.output.contains("renditions: [{ height: 48 }]"),
      "\(printed.output)\(printed.error)")
    try fixture.write(printed.output, to: "graph.yaml")
    let outcome = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(fixture.names.contains("out/48p/segment-00003.m4s"))
  }

  @Test func theFolder_isCompleteOrNotThere_andNothingIsReplacedUnasked() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try fixture.write("mine", to: "full/notes.txt")
    let line = ["hls", "movie.mp4", "--renditions", "48p", "--segment", "1s", "--progress", "none", "-o"]
    for (more, code, message) in [
      (["full"], 73 as Int32, "'full' exists"),
      (["full", "--overwrite"], 73, "it has other files, such as 'notes.txt'"),
      (["movie.mp4", "--overwrite"], 73, "movie.mp4"), (["no/out"], 73, "there is no folder 'no'"),
      (["x", "--renditions", "big"], 64, "is no height"),
      (["x", "--segment", "500ms"], 64, "is no length of a segment"),
      (["x", "--format", "mkv"], 64, "is no form of segments"),
    ] {
      let outcome = try await fixture.run(line + more)
      #expect(outcome.code == code && outcome.error.contains(message), "\(more): \(outcome.error)")
    }
    #expect(fixture.names == ["full", "full/notes.txt", "movie.mp4"])
    // A track that ends with damage fails all.
    let broken = try await fixture.bash(
      "head -c $(($(stat -c %s movie.mp4) * 6 / 10)) movie.mp4 > cut.mp4; \"$reel\" hls cut.mp4 -o cut")
    #expect(broken.code != 0 && !fixture.names.contains { $0.hasSuffix(".part") || $0 == "cut" }, "\(fixture.names)")
    // An empty folder is taken, a presentation is replaced if asked.
    #expect(try await fixture.bash("mkdir out").code == 0)
    #expect(try await fixture.run(line + ["out"]).code == 0)
    #expect(try await fixture.run(line + ["out"]).code == 73)
    let again = try await fixture.run(line + ["out", "--overwrite", "--format", "ts"])
    #expect(again.code == 0, "\(again.error)")
    #expect(fixture.names.contains("out/48p/segment-00001.ts") && !fixture.names.contains { $0.contains(".m4s") })
  }

  @Test func interruption_leavesNothing() async throws {
    let fixture = try CommandFixture([
      "endless.yaml": """
      format: 1
      nodes:
        picture: { use: test.video, with: { size: 160x90 } }
        h264: { use: video.encode.h264, in: picture, with: { speed: ultrafast } }
        hls: { use: hls.write, in: { video: h264 }, with: { url: out, segment: 1s } }
      stop: { signals: [hangup] }
      """
    ])
    let child = try fixture.start("run", "endless.yaml", "--progress", "json")
    #expect(await child.waits(for: "\"progress\""))
    child.send(SIGINT)
    #expect(await child.outcome.code == 130)
    #expect(fixture.names == ["endless.yaml"])
    // Stopped in order, it is a presentation as far as it goes.
    let again = try fixture.start("run", "endless.yaml", "--progress", "json")
    #expect(await again.waits(for: "\"progress\""))
    again.send(SIGHUP)
    #expect(await again.outcome.code == 130)
    #expect(fixture.names.contains("out/master.m3u8"))
  }
}

extension String {
  fileprivate func leftPadded(_ count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
