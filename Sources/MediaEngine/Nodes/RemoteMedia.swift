internal import MediaSource
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// Remote media and pipes, which are read by their own tables like files:
///
///     server with ranges      ─▶ HTTPByteSource ─────────────────▶ tables
///     server without, a pipe  ─▶ all of it in a file without a name ─▶ tables
///     fragments in a pipe     ─▶ FragmentStream, as they come ───────▶ tables
///     packets in a pipe       ─▶ ArrivingBytes, as they come ────────▶ tables
///     packets without an end  ─▶ HTTPStream, as they are asked for ──▶ tables
///     finished playlist       ─▶ its segments, one after the other ──▶ tables
///     media without tables    ─▶ a source element ─▶ GStreamer's parsers
///
/// The first bytes show if there are tables. Media without tables, which may be endless, are never stored.
enum RemoteMedia: Sendable {
  case server(URL)
  case pipe(PipeReader)
  /// A file that is a playlist.
  case playlist(path: String)

  /// The reader of the media.
  enum Reader: Sendable {
    case tables(any ByteSource)
    case media(OpenedMedia)
    case stream(FragmentStream)
    case element(MediaElementSource)
  }

  /// Opens a pipe; sends no request to a server yet. Nil for files but playlists, and for URLs that only GStreamer supports.
  ///
  /// - Throws: `Diagnostic` if a pipe cannot be read.
  init?(_ location: Location, _ reception: Reception) throws(Diagnostic) {
    if let path = location.path {
      if HLSPlaylist.isPlaylist(path: path) {
        self = .playlist(path: path)
        return
      }
      guard InputFile.isPipe(path) else { return nil }
      do throws(MovieError) {
        self = .pipe(try PipeReader(path, reception))
      } catch {
        throw Diagnostic(cannotRead: path, error)
      }
    } else if ["http", "https"].contains(location.scheme), let url = URL(string: location.text) {
      self = .server(url)
    } else {
      return nil
    }
  }

  /// The base of a movie's references to other files.
  var location: URL? {
    switch self {
    case .server(let url): url
    case .pipe(let pipe): URL(fileURLWithPath: pipe.path)
    case .playlist(let path): URL(fileURLWithPath: path)
    }
  }

  var name: String {
    switch self {
    case .server(let url): url.absoluteString
    case .pipe(let pipe): pipe.path
    case .playlist(let path): path
    }
  }

  /// Reads the beginning and selects the reader. Blocks, for a pipe with tables that may come last until its writer has
  /// finished.
  ///
  /// - Parameters:
  ///   - isWhole: true if all of it has to be loaded first.
  ///   - isPartial: true if a truncated stream ends at its last sample without an error.
  /// - Throws: The error of the server, the pipe or the disk; `CancellationError` if the reception is cancelled.
  func reader(_ reception: Reception, isWhole: Bool, isPartial: Bool = false) throws -> Reader {
    switch self {
    case .server(let url): try Self.reader(of: url, reception)
    case .pipe(let pipe): try Self.reader(of: pipe, isWhole: isWhole, isPartial: isPartial)
    case .playlist(let path):
      .media(try Self.media(ofPlaylist: FileByteSource(path: path), at: URL(fileURLWithPath: path), reception))
    }
  }

  /// A source of bytes that no tables describe, for GStreamer's parsers.
  func element(of input: MediaInput) throws -> MediaElementSource {
    guard let arriving = input.source as? ArrivingBytes else { return try input.elementSource() }
    switch self {
    case .pipe(let pipe): return .pipe(pipe, firstBytes: try arriving.all())
    // A new request: the bytes so far are those of the first one.
    case .server(let url): return .url(url)
    case .playlist: return try input.elementSource()
    }
  }

