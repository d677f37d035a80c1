internal import MovieFile

/// An item of metadata that programs make, for writing to files.
///
///     let title = AVMutableMetadataItem()
///     title.keySpace = .common
///     title.key = AVMetadataKey.commonKeyTitle as NSString
///     title.value = "Spring" as NSString
///
/// Source: `AVMutableMetadataItem`.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// Creates an item without key and value.
  public convenience override init() { self.init(MetadataItemContent()) }

  open override var key: (any NSCopying & NSObjectProtocol)? {
    get { super.key }
    set {
      let copy = newValue.flatMap { $0.copy(with: nil) as? any NSCopying & NSObjectProtocol }
      nonisolated(unsafe) let key = copy
      content.withLock { $0.key = key }
    }
  }

  open override var keySpace: AVMetadataKeySpace? {
    get { super.keySpace }
    set { content.withLock { $0.keySpace = newValue } }
  }

  /// The key space and key combined; setting a malformed identifier makes both nil.
  open override var identifier: AVMetadataIdentifier? {
    get { super.identifier }
    set {
      let parts = newValue?.parts
      content.withLock { content in
        content.keySpace = parts.map { AVMetadataKeySpace($0.keySpace) }
        content.key = parts.map { $0.key.object(in: $0.keySpace) }
      }
    }
  }

  open override var value: (any NSCopying & NSObjectProtocol)? {
    get { super.value }
    set {
      let value = LazyMetadataValue(MetadataItemValue(object: newValue))
      content.withLock { $0.value = value }
      // Pending loads of the previous value are cancelled.
      cancelLoading()
    }
  }

  open override var time: CMTime {
    get { super.time }
    set { content.withLock { $0.time = newValue } }
  }

  open override var duration: CMTime {
    get { super.duration }
    set { content.withLock { $0.duration = newValue } }
  }

  open override var startDate: Date? {
    get { super.startDate }
    set { content.withLock { $0.startDate = newValue } }
  }

  /// The locale of the value; setting it sets `extendedLanguageTag` too.
  open override var locale: Locale? {
    get { super.locale }
    set {
      content.withLock { content in
        content.locale = newValue
        content.languageTag = newValue.flatMap { LanguageTag($0)?.identifier }
      }
    }
  }

  /// The language of the value, a tag of BCP 47; setting it sets `locale` too.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set {
      content.withLock { content in
        content.languageTag = newValue
        content.locale = newValue.flatMap { LanguageTag($0)?.locale }
      }
    }
  }

  open override var dataType: String? {
    get { super.dataType }
    set { content.withLock { $0.dataType = newValue } }
  }

  open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
    get { super.extraAttributes }
    set {
      nonisolated(unsafe) let attributes = newValue
      content.withLock { $0.extraAttributes = attributes }
    }
  }

  /// Returns an immutable item with the present content.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(snapshot) }
}
