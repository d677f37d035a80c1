import CoreMedia

/// The frames that a decoder of HEVC holds, as video and sequence parameter sets declare it (ITU-T H.265, 7.4.3.1 and 7.4.3.2.1), and the
/// level, which limits their number (A.4.1).
///
/// Where samples of several encoders follow each other, decoders that take the delay of the first for that of all show the later
/// ones in another order, or warn. Sets that declare more than their own frames need are valid: the decoder waits longer.
package struct HEVCPictureBuffer: Hashable, Sendable {
  /// The most frames that are decoded before a frame and shown after it.
  private(set) var reordered: Int
  /// The frames in the buffer beside the one that is being decoded.
  private(set) var held: Int
  /// `general_level_idc`: 30 times the number of the level.
  private(set) var level: Int

  /// The longest set that is changed; those of encoders have about a hundred bytes.
  private static let limit = 400

  /// - Parameter units: Parameter sets, headers included. Other kinds than video and sequence parameter sets are passed over.
  /// - Returns: The largest values of all sets; nil if none has any.
  package init?(_ units: some Sequence<[UInt8]>) {
    let parsed = units.compactMap { Ordering($0) }
    guard let held = parsed.flatMap(\.layers).map(\.held).max(),
      let reordered = parsed.flatMap(\.layers).map(\.reordered).max(), let level = parsed.map(\.level).max()
    else { return nil }
    (self.reordered, self.held, self.level) = (reordered, held, level)
  }

  /// Returns a parameter set that declares at least these values; other sets, and such as cannot be read, as they are.
  package func declared(in unit: [UInt8]) -> [UInt8] {
    guard let ordering = Ordering(unit), unit.count <= Self.limit else { return unit }
    let layers = ordering.layers.map { layer in
      (held: max(layer.held, held), reordered: max(layer.reordered, reordered), latency: layer.latency)
    }
    let isSame = zip(layers, ordering.layers).allSatisfy { $0.held == $1.held && $0.reordered == $1.reordered }
    if isSame, ordering.level >= level { return unit }
    var original: [Bool] = []
    for byte in ordering.payload { for bit in 0..<8 { original.append(byte >> UInt8(7 - bit) & 1 == 1) } }
    var bits = Array(original[..<ordering.range.lowerBound])
    let newLevel = max(level, ordering.level)
    for bit in 0..<8 { bits[ordering.levelPlace + bit] = newLevel >> (7 - bit) & 1 == 1 }
    for layer in layers {
      for value in [layer.held, layer.reordered, layer.latency] { bits += Self.code(value) }
    }
    // The bits behind, up to the last one that is set, which ends the payload (7.3.2.11). A set cut short has none.
    guard let end = original.lastIndex(of: true), end >= ordering.range.upperBound else { return unit }
    bits += original[ordering.range.upperBound...end]
    bits += Array(repeating: false, count: (8 - bits.count % 8) % 8)
    return unit.prefix(2) + Self.escaped(bits)
  }

  /// Returns the contents of an 'hvcC' box (ISO/IEC 14496-15, 8.3.3.1) whose sets declare at least these values; as they are if they are cut
  /// short.
  package func declared(inConfiguration bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > 22 else { return bytes }
    var result = Array(bytes[..<23])
    result[12] = UInt8(clamping: max(level, Int(bytes[12])))
    var position = 23
    func number() -> Int? {
      guard position + 2 <= bytes.count else { return nil }
      defer { position += 2 }
      return Int(bytes[position]) << 8 | Int(bytes[position + 1])
    }
    for _ in 0..<bytes[22] {
      guard position < bytes.count else { return bytes }
      result.append(bytes[position])
      position += 1
      guard let count = number() else { return bytes }
      result += [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
      for _ in 0..<count {
        guard let size = number(), position + size <= bytes.count else { return bytes }
        let unit = declared(in: Array(bytes[position..<position + size]))
        result += [UInt8(truncatingIfNeeded: unit.count >> 8), UInt8(truncatingIfNeeded: unit.count)] + unit
        position += size
      }
    }
    return result + bytes[position...]
  }

  /// An Exp-Golomb code, ue(v) (9.2).
  private static func code(_ value: Int) -> [Bool] {
    let count = Int.bitWidth - (value + 1).leadingZeroBitCount
    return Array(repeating: false, count: count - 1) + (0..<count).map { (value + 1) >> (count - 1 - $0) & 1 == 1 }
  }

  /// Bytes with what keeps start codes apart (7.4.2).
  private static func escaped(_ bits: [Bool]) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      if zeros >= 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// The place of `sub_layer_ordering_info` in a set.
  private struct Ordering {
    /// The payload, without the bytes that keep start codes apart.
    let payload: [UInt8]
    private(set) var range = 0..<0
    private(set) var levelPlace = 0
    private(set) var level = 0
    private(set) var layers: [(held: Int, reordered: Int, latency: Int)] = []

    /// - Returns: Nil for other units, and such as are cut short.
    init?(_ unit: [UInt8]) {
      guard unit.count > 2, case let type = unit[0] >> 1 & 0x3f, type == 32 || type == 33 else { return nil }
      payload = BitScanner.unescaped(unit.dropFirst(2))
      var reader = BitScanner(payload)
      let layers: Int?
      if type == 32 {
        _ = reader.number(12)
        layers = reader.number(3)
        _ = reader.number(17)
      } else {
        _ = reader.number(4)
        layers = reader.number(3)
        _ = reader.number(1)
      }
      guard let layers, readProfile(&reader, layers) else { return nil }
      if type == 33 { guard Self.skipFormat(&reader) else { return nil } }
      guard let hasAll = reader.number(1) else { return nil }
      let start = reader.position
      for _ in (hasAll == 1 ? 0 : layers)...layers {
        guard let held = reader.unsigned(), let reordered = reader.unsigned(), let latency = reader.unsigned() else {
          return nil
        }
        self.layers.append((held, reordered, latency))
      }
      range = start..<reader.position
    }

    /// profile_tier_level() (7.3.3).
    private mutating func readProfile(_ reader: inout BitScanner, _ layers: Int) -> Bool {
      guard reader.skip(88) else { return false }
      levelPlace = reader.position
      guard let level = reader.number(8) else { return false }
      self.level = level
      guard layers > 0 else { return true }
      var size = 0
      for layer in 0..<8 {
        guard let flags = reader.number(2) else { return false }
        if layer < layers { size += (flags & 2 != 0 ? 88 : 0) + (flags & 1 != 0 ? 8 : 0) }
      }
      return reader.skip(size)
    }

    /// The fields of a sequence parameter set behind its profile (7.3.2.2.1).
    private static func skipFormat(_ reader: inout BitScanner) -> Bool {
      guard reader.unsigned() != nil, let chroma = reader.unsigned() else { return false }
      if chroma == 3 { _ = reader.number(1) }
      guard reader.unsigned() != nil, reader.unsigned() != nil, let isCropped = reader.number(1) else { return false }
      for _ in 0..<(isCropped == 1 ? 4 : 0) { guard reader.unsigned() != nil else { return false } }
      for _ in 0..<3 { guard reader.unsigned() != nil else { return false } }
      return true
    }
  }
}
