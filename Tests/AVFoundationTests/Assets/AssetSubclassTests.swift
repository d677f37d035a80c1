import AVFoundation
import Testing

/// An asset subclass without a file.
private final class Countdown: AVAsset, @unchecked Sendable {
  override var duration: CMTime { CMTime(value: 10, timescale: 1) }
  override var preferredRate: Float { -1 }
  override var isReadable: Bool { false }
  override var metadata: [AVMetadataItem] { [title] }
  override var commonMetadata: [AVMetadataItem] { [title] }
  override var lyrics: String? { "ten, nine, eight" }
  override var creationDate: AVMetadataItem? { title }
  override var availableChapterLocales: [Locale] { [Locale(identifier: "de")] }
  override var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] { [.audible] }
  override func chapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey]? = nil
  ) -> [AVTimedMetadataGroup] {
    [AVTimedMetadataGroup(items: [title], timeRange: CMTimeRange(start: .zero, duration: duration))]
  }

  private var title: AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierTitle
    item.value = "Countdown" as NSString
    return item
  }
}

/// An asset whose only tracks are those of video.
private final class SilentAsset: AVURLAsset, @unchecked Sendable {
  override var tracks: [AVAssetTrack] { super.tracks.filter { $0.mediaType == .video } }
}

/// An image generator that records the requested times.
private final class RecordingGenerator: AVAssetImageGenerator, @unchecked Sendable {
  nonisolated(unsafe) var asked: [CMTime] = []

  override func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    asked.append(requestedTime)
    return try super.copyCGImage(at: requestedTime, actualTime: actualTime)
  }
}

/// The properties of subclasses are loaded with the values that the subclass returns.
@Suite struct AssetSubclassTests {
  @Test func overriddenProperties_areLoadedAsAnyOthers() async throws {
    let asset: AVAsset = Countdown()
    let (duration, rate, isReadable) = try await asset.load(.duration, .preferredRate, .isReadable)
    #expect(duration.seconds == 10 && rate == -1 && !isReadable)
    #expect(asset.status(of: .duration) == .loaded(CMTime(value: 10, timescale: 1)))
    #expect(try await asset.load(.metadata).map(\.stringValue) == ["Countdown"])
    #expect(try await asset.load(.lyrics) == "ten, nine, eight")
    #expect(try await asset.loadChapterMetadataGroups(withTitleLocale: Locale(identifier: "de")).count == 1)
    #expect(try await asset.load(.availableMediaCharacteristicsWithMediaSelectionOptions) == [.audible])
  }

  @Test func overriddenTracks_areThoseThatOthersFind() async throws {
    let asset = SilentAsset(url: SharedClip.movie)
    #expect(asset.tracks.count == 1 && asset.tracks(withMediaType: .audio).isEmpty)
    #expect(try await asset.loadTracks(withMediaType: .audio).isEmpty)
    #expect(asset.unusedTrackID() != asset.tracks.first?.trackID)
  }

  @Test func overriddenRequests_areCalled() throws {
    let generator = RecordingGenerator(asset: AVURLAsset(url: SharedClip.movie))
    _ = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(generator.asked == [.zero])
  }

  /// Properties of `AVAsset` load from its subclasses too.
  @Test func propertiesOfAssets_areLoadedFromURLAssets() async throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let property: AVAsyncProperty<AVAsset, CMTime> = .duration
    let any: AVAsset = asset
    #expect(try await any.load(property) == asset.load(.duration))
    let all = try await asset.load(
      .duration, .tracks, .isPlayable, .isExportable, .isReadable, .isComposable, .hasProtectedContent, .preferredRate)
    #expect(all.0 == asset.duration && all.1.count == asset.tracks.count && all.2 && all.3 && all.4 && all.5 && !all.6)
    #expect(all.7 == 1)
  }
}
