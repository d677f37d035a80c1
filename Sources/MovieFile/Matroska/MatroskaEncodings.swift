/// The encodings that a track's packets must be decoded from (RFC 9559, section 5.1.4.1.31).
struct MatroskaEncodings: Sendable {
  /// The bytes that were stripped from the start of each packet.
  private(set) var prefix: [UInt8] = []
  /// True if the rest of each packet is compressed by zlib.
  private(set) var isDeflated = false
  /// The reason why packets cannot be read; nil if there is none.
  private(set) var problem: MovieError?
  private var privatePrefix: [UInt8] = []
  private var isPrivateDeflated = false

  private struct Encoding {
    var order: UInt64 = 0
    /// Bits: packets, private data, the next encoding's settings.
    var scope: UInt64 = 1
    var isEncryption = false
    var algorithm: UInt64 = 0
    var settings: [UInt8] = []
  }

  init() {}

  init(_ list: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var encodings: [Encoding] = []
    for element in try values.children(of: list) where element.id == 0x6240 {
      encodings.append(try Self.encoding(element, values))
    }
    // The highest order was applied last, and is undone first.
    for encoding in encodings.sorted(by: { $0.order > $1.order }) {
      if encoding.isEncryption {
        problem = MovieError(.protected, "its packets are encrypted", box: "ContentEncodings")
      } else if encoding.algorithm == 3, encoding.settings.count <= Self.largestPrefix {
        // Decompressed bytes are not in the file: no prefix can be put before them in place.
        if encoding.scope & 1 != 0 { prefix = encoding.settings + prefix }
        if encoding.scope & 2 != 0 { privatePrefix = encoding.settings + privatePrefix }
      } else if encoding.algorithm == 0, prefix.isEmpty || encoding.scope & 1 == 0, !isDeflated {
        if encoding.scope & 1 != 0 { isDeflated = true }
        if encoding.scope & 2 != 0 { isPrivateDeflated = true }
      } else {
        problem =
          problem
          ?? MovieError(
            .unsupported, "its packets are compressed in a way that is not supported", box: "ContentEncodings")
      }
    }
  }

  private static func encoding(_ element: EBMLElement, _ values: EBMLValues) throws(MovieError) -> Encoding {
    var encoding = Encoding()
    for field in try values.children(of: element) {
      switch field.id {
      case 0x5031: encoding.order = try values.unsigned(field) ?? 0
      case 0x5032: encoding.scope = try values.unsigned(field) ?? 1
      case 0x5033: encoding.isEncryption = try values.unsigned(field) == 1
      case 0x5035: encoding.isEncryption = true
      case 0x5034:
        for part in try values.children(of: field) {
          switch part.id {
          case 0x4254: encoding.algorithm = try values.unsigned(part) ?? 0
          case 0x4255: encoding.settings = try values.bytes(part)
          default: break
          }
        }
      default: break
      }
    }
    return encoding
  }

  /// Returns the private data as the codec has them; none if they cannot be decoded.
  func decodedPrivate(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    let inflated = isPrivateDeflated ? (try? Inflate.zlib(bytes, limit: Self.largest)) ?? [] : bytes
    return privatePrefix + inflated
  }

  /// The largest number of bytes that are put before each packet; encoders strip a few.
  private static let largestPrefix = 4096

  /// The largest size of what is decompressed, in bytes.
  static let largest = 16 << 20
}
