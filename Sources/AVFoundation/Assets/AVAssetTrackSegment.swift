/// A segment of a track's timeline, and the part of the media that it shows.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The mapping from a range of the media to a range of the track. An empty segment has an invalid source.
  open var timeMapping: CMTimeMapping { mapping }

  /// True if the segment shows no media.
  open var isEmpty: Bool { !mapping.source.start.isValid }

  // Set once in the initializer: subclasses are immutable too.
  private let mapping: CMTimeMapping

  init(timeMapping: CMTimeMapping) {
    mapping = timeMapping
    super.init()
  }

  /// Segments are equal if their time mappings are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAssetTrackSegment else { return false }
    return timeMapping == other.timeMapping
  }

  open override var hash: Int { mapping.target.start.hashValue }

  open override var description: String { "<\(type(of: self)): \(mapping)>" }
}
