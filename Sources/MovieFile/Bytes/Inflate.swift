/// Decompresses zlib's form of deflate (RFC 1950 and 1951), as old movie headers and ID3 frames use it.
///
/// The output is limited to the size that the caller allows, whatever the bytes claim.
struct Inflate {
  /// The reason why bytes cannot be decompressed.
  struct Problem: Error, Hashable {
    var message: String
    init(_ message: String) { self.message = message }
  }

  private let input: [UInt8]
  private var position = 0
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0
  private var output: [UInt8] = []
  private let limit: Int

  /// Returns the decompressed bytes of a zlib stream.
  ///
  /// - Parameter limit: The largest number of bytes of output.
  /// - Throws: `Problem` when the stream is damaged, truncated or longer than allowed.
  static func zlib(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
    guard bytes.count >= 6, bytes[0] & 0x0f == 8, bytes[0] >> 4 <= 7,
      (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0, bytes[1] & 0x20 == 0
    else { throw Problem("they are not compressed by zlib") }
    var inflate = Inflate(bytes, from: 2, limit: limit)
    try inflate.run()
    guard let sum = inflate.trailer() else { throw Problem("the checksum is missing") }
    guard sum == Self.adler32(inflate.output) else { throw Problem("the checksum is another") }
    return inflate.output
  }

  private init(_ input: [UInt8], from position: Int, limit: Int) {
    (self.input, self.position, self.limit) = (input, position, limit)
  }

  // MARK: Bits

  private mutating func number(_ count: UInt32) throws(Problem) -> Int {
    while bitCount < count {
      guard position < input.count else { throw Problem("the compressed bytes end too early") }
      bits |= UInt32(input[position]) << bitCount
      position += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return Int(bits & (1 << count - 1))
  }

  /// Reads a big-endian number of four bytes after the last whole byte.
  private mutating func trailer() -> UInt32? {
    position -= Int(bitCount / 8)
    guard input.count - position >= 4 else { return nil }
    return input[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }

  // MARK: Blocks

  private mutating func run() throws(Problem) {
    var isLast = false
    while !isLast {
      isLast = try number(1) == 1
      switch try number(2) {
      case 0: try stored()
      case 1: try compressed(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try dynamicCodes()
        try compressed(literals, distances)
      default: throw Problem("a block has an unknown type")
      }
    }
  }

  private mutating func emit(_ byte: UInt8) throws(Problem) {
    guard output.count < limit else { throw Problem("more than \(limit) bytes come out") }
    output.append(byte)
  }

  private mutating func stored() throws(Problem) {
    position -= Int(bitCount / 8)
    (bits, bitCount) = (0, 0)
    let (length, complement) = (try number(16), try number(16))
    guard length == ~complement & 0xffff else { throw Problem("a stored block has no length") }
    guard length <= input.count - position else { throw Problem("the compressed bytes end too early") }
    for byte in input[position..<position + length] { try emit(byte) }
    position += length
  }

  private mutating func compressed(_ literals: Code, _ distances: Code) throws(Problem) {
    while true {
      let symbol = try self.symbol(literals)
      if symbol < 256 {
        try emit(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        guard symbol - 257 < Self.lengths.count else { throw Problem("a length has an unknown code") }
        let (base, extra) = Self.lengths[symbol - 257]
        let length = base + (try number(extra))
        let place = try self.symbol(distances)
        guard place < Self.distances.count else { throw Problem("a distance has an unknown code") }
        let (first, more) = Self.distances[place]
        let distance = first + (try number(more))
        guard distance <= output.count else { throw Problem("a distance reaches before the beginning") }
        for _ in 0..<length { try emit(output[output.count - distance]) }
      }
    }
  }

  // MARK: Codes

  /// A canonical Huffman code: the number of symbols of each length, and the symbols in their order.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    /// - Parameter lengths: The bits of each symbol's code; 0 for unused symbols.
    init(_ lengths: [Int]) throws(Problem) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      var left = 1
      for length in 1...15 {
        left = left * 2 - counts[length]
        guard left >= 0 else { throw Problem("a code has too many symbols") }
      }
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
      }
    }
  }

  private mutating func symbol(_ code: Code) throws(Problem) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try number(1)
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + value - first] }
      index += count
      first = (first + count) * 2
      value *= 2
    }
    throw Problem("a code is unknown")
  }

  private mutating func dynamicCodes() throws(Problem) -> (Code, Code) {
    let (literalCount, distanceCount, lengthCount) = (try number(5) + 257, try number(5) + 1, try number(4) + 4)
    var lengths = [Int](repeating: 0, count: 19)
    for index in 0..<lengthCount { lengths[Self.order[index]] = try number(3) }
    let code = try Code(lengths)
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      let symbol = try self.symbol(code)
      switch symbol {
      case 16:
        guard let last = all.last else { throw Problem("a length repeats nothing") }
        all += [Int](repeating: last, count: 3 + (try number(2)))
      case 17: all += [Int](repeating: 0, count: 3 + (try number(3)))
      case 18: all += [Int](repeating: 0, count: 11 + (try number(7)))
      default: all.append(symbol)
      }
    }
    guard all.count == literalCount + distanceCount else { throw Problem("there are too many lengths") }
    return (try Code(Array(all[..<literalCount])), try Code(Array(all[literalCount...])))
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let fixedLiterals = fixed(
    [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
      + [Int](repeating: 8, count: 8))
  private static let fixedDistances = fixed([Int](repeating: 5, count: 30))

  private static func fixed(_ lengths: [Int]) -> Code {
    guard let code = try? Code(lengths) else { preconditionFailure("the standard's code is one") }
    return code
  }

  /// The shortest length of each code, and the number of extra bits.
  private static let lengths: [(Int, UInt32)] = {
    var table: [(Int, UInt32)] = []
    var base = 3
    for code in 0..<28 {
      let extra = UInt32(max(0, code / 4 - 1))
      table.append((base, extra))
      base += 1 << extra
    }
    return table + [(258, 0)]
  }()

  private static let distances: [(Int, UInt32)] = {
    var table: [(Int, UInt32)] = []
    var base = 1
    for code in 0..<30 {
      let extra = UInt32(max(0, code / 2 - 1))
      table.append((base, extra))
      base += 1 << extra
    }
    return table
  }()
}
