internal import MovieFile

/// An item of metadata that programs make, for files to be written.
///
///     let title = AVMutableMetadataItem()
///     title.keySpace = .common
///     title.key = AVMetadataKey.commonKeyTitle as NSString
///     title.value = "Spring" as NSString
///
/// Source: `AVMutableMetadataItem`.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
  /// Creates an item that says nothing.
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

  /// Key space and key in one; an identifier that is none leaves both nil.
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
      // Who waits for the value that was there before does not get it any more.
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

  /// Whose language the value is in; sets `extendedLanguageTag` too.
  open override var locale: Locale? {
    get { super.locale }
    set {
      content.withLock { content in
        content.locale = newValue
        content.languageTag = newValue.flatMap { LanguageTag($0)?.identifier }
      }
    }
  }

  /// The language of the value, a tag of BCP 47; sets `locale` too.
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

  /// An item that says what this one says now, and does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(snapshot) }
}
