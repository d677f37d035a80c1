import Foundation

/// The chunks of PNG files.
enum PNGFile {
  /// A chunk of a file: its four letters and its bytes.
  struct Chunk {
    let type: String
    let bytes: Data
    /// The place in the file, with the length and the checksum.
    let range: Range<Int>
  }

  /// The chunks of a file, up to the first that is cut short.
  struct Chunks: Sequence, IteratorProtocol {
    private let data: Data
    /// The offset behind the last chunk.
    private(set) var position: Int

    /// - Parameter position: The offset of the first chunk: behind the signature, or behind the header.
    init(_ file: Data, from position: Int = 8) { (data, self.position) = (Data(file), position) }

    /// True if more bytes follow than those of an empty chunk: at the end, a chunk that is cut short.
    var hasMore: Bool { position + 12 <= data.count }

    mutating func next() -> Chunk? {
      guard hasMore else { return nil }
      let start = position
      let length = data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= data.count - start - 12 else { return nil }
      position += 12 + length
      return Chunk(
        type: String(decoding: data[start + 4..<start + 8], as: UTF8.self), bytes: data[start + 8..<position - 4],
        range: start..<position)
    }
  }

  /// The largest block that is read or written.
  static let maximumBlock = 1 << 20

  /// Returns the Exif block of a file, or nil if there is none, or it is unreadable.
  static func exif(of data: Data) -> ExifBlock? {
    guard let block = Chunks(data).first(where: { $0.type == "eXIf" }) else { return nil }
    return block.bytes.count <= maximumBlock ? ExifBlock(block.bytes) : nil
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
