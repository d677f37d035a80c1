/// The codec and size of a JPEG or PNG image, from its header.
struct StillImage {
  let codec: BoxType
  let width: Int
  let height: Int

  /// Nil if the bytes are neither, or their header is truncated.
  init?(_ bytes: [UInt8]) {
    switch MetadataImageFormat(signatureOf: bytes) {
    case .png:
      guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
      codec = "png "
      width = bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }
      height = bytes[20..<24].reduce(0) { $0 << 8 | Int($1) }
    case .jpeg:
      guard let size = Self.jpegSize(bytes) else { return nil }
      codec = "jpeg"
      (width, height) = size
    default: return nil
    }
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { return nil }
  }

  /// Walks from marker to marker up to the frame header (ITU-T T.81, clause B.2.2).
  private static func jpegSize(_ bytes: [UInt8]) -> (Int, Int)? {
    var position = 2
    while position + 9 <= bytes.count {
      guard bytes[position] == 0xff else { return nil }
      let marker = bytes[position + 1]
      // Fill bytes, and markers without contents.
      if marker == 0xff {
        position += 1
        continue
      }
      if marker == 0x01 || (0xd0...0xd8).contains(marker) {
        position += 2
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
        func number(_ place: Int) -> Int { Int(bytes[position + place]) << 8 | Int(bytes[position + place + 1]) }
        return (number(7), number(5))
      }
      guard length >= 2, marker != 0xd9, marker != 0xda else { return nil }
      position += 2 + length
    }
    return nil
  }
}
