import Foundation
import MovieFile
import Synchronization

/// Reads a file or URL: its beginning first, and all of it when somebody needs that. What it read is kept.
///
/// Tracks hold it, so that they go on when the asset is gone; it holds no tracks.
final class MediaFileReader: Sendable {
  let url: URL
  let options: MediaFile.Options
  private let opened = OnceResult<OpenedFile>()
  private let parsed = OnceResult<[ParsedTrack]>()
  /// What those who read now ask whether anybody still wants it.
  private let cancellation = Mutex(Cancellation())

  init(_ url: URL, _ options: MediaFile.Options) {
    (self.url, self.options) = (url, options)
  }

  /// Breaks off what is being read. What is asked for later is read again.
  func cancel() {
    let current = cancellation.withLock { cancellation in
      defer { cancellation = Cancellation() }
      return cancellation
    }
    current.cancel()
  }

  /// Whether what is being asked for now is not wanted any more.
  var isCancelled: @Sendable () -> Bool {
    let current = cancellation.withLock { $0 }
    return { current.isCancelled }
  }

  /// Whether the beginning was read, or why it cannot be; nil while nobody knows.
  var known: Result<Void, any Error>? { opened.known.map { $0.map { _ in } } }

  /// The file with its beginning read.
  func file() throws -> OpenedFile {
    try opened.get(isPassing: \.mayPass) { try OpenedFile(url, options, isCancelled: isCancelled) }
  }

  /// What GStreamer's parsers make of all of it.
  func parsedTracks() throws -> [ParsedTrack] {
    let file = try file()
    return try parsed.get(isPassing: \.mayPass) {
      try ParsedContainer.tracks(of: file.elementSource, file.kind(), isCancelled: isCancelled)
    }
  }
}

extension Error {
  /// Whether what went wrong may be right the next time: networks come back.
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
