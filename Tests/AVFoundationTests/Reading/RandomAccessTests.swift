import AVFoundation
import Testing

/// An output that supports random access is read again in other ranges.
@Suite struct RandomAccessTests {
  private func started(
    _ type: AVMediaType = .video, _ settings: [String: Any]? = pixels(kCVPixelFormatType_32BGRA),
    range: CMTimeRange? = nil
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderTrackOutput) {
    try AVAssetReader.started(SharedClip.movie, type, settings) { reader, output in
      output.supportsRandomAccess = true
      if let range { reader.timeRange = range }
    }
  }

  private func range(_ first: Double, _ end: Double) -> CMTimeRange {
    CMTimeRange(start: NumberedMovie.time(first), end: NumberedMovie.time(end))
  }

  private func values(_ ranges: CMTimeRange...) -> [NSValue] { ranges.map { NSValue(timeRange: $0) } }

  @Test func ranges_areReadOneAfterTheOther() throws {
    let (reader, output) = try started(range: range(0, 3))
    #expect(output.all().count == 3)
    #expect(reader.status == .reading)
    // They take the place of the reader's time range.
    output.reset(forReadingTimeRanges: values(range(20, 22), range(25, 27)))
    #expect(output.all().map(\.presentationTimeStamp) == [20, 21, 25, 26].map { NumberedMovie.time($0) })
    output.reset(forReadingTimeRanges: values(range(5, 6)))
    #expect(output.all().map(\.presentationTimeStamp) == [NumberedMovie.time(5)])
    #expect(reader.status == .reading)
    output.markConfigurationAsFinal()
    #expect(reader.status == .completed && output.copyNextSampleBuffer() == nil)
  }

  @Test func noRanges_areNoSamples() throws {
    let (reader, output) = try started()
    _ = output.all()
    output.reset(forReadingTimeRanges: [])
    #expect(output.copyNextSampleBuffer() == nil)
    output.reset(forReadingTimeRanges: values(range(40, 50)))
    #expect(output.copyNextSampleBuffer() == nil)
    output.reset(forReadingTimeRanges: values(range(29, 50)))
    #expect(output.all().count == 1 && reader.status == .reading)
  }

  @Test func finalBeforeTheEnd_completesAtTheEnd() throws {
    let (reader, output) = try started()
    output.markConfigurationAsFinal()
    #expect(reader.status == .reading)
    #expect(output.all().count == 30 && reader.status == .completed)
  }

  @Test func audio_isThatOfTheWhole() throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=48000:seed=2:d=1", "-ac", "2", "-c:a", "flac", folder.file("a.mka"),
    ])
    let (reader, output) = try AVAssetReader.started(
      folder.url("a.mka"), .audio, linearPCM([AVSampleRateKey: 44100])
    ) { $1.supportsRandomAccess = true }
    let whole = try output.all().flatMap { try $0.bytes }
    try #require(whole.count > 33333 * 4, "\(reader.error as Any)")
    let part = CMTimeRange(start: CMTime(value: 30001, timescale: 44100), end: CMTime(value: 33333, timescale: 44100))
    output.reset(forReadingTimeRanges: values(part))
    #expect(try output.all().flatMap { try $0.bytes } == Array(whole[30001 * 4..<33333 * 4]))
  }

  @Test func otherOutputs_stayWhereTheyAre() throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let reader = try AVAssetReader(asset: asset)
    let outputs = (0..<2).map { _ in
      AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: pixels(kCVPixelFormatType_32BGRA))
    }
    outputs[0].supportsRandomAccess = true
    for output in outputs { reader.add(output) }
    #expect(reader.startReading())
    #expect(outputs[0].all().count == 30)
    for frame in 0..<30 {
      outputs[0].reset(forReadingTimeRanges: values(range(Double(frame * 7 % 30), Double(frame * 7 % 30 + 1))))
      #expect(outputs[0].all().map(\.presentationTimeStamp) == [NumberedMovie.time(Double(frame * 7 % 30))])
      #expect(outputs[1].copyNextSampleBuffer()?.presentationTimeStamp == NumberedMovie.time(Double(frame)))
    }
  }

  // MARK: Calls that are not allowed

  @Test func aResetThatIsNotAllowed_failsTheReader() throws {
    func reason(_ body: (AVAssetReader, AVAssetReaderTrackOutput) -> Void, random: Bool = true) throws -> String {
      let (reader, output) = try AVAssetReader.started(SharedClip.movie, .video, nil) {
        $1.supportsRandomAccess = random
      }
      body(reader, output)
      #expect(reader.status == .failed && output.copyNextSampleBuffer() == nil)
      let reason = try #require((reader.error as? AVError)?.failureReason)
      return String(reason.dropFirst("reset(forReadingTimeRanges:): ".count))
    }
    let ranges = values(range(1, 2))
    #expect(
      try reason { $1.reset(forReadingTimeRanges: ranges) } == "not all samples of the ranges before have been read")
    #expect(
      try reason(
        { reader, output in
          _ = output.copyNextSampleBuffer()
          output.reset(forReadingTimeRanges: ranges)
        }, random: false) == "supportsRandomAccess is false")
    let overlapping = values(range(1, 3), range(2, 4))
    #expect(
      try reason { reader, output in
        _ = output.all()
        output.reset(forReadingTimeRanges: overlapping)
      } == "range 1 begins before the end of the one before")
    #expect(
      try reason { reader, output in
        _ = output.all()
        output.reset(forReadingTimeRanges: [NSValue(timeRange: .invalid)])
      } == "range 0 has no start, or a negative duration")
  }

  @Test func afterCancellation_aResetChangesNothing() throws {
    let (reader, output) = try started()
    _ = output.all()
    reader.cancelReading()
    output.reset(forReadingTimeRanges: values(range(1, 2)))
    #expect(reader.status == .cancelled && reader.error == nil && output.copyNextSampleBuffer() == nil)
  }
}
