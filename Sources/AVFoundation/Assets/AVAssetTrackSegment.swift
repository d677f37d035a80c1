/// A stretch of a track's timeline, and the part of the media that it shows.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  /// From a range of the media to a range of the track. An empty stretch has an invalid source.
  open var timeMapping: CMTimeMapping { mapping }

  /// Whether the stretch shows nothing.
  open var isEmpty: Bool { !mapping.source.start.isValid }

  // Written once, here: subclasses are as immutable as this.
  private let mapping: CMTimeMapping

  init(timeMapping: CMTimeMapping) {
    mapping = timeMapping
    super.init()
  }

  /// Segments are equal that map alike.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAssetTrackSegment else { return false }
    return timeMapping == other.timeMapping
  }

  open override var hash: Int { mapping.target.start.hashValue }

  open override var description: String { "<\(type(of: self)): \(mapping)>" }
}
