internal import MediaSource
internal import MovieFile
import Synchronization

/// Something that an asset or a track says about itself: a key, a value, and what belongs to them.
///
/// Items of assets read their values when somebody asks for them: `value` and the properties that convert it wait for that, the
/// loading methods do not. Items never change, but for mutable ones; all of it may be used from any thread.
///
/// Source: `AVMetadataItem`.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  let content: Mutex<MetadataItemContent>
  /// Made when somebody loads, for the value that there is then.
  let loader = Mutex<(any PropertyLoader)?>(nil)

  /// Creates an item that says nothing.
  public override init() { content = Mutex(MetadataItemContent()) }

  init(_ content: MetadataItemContent) { self.content = Mutex(content) }

  deinit { cancelLoading() }

  /// The key: text, a number that stands for four characters, or data, as the key space has it.
  open var key: (any NSCopying & NSObjectProtocol)? { snapshot.key }

  /// Where the key is defined; mostly that of the format in which the item is stored.
  open var keySpace: AVMetadataKeySpace? { snapshot.keySpace }

  /// Key space and key in one.
  open var identifier: AVMetadataIdentifier? { snapshot.identifier }

  /// The key in the common key space that says the same; nil if none does.
  open var commonKey: AVMetadataKey? { snapshot.commonKey.map { AVMetadataKey(rawValue: $0.rawValue) } }

  /// What the item says: an `NSString`, `NSNumber`, `NSData`, `NSDate` or another property list; nil if it cannot be read.
  open var value: (any NSCopying & NSObjectProtocol)? { coercion?.value.object }

  /// When it begins to hold; invalid if it holds always.
  open var time: CMTime { snapshot.time }

  /// How long it holds; invalid if that is not known.
  open var duration: CMTime { snapshot.duration }

  /// The date at which `time` is; nil if it is not known.
  open var startDate: Date? { snapshot.startDate }

  /// Whose language the value is in; nil if that is not known.
  open var locale: Locale? { snapshot.locale }

  /// The language of the value, a tag of BCP 47; nil if it is not known.
  open var extendedLanguageTag: String? { snapshot.languageTag }

  /// The type of the value, one of `kCMMetadataBaseDataType_…`; nil if it is not known.
  open var dataType: String? { snapshot.dataType }

  /// What else the file says of the value: what a picture shows, in which words a comment is described, whose data it is.
  open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { snapshot.extraAttributes }

  /// The value as text; nil if it is none.
  ///
  /// Numbers are written out, dates as ISO 8601 has them, places as ISO 6709 has them, the number of a track as `3/12`, and
  /// genres that a file numbers by their names.
  open var stringValue: String? { coercion?.string }

  /// The value as a number; nil if it is none. Of `3/12` in the key of a track it is 3.
  open var numberValue: NSNumber? { coercion?.number }

  /// The value as a date; nil if it is none. A year, month or day stands for its beginning in UTC.
  open var dateValue: Date? { coercion?.date }

  /// The bytes of the value: as the file has them, else UTF-8 text, a big-endian number, or the data itself.
  open var dataValue: Data? { coercion?.data }

  /// The item itself; a mutable one as it is now.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A mutable item that says the same.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(snapshot) }

  /// All but the value if it was not read yet.
  open override var description: String {
    let content = snapshot
    func text(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }
    var parts = [
      "identifier=\(text(content.identifier))", "keySpace=\(text(content.keySpace))",
      "commonKey=\(text(content.commonKey?.rawValue))", "extendedLanguageTag=\(text(content.languageTag))",
      "dataType=\(text(content.dataType))", "time=\(content.time)", "duration=\(content.duration)",
    ]
    switch content.value.known {
    case .success(let value)?:
      let data = value.object as? NSData
      parts.append(data.map { "value length=\($0.length)" } ?? "value=\(text(value.object))")
    case .failure(let error)?: parts.append("value failed: \(error)")
    case nil: parts.append("value not loaded")
    }
    return "<\(type(of: self)): \(parts.joined(separator: ", "))>"
  }

  var snapshot: MetadataItemContent { content.withLock { $0 } }

  /// The value, waited for, and how to convert it; nil if it cannot be read.
  private var coercion: MetadataCoercion? {
    let content = snapshot
    guard case .success(let value) = content.value.value else { return nil }
    return content.coercion(of: value)
  }
}
