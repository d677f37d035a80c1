import AVFoundation
import Foundation
import Testing

/// Sessions become edits: what is shown, where, and what is stored without being shown.
@Suite struct WriterSessionTests {
  private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 30) }

  private func make(_ url: URL, _ type: AVFileType = .mov, _ inputs: AVAssetWriterInput...) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    for input in inputs { writer.add(input) }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    return writer
  }

  private var video: AVAssetWriterInput {
    AVAssetWriterInput(
      mediaType: .video,
      outputSettings: WrittenMedia.videoSettings([
        AVVideoCompressionPropertiesKey: [AVVideoAllowFrameReorderingKey: false, AVVideoMaxKeyFrameIntervalKey: 1]
      ]))
  }

  private func append(_ frames: Range<Int>, to input: AVAssetWriterInput) async throws {
    for number in frames { await input.appendWhenReady(try WrittenMedia.frame(number, at: time(number))) }
  }

  @Test func aSessionThatStartsLate_isShownFromItsStart() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try make(folder.url("out.mov"), .mov, video)
    writer.startSession(atSourceTime: time(300))
    try await append(300..<330, to: video)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == (300..<330).map { $0 & 255 })
    #expect(times.first == 0)
  }

  @Test func aFrameBehindTheEndOfASession_isNotShownInTheNext() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    // Frames without durations: the last one of the first session is where the next session's could be.
    writer.startSession(atSourceTime: time(0))
    try await append(0..<20, to: video)
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(16_000), at: 0))
    writer.endSession(atSourceTime: time(10))
    writer.startSession(atSourceTime: time(100))
    try await append(105..<115, to: video)
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(24_000), at: 160_000))
    writer.endSession(atSourceTime: time(115))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let track = try await AVURLAsset(url: folder.url("out.mov")).loadTracks(withMediaType: .video)[0]
    let segments = try await track.load(.segments)
    #expect(segments.map(\.isEmpty) == [false, true, false])
    #expect(segments.last?.timeMapping.target.start == time(15))
    // ffmpeg shows frames in empty edits that do not come first.
    let pixels = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .video, pixels)
    #expect(output.all().map(\.presentationTimeStamp) == (Array(0..<10) + Array(15..<25)).map(time))
  }

  /// These have no edits: what was written is removed.
  @Test(arguments: [AVFileType.wav, .aiff, .caf]) func anEndBeforeWhatWasAppended_endsAudioFiles(type: AVFileType)
    async throws
  {
    let folder = try TemporaryFolder()
    var settings = WrittenMedia.pcm
    settings[AVLinearPCMIsBigEndianKey] = type == .aiff
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
    let writer = try make(folder.url("out"), type, audio)
    writer.startSession(atSourceTime: .zero)
    for start in stride(from: 0, to: 48_000, by: 8_000) {
      await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(8_000, from: start), at: start))
    }
    writer.endSession(atSourceTime: CMTime(value: 20_001, timescale: 48_000))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.samples(folder.file("out")) == WrittenMedia.ramp(20_001))
  }

  @Test func samplesBeforeTheStart_areStored_andNotShown() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try make(folder.url("out.mov"), .mov, video)
    writer.startSession(atSourceTime: time(10))
    try await append(5..<40, to: video)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(10..<40))
    let packets = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-ignore_editlist", "1", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of",
        "csv=p=0",
        folder.file("out.mov"),
      ])
    #expect(packets == "35")
  }

  @Test func aTrackThatBeginsLater_hasAnEmptyEdit() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    writer.startSession(atSourceTime: time(0))
    async let frames: Void = {
      try await append(15..<45, to: video)
      video.markAsFinished()
    }()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 24_000))
    audio.markAsFinished()
    try await frames
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let track = try await AVURLAsset(url: folder.url("out.mov")).loadTracks(withMediaType: .audio)[0]
    let segments = try await track.load(.segments)
    #expect(segments.map(\.isEmpty) == [true, false])
    #expect(segments.last?.timeMapping.target.start == CMTime(value: 1, timescale: 2))
    #expect(abs(try #require(try Oracle.frames(folder.file("out.mov")).times.first) - 0.5) < 0.001)
  }

  @Test func theEndOfASession_hidesWhatComesAfterIt() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    writer.startSession(atSourceTime: .zero)
    async let frames: Void = {
      try await append(0..<40, to: video)
      video.markAsFinished()
    }()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(64_000), at: 0))
    audio.markAsFinished()
    try await frames
    writer.endSession(atSourceTime: time(30))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let numbers = try Oracle.frames(folder.file("out.mov")).numbers
    #expect(numbers == Array(0..<30))
    let duration = try await AVURLAsset(url: folder.url("out.mov")).load(.duration)
    #expect(duration == CMTime(value: 1, timescale: 1), "\(duration.value)/\(duration.timescale)")
    #expect(try Oracle.samples(folder.file("out.mov")).prefix(48_000) == WrittenMedia.ramp(48_000)[...])
  }

  @Test(arguments: [false, true]) func anEndBehindTheLastFrame_holdsIt(isFragmented: Bool) async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov)
    if isFragmented { writer.movieFragmentInterval = time(30) }
    writer.add(video)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: time(5))
    try await append(5..<20, to: video)
    writer.endSession(atSourceTime: time(50))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(5..<20))
    let asset = AVURLAsset(url: folder.url("out.mov"))
    #expect(try await asset.load(.duration) == time(45))
    #expect(try await asset.loadTracks(withMediaType: .video)[0].load(.timeRange).duration == time(45))
    // The sample is stored with that duration, too.
    let (_, output) = try AVAssetReader.started(folder.url("out.mov"), .video, nil)
    let last = try #require(output.all().last { $0.numSamples > 0 })
    #expect(last.duration == time(31), "\(last.duration)")
  }

  @Test func anEndBehindTheLastSampleOfAudio_doesNotLengthenIt() async throws {
    let folder = try TemporaryFolder()
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm)
    let writer = try make(folder.url("out.mov"), .mov, audio)
    writer.startSession(atSourceTime: .zero)
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(24_000), at: 0))
    writer.endSession(atSourceTime: time(30))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(24_000))
    #expect(try await AVURLAsset(url: folder.url("out.mov")).load(.duration) == time(15))
  }

  @Test func laterSessions_followOnEachOther_whateverTheirTimes() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    // The second is earlier than the first on the program's clock, and long after the first began on ours.
    for (index, start) in [90, 30].enumerated() {
      writer.startSession(atSourceTime: time(start))
      for number in start..<start + 15 {
        await video.appendWhenReady(try WrittenMedia.frame(number, at: time(number)))
        let block = WrittenMedia.ramp(1600, from: index * 24_000 + (number - start) * 1600)
        await audio.appendWhenReady(try WrittenMedia.audio(block, at: number * 1600))
      }
      writer.endSession(atSourceTime: time(start + 15))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(90..<105) + Array(30..<45))
    #expect(times.enumerated().allSatisfy { abs($1 - Double($0) / 30) < 0.000_1 })
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(48_000))
  }

  @Test func aSessionWithoutSamples_isAnEmptyEdit() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try make(folder.url("out.mov"), .mov, video)
    writer.startSession(atSourceTime: time(0))
    writer.endSession(atSourceTime: time(30))
    writer.startSession(atSourceTime: time(100))
    try await append(100..<110, to: video)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(100..<110))
    #expect(abs(try #require(times.first) - 1) < 0.001)
  }

  @Test func aLastSessionWithoutSamples_makesTheMovieLonger() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try make(folder.url("out.mov"), .mov, video)
    writer.startSession(atSourceTime: time(0))
    writer.endSession(atSourceTime: time(30))
    writer.startSession(atSourceTime: time(100))
    try await append(100..<110, to: video)
    writer.endSession(atSourceTime: time(110))
    writer.startSession(atSourceTime: time(200))
    writer.endSession(atSourceTime: time(260))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    // ffmpeg takes an empty edit at the end for one of all media.
    #expect(try Oracle.frames(folder.file("out.mov")).numbers.prefix(10) == Array(100..<110)[...])
    let asset = AVURLAsset(url: folder.url("out.mov"))
    #expect(try await asset.load(.duration) == time(100))
    let segments = try await asset.loadTracks(withMediaType: .video)[0].load(.segments)
    #expect(segments.map(\.isEmpty) == [true, false, true])
  }

  @Test(arguments: [false, true]) func aTrackWhoseSamplesAreAllBeforeTheStart_showsNothing(isCoded: Bool) async throws {
    let folder = try TemporaryFolder()
    let settings = isCoded ? WrittenMedia.aac : WrittenMedia.pcm
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: settings))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    writer.startSession(atSourceTime: time(30))
    async let frames: Void = {
      try await append(0..<60, to: video)
      video.markAsFinished()
    }()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(40_000), at: 0))
    audio.markAsFinished()
    try await frames
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(30..<60))
    #expect(try Oracle.samples(folder.file("out.mov")) == [])
    let track = try await AVURLAsset(url: folder.url("out.mov")).loadTracks(withMediaType: .audio)[0]
    #expect(try await track.load(.segments).map(\.isEmpty) == [true])
  }

  @Test func aTrackWhoseSamplesAreAllBehindTheEnd_showsNothing() async throws {
    let folder = try TemporaryFolder()
    let (video, audio) = (video, AVAssetWriterInput(mediaType: .audio, outputSettings: WrittenMedia.pcm))
    let writer = try make(folder.url("out.mov"), .mov, video, audio)
    writer.startSession(atSourceTime: .zero)
    async let frames: Void = {
      try await append(30..<45, to: video)
      video.markAsFinished()
    }()
    await audio.appendWhenReady(try WrittenMedia.audio(WrittenMedia.ramp(48_000), at: 0))
    audio.markAsFinished()
    try await frames
    writer.endSession(atSourceTime: time(15))
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let shown = try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0",
        folder.file("out.mov"),
      ])
    #expect(shown == "")
    #expect(try Oracle.samples(folder.file("out.mov")).prefix(24_000) == WrittenMedia.ramp(24_000)[...])
    #expect(try await AVURLAsset(url: folder.url("out.mov")).load(.duration) == time(15))
  }

  @Test func theOpenSessionStartedAgainAtItsTime_goesOn() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try make(folder.url("out.mov"), .mov, video)
    writer.startSession(atSourceTime: time(5))
    try await append(5..<15, to: video)
    writer.startSession(atSourceTime: CMTime(value: 100, timescale: 600))
    try await append(15..<20, to: video)
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
    let (numbers, times) = try Oracle.frames(folder.file("out.mov"))
    #expect(numbers == Array(5..<20) && times.first == 0)
  }

  @Test func callsOutOfOrder_failWithASentence() async throws {
    let folder = try TemporaryFolder()
    func error(_ body: (AVAssetWriter, AVAssetWriterInput) throws -> Void) throws -> String? {
      let video = video
      let writer = try make(folder.url(UUID().uuidString), .mov, video)
      try body(writer, video)
      #expect(writer.status == .failed)
      defer { writer.cancelWriting() }
      return (writer.error as? AVError)?.failureReason
    }
    let frame = try WrittenMedia.frame(1, at: .zero)
    let early = try error { _, input in #expect(!input.append(frame)) }
    #expect(early?.contains("call startSession(atSourceTime:) before append(_:)") == true)
    let twice = try error { writer, _ in
      writer.startSession(atSourceTime: .zero)
      writer.startSession(atSourceTime: time(1))
    }
    #expect(twice?.contains("call endSession(atSourceTime:) before") == true)
    let unopened = try error { writer, _ in writer.endSession(atSourceTime: .zero) }
    #expect(unopened?.contains("no session to end") == true)
    let unordered = try error { writer, input in
      writer.startSession(atSourceTime: .zero)
      let (first, second) = (try WrittenMedia.frame(1, at: time(1)), try WrittenMedia.frame(0, at: time(0)))
      #expect(input.append(first))
      #expect(!input.append(second))
    }
    #expect(unordered?.contains("ascend") == true)
    let late = try error { writer, input in input.transform = CGAffineTransform(scaleX: 2, y: 2) }
    #expect(late == "transform of an input cannot be set after startWriting()")
  }

  @Test func afterAFailedAppend_finishingKeepsWhatCameBefore() async throws {
    let folder = try TemporaryFolder()
    let video = video
    let writer = try make(folder.url("out.mov"), .mov, video)
    writer.startSession(atSourceTime: .zero)
    try await append(0..<20, to: video)
    #expect(!video.append(try WrittenMedia.frame(3, at: time(3))))
    await writer.finishWriting()
    #expect(writer.status == .failed && writer.error != nil)
    #expect(try Oracle.frames(folder.file("out.mov")).numbers == Array(0..<20))
  }
}
