import CoreMedia
import Foundation

extension AVAsset {
  /// Loads the track with an identifier.
  ///
  /// - Parameter handler: Gets the track, nil if there is none, or an error; called once, on another thread.
  public final func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler handler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadTrack(withTrackID: trackID) }
  }

  /// Loads the tracks of a media type.
  ///
  /// - Parameter handler: Gets the tracks or an error; called once, on another thread.
  public final func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler handler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadTracks(withMediaType: mediaType) }
  }

  /// Loads the tracks with a media characteristic.
  ///
  /// - Parameter handler: Gets the tracks or an error; called once, on another thread.
  public final func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler handler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadTracks(withMediaCharacteristic: mediaCharacteristic) }
  }

  /// Loads the metadata of a format.
  ///
  /// - Parameter handler: Gets the items or an error; called once, on another thread.
  public final func loadMetadata(
    for format: AVMetadataFormat,
    completionHandler handler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadMetadata(for: format) }
  }

  /// Loads the chapters of a language.
  ///
  /// - Parameter handler: Gets the chapters or an error; called once, on another thread.
  public final func loadChapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = [],
    completionHandler handler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) {
      try await self.loadChapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
    }
  }

  /// Loads the chapters of the most preferred language.
  ///
  /// - Parameter handler: Gets the chapters or an error; called once, on another thread.
  public final func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String],
    completionHandler handler: @escaping @Sendable ([AVTimedMetadataGroup]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) {
      try await self.loadChapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
    }
  }

  /// Loads the options for a media characteristic.
  ///
  /// - Parameter handler: Gets the group, nil if there is none, or an error; called once, on another thread.
  public final func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler handler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadMediaSelectionGroup(for: mediaCharacteristic) }
  }
}

extension AVAssetTrack {
  /// Loads the segment that is shown at a time.
  ///
  /// - Parameter handler: Gets the segment, nil if there is none, or an error; called once, on another thread.
  public final func loadSegment(
    forTrackTime trackTime: CMTime,
    completionHandler handler: @escaping @Sendable (AVAssetTrackSegment?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadSegment(forTrackTime: trackTime) }
  }

  /// Loads the presentation time of the sample that is shown at a time.
  ///
  /// - Parameter handler: Gets the time, which is invalid if there is an error; called once, on another thread.
  public final func loadSamplePresentationTime(
    forTrackTime trackTime: CMTime, completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void
  ) {
    deliver(to: { handler($0 ?? .invalid, $1) }) { try await self.loadSamplePresentationTime(forTrackTime: trackTime) }
  }

  /// Loads the metadata of a format.
  ///
  /// - Parameter handler: Gets the items or an error; called once, on another thread.
  public final func loadMetadata(
    for format: AVMetadataFormat,
    completionHandler handler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadMetadata(for: format) }
  }

  /// Loads the tracks that the track is associated with.
  ///
  /// - Parameter handler: Gets the tracks or an error; called once, on another thread.
  public final func loadAssociatedTracks(
    ofType trackAssociationType: AssociationType,
    completionHandler handler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await self.loadAssociatedTracks(ofType: trackAssociationType) }
  }
}
