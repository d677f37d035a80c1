internal import GStreamer
import Synchronization

/// Counts the input bytes of the parsers in a `parsebin`.
///
/// A parser's output often differs from its input: start codes become lengths, parameter sets are inserted.
final class ParserInputMeter: Sendable {
  private let counts = Mutex<[String: Int64]>([:])

  /// Counts the input of an element, if it is a parser.
  func watch(_ element: Element) {
    let name = element.name
    guard Self.isParser(name), let input = try? element.pad("sink") else { return }
    input.addProbe(.buffers) { [weak self] info in
      self?.counts.withLock { $0[name, default: 0] += Int64(info.size.bytes) }
      return .pass
    }
  }

  /// Returns the number of input bytes of the parser before a pad of the bin; nil if there is none.
  func byteCount(before source: Pad) -> Int64? {
    var pad = source.entrance?.peer
    // A capsfilter may be between them.
    for _ in 0..<3 {
      guard let element = pad?.parent else { return nil }
      if Self.isParser(element.name) { return counts.withLock { $0[element.name] } }
      pad = (try? element.pad("sink"))?.peer
    }
    return nil
  }

  private static func isParser(_ name: String) -> Bool { name.contains("parse") }
}
