import Foundation
import MovieFile
import Synchronization

/// Reads a file or URL: its beginning first, and all of it on demand. Results are cached.
///
/// Tracks retain it, so that they outlive the asset; it retains no tracks.
final class MediaFileReader: Sendable {
  let url: URL
  let options: MediaFile.Options
  private let opened = OnceResult<OpenedFile>()
  private let parsed = OnceResult<[ParsedTrack]>()
  /// The cancellation of the current reads.
  private let cancellation = Mutex(Cancellation())

  init(_ url: URL, _ options: MediaFile.Options) {
    (self.url, self.options) = (url, options)
  }

  /// Cancels current reads. Later requests read again.
  func cancel() {
    let current = cancellation.withLock { cancellation in
      defer { cancellation = Cancellation() }
      return cancellation
    }
    current.cancel()
  }

  /// Returns true if the current reads are cancelled.
  var isCancelled: @Sendable () -> Bool {
    let current = cancellation.withLock { $0 }
    return { current.isCancelled }
  }

  /// The result of reading the beginning; nil if it is not read yet.
  var known: Result<Void, any Error>? { opened.known.map { $0.map { _ in } } }

  /// Returns the file after reading its beginning.
  func file() throws -> OpenedFile {
    try opened.get(isPassing: \.mayPass) { try OpenedFile(url, options, isCancelled: isCancelled) }
  }

  /// Returns the tracks after GStreamer's parsers have read the whole file.
  func parsedTracks() throws -> [ParsedTrack] {
    let file = try file()
    return try parsed.get(isPassing: \.mayPass) {
      try ParsedContainer.tracks(of: file.elementSource, file.kind(), isCancelled: isCancelled)
    }
  }
}

extension Error {
  /// True for errors that may be temporary, such as those of networks.
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
