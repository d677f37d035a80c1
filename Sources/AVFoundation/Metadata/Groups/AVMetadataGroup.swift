/// A group of related metadata items.
///
/// Source: `AVMetadataGroup`.
open class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The items.
  open var items: [AVMetadataItem] { [] }
  /// The label that a server gave to the group's kind; nil without one: labels come with date ranges of HTTP Live Streaming alone.
  open var classifyingLabel: String? { nil }
  /// The identifier that a server gave to the group; nil without one: identifiers come with date ranges of HTTP Live Streaming alone.
  open var uniqueID: String? { nil }

  override init() {}
}
