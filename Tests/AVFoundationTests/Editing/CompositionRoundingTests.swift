import AVFoundation
import Testing

/// Compositions whose times have so many timescales that their sums are rounded: clips that were inserted one behind
/// the other stay so.
@Suite struct CompositionRoundingTests {
  private let folder: TemporaryFolder
  private let movie: AVURLAsset

  init() throws {
    folder = try TemporaryFolder()
    movie = AVURLAsset(url: try ExportMedia.movie(in: folder))
  }

  /// Durations of four timescales, the second one of nanoseconds or others.
  private static func durations(_ second: CMTime) -> [CMTime] {
    [CMTime(value: 10_010, timescale: 24_000), second, CMTime(value: 5005, timescale: 30_000), ticks(1, 2)]
  }

  private static let seconds = (0..<8).flatMap { step in
    [1_000_000_000, 44_100, 999_983].map { CMTime(seconds: 0.1023 + Double(step) * 0.0123, preferredTimescale: $0) }
  }

  /// A composition of the beginning of the movie, several times.
  private func composition(_ durations: [CMTime]) async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    for duration in durations {
      try await composition.insertTimeRange(
        CMTimeRange(start: .zero, duration: duration), of: movie, at: composition.duration)
    }
    return composition
  }

  private func track(_ type: AVMediaType, of composition: AVComposition) throws -> AVCompositionTrack {
    try #require(composition.tracks(withMediaType: type).first)
  }

  private func read(_ asset: AVAsset, _ output: AVAssetReaderOutput) throws -> [CMSampleBuffer] {
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return samples
  }

  private func expectMedia(_ composition: AVMutableComposition, frames count: Int, seconds: Double) throws {
    #expect(abs(composition.duration.seconds - seconds) < 1e-8)
    for track in composition.tracks { try track.validateSegments(track.segments) }
    let video = try track(.video, of: composition)
    let frames = try read(composition, AVAssetReaderTrackOutput(track: video, outputSettings: [:]))
    #expect(frames.count == count)
    let last = try #require(frames.last)
    #expect(abs(last.presentationTimeStamp.seconds + last.duration.seconds - seconds) < 1e-6)
    let canvas = AVAssetReaderVideoCompositionOutput(videoTracks: [video], videoSettings: nil)
    let properties = AVMutableVideoComposition(propertiesOf: composition)
    properties.frameDuration = CMTime(value: 1, timescale: 30)
    canvas.videoComposition = properties
    #expect(try read(composition, canvas).count == Int((seconds * 30 - 1e-6).rounded(.up)))
    let mix = AVAssetReaderAudioMixOutput(audioTracks: [try track(.audio, of: composition)], audioSettings: nil)
    mix.audioTimePitchAlgorithm = .varispeed
    let heard = try read(composition, mix).reduce(0) { $0 + $1.numSamples }
    #expect(abs(heard - Int((seconds * 48_000).rounded())) <= 1)
  }

  @Test(arguments: Soak.cases(seconds, every: 4))
  func clipsInsertedAtTheEnd_areReadWithAllOfTheirFrames(_ second: CMTime) async throws {
    let durations = Self.durations(second)
    let count = durations.reduce(0) { $0 + Int(($1.seconds * 30).rounded(.up)) }
    let composition = try await composition(durations)
    try expectMedia(composition, frames: count, seconds: durations.reduce(0) { $0 + $1.seconds })
    // With a piece of another speed in between.
    let scaled = try track(.video, of: composition).segments[1].timeMapping.target
    let length = CMTime(value: 1001, timescale: 7001)
    composition.scaleTimeRange(scaled, toDuration: length)
    let others = durations[0].seconds + durations[2].seconds + durations[3].seconds
    try expectMedia(composition, frames: count, seconds: others + length.seconds)
  }

  /// 3, 10 and 7 frames: the sum is rounded, and no frame begins in what it is longer.
  @Test func totalOfWholeFrames_hasNoFrameMore() async throws {
    let composition = try await composition([
      CMTime(value: 100_000_000, timescale: 1_000_000_000), CMTime(value: 8000, timescale: 24_000),
      CMTime(value: 7000, timescale: 30_000),
    ])
    try expectMedia(composition, frames: 20, seconds: 2.0 / 3)
  }

  @Test(arguments: [AVAssetExportPresetHighestQuality, AVAssetExportPresetPassthrough])
  func exports_areAsLongAsTheComposition(preset: String) async throws {
    let composition = try await composition(Self.durations(CMTime(value: 212_300_000, timescale: 1_000_000_000)))
    let session = try #require(AVAssetExportSession(asset: composition, presetName: preset))
    try await session.make(folder.url("out.mov"), .mov)
    let exported = AVURLAsset(url: folder.url("out.mov"))
    #expect(abs(try exported.track(.video).timeRange.end.seconds - composition.duration.seconds) < 0.002)
  }
}
