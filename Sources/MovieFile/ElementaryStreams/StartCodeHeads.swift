/// The beginnings of the units of a stream of MPEG video, by their start codes, with their places.
struct StartCodeHeads: Sendable {
  private var scanner: StartCodeScanner
  /// The place of the last start code; nil before the first.
  private(set) var start: Int64?
  /// The position of the next byte.
  private(set) var position: Int64 = 0

  /// - Parameter wanted: Returns the number of bytes that are wanted of a unit, by its first byte.
  init(wanted: @escaping @Sendable (UInt8) -> Int) { scanner = StartCodeScanner(wanted: wanted) }

  /// Takes the next bytes of the stream; returns the beginnings of units, and the places of their start codes.
  mutating func take(_ bytes: UnsafeRawBufferPointer, at position: Int64) -> [(head: [UInt8], start: Int64)] {
    defer { self.position = position + Int64(bytes.count) }
    return heads(scanner.take(bytes, at: position))
  }

  /// Ends the last unit.
  mutating func finish() -> [(head: [UInt8], start: Int64)] {
    defer { start = nil }
    return heads(scanner.finish())
  }

  private mutating func heads(_ events: [StartCodeScanner.Event]) -> [(head: [UInt8], start: Int64)] {
    var heads: [(head: [UInt8], start: Int64)] = []
    for event in events {
      switch event {
      case .began(let position, _): start = position
      case .head(let head): if let start { heads.append((head, start)) }
      case .ended: break
      }
    }
    return heads
  }
}
