import Foundation

/// Builds elements of EBML in memory (RFC 8794): IDs, sizes in as few bytes as they need, and contents.
///
///     var writer = EBMLWriter()
///     writer.master(MatroskaID.info) { info in info.unsigned(0x2ad7b1, 1_000_000) }
struct EBMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds the ID and the size of an element whose contents follow.
  mutating func header(_ id: UInt32, size: Int) {
    bytes += Self.id(id)
    bytes += Self.size(size)
  }

  /// Adds the ID of an element and a size of eight bytes, which can be overwritten: nil for an unknown one.
  mutating func wideHeader(_ id: UInt32, size: Int64?) {
    bytes += Self.id(id)
    bytes += Self.wideSize(size)
  }

  mutating func master(_ id: UInt32, _ body: (inout EBMLWriter) -> Void) {
    var contents = EBMLWriter()
    body(&contents)
    binary(id, contents.bytes)
  }

  mutating func unsigned(_ id: UInt32, _ value: UInt64) {
    binary(id, Array(Self.bigEndian(value).drop { $0 == 0 }.nonEmpty))
  }

  /// Adds a number of eight bytes, whatever its value.
  mutating func wide(_ id: UInt32, _ value: UInt64) { binary(id, Self.bigEndian(value)) }

  mutating func signed(_ id: UInt32, _ value: Int64) {
    let all = Self.bigEndian(UInt64(bitPattern: value))
    let filler: UInt8 = value < 0 ? 0xff : 0
    var start = 0
    // The first bit that is left is the sign.
    while start < 7, all[start] == filler, (all[start + 1] ^ filler) & 0x80 == 0 { start += 1 }
    binary(id, Array(all[start...]))
  }

  mutating func float(_ id: UInt32, _ value: Double) { binary(id, Self.bigEndian(value.bitPattern)) }

  mutating func text(_ id: UInt32, _ value: String) { binary(id, Array(value.utf8)) }

  mutating func binary(_ id: UInt32, _ contents: [UInt8]) {
    header(id, size: contents.count)
    bytes += contents
  }

  /// Adds room of a number of bytes, at least 2.
  mutating func void(_ count: Int) {
    let isLong = count >= 10
    let contents = max(0, count - (isLong ? 9 : 2))
    bytes += Self.id(MatroskaID.void)
    bytes += isLong ? Self.wideSize(Int64(contents)) : Self.size(contents)
    bytes += [UInt8](repeating: 0, count: contents)
  }

  mutating func append(_ more: EBMLWriter) { bytes += more.bytes }

  // MARK: - Numbers

  /// Returns an ID, which has the mark of its length in itself.
  static func id(_ id: UInt32) -> [UInt8] { Array(bigEndian(UInt64(id)).drop { $0 == 0 }) }

  /// Returns a size in as few bytes as possible; all ones are reserved for the unknown one.
  static func size(_ size: Int) -> [UInt8] {
    var count = 1
    while count < 8, UInt64(size) >= 1 << UInt64(7 * count) - 1 { count += 1 }
    var bytes = Array(bigEndian(UInt64(size)).suffix(count))
    bytes[0] |= 0x80 >> UInt8(count - 1)
    return bytes
  }

  private static func wideSize(_ size: Int64?) -> [UInt8] {
    guard let size else { return [0x01] + [UInt8](repeating: 0xff, count: 7) }
    return [0x01] + bigEndian(UInt64(size)).dropFirst()
  }

  private static func bigEndian(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

extension ArraySlice<UInt8> {
  /// The bytes, or the zero that stands for none.
  fileprivate var nonEmpty: [UInt8] { isEmpty ? [0] : Array(self) }
}
