internal import MovieFile

/// A filter for metadata items that may be shared.
///
/// Source: `AVMetadataItemFilter`.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  private let isAccepted: @Sendable (AVMetadataItem) -> Bool

  init(_ isAccepted: @escaping @Sendable (AVMetadataItem) -> Bool) { self.isAccepted = isAccepted }

  /// Returns a filter for sharing media: it removes locations, purchase data and ratings, and all items that only the
  /// program that wrote them understands.
  open class func forSharing() -> AVMetadataItemFilter { AVMetadataItemFilter { !$0.snapshot.isPrivate } }

  func accepts(_ item: AVMetadataItem) -> Bool { isAccepted(item) }
}

extension MetadataItemContent {
  /// True if the item describes people or places rather than the media.
  fileprivate var isPrivate: Bool {
    guard let keySpace = keySpace?.fileKeySpace, let key = fileKey else { return false }
    return key.isPrivate(in: keySpace)
  }
}
