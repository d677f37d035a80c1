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
    // The source, the sink and what is between them take so many, then no more. A sink that is blocked stays so: only
    // then nothing leaves the source any more.
    var count = 0
    while !sink.reader.queue.isBlocked || source.isReady {
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

  /// Coded frames and what is said of the file: pulled out of one movie by the program, and pushed into another.
  @Test func codedSamplesAndMetadata_arePushed_asTheyWerePulled() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf",
      "2", path,
    ])
    let read = try ProgramSink<Coded<Video>>("read", packets: nil)
    var source = Graph()
    source.connect(
      source.add("source", AssetRead { $0.url = folder.location("a.mp4") }).codedVideo,
      to: source.add("sink", read).input)
    let reading = GraphRun(source, options: .testing)
    reading.start()
    var packets: [DataPacket] = []
    while let packet = try await read.nextPacket() { packets.append(packet) }
    _ = try await reading.result()
    let track = try CodedClips.track(path, isVideo: true)
    let caps = try #require(track.formats.first?.caps.text)

    let coded = ProgramSource<Coded<Video>>("coded", format: PacketFormat(caps))
    let title = ProgramSource<Metadata>("title", format: PacketFormat(MetadataObject.caps))
    var target = Graph()
    let mux = target.add("mux", MuxMP4())
    target.connect(target.add("coded", coded).output, to: mux.input)
    target.connect(target.add("title", title).output, to: mux.input)
    target.connect(mux.output, to: target.add("file", FileWrite { $0.url = folder.location("b.mp4") }).input)
    let writing = GraphRun(target, options: .testing)
    writing.start()
    try await title.send(DataPacket(Data(#"{"name": "title", "value": "Twenty-five"}"#.utf8)))
    title.finish()
    for packet in packets { try await coded.send(packet) }
    coded.finish()
    _ = try await writing.result()
    func hashes(_ name: String) throws -> String {
      try Oracle.text(
        "ffprobe",
        [
          "-v", "error", "-show_entries", "packet=pts_time,data_hash,flags", "-show_data_hash", "md5", "-of", "csv=p=0",
          folder.file(name),
        ])
    }
    #expect(try hashes("b.mp4") == hashes("a.mp4"))
    let tags = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "format_tags=title", "-of", "csv=p=0", folder.file("b.mp4")])
    #expect(tags.trimmingCharacters(in: .whitespacesAndNewlines) == "Twenty-five")
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

  // MARK: Captions

  private func caption(_ text: String, at time: CMTime) -> DataPacket {
    DataPacket(Data(text.utf8), at: time, duration: CMTime(value: 1, timescale: 2))
  }

  @Test(.timeLimit(.minutes(10))) func captionsThatTheProgramMayStillSend_holdNoFragments() async throws {
    let folder = try TemporaryFolder()
    let sounds = ProgramSource<RawAudio>("sounds")
    let captions = ProgramSource<Text>("captions", format: .text)
    let bytes = try ProgramSink<Container>("bytes", packets: nil)
    var graph = Graph()
    let pcm = graph.add("pcm", AudioEncodePCM())
    graph.connect(graph.add("sounds", sounds).output, to: pcm.input)
    let mux = graph.add("mux", MuxMOV { $0.fragment = .milliseconds(500) })
    graph.connect(pcm.output, to: mux.input)
    graph.connect(graph.add("captions", captions).output, to: mux.input)
    graph.connect(mux.output, to: graph.add("sink", bytes).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    let sending = Task { for number in 0..<50 { try await sounds.send(audio(number)) } }
    // Three seconds are there to be played before there is any caption.
    var file = Data()
    func fragments() -> Int { file.ranges(of: Data("moof".utf8)).count }
    while fragments() < 6 { file += try #require(try await bytes.nextPacket()).bytes }
    try await captions.send(caption("One", at: CMTime(value: 21, timescale: 4)))
    try await captions.send(caption("Two", at: CMTime(value: 6, timescale: 1)))
    captions.finish()
    try await sending.value
    for number in 50..<70 { try await sounds.send(audio(number)) }
    sounds.finish()
    while let packet = try await bytes.nextPacket() { file += packet.bytes }
    _ = try await run.result()
    try file.write(to: folder.url("out.mov"))
    let shown = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "s", "-show_entries", "packet=pts_time,size", "-of", "csv=p=0",
        folder.file("out.mov"),
      ]
    ).split(separator: "\n").filter { !$0.hasSuffix(",2") }
    #expect(shown.map { Double($0.prefix { $0 != "," }) } == [5.25, 6])
    let length = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a", "-show_entries", "packet=duration", "-of", "csv=p=0",
        folder.file("out.mov"),
      ]
    ).split(separator: "\n").compactMap { Int($0) }.reduce(0, +)
    #expect(length == 70 * 4800)
  }

  /// The nameless files that this process has open.
  private func namelessFiles() throws -> Set<String> {
    let targets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    }
    return Set(targets.filter { $0.hasSuffix("(deleted)") })
  }

  /// Nothing can be written before it is known whether there are captions: 46 MB of audio wait, some of it in a file.
  @Test(.timeLimit(.minutes(10))) func moreThanMemoryHolds_waitsInAFile_andIsWhole() async throws {
    let folder = try TemporaryFolder()
    let sounds = ProgramSource<RawAudio>("sounds")
    let captions = ProgramSource<Text>("captions", format: .text)
    var graph = Graph()
    let pcm = graph.add("pcm", AudioEncodePCM())
    graph.connect(graph.add("sounds", sounds).output, to: pcm.input)
    let mux = graph.add("mux", MuxMOV())
    graph.connect(pcm.output, to: mux.input)
    graph.connect(graph.add("captions", captions).output, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = folder.location("out.mov") }).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    let before = try namelessFiles()
    var sent = Data()
    for number in 0..<2400 {
      let block = try audio(number)
      sent += try #require(block.dataBuffer).dataBytes()
      try await sounds.send(block)
    }
    sounds.finish()
    while try namelessFiles().subtracting(before).isEmpty { await Task.yield() }
    try await captions.send(caption("One", at: CMTime(value: 1, timescale: 1)))
    captions.finish()
    _ = try await run.result()
    let written = try Oracle.text(
      "ffmpeg", ["-v", "error", "-i", folder.file("out.mov"), "-map", "0:a", "-f", "md5", "-c", "copy", "-"])
    #expect(written.trimmingCharacters(in: .whitespacesAndNewlines) == "MD5=\(MD5.hex(sent))")
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
