import Foundation
import MovieFile

/// A presentation of HTTP Live Streaming: its playlist, and that of its first variant.
package final class HLSPresentation: Sendable {
  /// The maximum size of a playlist, in bytes.
  private static let sizeLimit: Int64 = 32 << 20

  package let url: URL
  package let playlist: HLSPlaylist
  private let first = OnceResult<HLSPlaylist.Media>()

  package init(of source: any ByteSource, at url: URL) throws {
    self.url = url
    playlist = try Self.read(source, url)
  }

  /// Returns the media playlist: the playlist itself, or that of its first variant, which is loaded for it. Blocks.
  package func media(
    timeout: Int = 15, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> HLSPlaylist.Media {
    switch playlist {
    case .media(let media): return media
    case .master(let master):
      return try first.get(isPassing: { _ in true }) {
        guard let location = master.variants.first?.url else {
          throw MovieError(.malformed, "the playlist has no variants", file: url.absoluteString)
        }
        return try mediaPlaylist(at: location, timeout: timeout, isCancelled: isCancelled)
      }
    }
  }

  /// Loads the playlist of a variant or a rendition. Blocks.
  func mediaPlaylist(
    at location: URL, timeout: Int, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> HLSPlaylist.Media {
    // A playlist from a server must not read local files.
    guard location.isFileURL == url.isFileURL else {
      throw MovieError(
        .forbiddenReference, "the playlist's variant is at \(location), which it may not use",
        file: url.absoluteString)
    }
    let source: any ByteSource =
      location.isFileURL
      ? try FileByteSource(path: location.path)
      : try HTTPByteSource(location, timeout: timeout, Reception(isCancelled: isCancelled))
    guard case .media(let media) = try Self.read(source, location) else {
      throw MovieError(.malformed, "the playlist of a variant has variants again", file: location.absoluteString)
    }
    return media
  }

  private static func read(_ source: any ByteSource, _ url: URL) throws -> HLSPlaylist {
    guard source.size <= sizeLimit else {
      throw MovieError(.excessive, "the playlist has \(source.size) bytes", file: url.absoluteString)
    }
    let text = String(decoding: try source.bytes(at: 0, count: Int(source.size)), as: UTF8.self)
    do throws(HLSPlaylist.Problem) {
      return try HLSPlaylist(text, base: url)
    } catch {
      throw MovieError(.malformed, error.description, file: url.absoluteString)
    }
  }
}
