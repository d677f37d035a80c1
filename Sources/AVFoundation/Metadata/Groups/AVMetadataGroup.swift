/// Items of metadata that belong together.
///
/// Source: `AVMetadataGroup`.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  /// The items.
  open var items: [AVMetadataItem] { [] }

  override init() {}
}
