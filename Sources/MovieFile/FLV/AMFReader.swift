/// Reads values in Action Message Format 0 ("Action Message Format -- AMF 0", Adobe 2007).
struct AMFReader {
  enum Value: Equatable {
    /// A number, a date, or a Boolean value as 0 or 1.
    case number(Double)
    case text(String)
    case object([(name: String, value: Value)])
    /// The numbers in an array; other values are left out.
    case list([Double])
    case nothing

    static func == (a: Value, b: Value) -> Bool {
      switch (a, b) {
      case (.text(let a), .text(let b)): a == b
      case (.number(let a), .number(let b)): a == b
      default: false
      }
    }
  }

  private var scanner: ByteScanner
  /// The number of values that may still be read: a tag of values without bytes must not take unlimited time.
  private var budget = 1 << 20
  /// The deepest object in an object; metadata have two.
  private static let depthLimit = 8

  init(_ bytes: [UInt8]) { scanner = ByteScanner(bytes) }

  /// Returns the next value; nil at the end, and at bytes that are none.
  mutating func value() -> Value? { value(depth: 0) }

  private mutating func value(depth: Int) -> Value? {
    guard budget > 0, depth < Self.depthLimit, let marker = scanner.u8() else { return nil }
    budget -= 1
    switch marker {
    case 0: return scanner.number(8).map { .number(Double(bitPattern: $0)) }
    case 1: return scanner.u8().map { .number($0 == 0 ? 0 : 1) }
    case 2: return text().map { .text($0) }
    case 3: return object(depth: depth)
    case 5, 6: return .nothing
    case 7: return scanner.u16().map { _ in .nothing }
    case 8: return scanner.u32() == nil ? nil : object(depth: depth)
    case 10: return list(depth: depth)
    case 11:
      guard let date = scanner.number(8), scanner.u16() != nil else { return nil }
      return .number(Double(bitPattern: date))
    case 12, 15:
      guard let length = scanner.u32(), let bytes = scanner.bytes(Int(length)) else { return nil }
      return .text(String(decoding: bytes, as: UTF8.self))
    case 16: return text() == nil ? nil : object(depth: depth)
    default: return nil
    }
  }

  private mutating func text() -> String? {
    guard let length = scanner.u16(), let bytes = scanner.bytes(Int(length)) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads names and values up to the end's marker; some writers leave it out at the end of the tag.
  private mutating func object(depth: Int) -> Value {
    var fields: [(name: String, value: Value)] = []
    while budget > 0, let name = text() {
      if name.isEmpty, scanner.remaining == 0 || scanner.isAtEndMarker { break }
      guard let value = value(depth: depth + 1) else { break }
      fields.append((name, value))
    }
    scanner.passEndMarker()
    return .object(fields)
  }

  private mutating func list(depth: Int) -> Value? {
    guard let count = scanner.u32() else { return nil }
    var numbers: [Double] = []
    for _ in 0..<count {
      guard let value = value(depth: depth + 1) else { break }
      if case .number(let number) = value { numbers.append(number) }
    }
    return .list(numbers)
  }
}

extension ByteScanner {
  /// True if the next byte ends an object, behind an empty name.
  fileprivate var isAtEndMarker: Bool {
    var copy = self
    return copy.u8() == 9
  }

  fileprivate mutating func passEndMarker() {
    if isAtEndMarker { _ = u8() }
  }
}
