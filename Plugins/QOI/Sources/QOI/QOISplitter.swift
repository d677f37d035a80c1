/// Finds where pictures end in bytes that come in pieces of any size, one picture behind the other.
struct QOISplitter {
  private var bytes: [UInt8] = []
  /// Up to where the chunks of the first picture have been walked.
  private var position = 0
  /// How many of its pixels are still to come; nil before its header.
  private var pixels: Int?

  /// No picture may take more: five bytes a pixel at 16384 by 16384 would be.
  static let limit = 1 << 28

  /// Adds a piece and takes out the pictures that are whole.
  mutating func add(_ piece: some Sequence<UInt8>) throws(QOIError) -> [[UInt8]] {
    bytes += piece
    var pictures: [[UInt8]] = []
    while let end = try endOfPicture() {
      pictures.append(Array(bytes[..<end]))
      bytes.removeSubrange(..<end)
      (position, pixels) = (0, nil)
    }
    return pictures
  }

  /// - Throws: that there are bytes of a picture that has no end.
  func finish() throws(QOIError) {
    if !bytes.isEmpty { throw .truncated(at: bytes.count) }
  }

  private mutating func endOfPicture() throws(QOIError) -> Int? {
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
