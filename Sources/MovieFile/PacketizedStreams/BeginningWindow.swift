/// The part of a stream of packets at its beginning in which all of its elementary streams show themselves: so many
/// bytes; where they are waited for, fewer, as soon as they are a second of the stream's clock.
struct BeginningWindow: Sendable {
  private let least: Int64
  private let most: Int64
  /// The first clock reference, in units of 90 kHz.
  private var start: Int64?
  private var isSecondOver = false

  /// - Parameters:
  ///   - offset: The place where it begins.
  ///   - waiting: The bytes that are waited for in any case.
  init(from offset: Int64, of source: any ByteSource, size: Int64, waiting: Int64) {
    most = offset + size
    least = source.arriving == nil ? most : offset + min(size, waiting)
  }

  /// Takes a clock reference: always the same clock's.
  mutating func take(reference: Int64) {
    guard let start else {
      start = reference
      return
    }
    if (reference &- start) & (1 << 33 - 1) >= Int64(TimeBase.timescale) { isSecondOver = true }
  }

  func isOver(at offset: Int64) -> Bool { offset >= most || offset >= least && (isSecondOver || start == nil) }
}
