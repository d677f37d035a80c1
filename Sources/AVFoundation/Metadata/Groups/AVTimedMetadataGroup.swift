import Synchronization

/// Items of metadata that hold during a stretch of time, such as a chapter's title and picture.
///
/// Source: `AVTimedMetadataGroup`.
open class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
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

  /// When the items hold.
  open var timeRange: CMTimeRange { content.withLock { $0.timeRange } }

  /// The items.
  open override var items: [AVMetadataItem] { content.withLock { $0.items } }

  /// The group itself; a mutable one as it is now.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A mutable group of the same items.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableTimedMetadataGroup(items: items, timeRange: timeRange)
  }

  /// Groups keep items as they are when they are given.
  static func unchanging(_ item: AVMetadataItem) -> AVMetadataItem { item.copy() as? AVMetadataItem ?? item }
}

/// Items of metadata that hold during a stretch of time, for programs to fill.
///
/// Source: `AVMutableTimedMetadataGroup`.
open class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
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

  /// A group of the items that there are now, which does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(items: items, timeRange: timeRange) }
}
