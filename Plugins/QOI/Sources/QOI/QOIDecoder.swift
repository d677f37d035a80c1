/// The header in an image's first 14 bytes.
struct QOIHeader: Equatable {
  let width: Int
  let height: Int
  let hasAlpha: Bool

  /// - Throws: `QOIError` if the bytes are no image.
  init(_ bytes: ArraySlice<UInt8>) throws(QOIError) {
    let bytes = Array(bytes.prefix(QOITag.headerSize))
    guard bytes.starts(with: QOITag.magic) else { throw .noMagic }
    guard bytes.count == QOITag.headerSize else { throw .truncated(at: bytes.count) }
    let width = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
    let height = bytes[8..<12].reduce(0) { $0 << 8 | Int($1) }
    guard width > 0, height > 0, height <= QOIImage.pixelLimit / width else {
      throw .badSize(width: width, height: height)
    }
    guard [3, 4].contains(bytes[12]) else { throw .badChannels(Int(bytes[12])) }
    guard bytes[13] < 2 else { throw .badColorSpace(Int(bytes[13])) }
    (self.width, self.height, hasAlpha) = (width, height, bytes[12] == 4)
  }
}

/// Decodes an image pixel by pixel, from untrusted bytes.
struct QOIDecoder {
  let header: QOIHeader
  private let bytes: [UInt8]
  private(set) var position = QOITag.headerSize
  private var known = [QOIPixel](repeating: QOIPixel(red: 0, green: 0, blue: 0, alpha: 0), count: 64)
  private var last = QOIPixel()
  private var run = 0

  /// Reads the header.
  ///
  /// Nothing is allocated for the pixels: a few bytes may claim to be a huge image, so they are counted first.
  init(_ bytes: [UInt8]) throws(QOIError) {
    header = try QOIHeader(bytes[...])
    // A byte encodes 62 pixels at most.
    let most = (bytes.count - QOITag.headerSize) * 62
    guard header.width * header.height <= most else { throw .truncated(at: bytes.count) }
    self.bytes = bytes
  }

  /// Returns the next pixel, from the left and from the top.
  mutating func next() throws(QOIError) -> QOIPixel {
    if run > 0 {
      run -= 1
      return last
    }
    let tag = try byte()
    switch tag {
    case QOITag.rgb: (last.red, last.green, last.blue) = (try byte(), try byte(), try byte())
    case QOITag.rgba: last = QOIPixel(red: try byte(), green: try byte(), blue: try byte(), alpha: try byte())
    default:
      switch tag & 0xC0 {
      case QOITag.index: last = known[Int(tag)]
      case QOITag.difference:
        last.red &+= (tag >> 4 & 3) &- 2
        last.green &+= (tag >> 2 & 3) &- 2
        last.blue &+= (tag & 3) &- 2
      case QOITag.luma:
        let (green, rest) = ((tag & 0x3F) &- 32, try byte())
        last.red &+= green &+ (rest >> 4) &- 8
        last.green &+= green
        last.blue &+= green &+ (rest & 15) &- 8
      default: run = Int(tag & 0x3F)
      }
    }
    known[last.slot] = last
    return last
  }

  /// Reads the end marker.
  mutating func finish() throws(QOIError) {
    guard bytes[position...].starts(with: QOITag.end) else { throw .noEnd(at: position) }
    position += QOITag.end.count
  }

  private mutating func byte() throws(QOIError) -> UInt8 {
    guard position < bytes.count else { throw .truncated(at: bytes.count) }
    defer { position += 1 }
    return bytes[position]
  }
}

extension QOIImage {
  /// Decodes an image; bytes after it are ignored.
  /// - Throws: `QOIError` for invalid bytes. No input traps, or uses more memory than the pixels need.
  public init(decoding bytes: [UInt8]) throws(QOIError) {
    var decoder = try QOIDecoder(bytes)
    let (width, height) = (decoder.header.width, decoder.header.height)
    var pixels: [UInt8] = []
    for _ in 0..<width * height {
      let pixel = try decoder.next()
      pixels.append(pixel.red)
      pixels.append(pixel.green)
      pixels.append(pixel.blue)
      pixels.append(pixel.alpha)
    }
    try decoder.finish()
    self.init(width: width, height: height, hasAlpha: decoder.header.hasAlpha, pixels: pixels)
  }
}
