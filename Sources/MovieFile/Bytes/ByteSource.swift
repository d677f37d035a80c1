/// Bytes that are read by position, such as a file's.
///
/// Conforming types may be read from several threads at once; reading blocks until the bytes are there.
public protocol ByteSource: Sendable {
  /// The number of bytes; constant.
  var size: Int64 { get }
  /// The name of the source in errors; nil if it has none.
  var name: String? { get }

  /// Reads exactly as many bytes as `buffer` holds.
  ///
  /// - Throws: `truncated` if they reach beyond `size`; `changed` or `unreadable` as the source reports.
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError)
}

extension ByteSource {
  /// Reads bytes into an array; allocates only for bytes that the source has.
  public func bytes(at offset: Int64, count: Int) throws(MovieError) -> [UInt8] {
    try check(offset, count)
    // Of a stream, only waiting shows what it has.
    try arriving?.wait(for: offset + Int64(count))
    var problem: MovieError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(MovieError) {
        try read(
          at: offset, into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
        initialized = count
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    return bytes
  }

  /// Throws `excessive` for a size that no file has, as a server may claim it: sums of offsets must have room.
  func checkSize() throws(MovieError) {
    guard size <= 1 << 56 else { throw MovieError(.excessive, "no file has \(size) bytes", file: name) }
  }

  /// Throws unless the source has all of these bytes.
  package func check(_ offset: Int64, _ count: Int) throws(MovieError) {
    guard offset >= 0, count >= 0, offset <= size, Int64(count) <= size - offset else {
      throw MovieError(
        .truncated, "the file ends after \(size) bytes, \(count) bytes at \(offset) are missing", offset: size,
        file: name)
    }
  }
}
