import AVFoundation
import Foundation
import TestSupport
import Testing

/// Movie fragments and chunks, as the program asks for them.
@Suite(.timeLimit(.minutes(10))) struct WriterFragmentTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  /// Writes two seconds of video, and returns the boxes of the file.
  private func write(
    in folder: TemporaryFolder, configure: (AVAssetWriter, AVAssetWriterInput) -> Void
  ) async throws -> [ReportedBox] {
    let settings = WrittenMedia.videoSettings([
      AVVideoCompressionPropertiesKey: [AVVideoAllowFrameReorderingKey: false]
    ])
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    configure(writer, input)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: time(300))
    for number in 0..<60 {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: time(300 + number), lasting: time(1)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<60))
    return try Oracle.boxes(folder.file("out.mov"))
  }

  @Test(arguments: [(10, [0, 10, 40]), (45, [0, 45])])
  func initialFragment_hasItsOwnDuration(_ length: Int, _ starts: [Int64]) async throws {
    let boxes = try await write(in: TemporaryFolder()) { writer, _ in
      writer.movieFragmentInterval = time(30)
      writer.initialMovieFragmentInterval = time(length)
    }
    let units = try #require(boxes.first { $0.path == "moov/trak/mdia/mdhd" }?.number("timescale"))
    let times: [Int64] = boxes.filter { $0.path == "moof/traf/tfdt" }.compactMap { $0.number("time") }
    let first = try #require(times.first)
    let frames: [Int64] = times.map { ($0 - first) * 30 / units }
    #expect(frames == starts)
  }

  @Test func fragments_countFromTheInitialNumber() async throws {
    let boxes = try await write(in: TemporaryFolder()) { writer, _ in
      #expect(writer.initialMovieFragmentSequenceNumber == 1)
      writer.movieFragmentInterval = time(30)
      writer.initialMovieFragmentSequenceNumber = 7
    }
    let numbers: [Int64] = boxes.filter { $0.path == "moof/mfhd" }.compactMap { $0.number("number") }
    #expect(numbers == [7, 8])
  }

  @Test(arguments: [0, -1, Int(UInt32.max) + 1]) func numbersThatAreNotStored_areRefused(_ number: Int) throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.initialMovieFragmentSequenceNumber = number
    #expect(writer.status == .failed && writer.initialMovieFragmentSequenceNumber == 1)
    #expect((writer.error as? AVError)?.failureReason?.contains("from 1 to 4294967295") == true)
  }

  @Test func overallDuration_isThatOfTheFileOnceItIsComplete() async throws {
    let boxes = try await write(in: TemporaryFolder()) { writer, _ in
      #expect(!writer.overallDurationHint.isValid)
      writer.movieFragmentInterval = time(30)
      writer.overallDurationHint = time(2700)
    }
    let units = try #require(boxes.first { $0.path == "moov/mvhd" }?.number("timescale"))
    #expect(boxes.first { $0.path == "moov/mvex/mehd" }?.number("duration") == units * 2)
  }

  @Test(arguments: [nil, 0, 2700]) func segments_stateTheDurationThatIsExpected(_ length: Int?) async throws {
    let folder = try TemporaryFolder()
    let receiver = SegmentReceiver()
    let writer = AVAssetWriter(contentType: .mpeg4Movie)
    writer.preferredOutputSegmentInterval = time(30)
    if let length { writer.overallDurationHint = time(length) }
    writer.delegate = receiver
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    for number in 0..<30 {
      await input.appendWhenReady(try WrittenMedia.frame(number, at: time(number), lasting: time(1)))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    try #require(receiver.segments.values.first).0.write(to: folder.url("headers.mp4"))
    let boxes = try Oracle.boxes(folder.file("headers.mp4"))
    let units = try #require(boxes.first { $0.path == "moov/mvhd" }?.number("timescale"))
    let stated: Int64? = boxes.first { $0.path == "moov/mvex/mehd" }?.number("duration")
    #expect(stated == (length ?? 0 > 0 ? length.map { Int64($0) * units / 30 } : nil))
  }

  @Test(arguments: [CMTime(value: -1, timescale: 30), .positiveInfinity, .indefinite])
  func aHintThatIsNoDuration_isRefused(_ hint: CMTime) throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.overallDurationHint = hint
    #expect(writer.status == .failed && !writer.overallDurationHint.isValid)
    #expect((writer.error as? AVError)?.failureReason?.contains("overallDurationHint is a duration") == true)
  }

  @Test(arguments: [(512, false), (512, true), (8192, true)] as [(Int64, Bool)])
  func chunks_beginAtMultiplesOfTheAlignment(_ alignment: Int64, _ isOptimized: Bool) async throws {
    let boxes = try await write(in: TemporaryFolder()) { writer, input in
      writer.shouldOptimizeForNetworkUse = isOptimized
      input.preferredMediaChunkDuration = time(5)
      input.preferredMediaChunkAlignment = Int(alignment)
    }
    let places = try #require(boxes.first { $0.path.hasSuffix("stbl/stco") }?.numbers("places"))
    #expect(places.count == 12 && places.allSatisfy { $0 % alignment == 0 }, "\(places)")
  }

  @Test(arguments: [-1, 3, 131_072]) func anAlignmentThatNoFileHas_isRefusedAtTheStart(_ alignment: Int) throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    #expect(input.preferredMediaChunkAlignment == 0)
    input.preferredMediaChunkAlignment = alignment
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(!writer.startWriting())
    let reason = (writer.error as? AVError)?.failureReason
    #expect(reason?.contains("preferredMediaChunkAlignment of an input is \(alignment)") == true, "\(reason ?? "")")
  }

  @Test(arguments: [(3, 20), (60, 1)])
  func chunks_areNoLongerThanTheInputAsks(_ length: Int, _ count: Int64) async throws {
    let boxes = try await write(in: TemporaryFolder()) { _, input in input.preferredMediaChunkDuration = time(length) }
    let chunks = boxes.first { $0.path.hasSuffix("stbl/stco") }
    #expect(chunks?.number("count") == count)
  }

  /// Samples of linear PCM come many at a time.
  @Test func chunksOfAudio_partTheSamplesThatAreAppendedTogether() async throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    input.preferredMediaChunkDuration = CMTime(value: 1, timescale: 10)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    await input.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(48_000))
    let chunks = try Oracle.boxes(folder.file("out.mov")).first { $0.path.hasSuffix("stbl/stco") }?.number("count")
    #expect(try #require(chunks) >= 10)
  }

  @Test func aChunkWithoutDuration_isRefusedAtTheStart() throws {
    let folder = try TemporaryFolder()
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: WrittenMedia.videoSettings())
    input.preferredMediaChunkDuration = CMTime(value: -1, timescale: 2)
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    writer.add(input)
    #expect(!writer.startWriting())
    let reason = (writer.error as? AVError)?.failureReason
    #expect(reason?.contains("{-1/2 = -0.500}") == true, "\(reason ?? "")")
  }
}
