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

  /// Reads the headers, where opening has not.
  ///
  /// - Throws: What is wrong with them: `MediaFileError` with `contentType` where a server sent something else; `CancellationError`.
  package func readHeaders() throws {
    do {
      try container.readHeaders()
    } catch let error as MediaError {
      guard let type = input.foreignContentType else { throw error }
      throw MediaFileError(.contentType(type), url: input.location)
    }
  }
}
