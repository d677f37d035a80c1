import CoreAudioTypes
import CoreGraphics
import Foundation
import Testing

@testable import MovieFile

/// Numbers that no file can hold, from callers and from damaged files that are copied: errors, no traps.
@Suite struct ImpossibleNumberTests {
  private let material: Material
  init() throws { material = try Material.shared.get() }

  private func writer(
    _ timing: TrackDraft.Timing = .presented(reorderDepth: 0), layout: MovieWriter.Layout = .headersLast
  ) throws -> MovieWriter {
    let writer = try MovieWriter(MovieDraft(.mp4), to: MemoryByteSink(), layout: layout)
    try writer.addTrack(TrackDraft(material.picture, in: .mp4, timing: timing))
    return writer
  }

  private func run(_ time: Int64, _ duration: Int64, size: Int = 0, count: Int = 1) -> SampleRun {
    SampleRun(
      first: Sample(decodeTime: time, presentationTime: time, duration: duration, size: size, timescale: 600),
      count: count)
  }

  private static let runs: [(time: Int64, duration: Int64, size: Int, count: Int)] = [
    (1, .max, 0, 1), (0, 1 << 40, 0, 1 << 40), (0, 0, 1 << 40, 1 << 40), (.min, 1, 0, 1), (.max, 1, 0, 1),
    (0, .min, 0, 2),
    (0, 1, .max, 2), (0, 1, 0, .max), (0, 1, 0, 0), (0, 1, 0, -1),
  ]

  @Test(arguments: runs.indices) func samplesThatCannotBeCounted_areRefused(index: Int) throws {
    let (time, duration, size, count) = Self.runs[index]
    let run = run(time, duration, size: size, count: count)
    #expect(throws: MovieError.self) { try writer().append(run, .memory([]), toTrack: 0) }
    let audio = AudioFileWriter(.wav, to: MemoryByteSink())
    try audio.addTrack(TrackDraft(material.stored, in: .mov))
    #expect(throws: MovieError.self) { try audio.append(run, .memory([]), toTrack: 0) }
  }

  private static let layouts: [MovieWriter.Layout] = [
    .headersLast, .fragments(interval: CMTime(value: 1, timescale: 1000)),
  ]

  @Test(arguments: layouts) func timesThatGoBack_areRefused(layout: MovieWriter.Layout) throws {
    let writer = try writer(layout: layout)
    try writer.append(material.picture, 0..<1, at: 700, toTrack: 0)
    let error = #expect(throws: MovieError.self) { try writer.append(material.picture, 1..<2, at: 699, toTrack: 0) }
    #expect(error?.code == .malformed && error?.message == "decode times go back: a sample at 699 follows one at 700")
  }

  /// Most of the intervals have no fragment; they are not counted one by one.
  @Test func fragmentsFarApart_areWrittenAtOnce() throws {
    let writer = try writer(.stored([]), layout: Self.layouts[1])
    let times: [Int64] = [0, 4_000_000_000, 8_000_000_000]
    for time in times { try writer.append(material.picture, 0..<1, at: time, toTrack: 0) }
    try writer.finish()
    let movie = try Movie(source: MemoryByteSource((writer.movie.sink as? MemoryByteSink)?.bytes ?? []))
    #expect(try movie.tracks[0].samples().all().map(\.decodeTime) == times)
  }

  @Test func moreRoomThanHeadersEverNeed_isNotKept() throws {
    let sink = CountingByteSink()
    let writer = try MovieWriter(MovieDraft(.mp4), to: sink, layout: .headersFirst(reserved: .max))
    try writer.addTrack(TrackDraft(material.picture, in: .mp4))
    try writer.append(material.picture, 0..<2, at: 0, toTrack: 0)
    try writer.finish()
    #expect(sink.count < 65 << 20)
  }

  private static let edits: [[Edit]] = [
    [Edit(duration: -1, mediaTime: 0, rate: .one)], [Edit(duration: 1, mediaTime: -7, rate: .one)],
    [Edit(duration: 1, mediaTime: .max, rate: .one)], [Edit(duration: .max, mediaTime: 0, rate: .one)],
    Array(repeating: Edit(duration: 1 << 61, mediaTime: 0, rate: .one), count: 4),
  ]

  @Test(arguments: edits.indices) func editsThatAreNoTimeline_areRefused(index: Int) {
    #expect(throws: MovieError.self) { try writer(.stored(Self.edits[index])) }
  }

