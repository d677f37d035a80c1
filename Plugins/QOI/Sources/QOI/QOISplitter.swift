/// Finds the ends of concatenated images in bytes that arrive in pieces of any size.
struct QOISplitter {
  private var bytes: [UInt8] = []
  /// The position up to which the first image's chunks have been parsed.
  private var position = 0
  /// The number of its remaining pixels; nil before its header.
  private var pixels: Int?

  /// The largest size of an image: five bytes per pixel at 16384 by 16384 exceed it.
  static let limit = 1 << 28

  /// Appends a piece and returns the complete images.
  mutating func add(_ piece: some Sequence<UInt8>) throws(QOIError) -> [[UInt8]] {
    bytes += piece
    var pictures: [[UInt8]] = []
    while let end = try endOfImage() {
      pictures.append(Array(bytes[..<end]))
      bytes.removeSubrange(..<end)
      (position, pixels) = (0, nil)
    }
    return pictures
  }

  /// - Throws: `QOIError` for bytes of an incomplete image.
  func finish() throws(QOIError) {
    if !bytes.isEmpty { throw .truncated(at: bytes.count) }
  }

  private mutating func endOfImage() throws(QOIError) -> Int? {
    if pixels == nil {
      guard bytes.count >= QOITag.headerSize else { return nil }
      let header = try QOIHeader(bytes[...])
      pixels = header.width * header.height
      position = QOITag.headerSize
    }
    guard var left = pixels else { return nil }
    while left > 0, position < bytes.count {
      let tag = bytes[position]
      let length =
        switch tag {
        case QOITag.rgba: 5
        case QOITag.rgb: 4
        default: tag & 0xC0 == QOITag.luma ? 2 : 1
        }
      guard position + length <= bytes.count else { break }
      let isRun = tag & 0xC0 == QOITag.run && length == 1
      left -= isRun ? Int(tag & 0x3F) + 1 : 1
      position += length
    }
    pixels = left
    guard bytes.count <= Self.limit else { throw .truncated(at: bytes.count) }
    guard left <= 0, bytes.count >= position + QOITag.end.count else { return nil }
    guard bytes[position...].starts(with: QOITag.end) else { throw .noEnd(at: position) }
    return position + QOITag.end.count
  }
}
