internal import MediaSource
import MediaGraph
import MovieFile

/// Detects truncated files, as after an interrupted copy or download.
///
/// Demuxers take the end of the file for the end of the movie, and the output of a run would be too short without an
/// error. Only files that state their size can be checked. Recordings that a crash has ended, Matroska and movies in
/// fragments, are read up to their end, and their notes say so.
enum TruncatedFile {
  /// Returns the error of a truncated input; nil if it is complete, or that is unknown, or it is read up to its end.
  static func problem(_ location: Location, at range: SourceRange?) -> Diagnostic? {
    guard let path = location.path, InputFile.isRegular(path), let source = try? FileByteSource(path: path) else {
      return nil
    }
    return problem(source, path, at: range)
  }

  /// Returns the error of a truncated source.
  static func problem(_ source: any ByteSource, _ name: String, at range: SourceRange?) -> Diagnostic? {
    // A source that cannot be read says why when it is opened.
    guard let stated = try? ContainerTable.statedSize(of: source), stated > source.size, !isReadUpToItsEnd(source)
    else { return nil }
    return Diagnostic(
      "cannot read '\(name)'", kind: .input, at: range,
      cause: "it is cut off: \(source.size) of \(stated) bytes are there", help: "copy or download it again")
  }

  /// Returns true for packets that lie interleaved, and for at least one whole fragment.
  private static func isReadUpToItsEnd(_ source: any ByteSource) -> Bool {
    guard let container = try? OpenedMedia(MediaInput(source, location: nil)).container, container.isReadByTables else {
      return false
    }
    guard let movie = container.movie else { return container is InterleavedContainer }
    return movie.isFragmented && (try? Movie.wholeByteCount(of: source)).map { $0 > 0 } == true
  }
}
