internal import MovieFile

/// The content of a metadata item. Objects in it are copies that are never changed.
struct MetadataItemContent: Sendable {
  var keySpace: AVMetadataKeySpace?
  /// A string, a number or data.
  nonisolated(unsafe) var key: (any NSCopying & NSObjectProtocol)?
  /// Set together with `languageTag`, to the same language.
  var locale: Locale?
  var languageTag: String?
  var time = CMTime.invalid
  var duration = CMTime.invalid
  var startDate: Date?
  var dataType: String?
  nonisolated(unsafe) var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
  var value = LazyMetadataValue(.none)

  init() {}

  /// The key in its stored form.
  var fileKey: MetadataKey? { key.flatMap { MetadataKey(object: $0, in: keySpace?.fileKeySpace) } }

  var commonKey: CommonMetadataKey? {
    guard let keySpace, let key = fileKey else { return nil }
    return CommonMetadataKey(key, in: keySpace.fileKeySpace)
  }

  var identifier: AVMetadataIdentifier? {
    guard let keySpace, let key = fileKey else { return nil }
    return AVMetadataIdentifier(key, keySpace.fileKeySpace)
  }

  func coercion(of value: MetadataItemValue) -> MetadataCoercion {
    MetadataCoercion(value: value, keySpace: keySpace?.fileKeySpace, key: fileKey)
  }
}

extension MetadataKey {
  /// Makes a key from an object: a number for four characters, a text for four characters or a name, or bytes; nil for
  /// other objects.
  ///
  /// - Parameter keySpace: The key space that defines the key; without it texts are names.
  init?(object: Any, in keySpace: MetadataKeySpace?) {
    func named(_ text: String) -> MetadataKey { keySpace?.key(text) ?? .name(text) }
    switch object {
    case let key as AVMetadataKey: self = named(key.rawValue)
    case let text as String: self = named(text)
    case let text as NSString: self = named(String(text))
    case let data as Data: self = .data(Array(data))
    case let data as NSData: self = .data(Array(Data(copying: data)))
    case let number as NSNumber: self = .code(UInt32(truncatingIfNeeded: number.int64Value))
    default: return nil
    }
  }

  /// Returns the object for the key, as Apple represents it: a signed number for four characters, but text for frames
  /// of ID3.
  func object(in keySpace: MetadataKeySpace) -> any NSCopying & NSObjectProtocol {
    switch self {
    case .code where keySpace == .id3: NSString(string: latin1)
    case .code(let code): NSNumber(value: Int32(bitPattern: code))
    case .name(let name): NSString(string: name)
    case .data(let bytes): NSData(data: Data(bytes))
    }
  }

  /// The bytes as characters; frames of ID3v2.2 have three, after a zero byte.
  private var latin1: String {
    String(String.UnicodeScalarView(bytes.drop { $0 == 0 }.map { UnicodeScalar($0) }))
  }
}
