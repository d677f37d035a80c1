/// Reads big-endian numbers of a source by position, through a window of bytes that follows the reader.
///
/// Belongs to one reader at a time.
final class ByteWindow {
  let source: any ByteSource
  private let capacity: Int
  private var start: Int64 = 0
  private var bytes: [UInt8] = []

  /// - Parameter capacity: The number of bytes to read ahead.
  init(_ source: any ByteSource, capacity: Int = 16_384) {
    self.source = source
    self.capacity = capacity
  }

  /// Reads bytes that will be needed soon, in one read; at most a megabyte of them.
  func prefetch(at offset: Int64, count: Int64) throws(MovieError) {
    let count = Int(min(count, 1 << 20, (source.arriving?.arrived ?? source.size) - offset))
    if count > 0 { _ = try index(of: offset, count: count) }
  }

  func u8(at offset: Int64) throws(MovieError) -> UInt8 {
    bytes[try index(of: offset, count: 1)]
  }

  func u16(at offset: Int64) throws(MovieError) -> UInt16 {
    let index = try index(of: offset, count: 2)
    return bytes.withUnsafeBytes { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt16.self)) }
  }

  func u32(at offset: Int64) throws(MovieError) -> UInt32 {
    let index = try index(of: offset, count: 4)
    return bytes.withUnsafeBytes { UInt32(bigEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt32.self)) }
  }

  func u64(at offset: Int64) throws(MovieError) -> UInt64 {
    let index = try index(of: offset, count: 8)
    return bytes.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
  }

  func bytes(at offset: Int64, count: Int) throws(MovieError) -> [UInt8] {
    guard count <= capacity else { return try source.bytes(at: offset, count: count) }
    let index = try index(of: offset, count: count)
    return Array(bytes[index..<index + count])
  }

  /// Returns the index of bytes in the window, which is moved if necessary.
  private func index(of offset: Int64, count: Int) throws(MovieError) -> Int {
    let index = offset - start
    if index >= 0, index <= Int64(bytes.count - count) { return Int(index) }
    try source.check(offset, count)
    let length = source.count(at: offset, atLeast: count, upTo: capacity)
    bytes = try source.bytes(at: offset, count: length)
    start = offset
    return 0
  }
}
