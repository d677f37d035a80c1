/// A group of related metadata items.
///
/// Source: `AVMetadataGroup`.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The items.
  open var items: [AVMetadataItem] { [] }

  override init() {}
}