  @Test(arguments: [Int64.max, .min, 1 << 62]) func segmentsWithoutAPlace_areRefused(time: Int64) throws {
    let range = CMTimeRange(
      start: CMTime(value: time, timescale: material.picture.timescale), duration: CMTime(value: 1, timescale: 1))
    let shown = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    for segment in [
      TrackTimeline.Segment(target: shown, source: range, rate: .one),
      TrackTimeline.Segment(target: range, source: shown, rate: .one),
    ] {
      let writer = try writer()
      try writer.append(material.picture, 0..<2, at: 0, toTrack: 0)
      writer.setSegments([segment], ofTrack: 0)
      #expect(throws: MovieError.self) { try writer.finish() }
      let fragments = try self.writer(layout: .fragments(interval: CMTime(value: 1, timescale: 1)))
      fragments.setSegments([segment], ofTrack: 0)
      #expect(throws: MovieError.self) {
        try fragments.append(material.picture, 0..<2, at: 0, toTrack: 0)
        try fragments.finish()
      }
      let audio = AudioFileWriter(.wav, to: MemoryByteSink())
      try audio.addTrack(TrackDraft(material.stored, in: .mov))
      audio.setSegments([segment], ofTrack: 0)
      try audio.append(run(-(1 << 60), 1, size: 4), .memory([0, 0, 0, 0]), toTrack: 0)
      // The valid range is outside: nothing is left, or that is an error.
      _ = try? audio.finish()
    }
  }

  /// Composition offsets are signed 32-bit integers: the least one has no positive counterpart.
  @Test func leastOffset_isWritten() throws {
    let sink = MemoryByteSink()
    let writer = try MovieWriter(MovieDraft(.mp4), to: sink)
    try writer.addTrack(TrackDraft(material.picture, in: .mp4, timing: .stored(nil)))
    var sample = run(0, 1, size: 4).first
    sample.presentationTime = Int64(Int32.min)
    try writer.append(sample, .memory([0, 0, 0, 0]), toTrack: 0)
    try writer.finish()
    let movie = try Movie(source: MemoryByteSource(sink.bytes))
    #expect(try movie.tracks[0].samples().all().map(\.presentationTime) == [Int64(Int32.min)])
  }

  @Test(arguments: MovieFormat.allCases) func audioOfTooManyChannels_isRefused(format: MovieFormat) throws {
    var stream = AudioStreamBasicDescription()
    (stream.mFormatID, stream.mSampleRate) = (kAudioFormatLinearPCM, 48_000)
    stream.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    (stream.mBitsPerChannel, stream.mBytesPerFrame, stream.mChannelsPerFrame) = (64, 8, .max)
    let description = try CMFormatDescription(audioStreamBasicDescription: stream)
    #expect(throws: MovieError.self) { try SampleEntry(description, in: format) }
  }

  @Test(arguments: [Double.infinity, -.infinity, 1e300, .nan]) func aperturesOfNoSize_areClamped(number: Double) throws
  {
    var extensions = CMFormatDescription.Extensions()
    let keys = [
      kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureHeight,
      kCMFormatDescriptionKey_CleanApertureHorizontalOffset, kCMFormatDescriptionKey_CleanApertureVerticalOffset,
    ]
    let aperture = NSMutableDictionary()
    for key in keys { aperture[key] = NSNumber(value: number) }
    extensions[.cleanAperture] = .init(aperture)
    extensions[.gammaLevel] = .init(NSNumber(value: number))
    let description = try CMFormatDescription(
      videoCodecType: .h264, width: 64, height: 48, extensions: extensions)
    #expect(try SampleEntry(description, in: .mov).contents.count > 70)
  }

  /// Readers that do not know the box of the rate take the media's units for it; 1 Hz, as the table's version proposes, they
  /// would believe.
  @Test(arguments: [MovieFormat.mp4, .mov]) func fastAudio_hasItsRateInFFmpeg(format: MovieFormat) throws {
    var stream = AudioStreamBasicDescription()
    (stream.mFormatID, stream.mSampleRate) = (kAudioFormatLinearPCM, 192_000)
    stream.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    (stream.mBitsPerChannel, stream.mChannelsPerFrame, stream.mFramesPerPacket) = (24, 1, 1)
    (stream.mBytesPerFrame, stream.mBytesPerPacket) = (3, 3)
    let entry = try SampleEntry(CMFormatDescription(audioStreamBasicDescription: stream), in: format)
    let folder = try TemporaryFolder()
    let path = folder.path + "/fast." + format.rawValue
    let writer = try MovieWriter(MovieDraft(format), to: FileByteSink(creating: path))
    try writer.addTrack(TrackDraft(handlerType: "soun", timescale: 192_000, sampleEntries: [entry]))
    let bytes = (0..<57_600).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try writer.append(run(0, 1, size: 3, count: 19_200), .memory(bytes), toTrack: 0)
    try writer.finish()
    let description = try Movie(path: path).tracks[0].formatDescriptions()[0]
    #expect(description.audioStreamBasicDescription?.mSampleRate == 192_000)
    let (audio, words) = try Oracle.ffmpeg(["-i", path, "-c:a", "copy", "-f", "s24le", "-"])
    #expect(Array(audio) == bytes)
    #expect(words.split(separator: "\n").allSatisfy { $0.contains("Guessed Channel") }, "\(words)")
    let streams = try Oracle.ffmpeg(["-i", path, "-f", "framemd5", "-"]).output
    #expect(String(decoding: streams, as: UTF8.self).contains("#sample_rate 0: 192000"))
  }
}
