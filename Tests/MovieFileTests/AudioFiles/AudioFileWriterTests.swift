import CoreAudioTypes
import Foundation
import Testing

@testable import MovieFile

/// The audio file writer with input that is rare in graphs: cuts, gaps, sizes beyond 32 bits.
@Suite struct AudioFileWriterTests {
  /// A PCM track.
  private func draft(
    _ bits: UInt32 = 16, channels: UInt32 = 1, rate: Int32 = 8000,
    flags: AudioFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
  ) throws -> TrackDraft {
    var stream = AudioStreamBasicDescription()
    stream.mSampleRate = Double(rate)
    (stream.mFormatID, stream.mFormatFlags) = (kAudioFormatLinearPCM, flags)
    (stream.mBitsPerChannel, stream.mChannelsPerFrame, stream.mFramesPerPacket) = (bits, channels, 1)
    stream.mBytesPerFrame = bits / 8 * channels
    stream.mBytesPerPacket = stream.mBytesPerFrame
    let description = try CMFormatDescription(audioStreamBasicDescription: stream)
    var draft = TrackDraft(
      handlerType: "soun", timescale: rate, sampleEntries: [try SampleEntry(description, in: .mov)])
    draft.timing = .presented(reorderDepth: 0)
    return draft
  }

  private func run(at start: Int64, _ count: Int, size: Int = 2) -> SampleRun {
    SampleRun(
      first: Sample(decodeTime: start, presentationTime: start, duration: 1, size: size, timescale: 8000), count: count)
  }

