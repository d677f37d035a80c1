internal import MediaSource
import Foundation
import MediaGraph
import MovieFile

/// Media that are no file, which are read by their own tables all the same:
///
///     server with ranges      ─▶ HTTPByteSource ─────────────────▶ tables
///     server without, a pipe  ─▶ all of it in a file without a name ─▶ tables
///     fragments in a pipe     ─▶ FragmentStream, as they come ───────▶ tables
///     what has no tables      ─▶ a source element ─▶ GStreamer's parsers
///
/// Whether there are tables, the first bytes say. What has none and may have no end is never kept.
enum RemoteMedia: Sendable {
  case server(URL)
  case pipe(PipeReader)

  /// What reads them.
  enum Reader: Sendable {
    case tables(any ByteSource)
    case stream(FragmentStream)
    case element(MediaElementSource)
  }

  /// Opens a pipe; asks no server yet. Nil for files, and for what only GStreamer has a source for.
  ///
  /// - Throws: `Diagnostic` when a pipe may not be read.
  init?(_ location: Location, _ reception: Reception) throws(Diagnostic) {
    if let path = location.path {
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

  /// What references in a movie to other files are relative to.
  var location: URL? {
    switch self {
    case .server(let url): url
    case .pipe(let pipe): URL(fileURLWithPath: pipe.path)
    }
  }

  var name: String {
    switch self {
    case .server(let url): url.absoluteString
    case .pipe(let pipe): pipe.path
    }
  }

  /// Reads as much as it takes to know who reads the rest. Blocks, for a pipe with tables that may come last until its writer is done.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all of it has to be there before anything is read.
  ///   - isPartial: Whether a stream that is cut off ends where it does.
  /// - Throws: What is wrong with the server, the pipe or the disk; `CancellationError` when the reception is over.
  func reader(_ reception: Reception, isWhole: Bool, isPartial: Bool = false) throws -> Reader {
    switch self {
    case .server(let url): try Self.reader(of: url, reception)
    case .pipe(let pipe): try Self.reader(of: pipe, isWhole: isWhole, isPartial: isPartial)
    }
  }

  private static func reader(of url: URL, _ reception: Reception) throws -> Reader {
    let source: HTTPByteSource
    do {
      source = try HTTPByteSource(url, timeout: MediaFile.Options().timeout, reception) { beginning, hasLength in
        let access = Self.access(MediaBeginning(beginning, isAll: true), by: .stream(isEndless: !hasLength))
        return access != .once
      }
    } catch let error as MediaFileError where error.reason == .noRanges {
      return .element(.url(url))
    }
    switch Self.access(try MediaBeginning(of: source), by: .byPosition) {
    case .byPosition: return .tables(source)
    case .twice: return .tables(source.isHere ? source : try SpooledBytes(all: source, reception))
    case .once: return .element(.url(url))
    }
  }

  private static func access(_ beginning: MediaBeginning, by delivery: MediaDelivery) -> ContainerAccess {
    ContainerTable.kind(of: beginning)?.access(beginning, by: delivery) ?? .once
  }

  private static func reader(of pipe: PipeReader, isWhole: Bool, isPartial: Bool) throws -> Reader {
    var beginning = MediaBeginning([], isAll: false)
    var kind: (any MediaContainer.Type)?
    while kind == nil, !beginning.isEnough {
      let more = try pipe.read()
      beginning = MediaBeginning(beginning.bytes + more, isAll: more.isEmpty)
      kind = ContainerTable.kind(of: beginning)
    }
    let bytes = beginning.bytes
    guard let kind, kind.access(beginning, by: .stream(isEndless: true)) != .once else {
      return .element(.pipe(pipe, beginning: bytes))
    }
    let spool = SampleSpool()
    var boxes = BoxStream(pipe, bytes)
    do {
      if kind == MovieContainer.self, !isWhole, let movie = try fragmentedMovie(&boxes, spool) {
        return .stream(try FragmentStream(movie, head: spool, boxes, isPartial: isPartial))
      }
      try boxes.moveAll(to: spool)
    } catch let error as POSIXError {
      throw Diagnostic(
        "cannot keep what comes through '\(pipe.path)'", kind: .failure,
        notes: ["its tables may come last: until then, it is kept in \(NSTemporaryDirectory())"],
        underlying: error, help: "TMPDIR names another folder")
    }
    return .tables(SpooledBytes(spool, name: pipe.path))
  }

  /// The movie whose head has come, if fragments follow it; nil as soon as there can't be one.
  private static func fragmentedMovie(_ boxes: inout BoxStream, _ head: SampleSpool) throws -> Movie? {
    do {
      while let (type, size) = try boxes.next(), let size, type != "mdat", type != "moof" {
        try boxes.move(type, size, to: head)
        guard type == "moov" else { continue }
        let movie = try Movie(source: SpooledBytes(head, name: boxes.pipe.path))
        return movie.isFragmented ? movie : nil
      }
    } catch is MovieError {
      // Whoever reads all of it says what is wrong.
    }
    return nil
  }
}

extension Diagnostic {
  /// An input that cannot be read, and why.
  init(cannotRead name: String, _ error: any Error, at range: SourceRange? = nil) {
    if let error = error as? MediaError {
      self.init(error, at: range)
    } else if var problem = error as? Diagnostic {
      problem.range = problem.range ?? range
      self = problem
    } else {
      self.init("cannot read '\(name)'", kind: .input, at: range, cause: Self.reason(error), underlying: error)
    }
  }

  /// What went wrong, without the name of what it went wrong with.
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
