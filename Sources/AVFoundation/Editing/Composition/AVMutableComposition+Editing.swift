internal import MediaSource

extension AVMutableComposition {
  /// Inserts a range of all tracks of an asset, at its natural speed. What is presented from the time on is pushed back in all
  /// tracks, by the range's duration.
  ///
  /// Each of the asset's tracks goes into the first track of its media type that has not got one; where there is none, a track is
  /// added. Tracks that get nothing have a gap; so have those of the asset's tracks that end before the range does.
  ///
  /// - Parameters:
  ///   - timeRange: A range of the asset's timeline; a duration of positive infinity ends with the asset.
  ///   - startTime: The time in the composition; invalid, the range is appended.
  /// - Throws: `AVError` as `AVMutableCompositionTrack.insertTimeRange(_:of:at:)` does; nothing is inserted then. May block.
  public func insertTimeRange(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    try insert(timeRange, of: asset, at: startTime)
  }

  private func insert(_ timeRange: CMTimeRange, of asset: AVAsset, at startTime: CMTime) throws {
    let time = startTime.isValid ? startTime : duration
    guard time.isPlain, time >= .zero else {
      throw AVError(.unknown, reason: "\(startTime.text) is no time of a composition")
    }
    let sources = try sourceTracks(of: asset)
    let end = sources.map(\.segments.duration).max() ?? .zero
    let range = try SourceSegments.checked(timeRange, of: "the asset", end)
    guard range.duration > .zero else { return }
    guard range.intersection(CMTimeRange(start: .zero, end: end)).duration > .zero else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceStartTime,
        reason: "\(range.text) is outside of the asset, which ends at \(end.text)")
    }
    guard (time + range.duration).isPlain else {
      throw AVError(.unknown, reason: "the composition would end after the largest time there is")
    }
    // A shorter track has a gap where only others have media.
    let parts = try sources.map { type, segments in
      (type, try segments.overlaps(range) ? segments.part(range) : [.empty(range.duration)])
    }
    var rest = mutableTracks
    for (type, part) in parts {
      if let index = rest.firstIndex(where: { $0.mediaType == type }) {
        rest.remove(at: index).contents.edit { $0.segments.insert(part, at: time) }
      } else {
        let track = addMutableTrack(withMediaType: type, preferredTrackID: kCMPersistentTrackID_Invalid)
        track?.contents.edit { $0.segments.insert(part, at: time) }
      }
    }
    for track in rest { track.contents.edit { $0.segments.insert([.empty(range.duration)], at: time) } }
  }

  /// Inserts a range of all tracks of an asset, without blocking a thread; see `insertTimeRange(_:of:at:)`.
  public final func insertTimeRange(
    _ timeRange: CMTimeRange, of asset: AVAsset, at time: CMTime, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    // What the insertion reads is read on a thread that may wait; the composition changes on the caller's.
    try await WorkPool.network.value { _ = try AVMutableComposition().sourceTracks(of: asset) }
    try insert(timeRange, of: asset, at: time)
  }

  private func sourceTracks(of asset: AVAsset) throws -> [(type: AVMediaType, segments: SourceSegments)] {
    let tracks = asset.tracks
    guard !tracks.isEmpty else {
      if case .failed(let error)? = asset.propertyLoader?.status("tracks") { throw error }
      // An empty composition can be inserted, and is nothing.
      if asset is AVComposition { return [] }
      throw AVError(.operationNotSupportedForAsset, reason: "the asset has no tracks")
    }
    return try tracks.map { ($0.mediaType, try SourceSegments(of: $0, into: $0.mediaType)) }
  }

  /// Inserts an empty range into all tracks. What is presented from its start on is pushed back; a range without times is
  /// ignored.
  public func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.insertEmptyTimeRange(timeRange) }
  }

  /// Removes a range from all tracks; what comes after it moves up. Tracks remain, even empty ones.
  public func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in mutableTracks { track.removeTimeRange(timeRange) }
  }

  /// Changes the duration of a range in all tracks: its media are played faster or slower, at
  /// `source.duration / target.duration`.
  ///
  /// A range without times, and a duration that is not above zero, are ignored.
  public func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    // An infinite range ends with the composition, so that all tracks get the same speed.
    let isInfinite = timeRange.duration.isPositiveInfinity
    let range = isInfinite ? CMTimeRange(start: timeRange.start, end: self.duration) : timeRange
    for track in mutableTracks { track.scaleTimeRange(range, toDuration: duration) }
  }
}

extension AVURLAsset {
  /// Returns a track of this asset any range of which fits into a track of a composition: the first of its media type; nil if
  /// there is none.
  public final func compatibleTrack(for compositionTrack: AVCompositionTrack) -> AVAssetTrack? {
    tracks.first { $0.mediaType == compositionTrack.mediaType }
  }
}
