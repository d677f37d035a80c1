import Foundation
import Synchronization

/// A movie file: MPEG-4, QuickTime or 3GPP, whole or in fragments.
///
/// Opening reads headers only; sample tables are read when they are asked for. The movie stays readable from any thread as
/// long as its source does not change.
public final class Movie: Sendable {
  public let source: any ByteSource
  /// What kind of file it says to be.
  public let fileType: FileType
  public let header: MovieHeader
  /// The tracks in the order of the file.
  public let tracks: [Track]
  /// Whether samples are, or may be, in fragments.
  public let isFragmented: Bool
  /// The duration of all fragments, if the file states it ('mehd'), in units of the movie's timescale.
  public let fragmentsDuration: Int64?
  /// The 'moov' box.
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
      let (fileType, moov) = try Movie.find(window)
      let parts = try MovieParts(moov, fileType: fileType, window: window)
      self.source = source
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

/// What the boxes of a movie say.
private struct MovieParts {
  let header: MovieHeader
  var tracks: [Track] = []
  var isFragmented = false
  var fragmentsDuration: Int64?
  var problems: [MovieError] = []

  /// - Throws: What is wrong with the first track if no track can be read.
  init(_ moov: Box, fileType: FileType, window: ByteWindow) throws(MovieError) {
    if moov.size <= 1 << 18 { try window.prefetch(at: moov.offset, count: moov.size) }
    var header: MovieHeader?
    var traks: [Box] = []
    var defaults: [UInt32: FragmentDefaults] = [:]
    var children = BoxSequence(in: moov, window: window)
    while let child = try children.next() {
      switch child.type {
      case "mvhd": header = try MovieHeader(child, window: window)
      case .trak:
        guard traks.count < 4096 else {
          throw .excessive("the movie has over 4096 tracks", in: moov, at: child.offset)
        }
        traks.append(child)
      case "mvex":
        isFragmented = true
        fragmentsDuration = try Self.readExtends(child, &defaults, window)
      case "cmov":
        throw MovieError(
          .unsupported, "the movie's headers are compressed", box: child.path.description, offset: child.offset)
      default: break
      }
    }
    guard let header else { throw .malformed("the movie has no 'mvhd'", in: moov) }
    self.header = header
    let fragments = isFragmented ? FragmentList(window.source, from: moov.end) : nil
    for trak in traks {
      switch Self.parts(of: trak, header, fileType, isFragmented, window) {
      case .success(let parts):
        let layout = Self.layout(parts, fileType, defaults, fragments, window)
        tracks.append(Track(parts, fileName: window.source.name, layout: layout))
      case .failure(let problem): problems.append(problem)
      }
    }
    if tracks.isEmpty, let problem = problems.first { throw problem }
  }

  /// Reads what holds for all fragments, and returns how long they are together.
  private static func readExtends(
    _ mvex: Box, _ defaults: inout [UInt32: FragmentDefaults], _ window: ByteWindow
  ) throws(MovieError) -> Int64? {
    var fragmentsDuration: Int64?
    var children = BoxSequence(in: mvex, window: window)
    while let child = try children.next() {
      var reader = PayloadReader(child, window: window)
      if child.type == "mehd" {
        fragmentsDuration = try reader.knownDuration(version: try reader.versionAndFlags().version)
      } else if child.type == "trex" {
        _ = try reader.versionAndFlags()
        let id = try reader.u32()
        defaults[id] = FragmentDefaults(
          descriptionIndex: max(0, Int(try reader.u32()) - 1), duration: try reader.u32(), size: try reader.u32(),
          flags: try reader.u32())
      }
    }
    return fragmentsDuration
  }

  private static func parts(
    of trak: Box, _ header: MovieHeader, _ fileType: FileType, _ isFragmented: Bool,
    _ window: ByteWindow
  ) -> Result<TrackParts, MovieError> {
    do throws(MovieError) {
      return .success(
        try TrackParts(
          trak, movieTimescale: header.timescale, isQuickTime: fileType.isQuickTime,
          isFragmented: isFragmented, window: window))
    } catch {
      return .failure(error)
    }
  }

  /// Where a track's samples are described; wrong tables make only the samples unreadable.
  private static func layout(
    _ parts: TrackParts, _ fileType: FileType, _ defaults: [UInt32: FragmentDefaults], _ fragments: FragmentList?,
    _ window: ByteWindow
  ) -> Result<TrackLayout, MovieError> {
    do throws(MovieError) {
      var tables = SampleTableBoxes()
      if let box = parts.sampleTable { tables = try SampleTableBoxes(box, window: window) }
      let hasFrames = parts.handlerType == .audio ? try tables.hasFrames(window) : false
      if hasFrames { tables.soundPacket = try parts.sampleDescriptions.first?.soundPacket(window) }
      return .success(
        TrackLayout(
          source: window.source, box: parts.box, trackID: parts.header.trackID, timescale: parts.mediaHeader.timescale,
          isQuickTime: fileType.isQuickTime, hasFrames: hasFrames && tables.soundPacket == nil, tables: tables,
          fragmentDefaults: defaults[parts.header.trackID] ?? FragmentDefaults(), fragments: fragments))
    } catch {
      return .failure(error)
    }
  }
}
