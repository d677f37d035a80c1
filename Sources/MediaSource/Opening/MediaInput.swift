import Foundation
import MovieFile

/// The bytes of a file, of what a server has, of a pipe that was kept, or of memory, and how they are to be read.
package struct MediaInput: Sendable {
  package let source: any ByteSource
  /// The place that references to other files are relative to; nil for bytes without one.
  package let location: URL?
  package let options: MediaFile.Options
  let cancellation: ReadingCancellation

  package init(
    _ source: any ByteSource, location: URL?, options: MediaFile.Options = .init(),
    cancellation: ReadingCancellation = .init()
  ) {
    (self.source, self.location, self.options, self.cancellation) = (source, location, options, cancellation)
  }

  /// A file by its path.
  ///
  /// - Throws: `unreadable` if there is no regular file at the path, or it may not be read.
  package init(path: String, cancellation: ReadingCancellation = .init()) throws(MovieError) {
    self.init(
      try FileByteSource(path: path), location: URL(fileURLWithPath: path), cancellation: cancellation)
  }

  /// A file, what a server has, or the bytes in a URL. Blocks until the server answers.
  ///
  /// - Throws: `MediaFileError` or `MediaError` for what is wrong with the URL, the server or the file; `CancellationError`.
  package init(_ url: URL, options: MediaFile.Options, cancellation: ReadingCancellation = .init()) throws {
    if let problem = Self.problem(url) { throw problem }
    let source: any ByteSource
    switch url.scheme?.lowercased() {
    case "file": source = try FileByteSource(path: url.path)
    case "data":
      guard let bytes = DataURL.bytes(url) else { throw MediaFileError(.malformedURL) }
      source = MemoryByteSource(bytes, name: "data:")
    default:
      source = try HTTPByteSource(
        url, timeout: options.timeout, Reception(isCancelled: cancellation.isCancelled))
    }
    self.init(source, location: url, options: options, cancellation: cancellation)
  }

  /// A file by its path, or what a server has by its URL. Blocks until the server answers.
  ///
  /// - Throws: `MediaError` with the name of the place for what cannot be opened; `MovieError` if there is no regular file;
  ///   `CancellationError`.
  package init(_ place: AssetProbe.Input, cancellation: ReadingCancellation = .init()) throws {
    switch place {
    case .file(let path):
      if let problem = InputFile.problem(path: path) { throw problem }
      try self.init(path: path, cancellation: cancellation)
    case .url(let text):
      guard let url = URL(string: text) else { throw MediaError(.malformedURL, "it is no URL", path: text) }
      do {
        try self.init(url, options: .init(), cancellation: cancellation)
      } catch let error as MediaFileError {
        var problem = error.mediaError(.reading)
        problem.path = text
        throw problem
      }
    }
  }

  /// The reason why a URL cannot be opened, as far as it shows without reading anything; nil if there is none.
  static func problem(_ url: URL) -> (any Error)? {
    switch url.scheme?.lowercased() {
    case "file":
      let path = url.path
      return access(path, R_OK) == 0
        ? InputFile.problem(path: path)
        : MovieError(.unreadable, errno: errno, file: path)
    case "http", "https":
      return url.host.map { $0.isEmpty } ?? true ? MediaFileError(.noHost, url: url) : nil
    case "data": return nil
    case let scheme: return MediaFileError(.unsupportedScheme(scheme ?? ""), url: url)
    }
  }

  /// The same bytes as GStreamer's elements read them. Bytes in memory are written to a file without a name.
  ///
  /// - Throws: What writing throws.
  package func elementSource() throws -> MediaElementSource {
    switch source {
    case let file as FileByteSource: return .file(file.path)
    case let server as HTTPByteSource: return .url(server.url)
    case let kept as SpooledBytes: return .memory(try kept.spool.file())
    default: return .memory(try SpooledBytes(all: source, Reception()).spool.file())
    }
  }

  /// The content type that a server gives, if that is not one of media: then the bytes are none, whatever they look like.
  var foreignContentType: String? {
    guard let type = (source as? HTTPByteSource)?.contentType, !Self.isMedia(type) else { return nil }
    return type
  }

  private static func isMedia(_ type: String) -> Bool {
    type.hasPrefix("video/") || type.hasPrefix("audio/") || type.hasPrefix("image/")
      || ["application/octet-stream", "binary/octet-stream", "application/mp4", "application/ogg"].contains(type)
      || type.contains("mpegurl")
  }
}
