internal import MovieFile

/// A metadata key with its key space: `common/title`, `itsk/%A9nam`, `id3/TIT2`, `mdta/com.apple.quicktime.title`.
///
/// The part before the slash is the key space, except `common` for `comn` and `id3` for `org.id3`; in the key, bytes
/// other than letters, digits, `-`, `.`, `_` or `~` are escaped as `%` and two digits.
public struct AVMetadataIdentifier: StringConstant {
  /// Key space, slash, key.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes the identifier of a key in its key space.
  init(_ key: AVMetadataKey, _ keySpace: AVMetadataKeySpace) {
    self.init(keySpace.fileKeySpace.key(key.rawValue), keySpace.fileKeySpace)
  }

  init(_ key: MetadataKey, _ keySpace: MetadataKeySpace) {
    self.init(rawValue: key.identifier(in: keySpace))
  }

  /// The key space and key; nil if there is no slash, or a byte is malformed.
  var parts: (keySpace: MetadataKeySpace, key: MetadataKey)? {
    guard let slash = rawValue.utf8.firstIndex(of: UInt8(ascii: "/")), slash != rawValue.startIndex,
      let bytes = Self.unescaped(rawValue.utf8[rawValue.utf8.index(after: slash)...]), !bytes.isEmpty
    else { return nil }
    let keySpace: MetadataKeySpace =
      switch rawValue[..<slash] {
      case "id3": .id3
      case "common": .common
      case let name: MetadataKeySpace(rawValue: String(name))
      }
    if keySpace.hasCodes, bytes.count == 4 { return (keySpace, .code(bytes.reduce(0) { $0 << 8 | UInt32($1) })) }
    return (keySpace, String(validating: bytes, as: UTF8.self).map { keySpace.key($0) } ?? .data(bytes))
  }

  private static func unescaped(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }
}
