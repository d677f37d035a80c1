internal import MediaSource
import MediaGraph
import MovieFile

/// Small files that a command takes whole.
enum InputBytes {
  /// All bytes of a file.
  ///
  /// - Parameter limit: As many as a file may have; more are refused before any is read.
  static func read(_ path: String, limit: Int64 = 64 << 20) throws(Diagnostic) -> [UInt8] {
    try Diagnostic.reading(path) { () throws(MovieError) in
      let source = try FileByteSource(path: path)
      guard source.size <= limit else { throw MovieError(.excessive, "it has \(source.size) bytes") }
      return try source.bytes(at: 0, count: Int(source.size))
    }
  }
}
