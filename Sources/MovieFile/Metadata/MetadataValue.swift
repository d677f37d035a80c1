/// The value of a metadata item, with the type of the file, so that it can be written back without loss.
public enum MetadataValue: Hashable, Sendable {
  case text(String, MetadataTextEncoding)
  /// A big-endian signed integer of a number of bytes.
  case integer(Int64, byteCount: Int)
  /// A big-endian unsigned integer of a number of bytes.
  case unsigned(UInt64, byteCount: Int)
  /// A big-endian IEEE 754 number of four or eight bytes.
  case float(Double, byteCount: Int)
  /// An image, in its own format.
  case image(MetadataImageFormat, [UInt8])
  /// Data without a type, or with one that only the key defines.
  case data([UInt8])
}

/// The encoding of a text.
public enum MetadataTextEncoding: String, Hashable, Sendable {
  case utf8
  /// UTF-16, the higher byte first, without a byte order mark.
  case utf16BigEndian
  /// UTF-16 after a byte order mark; either order.
  case utf16
  /// ISO/IEC 8859-1.
  case latin1
  /// Apple's encoding for Western Europe, in QuickTime files.
  case macRoman
}

/// The format of an image.
public enum MetadataImageFormat: String, Hashable, Sendable {
  case jpeg, png, gif, bmp, webp, heic

  /// Detects the format from the first bytes of an image.
  public init?(signatureOf bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    if head.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if head.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if head.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if head.starts(with: Array("BM".utf8)) {
      self = .bmp
    } else if head.starts(with: Array("RIFF".utf8)), head.count == 12, head[8...].elementsEqual("WEBP".utf8) {
      self = .webp
    } else if head.count == 12, head[4...].elementsEqual("ftypheic".utf8) {
      self = .heic
    } else {
      return nil
    }
  }
}

extension MetadataValue {
  /// The text; nil for other values.
  public var text: String? {
    if case .text(let text, _) = self { text } else { nil }
  }

  /// The integer; nil for other values, and if it does not fit.
  public var integer: Int64? {
    switch self {
    case .integer(let number, _): number
    case .unsigned(let number, _): Int64(exactly: number)
    default: nil
    }
  }

  /// The bytes of the image; nil for other values.
  public var image: [UInt8]? {
    if case .image(_, let bytes) = self { bytes } else { nil }
  }

  /// The stored bytes of the value. Text in UTF-16 with a byte order mark is little-endian.
  public var bytes: [UInt8] {
    switch self {
    case .text(let text, let encoding): encoding.bytes(of: text)
    case .integer(let number, let count): Self.bigEndian(UInt64(bitPattern: number), count)
    case .unsigned(let number, let count): Self.bigEndian(number, count)
    case .float(let number, 4): Self.bigEndian(UInt64(Float(number).bitPattern), 4)
    case .float(let number, _): Self.bigEndian(number.bitPattern, 8)
    case .image(_, let bytes), .data(let bytes): bytes
    }
  }

  private static func bigEndian(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<min(max(count, 0), 8)).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  /// Reads a signed integer of 1 to 8 bytes; nil for other sizes.
  static func integer(bigEndian bytes: some Collection<UInt8>) -> MetadataValue? {
    guard (1...8).contains(bytes.count), let first = bytes.first else { return nil }
    let start: UInt64 = first & 0x80 == 0 ? 0 : .max
    return .integer(Int64(bitPattern: bytes.reduce(start) { $0 << 8 | UInt64($1) }), byteCount: bytes.count)
  }

  /// Reads an unsigned integer of 1 to 8 bytes; nil for other sizes.
  static func unsigned(bigEndian bytes: some Collection<UInt8>) -> MetadataValue? {
    guard (1...8).contains(bytes.count) else { return nil }
    return .unsigned(bytes.reduce(0) { $0 << 8 | UInt64($1) }, byteCount: bytes.count)
  }

  /// Reads a float of 4 or 8 bytes; nil for other sizes, or if it is not a number.
  static func float(bigEndian bytes: some Collection<UInt8>) -> MetadataValue? {
    let pattern = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let number: Double
    switch bytes.count {
    case 4: number = Double(Float(bitPattern: UInt32(pattern)))
    case 8: number = Double(bitPattern: pattern)
    default: return nil
    }
    return number.isNaN ? nil : .float(number, byteCount: bytes.count)
  }
}

extension MetadataValue {
  /// The form of the value, in a word: the inverse of `init(form:bytes:)`.
  public var form: String {
    switch self {
    case .text(_, let encoding): encoding.rawValue
    case .integer: "integer"
    case .unsigned: "unsigned"
    case .float: "float"
    case .image: "image"
    case .data: "data"
    }
  }

  /// Makes a value of a form; nil if the bytes do not fit it.
  public init?(form: String, bytes: [UInt8]) {
    let value: MetadataValue? =
      switch form {
      case "integer": .integer(bigEndian: bytes)
      case "unsigned": .unsigned(bigEndian: bytes)
      case "float": .float(bigEndian: bytes)
      case "image": MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) }
      case "data": .data(bytes)
      default:
        MetadataTextEncoding(rawValue: form).flatMap { encoding in
          encoding.text(bytes).map { .text($0, encoding) }
        }
      }
    guard let value else { return nil }
    self = value
  }
}