  private func segment(_ range: Range<Int64>) -> [TrackTimeline.Segment] {
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: 8000) }
    let source = CMTimeRange(start: time(range.lowerBound), end: time(range.upperBound))
    return [.init(target: CMTimeRange(start: .zero, duration: source.duration), source: source, rate: .one)]
  }

  private func wave(_ body: (AudioFileWriter, Int) throws -> Void) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let writer = AudioFileWriter(.wav, to: sink)
    try body(writer, writer.addTrack(draft()))
    try writer.finish()
    return sink.bytes
  }

  /// Returns the bytes after the last chunk's header.
  private func audio(_ file: [UInt8]) -> [UInt8] { Array(file[80...]) }

  @Test func whatIsNotHeard_isLeftOut() throws {
    let file = try wave { writer, track in
      writer.setSegments(segment(2..<5), ofTrack: track)
      try writer.append(run(at: 0, 4), .memory([0, 0, 1, 0, 2, 0, 3, 0]), toTrack: track)
      try writer.append(run(at: 4, 4), .memory([4, 0, 5, 0, 6, 0, 7, 0]), toTrack: track)
    }
    #expect(audio(file) == [2, 0, 3, 0, 4, 0])
    #expect(Array(file[76..<80]) == [6, 0, 0, 0])
    #expect(Array(file[4..<8]) == [UInt8(file.count - 8), 0, 0, 0])
  }

  @Test func endThatIsKnownLate_removesWhatWasWritten() throws {
    let file = try wave { writer, track in
      for start in [0, 2, 4, 6] {
        let low = UInt8(start)
        try writer.append(run(at: Int64(start), 2), .memory([low, 0, low + 1, 0]), toTrack: track)
      }
      writer.setSegments(segment(0..<3), ofTrack: track)
    }
    #expect(audio(file) == [0, 0, 1, 0, 2, 0])
    #expect(Array(file[76..<80]) == [6, 0, 0, 0])
    #expect(Array(file[4..<8]) == [UInt8(file.count - 8), 0, 0, 0])
  }

  @Test func gaps_becomeSilence() throws {
    let file = try wave { writer, track in
      try writer.append(run(at: 10, 1), .memory([1, 1]), toTrack: track)
      try writer.append(run(at: 13, 1), .memory([2, 2]), toTrack: track)
    }
    #expect(audio(file) == [1, 1, 0, 0, 0, 0, 2, 2])
    let error = #expect(throws: MovieError.self) {
      try wave { writer, track in
        try writer.append(run(at: 10, 2), .memory([1, 1, 1, 1]), toTrack: track)
        try writer.append(run(at: 11, 1), .memory([2, 2]), toTrack: track)
      }
    }
    #expect(error?.code == .malformed)
  }

  @Test func samplesGetTheOrderAndSignOfTheFile() throws {
    func written(_ format: AudioFileFormat, _ draft: TrackDraft, _ bytes: [UInt8], size: Int) throws -> [UInt8] {
      let sink = MemoryByteSink()
      let writer = AudioFileWriter(format, to: sink)
      try writer.append(run(at: 0, 1, size: size), .memory(bytes), toTrack: writer.addTrack(draft))
      try writer.finish()
      return Array(sink.bytes.suffix(bytes.count % 2 == 0 ? bytes.count : bytes.count + 1))
    }
    let big = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | kAudioFormatFlagIsBigEndian
    #expect(try written(.wav, draft(24, channels: 2, flags: big), [1, 2, 3, 4, 5, 6], size: 6) == [3, 2, 1, 6, 5, 4])
    #expect(try written(.aiff, draft(32), [1, 2, 3, 4], size: 4) == [4, 3, 2, 1])
    #expect(try written(.wav, draft(8, channels: 2), [0, 0x7f], size: 2) == [0x80, 0xff])
    #expect(
      try written(.aiff, draft(8, channels: 2, flags: kAudioFormatFlagIsPacked), [0x80, 0], size: 2) == [0, 0x80])
    #expect(try written(.caf, draft(16), [1, 2], size: 2) == [1, 2])
  }

  @Test func moreThanFourGigabytes_changeTheHead_orAreRefused() throws {
    let frames = 1 << 20
    func write(_ format: AudioFileFormat) throws -> (head: [UInt8], count: Int64) {
      let sink = HeadSink()
      let writer = AudioFileWriter(format, to: sink)
      // In the file's byte order: samples that are not converted need not be read.
      let draft = try draft(32, channels: 2, flags: format == .wav ? 0xc : 0xe)
      let track = try writer.addTrack(draft)
      let source = Nothing(size: Int64(frames) * 8)
      // A little more than 4 GB.
      for index in 0..<513 {
        try writer.append(
          run(at: Int64(index * frames), frames, size: 8), .range(0..<source.size, source), toTrack: track)
      }
      try writer.finish()
      return (sink.head, sink.count)
    }
    let (head, count) = try write(.wav)
    let data = 513 * Int64(frames) * 8
    func number(_ offset: Int) -> Int64 { head[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | Int64($1) } }
    #expect(head.starts(with: "RF64".utf8) && head[12..<16].elementsEqual("ds64".utf8))
    #expect(number(20) == count - 8 && number(28) == data && number(36) == 513 * Int64(frames))
    #expect(head[4..<8].allSatisfy { $0 == 0xff } && count == data + Int64(head.count))
    let error = #expect(throws: MovieError.self) { try write(.aiff) }
    #expect(error?.code == .notStorable && error?.message.hasPrefix("AIFF cannot hold it: there are more than") == true)
  }

  @Test func packetTable_saysWhatIsHeard() throws {
    let sink = MemoryByteSink()
    let writer = AudioFileWriter(.caf, to: sink)
    var stream = AudioStreamBasicDescription()
    (stream.mFormatID, stream.mSampleRate, stream.mChannelsPerFrame) = (kAudioFormatOpus, 48_000, 1)
    let cookie = Data([0, 1, 1, 56, 0, 0, 0xbb, 0x80, 0, 0, 0])
    let description = try CMFormatDescription(audioStreamBasicDescription: stream, magicCookie: cookie)
    var draft = TrackDraft(
      handlerType: "soun", timescale: 48_000, sampleEntries: [try SampleEntry(description, in: .mov)])
    draft.timing = .presented(reorderDepth: 0)
    let track = try writer.addTrack(draft)
    // Two packets of 20 ms, one of 10, one of 20: each has its own duration in the table.
    var time: Int64 = -312
    for (size, length) in [(200, 960), (3, 960), (5, 480), (7, 960)] as [(Int, Int64)] {
      let sample = Sample(decodeTime: time, presentationTime: time, duration: length, size: size, timescale: 48_000)
      try writer.append(SampleRun(first: sample, count: 1), .memory([UInt8](repeating: 1, count: size)), toTrack: track)
      time += length
    }
    let heard = CMTimeRange(start: .zero, end: CMTime(value: 3000, timescale: 48_000))
    writer.setSegments([.init(target: heard, source: heard, rate: .one)], ofTrack: track)
    try writer.finish()
    let file = try CoreAudioFile(source: MemoryByteSource(sink.bytes))
    let samples = try file.samples()
    var all: [Sample] = []
    try samples.forEachRun { run throws(MovieError) in all += (0..<run.count).map { run[$0] } }
    #expect(all.map(\.size) == [200, 3, 5, 7] && all.map(\.duration) == [960, 960, 480, 960])
    #expect(file.gapless?.priming == 312 && file.gapless?.sampleCount == 3000 && file.gapless?.padding == 48)
    #expect(file.formatDescription.magicCookie == cookie)
  }

  @Test func editsAndSecondTracks_areRefused() throws {
    let gap = segment(0..<4) + segment(6..<8)
    let edited = #expect(throws: MovieError.self) {
      try wave { writer, track in
        try writer.append(run(at: 0, 8), .memory([UInt8](repeating: 0, count: 16)), toTrack: track)
        writer.setSegments(gap, ofTrack: track)
      }
    }
    #expect(edited?.message == "WAVE cannot hold it: the sound is edited, which it cannot say")
    let second = #expect(throws: MovieError.self) { try wave { writer, _ in try writer.addTrack(draft()) } }
    #expect(second?.message == "WAVE cannot hold it: it has one track")
    let nothing = #expect(throws: MovieError.self) { try AudioFileWriter(.wav, to: MemoryByteSink()).finish() }
    #expect(nothing?.message == "WAVE cannot hold it: there is no sound")
  }
}

/// Keeps the beginning of the written bytes, and counts the rest.
private final class HeadSink: RandomAccessByteSink {
  private(set) var head: [UInt8] = []
  private(set) var count: Int64 = 0

  func append(_ bytes: UnsafeRawBufferPointer) {
    if count == 0 { head = [UInt8](bytes) }
    count += Int64(bytes.count)
  }

  func append(_ range: Range<Int64>, of source: any ByteSource) { count += range.upperBound - range.lowerBound }
  func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) { if offset == 0 { head = [UInt8](bytes) } }
  func insert(_ count: Int64, at offset: Int64) -> Int64 { count }
}

/// A source of zeros of any size.
private struct Nothing: ByteSource {
  let size: Int64
  var name: String? { nil }
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) {
    for index in buffer.indices { buffer[index] = 0 }
  }
}
