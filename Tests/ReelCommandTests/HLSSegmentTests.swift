import Foundation
import Testing

/// The segments that `reel hls` makes: ffmpeg, GStreamer and reel itself play every frame, at its time.
@Suite struct HLSSegmentTests {
  /// The mean luma of each frame, as the number that a frame has.
  private static func numbers(_ listing: String) -> [Int] {
    listing.split(separator: "\n").compactMap { Double($0) }.map { Int((($0 - 40) / 2).rounded()) }
  }

  private static let mean = "grep -oE 'mean:\\[[0-9]+' | tr -dc '0-9\\n'"

  /// The target duration is one for all playlists (RFC 8216, 6.2.4), and no segment is longer (4.3.3.1).
  private func segments(_ folder: String, _ fixture: CommandFixture) throws -> (target: Int, durations: [Double]) {
    let lines = String(decoding: try fixture.data(of: "\(folder)/index.m3u8"), as: UTF8.self).split(separator: "\n")
    let target = lines.first { $0.hasPrefix("#EXT-X-TARGETDURATION:") }.flatMap { Int($0.dropFirst(22)) } ?? 0
    let durations = lines.filter { $0.hasPrefix("#EXTINF:") }.compactMap { Double($0.dropFirst(8).dropLast()) }
    #expect(durations.allSatisfy { Int($0.rounded()) <= target }, "\(folder): \(target) \(durations)")
    return (target, durations)
  }

