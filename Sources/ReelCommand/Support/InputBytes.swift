internal import MediaSource
import MediaEngine
import MediaGraph
import MovieFile

/// The bytes of files that the command line names.
enum InputBytes {
  /// Opens a file, or what a server has.
  ///
  /// - Parameter name: The name in errors; nil for the path or the URL.
  static func source(_ path: String, named name: String? = nil) throws(Diagnostic) -> any ByteSource {
    do {
      return try MediaInput(AssetProbe.Input(Location(path))).source
    } catch let error as MovieError {
      throw Diagnostic(reading: name ?? path, error)
    } catch {
      throw Diagnostic(cannotRead: path, error)
    }
  }

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
