import Foundation
import Synchronization

/// A movie file: MPEG-4, QuickTime or 3GPP, fragmented or not.
///
/// Opening reads headers only; sample tables are read on first use. The movie can be read from any thread as long as
/// its source does not change.
public final class Movie: Sendable {
  public let source: any ByteSource
  /// The source of the header boxes: the file itself, or the file with its decompressed headers appended.
  public let headerSource: any ByteSource
  /// The brands of the file.
  public let fileType: FileType
  public let header: MovieHeader
  /// The tracks in the order of the file.
  public let tracks: [Track]
  /// True if samples are, or may be, in fragments.
  public let isFragmented: Bool
  /// The duration of all fragments, if the file states it ('mehd'), in units of the movie's timescale.
  public let fragmentsDuration: Int64?
  /// The 'moov' box, in the ``headerSource``.
  public let box: Box
  /// Problems that do not keep the movie from being read; unreadable tracks are not in `tracks`.
  public let problems: [MovieError]

  /// The location of the movie, which references to other files are relative to; nil if it has none.
  public let location: URL?
  /// The references that are not resolved.
  public let restrictions: ReferenceRestrictions
  /// The other files that have been opened.
  let references = Mutex<[URL: FileByteSource]>([:])

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` for other files; `truncated` if it ends before its headers do.
  public convenience init(
    path: String, restrictions: ReferenceRestrictions = .forbidRemoteToLocal
  ) throws(MovieError) {
    try self.init(
      source: FileByteSource(path: path), location: URL(fileURLWithPath: path), restrictions: restrictions)
  }

  /// Opens a movie; nil if the bytes are something else.
  ///
  /// - Throws: `MovieError` for damaged movies and for bytes that cannot be read.
  package static func found(in source: any ByteSource) throws(MovieError) -> Movie? {
    do throws(MovieError) {
      return try Movie(source: source)
    } catch {
      if error.code == .notAMovie { return nil }
      throw error
    }
  }

  /// Opens a movie from any source.
  public init(
    source: any ByteSource, location: URL? = nil, restrictions: ReferenceRestrictions = .forbidRemoteToLocal
  ) throws(MovieError) {
    self.location = location
    self.restrictions = restrictions
    do throws(MovieError) {
      let window = ByteWindow(source)
      let (fileType, found) = try Movie.find(window)
      let (headerSource, moov) = try CompressedHeader.open(found, window)
      let parts = try MovieParts(
        moov, fileType: fileType, window: headerSource.size == source.size ? window : ByteWindow(headerSource))
      self.source = source
      self.headerSource = headerSource
      self.fileType = fileType
      box = moov
      header = parts.header
      tracks = parts.tracks
      isFragmented = parts.isFragmented
      fragmentsDuration = parts.fragmentsDuration
      problems = parts.problems
    } catch {
      var error = error
      error.file = error.file ?? source.name
      throw error
    }
  }

  /// Returns the track with an identifier; nil if there is none.
  public func track(id: UInt32) -> Track? { tracks.first { $0.id == id } }

  /// Finds the movie box and the file type before it.
  private static func find(_ window: ByteWindow) throws(MovieError) -> (FileType, Box) {
    var fileType = FileType.quickTime
    var boxes = BoxSequence(topLevelOf: window)
    var isMovie = false
    while true {
      let box: Box?
      do throws(MovieError) {
        box = try boxes.next()
      } catch {
        if !isMovie, error.code == .malformed { throw MovieError(.notAMovie, "it is no movie file", offset: 0) }
        throw error
      }
      guard let box else { break }
      guard isMovie || FileType.firstBoxes.contains(box.type) else {
        throw MovieError(.notAMovie, "it is no movie file", offset: 0)
      }
      isMovie = true
      switch box.type {
      case "ftyp": fileType = try FileType(box, window: window)
      case .moov:
        guard !box.isCut else { throw cut("inside its 'moov' box", box) }
        return (fileType, box)
      default:
        if box.isCut { throw cut("inside '\(box.type.text)', and has no 'moov' box", box) }
      }
    }
    guard isMovie else { throw MovieError(.notAMovie, "it is no movie file", offset: 0) }
    throw MovieError(.notAMovie, "the file has no 'moov' box: it may be incomplete", offset: window.source.size)
  }

  private static func cut(_ place: String, _ box: Box) -> MovieError {
    MovieError(.truncated, "the file ends \(place)", box: box.path.description, offset: box.offset)
  }
}
