import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import Testing

@testable import MediaEngine

/// The ends of a graph that are the program's own: samples are pushed and pulled, and each side waits for the other.
@Suite struct ProgramEndTests {
  /// A grey picture at a frame of 30000/1001 a second.
  private func picture(_ number: Int) throws -> CMSampleBuffer {
    var image: CVPixelBuffer?
    CVPixelBufferCreate(nil, 64, 32, kCVPixelFormatType_32BGRA, nil, &image)
    let buffer = try #require(image)
    CVPixelBufferLockBaseAddress(buffer, [])
    memset(
      try #require(CVPixelBufferGetBaseAddress(buffer)), Int32(number * 8), CVPixelBufferGetBytesPerRow(buffer) * 32)
    CVPixelBufferUnlockBaseAddress(buffer, [])
    return try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: CMTime(value: 1001, timescale: 30000), presentationTimeStamp: time(number), decodeTimeStamp: .invalid)
    )
  }

  private func time(_ number: Int) -> CMTime { CMTime(value: Int64(number) * 1001, timescale: 30000) }

  private func grey(_ sample: CMSampleBuffer) throws -> UInt8 {
    let image = try #require(sample.imageBuffer)
    CVPixelBufferLockBaseAddress(image, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(image, .readOnly) }
    let base = try #require(CVPixelBufferGetBaseAddress(image))
    return base.loadUnaligned(as: UInt8.self)
  }

  private func chain(_ source: ProgramSource<RawVideo>, _ sink: ProgramSink<RawVideo>) -> Graph {
    var graph = Graph()
    graph.connect(graph.add("source", source).output, to: graph.add("sink", sink).input)
    return graph
  }

  @Test func framesThatArePushed_areThoseThatArePulled() async throws {
    let source = ProgramSource<RawVideo>("in", frameRate: FrameRate(30000, 1001))
    let sink = ProgramSink<RawVideo>("out")
    let run = GraphRun(chain(source, sink), options: .testing)
    run.start()
    let pushing = Task {
      for number in 0..<20 { try await source.send(picture(number)) }
      source.finish()
    }
    var pulled: [(UInt8, CMTime, CMTime)] = []
    while let sample = try await sink.next() {
      pulled.append((try grey(sample), sample.presentationTimeStamp, sample.duration))
    }
    try await pushing.value
    let numbers = Array(0..<20)
    #expect(pulled.map { Int($0.0) } == numbers.map { $0 * 8 })
    #expect(pulled.map(\.1) == numbers.map { time($0) })
    #expect(pulled.allSatisfy { $0.2 == CMTime(value: 1001, timescale: 30000) })
    #expect(try await run.result().end == .finished)
  }

  @Test func aProgramThatDoesNotPull_makesTheSourceFull_andPullingMakesItReady() async throws {
    let source = ProgramSource<RawVideo>("in", capacity: 3)
    let sink = ProgramSink<RawVideo>("out", capacity: 2)
    let run = GraphRun(chain(source, sink), options: .testing)
    run.start()
    var readiness = source.readiness.makeAsyncIterator()
    #expect(await readiness.next() == true)
    // The source, the sink and what is between them take so many, then no more.
    var count = 0
    while source.isReady || !sink.reader.queue.isBlocked {
      if try source.offer(picture(count)) { count += 1 } else { await Task.yield() }
    }
    #expect(count == 3 + 1 + 2)
    #expect(!source.isReady && source.waitingCount == 3)
    #expect(try !source.offer(picture(count)))
    #expect(try source.offer(picture(count), whenFull: .drop) && source.droppedCount == 1)
    _ = try await sink.next()
    while let isReady = await readiness.next(), !isReady {}
    #expect(source.isReady)
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.result() }
    #expect(throws: Diagnostic.self) { try source.offer(picture(0)) }
    await #expect(throws: CancellationError.self) { while try await sink.next() != nil {} }
  }

  @Test func framesThatArePushed_areInTheFile_withTheirTimes() async throws {
    let folder = try TemporaryFolder()
    let source = ProgramSource<RawVideo>("in", frameRate: FrameRate(30000, 1001))
    var graph = Graph()
    let encoded = graph.add("encode", VideoEncodeH264())
    graph.connect(graph.add("source", source).output, to: encoded.input)
    let mux = graph.add("mux", MuxMP4())
    graph.connect(encoded.output, to: mux.input)
    let url = folder.location("out.mp4")
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = url }).input)
    #expect(try graph.yaml().contains("use: swift.in"))
    let run = GraphRun(graph, options: .testing)
    run.start()
    for number in 0..<25 { try await source.send(picture(number)) }
    source.finish()
    _ = try await run.result()
    let times = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-show_entries", "frame=pts", "-select_streams", "v", "-of", "csv=p=0", folder.file("out.mp4")]
    ).split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
    #expect(times == (0..<25).map { $0 * 1001 })
  }

  /// The times of the packets in the file of some pushed frames, and the notes of its muxer.
  private func encoded(_ times: [CMTime]) async throws -> (units: String, times: [Int64], notes: [String]) {
    let folder = try TemporaryFolder()
    let source = ProgramSource<RawVideo>("in")
    var graph = Graph()
    let encoded = graph.add("encode", VideoEncodeH264())
    graph.connect(graph.add("source", source).output, to: encoded.input)
    let mux = graph.add("mux", MuxMP4())
    graph.connect(encoded.output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mp4") }).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    for (number, time) in times.enumerated() {
      let sample = try picture(number)
      try await source.send(
        CMSampleBuffer(
          imageBuffer: #require(sample.imageBuffer), formatDescription: #require(sample.formatDescription),
          sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)))
    }
    source.finish()
    let notes = try await run.result().nodes.first { $0.name == "mux" }?.notes ?? []
    func probe(_ entries: String) throws -> [Substring] {
      try Oracle.text("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", folder.file("out.mp4")])
        .split(separator: "\n")
    }
    return (
      try probe("stream=time_base").joined(), try probe("frame=pts").compactMap { Int64($0.filter(\.isNumber)) }, notes
    )
  }

  @Test func framesAtUnevenTimes_haveThemToTheUnitInTheFile() async throws {
    let times: [Int64] = [0, 1001, 1507, 4004, 5005, 5006, 9999]
    let file = try await encoded(times.map { CMTime(value: $0, timescale: 30000) })
    #expect(file.units == "1/30000")
    #expect(file.times == times)
    #expect(file.notes == [])
  }

  @Test func frameWhoseTimeHasNoPlaceInTheFirstOnesUnits_isRounded_andTheMuxerSaysSo() async throws {
    let file = try await encoded([CMTime(value: 0, timescale: 30000), CMTime(value: 1, timescale: 44100)])
    #expect(file.times == [0, 1])
    #expect(file.notes == ["the times of 1 frame of input 1 are rounded to 1/30000 s"])
  }

  @Test func audioThatIsPushed_isThatWhichIsPulled_toTheSample() async throws {
    let source = ProgramSource<RawAudio>("in")
    let sink = ProgramSink<RawAudio>("out", format: .s16)
    var graph = Graph()
    graph.connect(graph.add("source", source).output, to: graph.add("sink", sink).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    let format = DecodedAudioFormat(sampleFormat: .s16, rate: 44100, channels: 2, channelMask: 3)
    let description = try format.formatDescription()
    let blocks = (0..<12).map { block in (0..<1024 * 2).map { Int16(truncatingIfNeeded: block * 977 + $0 * 31) } }
    let pushing = Task {
      for (number, block) in blocks.enumerated() {
        let data = try CMBlockBuffer(length: block.count * 2, flags: .assureMemoryNow)
        try data.withUnsafeMutableBytes { target in block.withUnsafeBytes { target.copyMemory(from: $0) } }
        try await source.send(
          CMSampleBuffer(
            dataBuffer: data, formatDescription: description, numSamples: 1024,
            presentationTimeStamp: CMTime(value: Int64(number) * 1024, timescale: 44100), packetDescriptions: []))
      }
      source.finish()
    }
    var (bytes, position) = (Data(), Int64(0))
    while let sample = try await sink.next() {
      #expect(sample.presentationTimeStamp == CMTime(value: position, timescale: 44100))
      position += Int64(sample.numSamples)
      bytes += try sample.dataBuffer?.dataBytes() ?? Data()
    }
    try await pushing.value
    let isSame = bytes == Data(blocks.flatMap { $0.withUnsafeBytes { Array($0) } })
    #expect(isSame && position == 12 * 1024)
    _ = try await run.result()
  }

  @Test func packetsThatArePushed_areThoseThatArePulled() async throws {
    let source = ProgramSource<Text>("in", format: .text)
    let sink = try ProgramSink<Text>("out", packets: .text)
    var graph = Graph()
    graph.connect(graph.add("source", source).output, to: graph.add("sink", sink).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    let packets = (0..<5).map {
      DataPacket(
        Data("line \($0)".utf8), at: CMTime(value: Int64($0), timescale: 1), duration: CMTime(value: 1, timescale: 2))
    }
    for packet in packets { try await source.send(packet) }
    source.finish()
    var pulled: [DataPacket] = []
    while let packet = try await sink.nextPacket() { pulled.append(packet) }
    #expect(pulled.map(\.bytes) == packets.map(\.bytes))
    #expect(pulled.map(\.presentationTime) == packets.map(\.presentationTime))
    #expect(pulled.map(\.duration) == packets.map(\.duration))
    _ = try await run.result()
  }

  @Test func aRunThatFails_isHeardByTheProgram() async throws {
    let source = ProgramSource<RawVideo>("in", capacity: 1)
    struct TestError: Error {}
    var graph = Graph()
    let sink = graph.add("sink", VideoSink("refuse") { _ in throw TestError() })
    graph.connect(graph.add("source", source).output, to: sink.input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    await #expect(throws: Diagnostic.self) {
      for number in 0..<1000 { try await source.send(picture(number % 30)) }
    }
    await #expect(throws: Diagnostics.self) { try await run.result() }
  }

  /// A tenth of a second of noise.
  private func audio(_ number: Int) throws -> CMSampleBuffer {
    let format = DecodedAudioFormat(sampleFormat: .s16, rate: 48000, channels: 2, channelMask: 3)
    let data = try CMBlockBuffer(length: 4800 * 4, flags: .assureMemoryNow)
    try data.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 31 &+ number) }
    }
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: format.formatDescription(), numSamples: 4800,
      presentationTimeStamp: CMTime(value: Int64(number), timescale: 10), packetDescriptions: [])
  }

  /// Frames and audio of the program in a QuickTime movie.
  private func movie(
    _ pictures: ProgramSource<RawVideo>, _ sounds: ProgramSource<RawAudio>, _ url: Location
  ) -> Graph {
    var graph = Graph()
    let encoded = graph.add("encode", VideoEncodeH264())
    graph.connect(graph.add("pictures", pictures).output, to: encoded.input)
    let pcm = graph.add("pcm", AudioEncodePCM())
    graph.connect(graph.add("sounds", sounds).output, to: pcm.input)
    let mux = graph.add("mux", MuxMOV())
    graph.connect(encoded.output, to: mux.input)
    graph.connect(pcm.output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = url }).input)
    return graph
  }

  @Test func audioThatIsFarAhead_makesItsSourceWait_thoughItsQueueIsEmpty() async throws {
    let folder = try TemporaryFolder()
    let pictures = ProgramSource<RawVideo>("pictures", frameRate: FrameRate(30000, 1001))
    let sounds = ProgramSource<RawAudio>("sounds", capacity: 1000)
    let run = GraphRun(movie(pictures, sounds, folder.location("out.mov")), options: .testing)
    run.start()
    // The file begins with the first frames; then more than a megabyte and a second of audio is ahead of them.
    for number in 0..<120 { try await pictures.send(picture(number)) }
    var taken = 0
    while taken < 100, try sounds.offer(audio(taken)) { taken += 1 }
    #expect(taken > 50)
    var readiness = sounds.readiness.makeAsyncIterator()
    while let isReady = await readiness.next(), isReady {}
    #expect(!sounds.isReady && sounds.waitingCount < 1000)
    #expect(try !sounds.offer(audio(taken)))
    for number in 120..<360 { try await pictures.send(picture(number)) }
    pictures.finish()
    while let isReady = await readiness.next(), !isReady {}
    #expect(sounds.isReady)
    sounds.finish()
    #expect(try await run.result().end == .finished)
    let count = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-count_packets", "-show_entries", "stream=duration_ts", "-select_streams", "a", "-of",
        "csv=p=0", folder.file("out.mov"),
      ])
    #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "\(taken * 4800)")
  }

  /// The encoder takes two seconds of frames before it gives the first.
  @Test func oneTask_bringsFramesAndAudioByTurns() async throws {
    let folder = try TemporaryFolder()
    let pictures = ProgramSource<RawVideo>("pictures", frameRate: FrameRate(30000, 1001))
    let sounds = ProgramSource<RawAudio>("sounds")
    let run = GraphRun(movie(pictures, sounds, folder.location("out.mov")), options: .testing)
    run.start()
    for number in 0..<40 {
      try await sounds.send(audio(number))
      for frame in number * 3..<number * 3 + 3 { try await pictures.send(picture(frame)) }
    }
    pictures.finish()
    sounds.finish()
    #expect(try await run.result().outputs.count == 1)
  }
}
