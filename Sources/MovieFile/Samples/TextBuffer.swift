/// A text buffer that is written in large pieces; numbers are formatted directly.
struct TextBuffer {
  private var bytes: [UInt8] = []
  private let write: ([UInt8]) throws -> Void

  init(_ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
    bytes.reserveCapacity(80_000)
  }

  /// True if the buffer should be written.
  var isFull: Bool { bytes.count > 65_536 }

  mutating func flush() throws {
    if !bytes.isEmpty { try write(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a number, after spaces if it is shorter than `width`.
  mutating func append(_ number: Int64, width: Int = 0) {
    let start = bytes.count
    if number < 0 { bytes.append(0x2d) }
    append(digits: number.magnitude, atLeast: 1)
    pad(from: start, to: width)
  }

  /// Appends the output of a body, after spaces if it is shorter than `width`.
  mutating func column(_ width: Int, _ body: (inout TextBuffer) -> Void) {
    let start = bytes.count
    body(&self)
    pad(from: start, to: width)
  }

  /// Appends a time as seconds with nine decimals, the last one rounded.
  mutating func appendSeconds(_ value: Int64, perSecond: Int64) {
    let unit = perSecond.magnitude
    guard unit > 0 else { return append("0.000000000") }
    var (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: unit)
    let billionths = unit.dividingFullWidth(rest.multipliedFullWidth(by: 1_000_000_000))
    rest = billionths.quotient + (billionths.remainder >= unit - billionths.remainder ? 1 : 0)
    if rest == 1_000_000_000 { (whole, rest) = (whole + 1, 0) }
    if value < 0, whole > 0 || rest > 0 { bytes.append(0x2d) }
    append(digits: whole, atLeast: 1)
    bytes.append(0x2e)
    append(digits: rest, atLeast: 9)
  }

  private mutating func append(digits number: UInt64, atLeast count: Int) {
    let start = bytes.count
    var number = number
    while number > 0 || bytes.count - start < count {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
      number /= 10
    }
    bytes[start...].reverse()
  }

  private mutating func pad(from start: Int, to width: Int) {
    let missing = width - (bytes.count - start)
    if missing > 0 { bytes.insert(contentsOf: repeatElement(0x20, count: missing), at: start) }
  }
}
