internal import MediaSource
import MediaGraph
import MovieFile

/// Detects truncated files, as after an interrupted copy or download.
///
/// Demuxers take the end of the file for the end of the movie, and the output of a run would be too short without an
/// error. Only files that state their size can be checked; fragmented ones are readable up to their end.
enum TruncatedFile {
  /// Returns the error of a truncated input; nil if it is complete, or that is unknown.
  static func problem(_ location: Location, at range: SourceRange?) -> Diagnostic? {
    guard let path = location.path, InputFile.isRegular(path), let source = try? FileByteSource(path: path) else {
      return nil
    }
    return problem(source, path, at: range)
  }

  /// Returns the error of a truncated source.
  static func problem(_ source: any ByteSource, _ name: String, at range: SourceRange?) -> Diagnostic? {
    // A source that cannot be read says why when it is opened.
    guard let stated = try? ContainerTable.statedSize(of: source), stated > source.size else { return nil }
    return Diagnostic(
      "cannot read '\(name)'", kind: .input, at: range,
      cause: "it is cut off: \(source.size) of \(stated) bytes are there", help: "copy or download it again")
  }
}
