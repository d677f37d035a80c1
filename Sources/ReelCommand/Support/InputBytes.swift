internal import MediaSource
import MediaGraph
import MovieFile

/// Reads small files as a whole.
enum InputBytes {
  /// Returns all bytes of a file.
  ///
  /// - Parameter limit: The largest size; a larger file is refused before it is read.
  static func read(_ path: String, limit: Int64 = 64 << 20) throws(Diagnostic) -> [UInt8] {
    let file = try StandardInput.file(path)
    return try Diagnostic.reading(path) { () throws(MovieError) in
      let source = try FileByteSource(path: file)
      guard source.size <= limit else { throw MovieError(.excessive, "it has \(source.size) bytes") }
      return try source.bytes(at: 0, count: Int(source.size))
    }
  }
}
