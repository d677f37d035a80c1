import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import Testing

@testable import GStreamer
@testable import MediaEngine

/// A graph that the program pulls gives the very bits that GStreamer pushes; an `identity` in the way forces the
/// latter.
@Suite struct PulledGraphTests {
  /// The samples of a sink.
  private struct Given: Equatable {
    var times: [CMTime] = []
    var durations: [CMTime] = []
    var sums: [String] = []
    var size = CGSize.zero
    var format: String?
  }

  private func clip(_ folder: TemporaryFolder, _ kind: CodedClips.VideoKind = .h264Open) throws -> Location {
    _ = try CodedClips.frames(kind, in: folder, count: 12)
    return folder.location("\(kind.rawValue).\(kind.container)")
  }

  /// Pictures of a file through some nodes.
  private func pictures(
    _ url: Location, format: PixelFormat? = nil, isPushed: Bool,
    _ nodes: (inout Graph, Output<RawVideo>) -> Output<RawVideo>
  ) async throws -> Given {
    var graph = Graph()
    var output = graph.add("source", AssetRead { $0.url = url }).video
    if isPushed {
      let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", .rawVideo) })
      graph.connect(output, to: identity.port(in: "in", as: RawVideo.self))
      output = identity.port(out: "out", as: RawVideo.self)
    }
    let sink = ProgramSink<RawVideo>("pictures", format: format)
    graph.connect(nodes(&graph, output), to: graph.add("sink", sink).input)
    #expect(try GraphPlan(graph).executor == (isPushed ? .pushed : .pulled))
    let run = GraphRun(graph, options: .testing)
    run.start()
    var given = Given()
    while let sample = try await sink.reader.next({ sample, _ in sample }) {
      given.times.append(sample.time)
      given.durations.append(sample.duration)
      given.sums.append(MD5.hex(try sample.buffer.rawBytes(sample.caps)))
      let format = try #require(sample.caps.first)
      given.size = CGSize(width: format["width"]?.int ?? 0, height: format["height"]?.int ?? 0)
      given.format = format["format"]?.string
    }
    #expect(try await run.result().end == .finished)
    return given
  }

