import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import Testing

@testable import GStreamer
@testable import MediaEngine

/// Coded samples, exact times and blocks of audio that a program gets: the same from both executors, and those that
/// ffprobe sees.
@Suite struct PulledSampleTests {
  private struct Given: Equatable {
    var times: [CMTime] = []
    var decodeTimes: [CMTime] = []
    var durations: [CMTime] = []
    var sums: [String] = []
    var isSync: [Bool] = []
  }

  /// Adds an `identity`, which only a pipeline has.
  private func splice<M: Medium>(_ graph: inout Graph, _ output: Output<M>, _ isPushed: Bool) -> Output<M> {
    guard isPushed else { return output }
    let identity = graph.add("identity", GstElement { ($0.element, $0.type) = ("identity", M.type) })
    graph.connect(output, to: identity.port(in: "in", as: M.self))
    return identity.port(out: "out", as: M.self)
  }

  private func samples<M: Medium>(
    _ url: Location, isPushed: Bool, _ sink: ProgramSink<M>, _ output: (NodeHandle<AssetRead>) -> Output<M>
  ) async throws -> [ProgramSample] {
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let end = splice(&graph, output(source), isPushed)
    graph.connect(end, to: graph.add("sink", sink).input)
    #expect(try GraphPlan(graph).executor == (isPushed ? .pushed : .pulled))
    let run = GraphRun(graph, options: .testing)
    run.start()
    var samples: [ProgramSample] = []
    while let sample = try await sink.reader.next({ sample, _ in sample }) { samples.append(sample) }
    #expect(try await run.result().end == .finished)
    return samples
  }

  private func given(_ samples: [ProgramSample]) throws -> Given {
    try samples.reduce(into: Given()) { given, sample in
      given.times.append(sample.time)
      given.decodeTimes.append(sample.decodeTime)
      given.durations.append(sample.duration)
      given.sums.append(MD5.hex(try sample.buffer.withUnsafeBytes { Data($0) }))
      given.isSync.append(!sample.buffer.flags.contains(.deltaUnit))
    }
  }

  /// The lines of entries that ffprobe shows of a file.
  private func probe(_ path: String, _ stream: String, _ entries: String) throws -> [[String]] {
    try Oracle.text(
      "ffprobe", ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", path]
    ).split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
  }

  // MARK: Times

