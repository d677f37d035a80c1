import Foundation
import Synchronization

/// A movie file: MPEG-4, QuickTime or 3GPP, whole or in fragments.
///
/// Opening reads headers only; sample tables are read when they are asked for. The movie stays readable from any thread as
/// long as its source does not change.
public final class Movie: Sendable {
  public let source: any ByteSource
  /// Where the boxes of the headers are: the source itself; or it, and behind its end the headers that were compressed in it.
  public let headerSource: any ByteSource
  /// What kind of file it says to be.
  public let fileType: FileType
  public let header: MovieHeader
  /// The tracks in the order of the file.
  public let tracks: [Track]
  /// Whether samples are, or may be, in fragments.
  public let isFragmented: Bool
  /// The duration of all fragments, if the file states it ('mehd'), in units of the movie's timescale.
  public let fragmentsDuration: Int64?
  /// The 'moov' box, in the ``headerSource``.
  public let box: Box
  /// What is wrong, although the movie can be read; tracks that cannot be are left out of `tracks`.
  public let problems: [MovieError]

  /// Where the movie is, which references to other files are relative to; nil if it is nowhere.
  public let location: URL?
  /// Which references are not followed.
  public let restrictions: ReferenceRestrictions
  /// The other files that were opened.
  let references = Mutex<[URL: FileByteSource]>([:])

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if the file is something else; `truncated` if it ends before its headers do.
  public convenience init(
    path: String, restrictions: ReferenceRestrictions = .forbidRemoteToLocal
  ) throws(MovieError) {
    try self.init(
      source: FileByteSource(path: path), location: URL(fileURLWithPath: path), restrictions: restrictions)
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

  /// The track with an identifier; nil if there is none.
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
