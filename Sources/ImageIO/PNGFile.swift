import Foundation

/// The chunks of PNG files.
enum PNGFile {
  /// The largest block that is read or written.
  static let maximumBlock = 1 << 20

  /// Returns the Exif block of a file, or nil if there is none, or it is unreadable.
  static func exif(of data: Data) -> ExifBlock? {
    let data = Data(data)
    var position = 8
    while position + 12 <= data.count {
      let length = data[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= data.count - position - 12 else { return nil }
      if data[position + 4..<position + 8].elementsEqual("eXIf".utf8) {
        return length <= maximumBlock ? ExifBlock(data[position + 8..<position + 8 + length]) : nil
      }
      position += 12 + length
    }
    return nil
  }

  /// Returns a chunk with its length and its checksum.
  static func chunk(_ type: String, _ bytes: Data) -> Data {
    let body = Data(type.utf8) + bytes
    return bigEndian(UInt32(bytes.count)) + body + bigEndian(checksum(body))
  }

  private static func bigEndian(_ value: UInt32) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }

  /// The remainders of all bytes.
  private static let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
  }

  /// Returns the CRC-32 of PNG.
  private static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(~UInt32(0)) { sum, byte in sum >> 8 ^ remainders[Int((sum ^ UInt32(byte)) & 255)] }
  }
}
