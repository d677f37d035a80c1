internal import MediaSource

/// A segment of a composition track: a range of a track of a file, and the range of the composition in which it is
/// presented; or an empty segment.
///
/// The segments of all tracks with their URLs, track IDs and mappings describe a composition completely: a program can
/// store them, and make the composition anew by `AVMutableCompositionTrack.segments`.
///
/// Source: `AVCompositionTrackSegment`.
open class AVCompositionTrackSegment: AVAssetTrackSegment, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.
  /// The file of the media; nil for an empty segment.
  open var sourceURL: URL? { source?.url }

  /// The ID of the track in its file; invalid for an empty segment.
  open var sourceTrackID: CMPersistentTrackID { source?.trackID ?? kCMPersistentTrackID_Invalid }

  /// True if the segment presents no media.
  open override var isEmpty: Bool { source == nil }

  let source: CompositionSource?

  /// Creates a segment that presents a range of a track. Nothing is read: a missing file is reported when it is used.
  ///
  /// The media play at the rate `sourceTimeRange.duration / targetTimeRange.duration`.
  ///
  /// - Parameters:
  ///   - URL: The file of the media.
  ///   - trackID: The ID of the track in the file.
  ///   - sourceTimeRange: The range on the timeline of the file's track.
  ///   - targetTimeRange: The range of the composition track.
  public init(
    url URL: URL, trackID: CMPersistentTrackID, sourceTimeRange: CMTimeRange, targetTimeRange: CMTimeRange
  ) {
    source = CompositionSource(url: URL, trackID: trackID)
    super.init(timeMapping: CMTimeMapping(source: sourceTimeRange, target: targetTimeRange))
  }

  /// Creates an empty segment in a range of the composition track.
  public init(timeRange: CMTimeRange) {
    source = nil
    super.init(timeMapping: CMTimeMapping(source: .invalid, target: timeRange))
  }

  init(_ segment: CompositionSegment, in target: CMTimeRange) {
    source = segment.media?.source
    super.init(timeMapping: CMTimeMapping(source: segment.media?.range ?? .invalid, target: target))
  }

  /// Segments are equal if their sources and time mappings are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVCompositionTrackSegment, super.isEqual(other) else { return false }
    return sourceURL == other.sourceURL && (isEmpty || sourceTrackID == other.sourceTrackID)
  }
}