  private static func reader(of url: URL, _ reception: Reception) throws -> Reader {
    let source: HTTPByteSource
    let timeout = MediaFile.Options().timeout
    let isInOrder = Atomic(false)
    let problem = Mutex<MediaError?>(nil)
    do {
      source = try HTTPByteSource(url, timeout: timeout, reception) { probeData, hasLength in
        let probeData = ProbeData(probeData, isAll: true)
        do throws(MediaError) {
          try DemuxedFormat.check(probeData, url.absoluteString)
        } catch {
          problem.withLock { $0 = error }
        }
        if HLSPlaylist.isPlaylist(probeData.bytes) { return true }
        let access = Self.access(probeData, by: .stream(isEndless: !hasLength))
        isInOrder.store(access == .inOrder, ordering: .relaxed)
        return access.needsAll
      }
    } catch let error as MediaFileError where error.reason == .noRanges {
      if let problem = problem.withLock({ $0 }) { throw problem }
      guard isInOrder.load(ordering: .relaxed) else { return .element(.url(url)) }
      let stream = HTTPStream(url, timeout: timeout, reception)
      return .tables(try ArrivingBytes(stream, reception, first: ProbeData.length))
    }
    let probeData = try ProbeData(of: source)
    try DemuxedFormat.check(probeData, url.absoluteString)
    if HLSPlaylist.isPlaylist(probeData.bytes) {
      return .media(try media(ofPlaylist: source, at: url, reception))
    }
    switch Self.access(probeData, by: .byPosition) {
    case .byPosition: return .tables(source)
    case .twice: return .tables(source.isHere ? source : try SpooledBytes(all: source, reception))
    case .inOrder, .once: return .element(.url(url))
    }
  }

  /// The media of a finished playlist.
  private static func media(
    ofPlaylist source: any ByteSource, at url: URL, _ reception: Reception
  ) throws -> OpenedMedia {
    let container = try HLSPresentation(of: source, at: url).opened(reception)
    return OpenedMedia(MediaInput(source, location: url), as: container)
  }

  private static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess {
    ContainerTable.kind(of: probeData)?.access(probeData, by: delivery) ?? .once
  }

  private static func reader(of pipe: PipeReader, isWhole: Bool, isPartial: Bool) throws -> Reader {
    var probeData = ProbeData([], isAll: false)
    var kind: (any MediaContainer.Type)?
    while kind == nil, !probeData.isEnough {
      let more = try pipe.read()
      probeData = ProbeData(probeData.bytes + more, isAll: more.isEmpty)
      kind = ContainerTable.kind(of: probeData)
    }
    try DemuxedFormat.check(probeData, pipe.path)
    let bytes = probeData.bytes
    let access = kind?.access(probeData, by: .stream(isEndless: true)) ?? .once
    if access == .inOrder { return .tables(ArrivingBytes(pipe, firstBytes: bytes)) }
    guard let kind, access.needsAll else { return .element(.pipe(pipe, firstBytes: bytes)) }
    let spool = SampleSpool()
    var boxes = BoxStream(pipe, bytes)
    do {
      if kind == MovieContainer.self, !isWhole, let movie = try fragmentedMovie(&boxes, spool) {
        return .stream(try FragmentStream(movie, head: spool, boxes, isPartial: isPartial))
      }
      try boxes.moveAll(to: spool)
    } catch let error as MediaError where error.family == .writing {
      throw Diagnostic(
        "cannot keep what comes through '\(pipe.path)'", kind: .output,
        notes: ["its tables may come last: until then, it is kept in \(error.path ?? "")"], cause: error.reason,
        underlying: error, help: error.help)
    }
    return .tables(SpooledBytes(spool, name: pipe.path))
  }

  /// Returns the movie of complete headers, if fragments follow; nil as soon as that is excluded.
  private static func fragmentedMovie(_ boxes: inout BoxStream, _ head: SampleSpool) throws -> Movie? {
    do {
      while let (type, size) = try boxes.next(), let size, type != "mdat", type != "moof" {
        try boxes.move(type, size, to: head)
        guard type == "moov" else { continue }
        let movie = try Movie(source: SpooledBytes(head, name: boxes.pipe.path))
        return movie.isFragmented ? movie : nil
      }
    } catch is MovieError {
      // The reader of the whole file reports the error.
    }
    return nil
  }
}

extension Diagnostic {
  /// Creates the error of an unreadable input, with the reason.
  package init(cannotRead name: String, _ error: any Error, at range: SourceRange? = nil) {
    if let error = error as? MediaError {
      self.init(error, at: range)
    } else if var problem = error as? Diagnostic {
      problem.range = problem.range ?? range
      self = problem
    } else {
      self.init("cannot read '\(name)'", kind: .input, at: range, cause: Self.reason(error), underlying: error)
    }
  }

  /// Returns the reason of an error, without the name of the file.
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as MediaFileError: return error.message
    case let error as MediaError: return error.reason
    case var error as MovieError:
      error.file = nil
      return error.description
    case let error as POSIXError: return String(cString: strerror(error.code.rawValue))
    default: return "\(error)"
    }
  }
}
