import AVFoundation
import Foundation
import MovieFile
import Testing

/// Segments for streaming: headers, then media that play after the headers alone, each with its report.
@Suite struct WriterSegmentTests {
  @Test func segments_playAfterTheHeaders_andAreReported() async throws {
    let folder = try TemporaryFolder()
    let receiver = SegmentReceiver()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1)
    writer.delegate = receiver
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    for input in [video, audio] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    async let frames: Void = {
      for number in 0..<90 {
        let time = CMTime(value: Int64(number), timescale: 30)
        await video.appendWhenReady(try WrittenMedia.frame(number, at: time, lasting: CMTime(value: 1, timescale: 30)))
      }
      video.markAsFinished()
    }()
    for block in 0..<30 {
      await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: block * 4800))
    }
    audio.markAsFinished()
    try await frames
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    // Writing is completed after the last segment was taken.
    #expect(receiver.statuses.values.allSatisfy { $0 == .writing })
    let segments = receiver.segments.values
    #expect(segments.map(\.1) == [.initialization] + segments.dropFirst().map { _ in .separable })
    #expect(segments.count == 4)
    let whole = segments.reduce(Data()) { $0 + $1.0 }
    try whole.write(to: folder.url("whole.mp4"))
    #expect(try Oracle.frames(folder.file("whole.mp4")).numbers == Array(0..<90))
    // Each segment by itself.
    for (index, segment) in segments.dropFirst().enumerated() {
      try (segments[0].0 + segment.0).write(to: folder.url("part.mp4"))
      #expect(try Oracle.frames(folder.file("part.mp4")).numbers == Array(index * 30..<index * 30 + 30))
      let report = try #require(segment.2?.trackReports.first { $0.mediaType == .video })
      #expect(report.firstVideoSampleInformation?.isSyncSample == true)
      #expect(abs(report.duration.seconds - 1) < 0.05)
      let first = try #require(report.firstVideoSampleInformation)
      #expect(first.offset > 0 && first.offset + first.length <= segment.0.count)
    }
  }

  /// Writes 90 frames, 30 a second, and audio beside them.
  ///
  /// - Parameters:
  ///   - start: The time of the first samples.
  ///   - session: The start of the session.
  ///   - initial: The start of the initial segment.
  private func segments(
    every interval: CMTime, from start: CMTime, session: CMTime, initial: CMTime = .invalid, hasAudio: Bool = true
  ) async throws -> [(Data, AVAssetSegmentType, AVAssetSegmentReport?)] {
    let receiver = SegmentReceiver()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.outputFileTypeProfile = .mpeg4AppleHLS
    writer.preferredOutputSegmentInterval = interval
    writer.initialSegmentStartTime = initial
    writer.delegate = receiver
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    for input in hasAudio ? [video, audio] : [video] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: session)
    async let frames: Void = {
      for number in 0..<90 {
        let time = start + CMTime(value: Int64(number), timescale: 30)
        await video.appendWhenReady(try WrittenMedia.frame(number, at: time, lasting: CMTime(value: 1, timescale: 30)))
      }
      video.markAsFinished()
    }()
    if hasAudio {
      let first = Int(CMTimeConvertScale(start, timescale: 48_000, method: .default).value)
      for block in 0..<30 {
        await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(4800), at: first + block * 4800))
      }
      audio.markAsFinished()
    }
    try await frames
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    return receiver.segments.values
  }

  /// The headers are written before all is known: before the first of AAC is heard, and before the session starts.
  @Test(arguments: [
    (CMTime.zero, CMTime.zero), (.zero, CMTime(value: 1, timescale: 2)),
    (CMTime(value: 1000, timescale: 1), CMTime(value: 1000, timescale: 1)),
  ])
  func audioAndVideo_areOnOneTimeline(start: CMTime, session: CMTime) async throws {
    let folder = try TemporaryFolder()
    let segments = try await segments(every: CMTime(value: 1, timescale: 1), from: start, session: session)
    #expect(segments.count > 2)
    for segment in segments.dropFirst() {
      let starts = try #require(segment.2).trackReports.map(\.earliestPresentationTimeStamp.seconds)
      let range = start.seconds - 0.05..<start.seconds + 4
      #expect(starts.count == 2 && starts.allSatisfy(range.contains) && abs(starts[0] - starts[1]) < 0.15, "\(starts)")
    }
    try segments.reduce(Data()) { $0 + $1.0 }.write(to: folder.url("whole.mp4"))
    let starts = try Oracle.streams(folder.file("whole.mp4"), "start_time").compactMap { Double($0) }
    // Samples before the session are there, and at their times too.
    #expect(starts.count == 2 && starts.allSatisfy { abs($0 - start.seconds) < 0.05 }, "\(starts)")
  }

  @Test(arguments: [
    (CMTime.zero, CMTime(value: 1, timescale: 2), [45, 75]), (.zero, .zero, [30, 60]),
    (CMTime(value: 20, timescale: 1), CMTime(value: 198, timescale: 10), [24, 54, 84]),
    (CMTime(value: 20, timescale: 1), CMTime(value: 215, timescale: 10), [75]),
  ])
  func segmentsCount_fromTheInitialStart(start: CMTime, initial: CMTime, firsts: [Int]) async throws {
    let segments = try await segments(
      every: CMTime(value: 1, timescale: 1), from: start, session: start, initial: initial, hasAudio: false)
    let starts = try segments.dropFirst().map { segment in
      let report = try #require(segment.2?.trackReports.first)
      #expect(report.firstVideoSampleInformation?.isSyncSample == true)
      return Int((report.earliestPresentationTimeStamp.seconds * 30).rounded())
    }
    #expect(starts == ([0] + firsts).map { $0 + Int(start.seconds * 30) })
  }

  static let intervals: [(interval: CMTime, start: CMTime)] = [
    (CMTime(value: 1, timescale: 1), CMTime(value: 40_000, timescale: 1)),
    (CMTime(value: 1, timescale: 1), CMTime(value: 312, timescale: 30)),
    (CMTime(value: 3, timescale: 2), .zero),
  ]

  /// No multiples of the interval are where the session starts, or none that encoders are asked for at first.
  @Test(arguments: intervals.indices) func intervals_countFromTheStartOfTheSession(index: Int) async throws {
    let folder = try TemporaryFolder()
    let (interval, start) = Self.intervals[index]
    let segments = try await segments(every: interval, from: start, session: start, hasAudio: false)
    let length = Int(interval.seconds * 30)
    #expect(segments.count == 1 + 90 / length)
    for (index, segment) in segments.dropFirst().enumerated() {
      try (segments[0].0 + segment.0).write(to: folder.url("part.mp4"))
      #expect(
        try Oracle.frames(folder.file("part.mp4")).numbers == Array(index * length..<(index + 1) * length))
    }
  }

  /// The file so far is what a program leaves that ends before the writer has finished.
  @Test(.timeLimit(.minutes(10))) func aMovieThatIsNotFinished_hasAudioAtTheTimesOfVideo() async throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 3)
    let video = AVAssetWriterInput(
      mediaType: .video, outputSettings: WrittenMedia.videoSettings([AVVideoCodecKey: AVVideoCodecType.jpeg]))
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    for input in [video, audio] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for number in 0..<60 {
      let time = CMTime(value: Int64(number), timescale: 30)
      await video.appendWhenReady(try WrittenMedia.frame(number, at: time, lasting: CMTime(value: 1, timescale: 30)))
      await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(1600), at: number * 1600))
    }
    var whole = Data()
    while whole.isEmpty, writer.status == .writing {
      try await Task.sleep(for: .milliseconds(5))
      let bytes = (try? Data(contentsOf: folder.url("out.mov"))) ?? Data()
      let count = (try? Movie.wholeByteCount(of: MemoryByteSource([UInt8](bytes)))) ?? 0
      whole = bytes.prefix(Int(count))
    }
    try whole.write(to: folder.url("whole.mov"))
    let starts = try Oracle.streams(folder.file("whole.mov"), "start_time").compactMap { Double($0) }
    #expect(starts.count == 2 && starts.allSatisfy { abs($0) < 0.05 }, "\(starts)")
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  @Test func segmentsThatTheProgramEnds_beginWithKeyFrames() async throws {
    let folder = try TemporaryFolder()
    let receiver = SegmentReceiver()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.preferredOutputSegmentInterval = .indefinite
    writer.delegate = receiver
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)
    for input in [video, audio] { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: CMTime(value: 3, timescale: 1))
    for number in 0..<60 {
      // Nothing is new where it is called again.
      if number == 7 || number == 40 { for _ in 0..<2 { writer.flushSegment() } }
      let time = CMTime(value: Int64(number) + 90, timescale: 30)
      await video.appendWhenReady(try WrittenMedia.frame(number, at: time, lasting: CMTime(value: 1, timescale: 30)))
      await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(1600), at: 144_000 + number * 1600))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let segments = receiver.segments.values
    #expect(segments.map(\.1) == [.initialization, .separable, .separable, .separable])
    try segments.reduce(Data()) { $0 + $1.0 }.write(to: folder.url("whole.mp4"))
    #expect(try Oracle.frames(folder.file("whole.mp4")).numbers == Array(0..<60))
    for (segment, numbers) in zip(segments.dropFirst(), [0..<7, 7..<40, 40..<60]) {
      try (segments[0].0 + segment.0).write(to: folder.url("part.mp4"))
      #expect(try Oracle.frames(folder.file("part.mp4")).numbers == Array(numbers))
      let report = try #require(segment.2?.trackReports.first { $0.mediaType == .video })
      let first = try #require(report.firstVideoSampleInformation)
      #expect(first.isSyncSample && first.offset > 0 && first.offset + first.length <= segment.0.count)
    }
  }

  @Test func flushing_isForSegmentsWithoutAnInterval() throws {
    let folder = try TemporaryFolder()
    let writers = [
      AVAssetWriter(contentType: .mpeg4Movie), try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4),
    ]
    for writer in writers {
      writer.flushSegment()
      #expect(writer.status == .failed)
      #expect((writer.error as? AVError)?.failureReason?.contains("flushSegment") == true)
    }
  }

  @Test(arguments: [
    CMTime.zero, CMTime(value: -1, timescale: 1), CMTime(value: 1, timescale: 1_000_000_000), .negativeInfinity,
  ])
  func intervalsThatSegmentsCannotHave_areRefused(_ interval: CMTime) {
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.preferredOutputSegmentInterval = interval
    #expect(writer.status == .failed)
    #expect((writer.error as? AVError)?.failureReason?.contains("preferredOutputSegmentInterval") == true)
    let other = AVAssetWriter(contentType: .mpeg4Movie)
    other.preferredOutputSegmentInterval = CMTime(value: 1, timescale: 1000)
    #expect(other.status == .unknown)
  }

  @Test func profilesThatDoNotFit_areRefused() throws {
    let folder = try TemporaryFolder()
    func reason(_ writer: AVAssetWriter, _ profile: AVFileTypeProfile, inputs: Int) -> String? {
      writer.outputFileTypeProfile = profile
      for _ in 0..<inputs { writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.aac)) }
      let hasStarted = writer.startWriting()
      defer { writer.cancelWriting() }
      #expect(hasStarted == (writer.error == nil))
      return (writer.error as? AVError)?.failureReason
    }
    let cmaf = AVFileTypeProfile.mpeg4CMAFCompliant
    #expect(reason(AVAssetWriter(contentType: .mpeg4Movie), cmaf, inputs: 1) == nil)
    #expect(reason(AVAssetWriter(contentType: .mpeg4Movie), cmaf, inputs: 2)?.contains("one track") == true)
    #expect(reason(AVAssetWriter(contentType: .quickTimeMovie), cmaf, inputs: 1)?.contains("MPEG-4") == true)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mp4"), fileType: .mp4)
    #expect(reason(writer, .mpeg4AppleHLS, inputs: 1)?.contains("content type") == true)
  }
}
