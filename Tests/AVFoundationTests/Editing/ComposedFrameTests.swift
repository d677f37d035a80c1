import AVFoundation
import Testing

/// Frames and samples of compositions, as readers give them.
@Suite struct ComposedFrameTests {
  private let folder: TemporaryFolder
  private let source: AVURLAsset

  init() throws {
    folder = try TemporaryFolder()
    source = AVURLAsset(url: try NumberedMovie.make(in: folder))
  }

  /// A composition of ranges of the numbered movie, one after the other.
  private func composition(_ ranges: CMTimeRange...) throws -> (AVMutableComposition, AVMutableCompositionTrack) {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    for range in ranges { try track.insertTimeRange(range, of: source.track(.video), at: .invalid) }
    return (composition, track)
  }

  /// Reads an output to its end.
  private func read(
    _ asset: AVAsset, _ output: AVAssetReaderOutput, in range: CMTimeRange? = nil
  ) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: asset)
    if let range { reader.timeRange = range }
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return samples
  }

  private func composed(
    _ asset: AVAsset, _ video: AVVideoComposition, in range: CMTimeRange? = nil, settings: [String: Any]? = nil
  ) throws -> [CMSampleBuffer] {
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks.filter { $0.mediaType == .video }, videoSettings: settings)
    output.videoComposition = video
    return try read(asset, output, in: range)
  }

  private func numbers(_ samples: [CMSampleBuffer]) throws -> [Int] {
    try samples.map { try NumberedMovie.number(#require($0.imageBuffer)) }
  }

  // MARK: Tracks

  @Test func trackOutput_givesTheFramesOfTheSegmentsAtTheirTimes() throws {
    let (composition, track) = try composition(span(100, 160), span(400, 440))
    track.insertEmptyTimeRange(span(60, 100))
    let samples = try read(composition, AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    #expect(try numbers(samples) == [5, 6, 7, 20, 21])
    #expect(samples.map(\.presentationTimeStamp) == [0, 20, 40, 100, 120].map { ticks($0) })
  }

  @Test func segmentPastTheSourcesEnd_holdsTheLastFrameFromItsOwnEndOn() throws {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    track.segments = [
      AVCompositionTrackSegment(
        url: source.url, trackID: try source.track(.video).trackID, sourceTimeRange: span(500, 900),
        targetTimeRange: span(0, 400))
    ]
    let samples = try read(composition, AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    #expect(try numbers(samples) == [25, 26, 27, 28, 29, 29])
    #expect(samples.map(\.presentationTimeStamp) == [0, 20, 40, 60, 80, 100].map { ticks($0) })
    #expect(samples.last?.duration == ticks(300))
    let composed = try composed(composition, AVMutableVideoComposition(propertiesOf: composition))
    #expect(try numbers(composed).suffix(15).allSatisfy { $0 == 29 })
    #expect(zip(composed, composed.dropFirst()).allSatisfy { $0.presentationTimeStamp < $1.presentationTimeStamp })
  }

  @Test func trackOutput_readsPartsOfTheComposition() throws {
    let (composition, track) = try composition(span(100, 160), span(400, 440))
    let samples = try read(composition, AVAssetReaderTrackOutput(track: track, outputSettings: [:]), in: span(40, 80))
    #expect(try numbers(samples) == [7, 20] && samples.map(\.presentationTimeStamp) == [40, 60].map { ticks($0) })
  }

  /// Decision: the reader reads the composition as it is when it starts.
  @Test func editsAfterTheStart_doNotReachTheReader() throws {
    let (composition, track) = try composition(span(0, 100))
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    reader.add(output)
    track.removeTimeRange(span(0, 40))
    #expect(reader.startReading())
    track.removeTimeRange(span(0, 600))
    #expect(try numbers(output.all()) == [2, 3, 4])
  }

  /// A track may be empty, or only a gap.
  @Test func tracksWithoutMedia_giveNoFrames() throws {
    let (composition, track) = try composition(span(0, 40))
    let (empty, gap) = (try composition.add(.video), try composition.add(.video))
    gap.insertEmptyTimeRange(span(0, 40))
    for odd in [empty, gap] {
      #expect(try read(composition, AVAssetReaderTrackOutput(track: odd, outputSettings: [:])).isEmpty)
    }
    let video = AVMutableVideoComposition(propertiesOf: composition)
    #expect(try numbers(composed(composition, video)) == [0, 1])
    video.customVideoCompositorClass = nil
    let own = AVMutableVideoComposition(asset: composition, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) {
      request in
      #expect(request.sourceTrackIDs.map(\.int32Value) == [track.trackID])
      guard let frame = request.sourceFrame(byTrackID: track.trackID) else { throw AVError(.noImageAtTime) }
      return frame
    }
    #expect(try numbers(composed(composition, own)) == [0, 1])
  }

  // MARK: Video compositions

  @Test func cutsInsideGroupsOfPictures_areExact() throws {
    let (composition, _) = try composition(span(100, 300), span(500, 600), span(20, 80))
    let samples = try composed(composition, AVMutableVideoComposition(propertiesOf: composition))
    #expect(try numbers(samples) == Array(5..<15) + Array(25..<30) + [1, 2, 3])
    #expect(samples.map(\.presentationTimeStamp) == (0..<18).map { ticks($0 * 20) })
    #expect(samples.allSatisfy { $0.duration == ticks(20) })
  }

  @Test func otherFrameRates_showTheLastFrameThatHasBegun() throws {
    let (composition, track) = try composition(span(0, 200))
    track.scaleTimeRange(span(0, 200), toDuration: ticks(400))
    let video = AVMutableVideoComposition(propertiesOf: composition)
    video.frameDuration = CMTime(value: 1, timescale: 25)
    #expect(try numbers(composed(composition, video)) == (0..<17).map { $0 * 30 / 50 })
  }

  @Test func lastPartialFrame_endsWithTheComposition() throws {
    let (composition, _) = try composition(span(0, 110))
    let samples = try composed(composition, AVMutableVideoComposition(propertiesOf: composition))
    #expect(samples.count == 6 && samples.last?.duration == ticks(10))
    #expect(try numbers(samples) == Array(0..<6))
  }

  /// The guide's second instruction ends past the composition: legal, and the movie is not longer.
  @Test func instructionBeyondTheEnd_makesNothingLonger() throws {
    let (composition, track) = try composition(span(0, 100))
    let video = AVMutableVideoComposition(propertiesOf: composition)
    (video.instructions[0] as? AVMutableVideoCompositionInstruction)?.timeRange = span(0, 6000)
    #expect(try composed(composition, video).count == 5)
    #expect(track.timeRange == span(0, 100))
  }

  @Test func gapsAndTracksWithoutLayers_showTheBackground() throws {
    let (composition, track) = try composition(span(0, 40), span(0, 40))
    track.insertEmptyTimeRange(span(40, 80))
    let video = AVMutableVideoComposition(propertiesOf: composition)
    for case let instruction as AVMutableVideoCompositionInstruction in video.instructions {
      instruction.backgroundColor = .white
    }
    // White in all bars.
    #expect(try numbers(composed(composition, video)) == [0, 1, 255, 255, 0, 1])
    let hidden = AVMutableVideoCompositionInstruction()
    hidden.timeRange = span(0, 120)
    video.instructions = [hidden]
    #expect(try numbers(composed(composition, video)) == [0, 0, 0, 0, 0, 0])
  }

  /// A dissolve of two tracks: the mix of both frames to 1/255.
  @Test func dissolve_mixesBothTracks() throws {
    let (composition, first) = try composition(span(0, 200))
    let second = try composition.add(.video)
    try second.insertTimeRange(span(300, 500), of: source.track(.video), at: ticks(100))
    let video = AVMutableVideoComposition(propertiesOf: composition)
    video.instructions[1] = AVVideoTransition.dissolve.instruction(
      from: first, to: second, in: span(100, 200), renderSize: video.renderSize)
    let samples = try composed(composition, video)
    #expect(try numbers(Array(samples[..<5])) == [0, 1, 2, 3, 4] && numbers(Array(samples[10...])) == Array(20..<25))
    for (index, sample) in samples[5..<10].enumerated() {
      let share = 1 - Double(index) / 5
      let levels = try NumberedMovie.levels(#require(sample.imageBuffer))
      for (bar, level) in levels.enumerated() {
        func luma(_ number: Int) -> Double { number >> bar & 1 == 1 ? 235 : 16 }
        let expected = luma(5 + index) * share + luma(15 + index) * (1 - share)
        #expect(abs(level - expected) <= 1.5, "frame \(index), bar \(bar): \(level) for \(expected)")
      }
    }
  }

  /// A file's own track, moved to the right by three bars.
  @Test func filesTracks_areComposedToo() throws {
    let video = AVMutableVideoComposition(propertiesOf: source)
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: try source.track(.video))
    layer.setTransform(CGAffineTransform(translationX: 48, y: 0), at: .zero)
    (video.instructions[0] as? AVMutableVideoCompositionInstruction)?.layerInstructions = [layer]
    #expect(try numbers(composed(source, video)) == (0..<30).map { $0 << 3 & 255 })
  }

  @Test func settings_changeTheFormatOfComposedFrames() throws {
    let (composition, _) = try composition(span(0, 40))
    let video = AVMutableVideoComposition(propertiesOf: composition)
    let samples = try composed(composition, video, settings: pixels(kCVPixelFormatType_32BGRA, width: 64, height: 32))
    let frame = try #require(samples.last?.imageBuffer)
    #expect(CVPixelBufferGetWidth(frame) == 64 && CVPixelBufferGetPixelFormatType(frame) == kCVPixelFormatType_32BGRA)
    #expect(samples.count == 2)
  }

  @Test func imagesWithFiniteTolerances_haveTheTimesOfTheirFrames() throws {
    let (composition, _) = try composition(span(100, 300), span(500, 600))
    let generator = AVAssetImageGenerator(asset: composition)
    generator.requestedTimeToleranceBefore = ticks(6)
    generator.requestedTimeToleranceAfter = ticks(6)
    generator.videoComposition = AVMutableVideoComposition(propertiesOf: composition)
    // No frame begins within 6 ticks of 50: its image is of the frame that is presented then.
    for time: Int64 in [40, 43, 50] {
      var actual = CMTime.invalid
      let image = try generator.copyCGImage(at: ticks(time), actualTime: &actual)
      #expect(NumberedMovie.number(image) == 7 && actual == ticks(40), "\(time): \(actual.seconds)")
    }
  }

  @Test func images_areThoseOfTheReader() throws {
    let (composition, _) = try composition(span(100, 300), span(500, 600))
    let generator = AVAssetImageGenerator(asset: composition)
    generator.makeExact()
    generator.videoComposition = AVMutableVideoComposition(propertiesOf: composition)
    for (time, expected) in [(0, 5), (199, 14), (200, 25), (299, 29), (25, 6)] {
      var actual = CMTime.invalid
      let image = try generator.copyCGImage(at: ticks(Int64(time)), actualTime: &actual)
      #expect(NumberedMovie.number(image) == expected && actual == ticks(Int64(time)))
    }
    expectNoImage { try generator.copyCGImage(at: ticks(300), actualTime: nil) }
    generator.requestedTimeToleranceBefore = .positiveInfinity
    #expect(try NumberedMovie.number(generator.copyCGImage(at: ticks(300), actualTime: nil)) == 29)
    generator.videoComposition = AVMutableVideoComposition()
    let error = #expect(throws: AVError.self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
    #expect(error?.code == .invalidVideoComposition)
  }

  /// Other ranges than the reader's own are validated when they are asked for.
  @Test func laterRanges_areValidatedToo() throws {
    let video = AVMutableVideoComposition(propertiesOf: source)
    for case let instruction as AVMutableVideoCompositionInstruction in video.instructions {
      instruction.timeRange = span(0, 300)
    }
    let reader = try AVAssetReader(asset: source)
    reader.timeRange = span(0, 60)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: source.tracks.filter { $0.mediaType == .video }, videoSettings: nil)
    (output.videoComposition, output.supportsRandomAccess) = (video, true)
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    #expect(output.all().count == 3)
    output.reset(forReadingTimeRanges: [NSValue(timeRange: span(100, 160))])
    #expect(output.all().count == 3)
    output.reset(forReadingTimeRanges: [NSValue(timeRange: span(280, 340))])
    #expect(output.all().isEmpty && reader.status == .failed)
    #expect((reader.error as? AVError)?.code == .invalidVideoComposition)
  }
}

extension NumberedMovie {
  /// Returns the luma of each bar in the middle of a frame of planes.
  static func levels(_ frame: CVPixelBuffer) -> [Double] {
    CVPixelBufferLockBaseAddress(frame, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(frame, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddressOfPlane(frame, 0) else { return [] }
    let (width, height) = (CVPixelBufferGetWidth(frame), CVPixelBufferGetHeight(frame))
    let row = base + height / 2 * CVPixelBufferGetBytesPerRowOfPlane(frame, 0)
    return (0..<8).map { Double(row.load(fromByteOffset: ($0 * 2 + 1) * width / 16, as: UInt8.self)) }
  }

  /// Returns the number that a frame of planes shows.
  static func number(_ frame: CVPixelBuffer) -> Int {
    levels(frame).enumerated().reduce(0) { $0 | ($1.element > 127 ? 1 << $1.offset : 0) }
  }
}
