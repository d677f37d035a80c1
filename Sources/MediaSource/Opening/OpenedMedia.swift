import Foundation
import MovieFile

/// The one front door for files: media from a file, a server, a pipe or memory, of a kind that ``ContainerTable`` has told by the first bytes.
///
///     path, URL, pipe, bytes ─▶ MediaInput ─▶ ContainerTable ─▶ MediaContainer ─▶ tracks ─▶ CodedTrack
///
/// Opening blocks: never on the cooperative pool.
package struct OpenedMedia: Sendable {
  package let input: MediaInput
  package let container: any MediaContainer

  /// - Throws: `MovieError` when the file is damaged, or its bytes cannot be read.
  package init(_ input: MediaInput) throws {
    self.input = input
    container = try ContainerTable.open(input)
  }

  /// Takes what is open already.
  package init(_ input: MediaInput, as container: any MediaContainer) {
    (self.input, self.container) = (input, container)
  }

  /// Opens a file.
  ///
  /// - Throws: `MovieError` when there is no such file, it cannot be read or is damaged.
  package init(path: String, cancellation: ReadingCancellation = .init()) throws {
    try self.init(MediaInput(path: path, cancellation: cancellation))
  }

  /// Opens a file by its path, or what a server has by its URL.
  ///
  /// - Throws: `MediaError` with the name of the place for what cannot be read; `MovieError` when the file is damaged;
  ///   `CancellationError`.
  package init(_ place: AssetProbe.Input, cancellation: ReadingCancellation = .init()) throws {
    try self.init(MediaInput(place, cancellation: cancellation))
  }

  /// Reads the headers, where opening has not.
  ///
  /// - Throws: What is wrong with them: `MediaFileError` with `contentType` where a server sent something else; `CancellationError`.
  package func readHeaders() throws { try checkingType { try container.readHeaders() } }

  /// Runs a body that reads the media.
  ///
  /// - Throws: What the body throws; `MediaFileError` with `contentType` where it finds no media and a server sent something else.
  package func checkingType<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch  where error is MediaError || error is DecoderError {
      guard let type = input.foreignContentType else { throw error }
      throw MediaFileError(.contentType(type), url: input.location)
    }
  }
}
