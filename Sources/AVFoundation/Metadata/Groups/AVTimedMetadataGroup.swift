import Synchronization

/// Items of metadata for a time range, such as a chapter's title and image.
///
/// Source: `AVTimedMetadataGroup`.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  struct Content {
    var items: [AVMetadataItem]
    var timeRange: CMTimeRange
  }

  let content: Mutex<Content>

  /// Creates a group of items.
  public required init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    content = Mutex(Content(items: items.map(Self.unchanging), timeRange: timeRange))
    super.init()
  }

  /// The time range of the items.
  open var timeRange: CMTimeRange { content.withLock { $0.timeRange } }

  /// The items.
  open override var items: [AVMetadataItem] { content.withLock { $0.items } }

  /// Returns the group itself; of a mutable one, its present state.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable group of the same items.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
  }

  /// Groups keep items in the state in which they are added.
  static func unchanging(_ item: AVMetadataItem) -> AVMetadataItem { item.copy() as? AVMetadataItem ?? item }
}

/// Items of metadata for a time range, which programs can change.
///
/// Source: `AVMutableTimedMetadataGroup`.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  open override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { content.withLock { $0.timeRange = newValue } }
  }

  open override var items: [AVMetadataItem] {
    get { super.items }
    set {
      let items = newValue.map(Self.unchanging)
      content.withLock { $0.items = items }
    }
  }

  /// Returns an immutable group of the present items.
  open override func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
}
