/// The value of a metadata item, typed as the file types it, so that nothing is lost on the way back into a file.
public enum MetadataValue: Hashable, Sendable {
  case text(String, MetadataTextEncoding)
  /// A big-endian number of as many bytes, two's complement.
  case integer(Int64, byteCount: Int)
  /// A big-endian number of as many bytes.
  case unsigned(UInt64, byteCount: Int)
  /// A big-endian IEEE 754 number of four or eight bytes.
  case float(Double, byteCount: Int)
  /// A still picture, in its own format.
  case image(MetadataImageFormat, [UInt8])
  /// What has no type, or one that is known only to those who know the key.
  case data([UInt8])
}

/// How text is stored.
public enum MetadataTextEncoding: String, Hashable, Sendable {
  case utf8
  /// UTF-16, the higher byte first, without a byte order mark.
  case utf16BigEndian
  /// UTF-16 after a byte order mark; either order.
  case utf16
  /// ISO/IEC 8859-1.
  case latin1
  /// Apple's encoding of Western Europe, in QuickTime files.
  case macRoman
}

/// The format of a picture.
public enum MetadataImageFormat: String, Hashable, Sendable {
  case jpeg, png, gif, bmp, webp, heic

  /// The format that the first bytes of a picture tell.
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
  /// The text, if it is text.
  public var text: String? {
    if case .text(let text, _) = self { text } else { nil }
  }

  /// The number, if it is a whole one that fits.
  public var integer: Int64? {
    switch self {
    case .integer(let number, _): number
    case .unsigned(let number, _): Int64(exactly: number)
    default: nil
    }
  }

  /// The picture, if it is one.
  public var image: [UInt8]? {
    if case .image(_, let bytes) = self { bytes } else { nil }
  }

  /// The bytes that stand for the value in the file. Text in UTF-16 with a byte order mark gets the lower byte first.
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

  /// A signed number of 1 to 8 bytes, or nil if there are none or more.
  static func integer(bigEndian bytes: some Collection<UInt8>) -> MetadataValue? {
    guard (1...8).contains(bytes.count), let first = bytes.first else { return nil }
    let start: UInt64 = first & 0x80 == 0 ? 0 : .max
    return .integer(Int64(bitPattern: bytes.reduce(start) { $0 << 8 | UInt64($1) }), byteCount: bytes.count)
  }

  /// A number of 1 to 8 bytes, or nil if there are none or more.
  static func unsigned(bigEndian bytes: some Collection<UInt8>) -> MetadataValue? {
    guard (1...8).contains(bytes.count) else { return nil }
    return .unsigned(bytes.reduce(0) { $0 << 8 | UInt64($1) }, byteCount: bytes.count)
  }

  /// A number of 4 or 8 bytes; nil if there are others, or if it is none.
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
  /// What the bytes are, in a word: the inverse of `init(form:bytes:)`.
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

  /// The value that bytes of a form are; nil if they are none.
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
