import Synchronization

/// Items of metadata for a range of dates.
///
/// Source: `AVDateRangeMetadataGroup`.
open class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is behind a lock.
  struct Content {
    var items: [AVMetadataItem]
    var startDate: Date
    var endDate: Date?
  }

  let content: Mutex<Content>

  /// Creates a group of items.
  ///
  /// - Parameter endDate: The end of the range; nil if it is not known, equal to `startDate` for a moment.
  public required init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
    let items = items.map(AVTimedMetadataGroup.unchanging)
    content = Mutex(Content(items: items, startDate: startDate, endDate: endDate))
    super.init()
  }

  /// The start of the range.
  open var startDate: Date { content.withLock { $0.startDate } }

  /// The end of the range; nil if it is not known.
  open var endDate: Date? { content.withLock { $0.endDate } }

  /// The items.
  open override var items: [AVMetadataItem] { content.withLock { $0.items } }

  /// Returns the group itself; of a mutable one, its present state.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable group of the same items.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}

/// Items of metadata for a range of dates, which programs can change.
///
/// Source: `AVMutableDateRangeMetadataGroup`.
open class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is behind a lock.
  open override var startDate: Date {
    get { super.startDate }
    set { content.withLock { $0.startDate = newValue } }
  }

  open override var endDate: Date? {
    get { super.endDate }
    set { content.withLock { $0.endDate = newValue } }
  }

  open override var items: [AVMetadataItem] {
    get { super.items }
    set {
      let items = newValue.map(AVTimedMetadataGroup.unchanging)
      content.withLock { $0.items = items }
    }
  }

  /// Returns an immutable group of the present items.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVDateRangeMetadataGroup(items: items, start: startDate, end: endDate)
  }
}
