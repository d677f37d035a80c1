@testable import GStreamer
import GStreamerTesting
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import TestSupport
import Testing

@testable import MediaEngine

/// Fragmented movies that graphs write: other programs play them, and seek in them by their index.
@Suite struct FragmentMuxTests {
  /// Runs a description whose last node is `mux`.
  private func run(_ nodes: String, out: String, stop: StopRule? = nil) async throws {
    var graph = try Graph(nodes: nodes, writing: "mux", to: out)
    graph.stop = stop
    _ = try await graph.run(options: .testing)
  }

  /// Frames with and without reordering, and audio.
  private static func encoded(_ speed: String = "veryfast") -> String {
    """
    picture: { use: test.video, with: { size: 64x48, frame_rate: 25/1, duration: 100f } }
    tone: { use: test.audio, with: { rate: 48000, duration: 4s } }
    h264: { use: video.encode.h264, in: picture, with: { speed: \(speed) } }
    aac: { use: audio.encode.aac, in: tone }
    """
  }

  /// Returns the offsets and times of an index, read by an independent program.
  private func index(_ boxes: [ReportedBox]) throws -> [(offset: Int64, time: Int64)] {
    let index = try #require(boxes.first { $0.path == "sidx" })
    var (offset, time) = (index.end + (index.number("first") ?? 0), index.number("time") ?? -1)
    var entries: [(Int64, Int64)] = []
    for (size, duration) in zip(index.numbers("sizes"), index.numbers("durations")) {
      entries.append((offset, time))
      (offset, time) = (offset + size, time + duration)
    }
    // It covers all fragments.
    #expect(offset == boxes.first { $0.path == "mfra" }?.offset)
    #expect(index.list("access").allSatisfy { $0 == "9" } && index.number("indexes") == 0)
    return entries
  }

  /// The encoder makes a key frame at the start of each fragment, though its own interval would be ten seconds.
  @Test(arguments: ["mp4", "mov"]) func graph_getsAnIndexOfFragmentsThatStandAlone(mux: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.\(mux)")
    try await run(Self.encoded() + "\nmux: { use: mux.\(mux), in: [h264, aac], with: { fragment: 1s } }", out: out)
    let boxes = try Oracle.boxes(out)
    let entries = try index(boxes)
    #expect(entries.map(\.time) == [0, 10_000, 20_000, 30_000])
    // The rest of the audio after the last frame has no entry of its own.
    #expect(entries.map(\.offset) == boxes.filter { $0.path == "moof" }.prefix(4).map(\.offset))
    let duration = try #require(boxes.first { $0.path == "moov/mvex/mehd" }?.number("duration"))
    #expect(duration == 192_000)
    #expect(try Oracle.warnings(out) == "")
    // Audio begins with priming, video without a delay.
    let starts = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", out])
    #expect(starts.split(separator: "\n").compactMap { Double($0) } == [0, -0.021333])
    // FFmpeg begins at a fragment's first frame, and shows the requested one.
    let all = try hashes(["-i", out])
    #expect(all.count == 100)
    for picture in [0, 24, 25, 62, 99] {
      let seconds = String(format: "%.2f", Double(picture) / 25)
      #expect(try hashes(["-ss", seconds, "-i", out, "-frames:v", "1"]) == [all[picture]], "picture \(picture)")
    }
  }

