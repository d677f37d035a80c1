package import CoreMedia
import Foundation
import MovieFile

/// A file or what is behind a URL, read step by step: nothing before it is asked for, no more than is asked for, and nothing twice.
///
///     URL ─▶ OpenedMedia ─▶ MediaContainer ─▶ tracks ─▶ samples, when more than headers is asked for
///
/// May be used from any number of threads. Whatever is asked for may block until it is read: never on the cooperative pool.
package final class MediaFile: Sendable {
  /// The options of reading a file.
  package struct Options: Sendable, Hashable {
    /// Which references to media in other files are not followed.
    package var restrictions: ReferenceRestrictions
    /// True if durations are counted rather than estimated, where the format makes counting expensive.
    package var isPrecise: Bool
    /// The time without bytes from a server before it counts as dead, in seconds.
    package var timeout: Int

    package init(
      restrictions: ReferenceRestrictions = .forbidRemoteToLocal, isPrecise: Bool = false, timeout: Int = 15
    ) {
      (self.restrictions, self.isPrecise, self.timeout) = (restrictions, isPrecise, timeout)
    }
  }

  /// The program's own code that brings the bytes of a URL that nothing here reads.
  package struct Supplier: Sendable {
    /// True if there is such code now.
    let isThere: @Sendable () -> Bool
    /// Returns the bytes. Blocks until their number is known; ends early once its argument returns true.
    let open: @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> any ByteSource

    package init(
      isThere: @escaping @Sendable () -> Bool,
      open: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) throws -> any ByteSource
    ) {
      (self.isThere, self.open) = (isThere, open)
    }
  }

  package let url: URL
  package let options: Options
  private let supplier: Supplier?
  private let cancellation: ReadingCancellation
  private let opened: OnceResult<OpenedMedia>
  private let listed = OnceResult<[any ContainerTrack]>()
  private let length = OnceResult<CMTime>()
  package let described = OnceResult<Metadata>()
  let chaptered = OnceResult<[ChapterList]>()

  /// Nothing is read yet.
  ///
  /// - Parameter cancellation: Breaks off the reading, as ``cancel()`` does: one for several files.
  package init(
    _ url: URL, options: Options = Options(), supplier: Supplier? = nil,
    cancellation: ReadingCancellation = ReadingCancellation()
  ) {
    (self.url, self.options, self.supplier, opened) = (url, options, supplier, OnceResult())
    self.cancellation = cancellation
  }

  /// The same file for another reader: it is opened again, and what cancels one does not cancel the other.
  ///
  /// - Parameter cancellation: Breaks off the reading of that one.
  package func another(_ cancellation: ReadingCancellation = ReadingCancellation()) -> MediaFile {
    MediaFile(url, options: options, supplier: supplier, cancellation: cancellation)
  }

  /// Takes what is open already, and its headers as they are.
  package init(_ media: OpenedMedia) {
    url = media.input.location ?? URL(fileURLWithPath: media.input.source.name ?? "")
    (options, supplier, opened) = (media.input.options, nil, OnceResult(media))
    cancellation = media.input.cancellation
  }

  /// Breaks off what is being read. What is asked for later is read again.
  package func cancel() { cancellation.cancel() }

  /// Opens it and reads its headers.
  package func media() throws -> OpenedMedia {
    try opened.get(isPassing: \.mayPass) {
      let media = try OpenedMedia(input())
      try media.readHeaders()
      return media
    }
  }

  private func input() throws -> MediaInput {
    guard let supplier, supplier.isThere() else {
      return try MediaInput(url, options: options, cancellation: cancellation)
    }
    let bytes = try supplier.open(cancellation.isCancelled)
    return MediaInput(bytes, location: url, options: options, cancellation: cancellation)
  }

  /// Opens it and reads its headers.
  package func container() throws -> any MediaContainer { try media().container }

  /// Its bytes, from wherever they come.
  package func bytes() throws -> any ByteSource { try media().input.source }

  /// The movie; nil if it is something else.
  package func movie() throws -> Movie? { try container().movie }

  /// The tracks in the order of the file. Those of a playlist are not known before it is played: there are none.
  package func tracks() throws -> [any ContainerTrack] {
    try listed.get(isPassing: \.mayPass) {
      let container = try container()
      try container.checkReferences()
      return try container.tracks()
    }
  }

  /// The duration that the file states, or otherwise the end of its longest track; indefinite for what has no end.
  package func duration() throws -> CMTime {
    try length.get(isPassing: \.mayPass) {
      if let stated = try container().duration() { return stated }
      return try tracks().compactMap { try $0.segments().last?.target.end }.max() ?? .zero
    }
  }

  // MARK: What is known without reading

  /// Success once the headers are read, or the reason why they cannot be; nil before.
  package var isOpen: Result<Void, any Error>? { opened.known.map { $0.map { _ in } } ?? immediateProblem }

  /// Success once the tracks are known, or the reason why they cannot be; nil before.
  package var knowsTracks: Result<Void, any Error>? { listed.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Success once the duration is known, or the reason why it cannot be; nil before.
  package var knowsDuration: Result<Void, any Error>? { length.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Returns true if more than headers must be read for the duration.
  package func isDurationExpensive() throws -> Bool { try container().isDurationExpensive() }

  private var fatalProblem: Result<Void, any Error>? {
    if case .failure(let error)? = isOpen { .failure(error) } else { nil }
  }

  private var immediateProblem: Result<Void, any Error>? {
    supplier?.isThere() == true ? nil : MediaInput.problem(url).map { .failure($0) }
  }
}

extension Error {
  /// True if what went wrong may be right the next time: networks come back.
  var mayPass: Bool {
    switch self {
    case is CancellationError: return true
    case let error as MediaFileError:
      switch error.reason {
      case .timeout, .unreachable, .cutOff, .status: return true
      default: return false
      }
    case let error as MovieError: return error.code == .unreadable
    default: return false
    }
  }
}
