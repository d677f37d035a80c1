import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

/// The order of what is in a file has nothing to do with how fast its tracks come.
@Suite struct FileOrderTests {
  /// A latch that threads wait for.
  private final class Latch: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
      condition.withLock {
        isOpen = true
        condition.broadcast()
      }
    }

    func wait() { condition.withLock { while !isOpen { condition.wait() } } }
  }

  private enum Late: CaseIterable { case neither, pictures, audio }

  /// Four seconds of H.264 with B-frames and AAC, of which one may begin when the other has been made as a whole.
  private func write(_ out: String, fragment: MediaTime?, late: Late) async throws {
    let latch = Latch()
    let frames = 100
    let blocks = Atomic<Int>(0)
    var graph = Graph()
    let rate = try #require(FrameRate(25))
    let pictures = graph.add(
      "pictures",
      VideoSource("pictures", size: PixelSize(width: 64, height: 48), frameRate: rate) { frame, number in
        if late == .pictures, number == 0 { latch.wait() }
        for plane in 0..<frame.planeCount { frame.withMutablePlane(plane) { $0.fill(UInt8(number * 2)) } }
        if late == .audio, number == frames { latch.open() }
        return number < frames
      })
    let tone = graph.add(
      "tone",
      AudioSource("tone", rate: 48000, channels: 1) { block in
        let made = blocks.load(ordering: .relaxed)
        if late == .audio, made == 0 { latch.wait() }
        let count = min(192_000 - made, block.frameCount)
        if late == .pictures, count < block.frameCount { latch.open() }
        blocks.add(count, ordering: .relaxed)
        block.withMutableSamples(as: Float.self) { samples in
          for index in 0..<count { samples[index] = Float((made + index) % 100) / 200 }
        }
        return count
      })
    let h264 = graph.add("h264", VideoEncodeH264 { $0.speed = .medium })
    let aac = graph.add("aac", AudioEncodeAAC())
    let mux = graph.add("mux", MuxMP4 { $0.fragment = fragment })
    graph.connect(pictures.output, to: h264.input)
    graph.connect(tone.output, to: aac.input)
    graph.connect(h264.output, to: mux.input)
    graph.connect(aac.output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = Location(out) }).input)
    _ = try await graph.run(options: .testing)
  }

  /// The bytes of a movie, without the dates that say when it was written.
  private func bytes(_ path: String) throws -> [UInt8] {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    var count = 0
    for name in ["mvhd", "tkhd", "mdhd"] {
      var rest = data.startIndex..<data.endIndex
      while let header = data.range(of: Data(name.utf8), in: rest) {
        let place = header.upperBound + 4
        // Of the creation and of the last change.
        let dates = place..<place + (data[header.upperBound] == 1 ? 16 : 8)
        if data[dates].contains(where: { $0 != 0 }) { count += 1 }
        data.replaceSubrange(dates, with: [UInt8](repeating: 0, count: dates.count))
        rest = dates.upperBound..<data.endIndex
      }
    }
    #expect(count > 0)
    return [UInt8](data)
  }

  /// The first difference between two files, with the bytes around it; nil if they are equal.
  private func difference(_ expected: [UInt8], _ found: [UInt8]) -> String? {
    guard expected != found else { return nil }
    let place = zip(expected, found).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? expected.count
    func around(_ bytes: [UInt8]) -> String {
      let part = bytes[max(0, place - 64)..<min(bytes.count, place + 64)]
      return part.map { String(UInt32($0) + 256, radix: 16).dropFirst() }.joined()
    }
    return "byte \(place) of \(expected.count) and \(found.count): \(around(expected)), not \(around(found))"
  }

  @Test(arguments: [nil, MediaTime.milliseconds(500)]) func slowTrack_givesTheSameBytes(fragment: MediaTime?)
    async throws
  {
    let folder = try TemporaryFolder()
    var files: [[UInt8]] = []
    for late in Late.allCases {
      let out = folder.file("\(late).mp4")
      try await write(out, fragment: fragment, late: late)
      files.append(try bytes(out))
    }
    #expect(files[0].count > 10_000)
    for file in files { #expect(difference(files[0], file) == nil) }
  }

  /// Ticks of a node that has nothing to do with the file, for others to wait for.
  private final class Ticks: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0
    private var isOver = false

    /// - Returns: False once the counting has ended.
    func advance() -> Bool {
      condition.withLock {
        count += 1
        condition.broadcast()
        return !isOver
      }
    }

    func pass(_ ticks: Int) {
      condition.withLock {
        let end = count + ticks
        while count < end { condition.wait() }
      }
    }

    func stop() { condition.withLock { isOver = true } }
  }

  /// Four seconds of sound and of pictures, each of which takes some ticks more than it needs.
  ///
  /// The encoder gives the same bytes for the same frames; x264 does not always, beside other encoders in the process.
  private func write(_ out: String, fragment: MediaTime?, ticksPerFrame: Int) async throws {
    let ticks = Ticks()
    var (graph, pictures) = Graph.frames(100)
    let slow = graph.add(
      "slow",
      VideoEffect("slow", state: { 0 }) { number, _ in
        ticks.pass(ticksPerFrame)
        number += 1
        if number == 100 { ticks.stop() }
      })
    let jpeg = graph.add("jpeg", VideoEncodeMJPEG())
    let tone = graph.add("tone", TestAudio { $0.duration = .seconds(4) })
    let aac = graph.add("aac", AudioEncodeAAC())
    let mux = graph.add("mux", MuxMP4 { $0.fragment = fragment })
    let ticking = graph.add(
      "ticking",
      VideoSource("ticking", size: PixelSize(width: 16, height: 16), frameRate: try #require(FrameRate(25))) { _, _ in
        ticks.advance()
      })
    graph.connect(ticking.output, to: graph.add("null", Null()).input)
    graph.connect(pictures, to: slow.input)
    graph.connect(slow.output, to: jpeg.input)
    graph.connect(tone.output, to: aac.input)
    graph.connect(jpeg.output, to: mux.input)
    graph.connect(aac.output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = Location(out) }).input)
    _ = try await graph.run(options: .testing)
  }

  /// An encoder that takes ten times as long as it needs, and more, brings every frame long after its sound.
  @Test(arguments: [nil, MediaTime.milliseconds(500)]) func slowEncoder_givesTheSameBytes(fragment: MediaTime?)
    async throws
  {
    let folder = try TemporaryFolder()
    let (quick, slow) = (folder.file("quick.mp4"), folder.file("slow.mp4"))
    try await write(quick, fragment: fragment, ticksPerFrame: 0)
    try await write(slow, fragment: fragment, ticksPerFrame: 200)
    let (expected, found) = (try bytes(quick), try bytes(slow))
    #expect(expected.count > 10_000)
    #expect(difference(expected, found) == nil)
  }

  private func copy(_ source: String, to out: String, as mux: String = "mp4") async throws {
    let nodes = """
      source: { use: asset.read, with: { url: "\(source)" } }
      mux: { use: mux.\(mux), in: [source.coded_video, source.coded_audio] }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
  }

  private func packets(_ file: String, _ stream: String) throws -> [Substring] {
    try Oracle.text("ffmpeg", ["-v", "error", "-i", file, "-map", "0:\(stream)", "-c", "copy", "-f", "framemd5", "-"])
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  /// One thread reads both tracks of such a file, and says that one has ended when the other has, too.
  @Test(arguments: ["sound", "pictures"], Soak.cases(["mp4", "mkv"], every: 2))
  func tracksThatDifferByMinutes_areWrittenWhole(short: String, mux: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mkv"), folder.file("out.\(mux)"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=\(short == "pictures" ? 1 : 240)", "-f", "lavfi", "-i",
      "sine=sample_rate=48000:duration=\(short == "sound" ? 1 : 240)", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf",
      "0", "-preset", "ultrafast", "-c:a", "aac", source,
    ])
    try await copy(source, to: out, as: mux)
    // In files of its kind, the first picture has the parameter sets before it too.
    let (pictures, audio) = (try packets(out, "v"), try packets(out, "a"))
    #expect(try pictures.dropFirst() == packets(source, "v").dropFirst() && pictures.count > 20)
    // Of the last packet, each kind of file says in its own way how much is heard.
    #expect(try audio.dropLast() == packets(source, "a").dropLast() && audio.count > 20)
  }

  @Test func audioThatStartsLate_isAtItsTime() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mkv"), folder.file("out.mp4"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=90", "-itsoffset", "80", "-f", "lavfi", "-i",
      "sine=sample_rate=48000:duration=2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-preset", "ultrafast",
      "-c:a", "libmp3lame", source,
    ])
    try await copy(source, to: out)
    #expect(try packets(out, "v").dropFirst() == packets(source, "v").dropFirst())
    #expect(try packets(out, "a").dropLast() == packets(source, "a").dropLast())
    let starts = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "stream=start_time", "-of", "csv=p=0", out])
    let seconds = starts.split(separator: "\n").compactMap { Double($0) }
    #expect(abs((seconds.last ?? 0) - 80) < 0.03, "\(starts)")
  }

  @Test func inputWithoutAnything_isNoTrack() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = Graph.frames(30)
    let h264 = graph.add("h264", VideoEncodeH264())
    let silent = graph.add("silent", AudioSource("silent") { _ in 0 })
    let aac = graph.add("aac", AudioEncodeAAC())
    let mux = graph.add("mux", MuxMP4())
    graph.connect(source, to: h264.input)
    graph.connect(silent.output, to: aac.input)
    graph.connect(h264.output, to: mux.input)
    graph.connect(aac.output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    _ = try await graph.run(options: .testing)
    #expect(try Oracle.streams(folder.file("out.mp4"), "codec_type,nb_read_frames") == ["video,30"])
  }

  /// Two files of the same two encoders, one in fragments.
  @Test func twoFilesOfTheSameTracks_areBothWhole() async throws {
    let folder = try TemporaryFolder()
    var (graph, source) = Graph.frames(120)
    let h264 = graph.add("h264", VideoEncodeH264 { $0.speed = .slow })
    let tone = graph.add("tone", TestAudio { $0.duration = .seconds(4) })
    let aac = graph.add("aac", AudioEncodeAAC())
    graph.connect(source, to: h264.input)
    graph.connect(tone.output, to: aac.input)
    for (name, fragment) in [("whole", nil), ("parts", .milliseconds(500))] as [(String, MediaTime?)] {
      let mux = graph.add("mux_\(name)", MuxMP4 { $0.fragment = fragment })
      graph.connect(h264.output, to: mux.input)
      graph.connect(aac.output, to: mux.input)
      graph.connect(
        mux.output, to: graph.add("file_\(name)", FileWrite { $0.url = folder.location("\(name).mp4") }).input)
    }
    _ = try await graph.run(options: .testing)
    for name in ["whole", "parts"] {
      let streams = try Oracle.streams(folder.file("\(name).mp4"), "codec_type,nb_read_frames")
      #expect(
        streams.count == 2 && streams.first == "video,120" && streams.last?.hasPrefix("audio,18") == true, "\(streams)")
    }
  }
}