  private func hashes(_ arguments: [String]) throws -> [Substring] {
    try Oracle.text(
      "ffmpeg", ["-nostdin", "-v", "warning"] + arguments + ["-map", "0:v", "-f", "framemd5", "-"], withErrors: true
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  @Test func gstreamer_playsAndSeeks() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    try await run(
      Self.encoded("ultrafast") + "\nmux: { use: mux.mp4, in: [h264, aac], with: { fragment: 1s } }", out: out)
    #expect(
      try Oracle.text(
        "gst-launch-1.0",
        "-q filesrc location=\(out) ! qtdemux name=d d.video_0 ! queue ! decodebin ! fakesink d.audio_0 ! queue ! fakesink"
          .split(separator: " ").map(String.init), withErrors: true) == "")
    for (wanted, first) in [(2_500, 2_480), (3_040, 3_040), (10, 0)] as [(UInt, UInt)] {
      let pipeline = try Pipeline(
        parsing: "filesrc location=\(out) ! qtdemux ! h264parse ! avdec_h264 ! fakesink name=sink sync=false")
      let messages = pipeline.bus.messages()
      try await pipeline.setState(.paused)
      for await message in messages { if case .asyncDone = message { break } }
      let times = Log<UInt>()
      let probe = try #require(pipeline.element(named: "sink")).pad("sink").addProbe([.buffers]) { info in
        if let time = info.time.start { times.add((time.nanoseconds + 500_000) / 1_000_000) }
        return .pass
      }
      #expect(pipeline.seek(to: ClockTime(nanoseconds: wanted * 1_000_000), rate: 1, .exact))
      try await pipeline.setState(.playing)
      loop: for await message in messages {
        switch message {
        case .eos: break loop
        case .error(let report):
          Issue.record("\(report)")
          break loop
        default: break
        }
      }
      await pipeline.close()
      // The frame of that time, perhaps with that time as its start, and all that follow.
      #expect(times.all.first == first || times.all.first == wanted, "\(times.all.first ?? 0), wanted \(wanted)")
      #expect(Array(times.all.dropFirst()) == Array(stride(from: first + 40, to: 4000, by: 40)), "wanted \(wanted)")
      probe.remove()
    }
  }

  /// The length is unknown: the index works for any length.
  @Test func endlessSource_getsAnIndexToo() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    try await run(
      """
      picture: { use: test.video, with: { size: 64x48, frame_rate: 25/1 } }
      h264: { use: video.encode.h264, in: picture, with: { speed: ultrafast } }
      mux: { use: mux.mp4, in: h264, with: { fragment: 500ms } }
      """, out: out, stop: StopRule(after: .seconds(3)))
    let boxes = try Oracle.boxes(out)
    // Key frames are requested once a second, and not more often.
    #expect(try index(boxes).map(\.time) == [0, 10_000, 20_000])
    #expect(boxes.count { $0.path == "moof" } == 6)
    #expect(boxes[0].list("brands") == ["iso6", "cmfc"])
    #expect(try Oracle.warnings(out) == "")
  }

  /// A fragment for each frame, and a key frame a second all the same.
  @Test(.timeLimit(.minutes(10))) func fragmentsOfANanosecond_askForAKeyFrameASecond() async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    var (graph, source) = Graph.frames(75)
    let encode = graph.add("encode", VideoEncodeH264 { $0.speed = .ultrafast })
    graph.connect(source, to: encode.input)
    let mux = graph.add("mux", MuxMP4 { $0.fragment = try? MediaTime(parsing: "0.000000001s") })
    graph.connect(encode.output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    _ = try await graph.run(options: .testing)
    let flags = try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_entries", "packet=flags", "-of", "csv=p=0", out]
    ).split(separator: "\n")
    #expect(flags.indices.filter { flags[$0].hasPrefix("K") } == [0, 30, 60])
  }

  /// Captions are sparse: no track waits for them, and they are shown at their times.
  @Test(arguments: ["mp4", "mov"]) func captions_areInFragments(mux: String) async throws {
    let folder = try TemporaryFolder()
    let (captions, out) = (folder.file("a.srt"), folder.file("out.\(mux)"))
    try "1\n00:00:02,500 --> 00:00:03,000\nOne\n\n2\n00:00:03,200 --> 00:00:03,500\nTwo\n".write(
      toFile: captions, atomically: true, encoding: .utf8)
    try await run(
      Self.encoded() + """

        text: { use: text.read, with: { url: "\(captions)" } }
        mux: { use: mux.\(mux), in: [h264, aac, text], with: { fragment: 500ms } }
        """, out: out)
    let movie = try Movie(path: out)
    #expect(movie.problems == [] && movie.tracks.count == 3)
    let track = try #require(movie.tracks.last)
    let table = try track.samples()
    let samples = try (0..<table.count).map { try table[$0] }
    // The last one ends the caption before for players that show the last to the end of the movie.
    #expect(samples.map(\.presentationTimeStamp.seconds) == [0, 2.5, 3, 3.2, 3.5] && samples.last?.duration == 0)
    let texts = try samples.map { String(decoding: try movie.data(of: $0, in: track).dropFirst(2), as: UTF8.self) }
    #expect(texts == ["", "One", "", "Two", ""])
    #expect(try Oracle.warnings(out) == "")
    let packets = try Oracle.text(
      "ffprobe", ["-v", "warning", "-select_streams", "s", "-show_entries", "packet=pts_time", "-of", "csv=p=0", out])
    #expect(packets.split(separator: "\n").compactMap { Double($0) } == [0, 2.5, 3, 3.2, 3.5])
  }

  /// Two sections of a movie with a cut between them, copied without encoding.
  @Test func cuts_areEditsWhenAllIsThere() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.mov"))
    let whole = folder.file("whole.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=4", "-c:v", "libx264", "-g", "5", "-bf", "0",
      "-pix_fmt",
      "yuv420p", whole,
    ])
    let movie = try Movie(path: whole)
    do {
      let copied = movie.tracks[0]
      var draft = TrackDraft(
        handlerType: "vide", timescale: copied.timescale,
        sampleEntries: [try SampleEntry(copied.sampleDescriptions[0])])
      draft.timing = .presented(reorderDepth: 0)
      let writer = try MovieWriter(MovieDraft(.mov), to: FileByteSink(creating: source))
      let track = try writer.addTrack(draft)
      let table = try copied.samples()
      for sample in try (0..<table.count).map({ try table[$0] }) {
        try writer.append(sample, .memory(movie.data(of: sample, in: copied)), toTrack: track)
      }
      let second = CMTime(value: 1, timescale: 1)
      writer.setSegments(
        [(0, 1), (1, 3)].map { target, start in
          TrackTimeline.Segment(
            target: CMTimeRange(start: CMTime(value: target, timescale: 1), duration: second),
            source: CMTimeRange(start: CMTime(value: start, timescale: 1), duration: second), rate: .one)
        }, ofTrack: track)
      try writer.finish()
    }
    try await run(
      """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.mov, in: source.coded_video, with: { fragment: 500ms } }
      """, out: out)
    let track = try Movie(path: out).tracks[0]
    #expect(try track.timeline().duration == CMTime(value: 2, timescale: 1))
    let pictures = try hashes(["-i", whole])
    #expect(try hashes(["-i", out]).suffix(25) == pictures.suffix(25))
    #expect(try Oracle.warnings(out) == "")
  }
}