  @Test(arguments: ["fmp4", "ts"]) func everyRendition_hasEveryFrame_inEveryPlayer(format: String) async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try await fixture.package("--format", format)
    let all = Array(0..<75)
    for folder in ["96p", "48p"] {
      let list = "out/\(folder)/index.m3u8"
      let ffmpeg = try await fixture.bash(
        "ffmpeg -nostdin -v info -i \(list) -vf showinfo -fps_mode passthrough -f null - 2>&1 | \(Self.mean)")
      #expect(Self.numbers(ffmpeg.output) == all, "ffmpeg, \(folder): \(ffmpeg.output)")
      let (demuxer, size) = (format == "ts" ? "tsdemux" : "qtdemux", folder == "96p" ? 128 * 96 : 64 * 48)
      let gstreamer = try await fixture.bash(
        """
        timeout 30 gst-launch-1.0 -q filesrc location=\(list) ! hlsdemux ! \(demuxer) ! h264parse ! avdec_h264 ! \
          video/x-raw,format=I420 ! filesink location=frames.yuv && python3 -c '
        data, size = open("frames.yuv", "rb").read(), \(size)
        for start in range(0, len(data), size * 3 // 2): print(sum(data[start:start + size]) / size)'
        """)
      #expect(Self.numbers(gstreamer.output) == all, "GStreamer, \(folder): \(gstreamer.output) \(gstreamer.error)")
      let reel = try await fixture.bash(
        """
        "$reel" transcode \(list) again.mkv --overwrite --progress none --audio none --video h264:quality=1 >&2 &&
          ffmpeg -nostdin -v info -i again.mkv -vf showinfo -f null - 2>&1 | \(Self.mean)
        """)
      #expect(Self.numbers(reel.output) == all, "reel, \(folder): \(reel.output) \(reel.error)")
      // Segments begin with closed groups of pictures, at each second.
      for number in 1...3 {
        let segment = "out/\(folder)/segment-0000\(number)"
        let source = format == "ts" ? "\(segment).ts" : "concat:out/\(folder)/init.mp4|\(segment).m4s"
        let alone = try await fixture.bash(
          "ffmpeg -nostdin -v info -i '\(source)' -vf showinfo -fps_mode passthrough -f null - 2>&1 | \(Self.mean)")
        #expect(
          Self.numbers(alone.output) == Array(all[(25 * number - 25)..<(25 * number)]), "\(segment): \(alone.output)")
      }
    }
    let complaints = try await fixture.bash(
      """
      ffmpeg -nostdin -v warning -xerror -i out/master.m3u8 -map 0:v -map 0:a -f null - 2>&1 |
        grep -v "Can't support the subtitle"
      """)
    #expect(complaints.output == "", "\(complaints.output)")
    // The sound begins where it did, beside the pictures; a transport stream's clock begins at ten seconds.
    let sound = try await fixture.bash(
      """
      for i in "movie.mp4 0" "out/master.m3u8 \(format == "ts" ? 10 : 0)"; do
        set -- $i
        ffmpeg -nostdin -v error -copyts -i $1 -map 0:a:0 -af atrim=start=$2 -ac 1 -f f32le -c:a pcm_f32le - |
          python3 -c '
      import array, sys
      samples = array.array("f", sys.stdin.buffer.read())
      print(next(i for i, s in enumerate(samples) if abs(s) > 0.1))'
      done
      """)
    let beginnings = sound.output.split(separator: "\n").compactMap { Int($0) }
    #expect(beginnings.count == 2 && abs(beginnings[1] - beginnings[0]) < 64, "\(beginnings) \(sound.error)")
  }

  /// The ranges of bytes are decoded alone: each is the frame at the beginning of a second.
  @Test(arguments: ["fmp4", "ts"]) func keyFrames_haveAPlaylistOfTheirOwn(format: String) async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try await fixture.package("--format", format)
    let list = String(decoding: try fixture.data(of: "out/48p/iframes.m3u8"), as: UTF8.self)
    let lines = list.split(separator: "\n").map(String.init)
    #expect(
      lines.contains("#EXT-X-I-FRAMES-ONLY") && lines.contains("#EXT-X-VERSION:\(format == "ts" ? 4 : 5)"), "\(list)")
    #expect(lines.contains("#EXT-X-MAP:URI=\"init.mp4\"") == (format == "fmp4") && lines.last == "#EXT-X-ENDLIST")
    #expect(lines.filter { $0 == "#EXTINF:1.000000," }.count == 3, "\(list)")
    let ranges = lines.filter { $0.hasPrefix("#EXT-X-BYTERANGE:") }.map { $0.dropFirst(17) }
    #expect(ranges.count == 3 && ranges.allSatisfy { $0.hasSuffix("@0") }, "\(ranges)")
    for (number, range) in ranges.enumerated() {
      let name = "segment-0000\(number + 1).\(format == "ts" ? "ts" : "m4s")"
      #expect(lines.contains(name))
      let size = range.dropLast(2)
      let frame = try await fixture.bash(
        """
        cd out/48p; (cat init.mp4 2>/dev/null; head -c \(size) \(name)) > ../../key.\(format)
        test \(size) -lt $(stat -c %s \(name)) && ffmpeg -nostdin -v info -i ../../key.\(format) -vf showinfo \
          -fps_mode passthrough -f null - 2>&1 | \(Self.mean)
        """)
      #expect(Self.numbers(frame.output) == [25 * number], "\(name): \(frame.output)\(frame.error)")
    }
    // A byte less, and the frame is not whole: a range has nothing that it does not need, but for a packet's rest.
    if format == "fmp4", let size = ranges.first.flatMap({ Int($0.dropLast(2)) }) {
      let short = try await fixture.bash(
        """
        (cat out/48p/init.mp4; head -c \(size - 1) out/48p/segment-00001.m4s) > short.mp4
        ffmpeg -nostdin -v error -i short.mp4 -f null - 2>&1
        """)
      #expect(short.output != "")
    }
    // Players that wind, and all others, still play the presentation.
    let master = try await fixture.bash(
      """
      timeout 30 gst-launch-1.0 -q filesrc location=out/master.m3u8 ! hlsdemux name=d d.src_0 ! fakesink &&
        ffmpeg -nostdin -v error -xerror -i out/master.m3u8 -map 0:v:0 -f framehash - | grep -vc '^#'
      """)
    #expect(master.code == 0 && master.output == "75\n", "\(master.output)\(master.error)")
  }

  @Test func renditionsOfHEVC_haveEveryFrame_andTheNameOfTheirCodec() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    try await fixture.package("--codec", "hevc")
    let all = Array(0..<75)
    for folder in ["96p", "48p"] {
      let frames = try await fixture.bash(
        "ffmpeg -nostdin -v info -i out/\(folder)/index.m3u8 -vf showinfo -fps_mode passthrough -f null - 2>&1 | \(Self.mean)"
      )
      let numbers = Self.numbers(frames.output)
      #expect(numbers.count == 75 && zip(numbers, all).allSatisfy { abs($0 - $1) <= 1 }, "\(numbers)")
      for number in 1...3 {
        let alone = try await fixture.bash(
          """
          ffmpeg -nostdin -v error -i 'concat:out/\(folder)/init.mp4|out/\(folder)/segment-0000\(number).m4s' \
            -f framehash - | grep -vc '^#'
          """)
        #expect(alone.output == "25\n" && alone.error == "", "\(folder) \(number): \(alone.output)\(alone.error)")
      }
    }
    let master = String(decoding: try fixture.data(of: "out/master.m3u8"), as: UTF8.self)
    let entry = try await fixture.bash(
      "ffprobe -v error -show_entries stream=codec_tag_string,level -of csv=p=0 out/96p/init.mp4")
    let facts = entry.output.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",")
    #expect(facts.first == "hvc1", "\(facts)")
    #expect(master.contains("CODECS=\"hvc1.1.6.L\(facts.last ?? "")."), "\(master) \(facts)")
    let refused = try await fixture.run("hls", "movie.mp4", "-o", "ts", "--codec", "hevc", "--format", "ts")
    #expect(refused.code == 64 && refused.error.contains("--codec hevc goes with --format fmp4"), "\(refused.error)")
    let unknown = try await fixture.run("hls", "movie.mp4", "-o", "ts", "--codec", "vp9")
    #expect(unknown.code == 64 && unknown.error.contains("is no codec of presentations"), "\(unknown.error)")
  }

  @Test func interlacedFrames_becomeProgressive() async throws {
    let fixture = try CommandFixture()
    // The two fields of a frame show a bar in two places: interlaced frames have combs.
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x192:r=50:d=2 -f lavfi -i sine=300:d=2 \
        -vf "interlace=scan=tff:lowpass=off,setfield=tff" -c:v libx264 -flags +ilme+ildct -x264-params tff=1 -c:a aac movie.mp4
      "$reel" hls movie.mp4 -o out --renditions 192p:2Mb/s --segment 1s --progress none
      """)
    #expect(made.code == 0, "\(made.error)")
    func combed(_ file: String) async throws -> Int {
      let found = try await fixture.bash(
        "ffmpeg -nostdin -v info -i \(file) -vf idet -an -sn -f null - 2>&1 | grep 'Single frame' | grep -oE 'TFF: *[0-9]+' | grep -oE '[0-9]+'"
      )
      return Int(found.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }
    #expect(try await combed("movie.mp4") == 50)
    // A few frames are taken for interlaced ones by their content.
    #expect(try await combed("out/192p/index.m3u8") < 5)
    let frames = try await fixture.bash(
      "ffprobe -v error -select_streams v -count_frames -show_entries stream=nb_read_frames,r_frame_rate -of csv=p=0 out/192p/index.m3u8"
    )
    #expect(frames.output.contains("25/1,50"), "\(frames.output)")
  }

  /// The first segment can have no B-frames where a later one has.
  @Test func transportStreams_mayReorderFramesLater() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=s=160x96:r=25:d=8 -c:v libx264 -pix_fmt yuv420p in.mp4
      $reel hls in.mp4 -o out --format ts --segment 1s --progress none
      ffprobe -v error -show_entries packet=pts,dts -of csv=p=0 out/master.m3u8
      """)
    #expect(made.code == 0, "\(made.error)")
    let packets = made.output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }.filter {
      $0.count == 2
    }
    #expect(packets.count == 200, "\(made.output)")
    #expect(packets.allSatisfy { $0[1] <= $0[0] } && zip(packets, packets.dropFirst()).allSatisfy { $0[1] < $1[1] })
    #expect(Set(packets.map { $0[0] }).count == 200)
    #expect(packets.contains { $0[1] < $0[0] }, "no frame is decoded before it is shown")
    let decoded = try await fixture.bash("ffmpeg -nostdin -v warning -i out/master.m3u8 -f null -")
    #expect(decoded.code == 0 && decoded.error.isEmpty, "\(decoded.error)")
  }

  @Test func videoThatBeginsLate_isAtItsTime_andAllPlaylistsGoTogether() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -itsoffset 3.4 -i movie.mp4 -i movie.mp4 -map 0:v -map 1:a:0 -c copy late.mp4 &&
        "$reel" hls late.mp4 -o late --renditions 48p --segment 2s --progress none
      """)
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    func durations(_ folder: String) throws -> [Double] {
      String(decoding: try fixture.data(of: "late/\(folder)/index.m3u8"), as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("#EXTINF:") }.compactMap { Double($0.dropFirst(8).dropLast()) }
    }
    let (video, audio) = (try durations("48p"), try durations("audio-en"))
    // The first segment is all of the time before the first cut, at four seconds.
    #expect(video.first == 4 && abs((audio.first ?? 0) - 3) < 0.03, "\(video) \(audio)")
    #expect(abs(video.reduce(0, +) - 6.4) < 0.001, "\(video)")
    let start = try await fixture.bash(
      "ffprobe -v error -show_entries packet=pts_time -of csv=p=0 late/48p/index.m3u8 | grep -E '[0-9]' | sort -n | head -1"
    )
    #expect(start.output.hasPrefix("3.4"), "\(start.output)")
  }

  /// The sound begins seconds before the pictures, or goes on for seconds behind them: every frame is played at its
  /// time, the playlists are as long as what they play, and cuts of both are together.
  @Test(
    arguments: ["fmp4", "ts"],
    [
      ("-itsoffset 4.4 -i movie.mp4 -i long.m4a", 4.4, 7.4), ("-i movie.mp4 -i long.m4a", 0, 3),
      ("-itsoffset 0.6 -i movie.mp4 -i long.m4a", 0.6, 3.6),
    ])
  func picturesForAPartOfTheSound_areCutWell(
    format: String, shape: (inputs: String, start: Double, end: Double)
  ) async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=440:d=9:r=48000 -c:a aac long.m4a &&
        ffmpeg -nostdin -v error \(shape.inputs) -map 0:v -map 1:a -c copy in.mp4 &&
        "$reel" hls in.mp4 -o out --renditions 720p:300kb/s,48p:100kb/s --segment 1s --format \(format) --progress none
      """)
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    let clock: Double = format == "ts" ? 10 : 0
    let sound = try segments("out/audio", fixture)
    #expect(abs(sound.durations.reduce(0, +) - 9) < 0.03, "\(sound)")
    let soundCuts = sound.durations.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
    for folder in ["96p", "48p"] {
      let video = try segments("out/\(folder)", fixture)
      #expect(video.target == sound.target)
      #expect(abs(video.durations.reduce(0, +) - shape.end) < 0.001, "\(video)")
      // The sound is cut where the pictures are, to its packet.
      let cuts = video.durations.dropLast().reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
      #expect(cuts.allSatisfy { cut in soundCuts.contains { abs($0 - cut) < 0.03 } }, "\(cuts) \(soundCuts)")
      let frames = try await fixture.bash(
        """
        ffmpeg -nostdin -v info -copyts -i out/\(folder)/index.m3u8 -vf showinfo -fps_mode passthrough -f null - 2>&1 |
          grep -oE 'pts_time:[0-9.]+|mean:\\[[0-9]+' | paste - - | sed -E 's/pts_time:([0-9.]+)\\tmean:\\[/\\1 /'
        """
      ).output.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
      #expect(frames.count == 75, "\(folder): \(frames.count)")
      for (number, frame) in frames.enumerated() where frame.count == 2 {
        #expect(
          abs(frame[0] - clock - shape.start - Double(number) / 25) < 0.001
            && abs(frame[1] - Double(40 + 2 * number)) <= 1, "\(folder), \(number): \(frame)")
      }
      // The playlist of key frames is as long, and each of its frames stands where its segment begins.
      let keys = String(decoding: try fixture.data(of: "out/\(folder)/iframes.m3u8"), as: UTF8.self)
      let times = keys.split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }.compactMap {
        Double($0.dropFirst(8).dropLast())
      }
      #expect(times == video.durations && keys.contains("#EXT-X-TARGETDURATION:\(sound.target)\n"), "\(keys)")
    }
    // Both together, by the master playlist.
    let both = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -xerror -i out/master.m3u8 -map 0:v:0 -map 0:a:0 -f framehash - | grep -v '^#' |
        cut -d, -f1 | sort | uniq -c | awk '{ print $1 }'
      """)
    let counts = both.output.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.first == 75 && (counts.last ?? 0) > 9 * 46, "\(both)")
  }

  /// An encoder takes in more than a second of such media before it gives its first frame.
  @Test func fewFramesASecond_areCutAtWholeSegments() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x192:r=8:d=6 -c:v libx264 -g 250 in.mp4 &&
        "$reel" hls in.mp4 -o out --renditions 1080p:300kb/s,96p:100kb/s --segment 1s --progress none
      """)
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    for folder in ["192p", "96p"] {
      #expect(try segments("out/\(folder)", fixture).durations == [1, 1, 1, 1, 1, 1])
    }
  }

  @Test func videoWithoutKeyFramesInItsPlaces_failsWithThePlace() async throws {
    let fixture = try await CommandFixture.withNumberedMovie()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i movie.mp4 -map 0:v -c:v libx264 -g 25 -sc_threshold 0 a.mp4
      ffmpeg -nostdin -v error -i movie.mp4 -map 0:v -vf scale=64:48 -c:v libx264 -g 20 -sc_threshold 0 b.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    try fixture.write(
      """
      format: 1
      nodes:
        a: { use: asset.read, with: { url: a.mp4 } }
        b: { use: asset.read, with: { url: b.mp4 } }
        hls: { use: hls.write, in: { video: [a.coded_video, b.coded_video] }, with: { url: out, segment: 1s } }
      """, to: "graph.yaml")
    let outcome = try await fixture.run("run", "graph.yaml", "--progress", "none")
    #expect(outcome.code == 73 || outcome.code == 70, "\(outcome.code ?? -1)")
    #expect(outcome.error.contains("'48p' has no key frame at 00:00:01.000"), "\(outcome.error)")
    #expect(outcome.error.contains("hls") && !fixture.names.contains { $0.hasPrefix("out") || $0.hasSuffix(".part") })
  }
}