  private func compare(
    _ url: Location, format: PixelFormat? = nil, size: CGSize? = nil,
    _ nodes: (inout Graph, Output<RawVideo>) -> Output<RawVideo> = { $1 }
  ) async throws {
    let pulled = try await pictures(url, format: format, isPushed: false, nodes)
    let pushed = try await pictures(url, format: format, isPushed: true, nodes)
    #expect(pulled.sums.count == 12 && Set(pulled.sums).count == 12)
    #expect(pulled == pushed)
    if let size { #expect(pulled.size == size) }
  }

  @Test(arguments: [VideoConvert.PixelLayout.bgra, .nv12, .uyvy, .i42010le, .gray8, .rgb])
  func convertedFrames_areTheSameBits(_ format: VideoConvert.PixelLayout) async throws {
    let folder = try TemporaryFolder()
    try await compare(clip(folder)) { graph, input in
      let convert = graph.add("convert", VideoConvert { $0.format = format })
      graph.connect(input, to: convert.input)
      return convert.output
    }
  }

  @Test func tenBitsToEight_areTheSameBits() async throws {
    let folder = try TemporaryFolder()
    try await compare(clip(folder, .hevc10), format: .bgra)
  }

  @Test(arguments: [VideoScale.Method.nearest, .bilinear, .lanczos], [48, 240])
  func scaledFrames_areTheSameBits(_ method: VideoScale.Method, _ height: Int) async throws {
    let folder = try TemporaryFolder()
    try await compare(clip(folder), format: .bgra, size: CGSize(width: height * 160 / 96, height: height)) {
      graph, input in
      let scale = graph.add(
        "scale",
        VideoScale {
          $0.height = height
          $0.method = method
          $0.upscale = .always
        })
      graph.connect(input, to: scale.input)
      return scale.output
    }
  }

  @Test(
    arguments: [
      VideoOrient.Method.identity, .rotate90, .rotate180, .rotate270, .flipHorizontal, .flipVertical,
    ], [CodedClips.VideoKind.h264NoB, .hevc10])
  func turnedFrames_areTheSameBits(_ method: VideoOrient.Method, _ kind: CodedClips.VideoKind) async throws {
    let folder = try TemporaryFolder()
    try await compare(clip(folder, kind), format: kind == .hevc10 ? .bgra : nil) { graph, input in
      let orient = graph.add("orient", VideoOrient { $0.method = method })
      graph.connect(input, to: orient.input)
      return orient.output
    }
  }

  @Test(arguments: ["90", "180", "270"])
  func framesOfATurnedFile_areUpright_whereThatIsWanted(_ rotation: String) async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264NoB, in: folder, count: 12)
    try Oracle.make(["-i", path, "-c", "copy", "-metadata:s:v", "rotate=\(rotation)", folder.file("turned.mp4")])
    let url = folder.location("turned.mp4")
    let size = rotation == "180" ? CGSize(width: 160, height: 96) : CGSize(width: 96, height: 160)
    let upright: (inout Graph, Output<RawVideo>) -> Output<RawVideo> = { graph, input in
      let orient = graph.add("orient", VideoOrient())
      graph.connect(input, to: orient.input)
      return orient.output
    }
    try await compare(url, size: size, upright)
    // ffmpeg turns them the same way.
    let expected = try CodedClips.checksums(folder.file("turned.mp4"))
    #expect(try await pictures(url, isPushed: false, upright).sums == expected)
    #expect(try await pictures(url, isPushed: false) { $1 }.size == CGSize(width: 160, height: 96))
  }

  // MARK: Sound

  private func audio(
    _ url: Location, isPushed: Bool, _ convert: AudioConvert
  ) async throws -> (bytes: Data, first: CMTime, format: AudioStreamBasicDescription?) {
    var graph = Graph()
    var output = graph.add("source", AssetRead { $0.url = url }).audio
    if isPushed {
      let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", .rawAudio) })
      graph.connect(output, to: identity.port(in: "in", as: RawAudio.self))
      output = identity.port(out: "out", as: RawAudio.self)
    }
    let converted = graph.add("convert", convert)
    graph.connect(output, to: converted.input)
    let sink = ProgramSink<RawAudio>("sound")
    graph.connect(converted.output, to: graph.add("sink", sink).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    var (data, position) = (Data(), Int64(0))
    var first: CMTime?
    var format: AudioStreamBasicDescription?
    while let sample = try await sink.next() {
      format = sample.formatDescription?.audioStreamBasicDescription
      let start = first ?? sample.presentationTimeStamp
      first = start
      #expect(
        sample.presentationTimeStamp == start + CMTime(value: position, timescale: Int32(format?.mSampleRate ?? 1)))
      position += Int64(sample.numSamples)
      data += try sample.dataBuffer?.dataBytes() ?? Data()
    }
    _ = try await run.result()
    return (data, first ?? .invalid, format)
  }

  @Test(arguments: ["aac", "pcm_s16le", "alac"], [44100, 48000, 16000])
  func convertedAudio_isTheSameBits(_ codec: String, _ rate: Int) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=3:a=0.4:d=1.1", "-ac", "2", "-c:a", codec, folder.file("a.mov"),
    ])
    for format in [AudioConvert.SampleLayout.s16, .f32] {
      let convert = AudioConvert {
        $0.rate = rate
        $0.format = format
        // Sound that names no speakers cannot be mixed.
        $0.channels = codec == "pcm_s16le" ? nil : 1
      }
      let pulled = try await audio(folder.location("a.mov"), isPushed: false, convert)
      let pushed = try await audio(folder.location("a.mov"), isPushed: true, convert)
      // GStreamer's element leaves out the last sample or two of another rate.
      let missing = pulled.bytes.count - pushed.bytes.count
      #expect(0...2 * Int(pulled.format?.mBytesPerFrame ?? 0) ~= missing && pulled.bytes.count > 30000)
      #expect(rate != 44100 || missing == 0)
      let isSame = pulled.bytes.starts(with: pushed.bytes)
      #expect(isSame && pulled.first == pushed.first)
      #expect(pulled.format?.mSampleRate == Double(rate))
    }
  }

  // MARK: The run

  /// Sound without a block.
  private final class NoAudio: PulledAudio {
    func format(_ cancellation: Cancellation) throws -> MediaSource.DecodedAudioFormat {
      MediaSource.DecodedAudioFormat(sampleFormat: .s16, rate: 48000, channels: 1)
    }
    func next(_ cancellation: Cancellation) throws -> MediaSource.DecodedAudio? { nil }
    func move(to range: CMTimeRange) {}
  }

  @Test func chainThatEndsBeforeItsRunListens_reportsItAtOnce() throws {
    let chain = PulledChain(.audio(NoAudio()))
    #expect(try chain.next(Cancellation()) == nil)
    let isTold = ConditionLock(false)
    chain.listen { _ in
      isTold.withLock { $0 = true }
      return true
    }
    #expect(isTold.withLock { $0 })
  }

  @Test func outputsArePulledInAnyOrder_andSoughtInEach() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=3", "-f", "lavfi", "-i",
      "anoisesrc=r=48000:seed=3:a=0.4:d=3", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
      folder.file("a.mov"),
    ])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.mov") })
    let (pictures, audio) = (ProgramSink<RawVideo>("pictures"), ProgramSink<RawAudio>("sound"))
    graph.connect(source.video, to: graph.add("look", pictures).input)
    graph.connect(source.audio, to: graph.add("listen", audio).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    // Three seconds of sound before the first picture: no queue has to hold them.
    _ = try await audio.next()
    try await run.seek(to: CMTime(value: 2, timescale: 1))
    var samples = 0
    while let block = try await audio.next() { samples += block.numSamples }
    #expect(samples == 48000)
    var times: [CMTime] = []
    while let picture = try await pictures.next() { times.append(picture.presentationTimeStamp) }
    #expect(times == (50..<75).map { CMTime(value: $0, timescale: 25) })
    await #expect(throws: Diagnostics.self) { try await run.setRate(2) }
    #expect(try await run.result().nodes.map(\.elements) == [[], [], []])
  }

  @Test func anOutputAtItsEnd_goesOnAfterASeek_whileTheOtherIsPulled() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-f", "lavfi", "-i", "sine=d=1:r=48000",
      "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le", folder.file("a.mov"),
    ])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.mov") })
    let (pictures, audio) = (ProgramSink<RawVideo>("pictures"), ProgramSink<RawAudio>("sound"))
    graph.connect(source.video, to: graph.add("look", pictures).input)
    graph.connect(source.audio, to: graph.add("listen", audio).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    func samples() async throws -> Int {
      var count = 0
      while let block = try await audio.next() { count += block.numSamples }
      return count
    }
    #expect(try await samples() == 48000)
    try await run.seek(to: CMTime(value: 1, timescale: 2))
    #expect(try await samples() == 24000)
    var count = 0
    while try await pictures.next() != nil { count += 1 }
    #expect(count == 13)
    #expect(try await run.result().end == .finished)
  }

  @Test func aCancelledRun_isHeardByTheProgram() async throws {
    let folder = try TemporaryFolder()
    var graph = Graph()
    let sink = ProgramSink<RawVideo>("pictures")
    let url = try clip(folder)
    graph.connect(graph.add("source", AssetRead { $0.url = url }).video, to: graph.add("sink", sink).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    _ = try await sink.next()
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.result() }
    await #expect(throws: CancellationError.self) { _ = try await sink.next() }
  }
}
