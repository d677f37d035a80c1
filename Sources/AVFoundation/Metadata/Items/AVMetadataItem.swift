internal import MediaSource
internal import MovieFile
import Synchronization

/// An item of metadata of an asset or a track: a key, a value and their attributes.
///
/// Items of assets read their values on first use: `value` and the properties that convert it block until it is read,
/// the loading methods do not. Only mutable items change; all methods may be called from any thread.
///
/// Source: `AVMetadataItem`.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  let content: Mutex<MetadataItemContent>
  /// Created on the first load, for the value at that time.
  let loader = Mutex<(any PropertyLoader)?>(nil)

  /// Creates an item without key and value.
  public override init() { content = Mutex(MetadataItemContent()) }

  init(_ content: MetadataItemContent) { self.content = Mutex(content) }

  deinit { cancelLoading() }

  /// The key: text, a number that encodes four characters, or data, as the key space defines it.
  open var key: (any NSCopying & NSObjectProtocol)? { snapshot.key }

  /// The key space that defines the key; mostly that of the format in which the item is stored.
  open var keySpace: AVMetadataKeySpace? { snapshot.keySpace }

  /// The key space and key combined.
  open var identifier: AVMetadataIdentifier? { snapshot.identifier }

  /// The equivalent key in the common key space; nil if there is none.
  open var commonKey: AVMetadataKey? { snapshot.commonKey.map { AVMetadataKey(rawValue: $0.rawValue) } }

  /// The value: an `NSString`, `NSNumber`, `NSData`, `NSDate` or another property list; nil if it cannot be read.
  open var value: (any NSCopying & NSObjectProtocol)? { coercion?.value.object }

  /// The start of the item's time range; invalid if it applies to all of the media.
  open var time: CMTime { snapshot.time }

  /// The duration of the item's time range; invalid if unknown.
  open var duration: CMTime { snapshot.duration }

  /// The date that corresponds to `time`; nil if unknown.
  open var startDate: Date? { snapshot.startDate }

  /// The locale of the value; nil if unknown.
  open var locale: Locale? { snapshot.locale }

  /// The language of the value, a tag of BCP 47; nil if unknown.
  open var extendedLanguageTag: String? { snapshot.languageTag }

  /// The type of the value, one of `kCMMetadataBaseDataType_…`; nil if unknown.
  open var dataType: String? { snapshot.dataType }

  /// Further attributes of the value in the file: the subject of a picture, the description of a comment, the owner of
  /// private data.
  open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { snapshot.extraAttributes }

  /// The value as text; nil if it cannot be converted.
  ///
  /// Numbers are formatted in decimal, dates by ISO 8601, locations by ISO 6709, the number of a track as `3/12`, and
  /// numeric genres by their names.
  open var stringValue: String? { coercion?.string }

  /// The value as a number; nil if it cannot be converted. Of `3/12` in the key of a track it is 3.
  open var numberValue: NSNumber? { coercion?.number }

  /// The value as a date; nil if it cannot be converted. A year, month or day is its beginning in UTC.
  open var dateValue: Date? { coercion?.date }

  /// The bytes of the value: as stored in the file, else UTF-8 text, a big-endian number, or the data itself.
  open var dataValue: Data? { coercion?.data }

  /// Returns the item itself; of a mutable one, its present state.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable item with the same content.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(snapshot) }

  /// All properties, except a value that has not been read yet.
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

  /// The conversion of the value, which is read if necessary; nil if it cannot be read.
  private var coercion: MetadataCoercion? {
    let content = snapshot
    guard case .success(let value) = content.value.value else { return nil }
    return content.coercion(of: value)
  }
}
