import Foundation

/// Finds the units between start codes in bytes that come in pieces (ITU-T H.264, annex B; ISO/IEC 13818-2, 6.2.1;
/// ISO/IEC 14496-2, 6.2.1).
///
///     … 00 | 00 00 01 | unit … | 00 00 | 00 00 01 | unit …
struct StartCodeScanner: Sendable {
  enum Event: Hashable, Sendable {
    /// A start code: the position of its three bytes, and true if a zero byte precedes them.
    case began(Int64, hasZeroBefore: Bool)
    /// The first bytes of the unit that began: as many as are wanted, or as it has.
    case head([UInt8])
    /// The end of the unit, without the zeros that pad it.
    case ended(Int64)
  }

  /// Returns the number of bytes that are wanted of a unit, by its first byte.
  private let wanted: @Sendable (UInt8) -> Int
  /// The zeros directly before the next byte.
  private var zeros: Int64 = 0
  /// The position of the next byte.
  private var position: Int64 = 0
  private var isOpen = false
  /// The position of the first byte of the unit.
  private var start: Int64 = 0
  private var head: [UInt8] = []
  private var isHeadComplete = false

  init(wanted: @escaping @Sendable (UInt8) -> Int) { self.wanted = wanted }

  /// Takes the next bytes of the stream.
  ///
  /// - Parameter position: Their place in the stream, behind the last ones.
  mutating func take(_ bytes: UnsafeRawBufferPointer, at position: Int64) -> [Event] {
    guard let base = bytes.baseAddress else { return [] }
    var events: [Event] = []
    self.position = position
    /// The first byte that may belong to the head.
    var uncopied = 0
    var index = 0
    while index < bytes.count {
      if zeros == 0 {
        guard let zero = memchr(base + index, 0, bytes.count - index) else { break }
        index = UnsafeRawPointer(zero) - base + 1
        zeros = 1
        continue
      }
      let byte = bytes[index]
      if byte == 0 {
        zeros += 1
      } else if byte == 1, zeros >= 2 {
        let place = position + Int64(index)
        close(at: place - zeros, bytes, uncopied, upTo: index, &events)
        events.append(.began(place - 2, hasZeroBefore: zeros > 2))
        (isOpen, start, isHeadComplete, zeros) = (true, place + 1, false, 0)
        head.removeAll(keepingCapacity: true)
        uncopied = index + 1
      } else {
        zeros = 0
      }
      index += 1
    }
    if isOpen, !isHeadComplete {
      copy(bytes, uncopied, upTo: bytes.count)
      if let first = head.first, head.count >= wanted(first) { complete(&events) }
    }
    self.position = position + Int64(bytes.count)
    return events
  }

  /// Ends the last unit.
  mutating func finish() -> [Event] {
    var events: [Event] = []
    close(at: position - zeros, UnsafeRawBufferPointer(start: nil, count: 0), 0, upTo: 0, &events)
    (isOpen, zeros) = (false, 0)
    return events
  }

  private mutating func close(
    at end: Int64, _ bytes: UnsafeRawBufferPointer, _ first: Int, upTo last: Int, _ events: inout [Event]
  ) {
    guard isOpen else { return }
    if !isHeadComplete {
      copy(bytes, first, upTo: last)
      let length = Int(max(0, end - start))
      if head.count > length { head.removeLast(head.count - length) }
      complete(&events)
    }
    events.append(.ended(max(end, start)))
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer, _ first: Int, upTo last: Int) {
    guard first < last else { return }
    let limit = wanted(head.first ?? bytes[first])
    head.append(contentsOf: bytes[first..<min(last, first + max(0, limit - head.count))])
  }

  private mutating func complete(_ events: inout [Event]) {
    events.append(.head(head))
    isHeadComplete = true
  }
}