  @Test func timesOfAnyRate_areExactWhenPushed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("vfr.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1", "-vf", "settb=1/90000,setpts=N*3003+N*N*7",
      "-fps_mode", "passthrough", "-enc_time_base", "1/90000", "-video_track_timescale", "90000", "-pix_fmt",
      "yuv420p", "-c:v", "libx264", path,
    ])
    let expected = try probe(path, "v", "frame=pts").compactMap { Int64($0[0]) }
    #expect(expected.count == 25 && expected[3] == 3 * 3003 + 9 * 7)
    for isPushed in [false, true] {
      let frames = try await samples(folder.location("vfr.mp4"), isPushed: isPushed, ProgramSink("look")) { $0.video }
      #expect(frames.map(\.time) == expected.map { CMTime(value: $0, timescale: 90000) })
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time + $0.duration == $1.time })
    }
  }

  // MARK: Coded samples

  @Test(arguments: [CodedClips.VideoKind.h264Open, .hevc10, .h264NoB]) func codedFrames_areThoseOfTheFile(
    _ kind: CodedClips.VideoKind
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder, count: 30)
    let url = folder.location("\(kind.rawValue).\(kind.container)")
    let pulled = try await samples(url, isPushed: false, ProgramSink("read")) { $0.codedVideo }
    let pushed = try await samples(url, isPushed: true, ProgramSink("read")) { $0.codedVideo }
    #expect(try given(pulled) == given(pushed))
    #expect(pulled.map(\.shown) == pushed.map(\.shown))
    let packets = try probe(path, "v", "packet=pts_time,dts_time,size,flags")
    #expect(pulled.count == 30 && packets.count == 30)
    for (sample, packet) in zip(pulled, packets) {
      #expect(abs(sample.time.seconds - (Double(packet[0]) ?? .nan)) < 1e-6)
      #expect(abs(sample.decodeTime.seconds - (Double(packet[1]) ?? .nan)) < 1e-6)
      #expect(sample.buffer.byteCount == Int(packet[2]))
      #expect(!sample.buffer.flags.contains(.deltaUnit) == packet[3].hasPrefix("K"))
    }
    let first = try #require(pulled.first).coded()
    let hev1 = CMFormatDescription.MediaSubType(rawValue: 0x6865_7631)
    #expect(first.formatDescription?.mediaSubType == (kind == .hevc10 ? hev1 : .h264))
    #expect(first.numSamples == 1 && first.sampleAttachments[0][.notSync] == nil)
  }

  /// A movie that shows frames 4 to 11 in half of their time, then 20 to 23 in twice it.
  private func movieOfTwoSpeeds(_ folder: TemporaryFolder) throws -> Location {
    let path = folder.file("speeds.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-pix_fmt", "yuv420p",
      "-video_track_timescale", "25", "-movie_timescale", "1000", "-c:v", "libx264", "-bf", "0", "-g", "8", path,
    ])
    try WrittenEdit.write(
      [
        WrittenEdit(duration: 160, mediaTime: 4, rate: 2), WrittenEdit(duration: 320, mediaTime: 20, rate: 0.5),
      ], track: 0, in: path)
    return folder.location("speeds.mov")
  }

  @Test func codedFramesOfOtherSpeeds_areAtTheTimesOfTheirEdits() async throws {
    let folder = try TemporaryFolder()
    let url = try movieOfTwoSpeeds(folder)
    let pulled = try await samples(url, isPushed: false, ProgramSink("read")) { $0.codedVideo }
    let pushed = try await samples(url, isPushed: true, ProgramSink("read")) { $0.codedVideo }
    let shown = pulled.filter { $0.time >= ($0.shown?.start ?? .zero) && $0.time < ($0.shown?.end ?? .zero) }
    let halves: [Int64] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20]
    #expect(shown.map(\.time) == halves.map { CMTime(value: $0, timescale: 50) })
    #expect(try given(pushed) == given(pulled))
    #expect(pushed.map(\.shown) == pulled.map(\.shown))
  }

  @Test func copyOfOtherSpeeds_showsEachFrameAtItsTime() async throws {
    let folder = try TemporaryFolder()
    let url = try movieOfTwoSpeeds(folder)
    var graph = Graph()
    let mux = graph.add("mux", MuxMOV())
    graph.connect(graph.add("source", AssetRead { $0.url = url }).codedVideo, to: mux.input)
    graph.connect(mux.output, to: graph.add("file", FileWrite { $0.url = folder.location("copy.mov") }).input)
    _ = try await graph.run(options: .testing)
    let original = try await samples(url, isPushed: false, ProgramSink("look")) { $0.video }
    let copy = try await samples(folder.location("copy.mov"), isPushed: false, ProgramSink("look")) { $0.video }
    #expect(original.count == 12)
    #expect(copy.map(\.time) == original.map(\.time))
    #expect(copy.map(\.duration) == original.map(\.duration))
    let frames = try [original, copy].map { try $0.map { MD5.hex(try $0.buffer.rawBytes($0.caps)) } }
    #expect(frames[0] == frames[1])
  }

  @Test func codedAudio_saysWhatIsPriming() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=3:a=0.4:d=1.1", "-ac", "2", "-c:a", "aac", folder.file("a.m4a"),
    ])
    let url = folder.location("a.m4a")
    let pulled = try await samples(url, isPushed: false, ProgramSink("read")) { $0.codedAudio }
    let pushed = try await samples(url, isPushed: true, ProgramSink("read")) { $0.codedAudio }
    #expect(try given(pulled) == given(pushed))
    let packets = try probe(folder.file("a.m4a"), "a", "packet=pts_time,size")
    #expect(pulled.map(\.buffer.byteCount) == packets.map { Int($0[1]) })
    let buffers = try pulled.map { try $0.coded() }
    #expect(buffers.map(\.presentationTimeStamp.value) == buffers.indices.map { Int64($0 - 1) * 1024 })
    // All of the first packet is priming, as ffmpeg's encoder has it.
    #expect(buffers[0].outputDuration == .zero && buffers[1].outputDuration == buffers[1].duration)
    let length = buffers.reduce(CMTime.zero) { $0 + $1.outputDuration }
    #expect(length == CMTime(value: 48510, timescale: 44100))
    #expect(try pushed.map { try $0.coded().outputDuration } == buffers.map(\.outputDuration))
  }

  @Test func codedRange_beginsWithWhatItsFirstFrameNeeds() async throws {
    let folder = try TemporaryFolder()
    _ = try CodedClips.frames(.h264NoB, in: folder, count: 30)
    var graph = Graph()
    let source = graph.add(
      "source", AssetRead { $0.url = folder.location("\(CodedClips.VideoKind.h264NoB.rawValue).mp4") })
    let sink = ProgramSink<Coded<Video>>("read")
    graph.connect(source.codedVideo, to: graph.add("sink", sink).input)
    var options = RunOptions.testing
    options.holdsAtEnd = true
    let run = GraphRun(graph, options: options)
    run.start()
    var all: [CMSampleBuffer] = []
    while let sample = try await sink.next() { all.append(sample) }
    let wanted = CMTimeRange(start: all[7].presentationTimeStamp, end: all[10].presentationTimeStamp)
    try await sink.reset(to: [wanted])
    var part: [CMSampleBuffer] = []
    while let sample = try await sink.next() { part.append(sample) }
    #expect(part.first?.sampleAttachments[0][.notSync] == nil)
    let shown = part.filter { $0.sampleAttachments[0][.doNotDisplay] == nil }
    #expect(shown.map(\.presentationTimeStamp) == all[7..<10].map(\.presentationTimeStamp))
    run.stop()
    #expect(try await run.result().end == .finished)
  }

  // MARK: Blocks of audio

  @Test(arguments: ["aac", "pcm_s16le", "alac"]) func audio_comesInTenthsOfASecond(_ codec: String) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=3:a=0.4:d=1.03", "-c:a", codec, folder.file("a.mov"),
    ])
    let pulled = try await samples(folder.location("a.mov"), isPushed: false, ProgramSink("hear")) { $0.audio }
    let pushed = try await samples(folder.location("a.mov"), isPushed: true, ProgramSink("hear")) { $0.audio }
    #expect(try given(pulled) == given(pushed))
    #expect(pulled.dropLast().allSatisfy { $0.frameCount == 4410 })
    #expect(pulled.compactMap(\.frameCount).reduce(0, +) == 45423)
  }

  @Test func blocks_beginAnewAtGapsAndFormats() {
    func chunk(_ position: Int64, _ count: Int, channels: Int = 1) -> DecodedAudio {
      DecodedAudio(
        format: DecodedAudioFormat(sampleFormat: .u8, rate: 100, channels: channels), position: position,
        bytes: [UInt8](repeating: UInt8(position), count: count * channels))
    }
    var blocks = AudioBlockBuilder()
    #expect(blocks.append(chunk(0, 7)).isEmpty)
    #expect(blocks.append(chunk(7, 16)).map(\.position) == [0, 10])
    // A gap, then another format.
    #expect(blocks.append(chunk(40, 4)).map(\.frameCount) == [3])
    #expect(blocks.append(chunk(44, 4, channels: 2)).map(\.position) == [40])
    #expect(blocks.finish()?.position == 44)
    #expect(blocks.finish() == nil)
  }

  // MARK: One output alone

  @Test func oneOutput_isResetAlone_beforeAndAfterTheEnd() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-f", "lavfi", "-i",
      "anoisesrc=r=48000:seed=3:a=0.4:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
      folder.file("a.mov"),
    ])
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location("a.mov") })
    let convert = graph.add("convert", AudioConvert { $0.rate = 44100 })
    graph.connect(source.audio, to: convert.input)
    let (pictures, audio) = (ProgramSink<RawVideo>("pictures"), ProgramSink<RawAudio>("sound"))
    graph.connect(source.video, to: graph.add("look", pictures).input)
    graph.connect(convert.output, to: graph.add("listen", audio).input)
    var options = RunOptions.testing
    options.holdsAtEnd = true
    let run = GraphRun(graph, options: options)
    let events = run.events
    run.start()
    func rest() async throws -> Data {
      var data = Data()
      while let block = try await audio.next() { data += try block.dataBuffer?.dataBytes() ?? Data() }
      return data
    }
    func times() async throws -> [CMTime] {
      var times: [CMTime] = []
      while let picture = try await pictures.next() { times.append(picture.presentationTimeStamp) }
      return times
    }
    func frames(_ numbers: Range<Int>) -> [CMTime] { numbers.map { CMTime(value: Int64($0), timescale: 25) } }
    let whole = try await rest()
    #expect(whole.count == 2 * 88200)
    _ = try await pictures.next()
    // The audio is at its end, the frames go on where they are.
    let second = CMTime(value: 1, timescale: 1)
    try await audio.reset(to: [CMTimeRange(start: second, end: .positiveInfinity)])
    #expect(try await pictures.next()?.presentationTimeStamp == frames(1..<2)[0])
    let isSame = try await rest() == whole.suffix(88200)
    #expect(isSame)
    #expect(try await times() == frames(2..<50))
    for await event in events { if case .heldAtEnd = event { break } }
    try await pictures.reset(to: [
      CMTimeRange(start: second, end: frames(28..<29)[0]), CMTimeRange(start: .zero, end: frames(2..<3)[0]),
    ])
    #expect(try await times() == frames(25..<28) + frames(0..<2))
    run.stop()
    #expect(try await run.result().end == .finished)
    await #expect(throws: Diagnostics.self) {
      try await pictures.reset(to: [CMTimeRange(start: .zero, end: .positiveInfinity)])
    }
  }

  @Test func outputOfAPushedRun_isNotResetAlone() async throws {
    let folder = try TemporaryFolder()
    _ = try CodedClips.frames(.h264NoB, in: folder, count: 5)
    var graph = Graph()
    let source = graph.add(
      "source", AssetRead { $0.url = folder.location("\(CodedClips.VideoKind.h264NoB.rawValue).mp4") })
    let sink = ProgramSink<RawVideo>("look")
    graph.connect(splice(&graph, source.video, true), to: graph.add("sink", sink).input)
    let run = GraphRun(graph, options: .testing)
    run.start()
    _ = try await sink.next()
    let error = await #expect(throws: Diagnostics.self) {
      try await sink.reset(to: [CMTimeRange(start: .zero, end: .positiveInfinity)])
    }
    #expect(error?.all.map(\.message) == ["an output of a pushed run cannot be reset alone"])
    #expect(error?.all.first?.notes == ["its media come through a pipeline: 'identity' (gst) cannot be pulled"])
    run.cancel()
  }
}
