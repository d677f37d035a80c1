/// A group of related metadata items.
///
/// Source: `AVMetadataGroup`.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  /// The items.
  open var items: [AVMetadataItem] { [] }

  override init() {}
}
