import MovieFile
package import GStreamer
internal import CGStreamer
import CoreMedia
import Foundation

/// The source of GStreamer's bytes.
package enum MediaElementSource: Sendable {
  case file(String)
  /// Bytes in memory, in a file without a name.
  case memory(FileDescriptor)
  case url(URL)
  /// A pipe, and the bytes already read of it; makes one element only.
  case pipe(PipeReader, firstBytes: [UInt8])

  package func make() throws -> Element {
    let element = try makeElement()
    // Some have no pad before they run.
    (try? element.pad("src"))?.keepAllocationQueries()
    return element
  }

  private func makeElement() throws -> Element {
    switch self {
    case .file(let path):
      let element = try Element.make("filesrc")
      try element.set("location", to: path)
      return element
    case .memory(let descriptor):
      let element = try Element.make("filesrc")
      try element.set("location", to: "/proc/self/fd/\(descriptor.number)")
      return element
    case .url(let url): return try Element.makeSource(url: url.absoluteString)
    case .pipe(let pipe, let firstBytes): return try PipeSource.element(pipe, firstBytes: firstBytes)
    }
  }

  /// Tells a parser the kind of the bytes, where the first ones are certain: a tag at the end of WavPack would hide it.
  package func prepare(_ parser: Element) throws {
    if firstBytes.starts(with: "wvpk".utf8) { try parser.set("sink-caps", to: "audio/x-wavpack") }
  }

  /// Four bytes, or more; none of memory and servers, and where they cannot be read, which the source's element says.
  private var firstBytes: [UInt8] {
    switch self {
    case .file(let path): (try? FileByteSource(path: path).bytes(at: 0, count: 4)) ?? []
    case .pipe(_, let firstBytes): firstBytes
    case .memory, .url: []
    }
  }

  package var name: String {
    switch self {
    case .file(let path): path
    case .memory: "the data"
    case .url(let url): url.absoluteString
    case .pipe(let pipe, _): pipe.path
    }
  }

  package func problem(_ code: MediaError.Code, _ reason: String) -> MediaError {
    MediaError(code, reason, path: name)
  }
}

extension MediaElementSource {
  /// Returns the file's error for the message of an element that parses its tracks.
  func parserProblem(_ message: UnsafeMutablePointer<GstMessage>) -> MediaError {
    var error: UnsafeMutablePointer<GError>?
    gst_message_parse_error(message, &error, nil)
    let (domain, code) = (error?.pointee.domain, error?.pointee.code ?? 0)
    let text = takeText(&error) ?? "no reason given"
    guard domain == gst_stream_error_quark() else { return problem(.damaged, text) }
    if MediaError.Code.isUnknownType(Int(code)) { return problem(.unknownFormat, MediaError.unknownType) }
    return problem(code == gint(GST_STREAM_ERROR_WRONG_TYPE.rawValue) ? .unknownFormat : .damaged, text)
  }
}
