import CoreMedia

/// The first sequence header in a temporal unit of AV1: an OBU (AV1 Bitstream, 5.3 to 5.5).
struct AV1SequenceHeader {
  /// The place of the whole OBU in the unit, its own header included.
  let range: Range<Int>
  /// The bytes before the size of the payload: one, or two with an extension.
  private let head: [UInt8]
  private let hasSize: Bool
  let payload: [UInt8]

  /// - Parameter unit: A temporal unit; nil if it has no sequence header.
  init?(in unit: UnsafeRawBufferPointer) {
    var position = 0
    while position < unit.count {
      let start = position
      let (type, hasExtension, hasSize) = (unit[position] >> 3 & 15, unit[position] & 4 != 0, unit[position] & 2 != 0)
      position += hasExtension ? 2 : 1
      let headEnd = position
      var size = unit.count - position
      if hasSize {
        var (value, shift) = (0, 0)
        while position < unit.count, shift < 28 {
          let byte = Int(unit[position])
          position += 1
          value |= (byte & 0x7f) << shift
          shift += 7
          if byte & 0x80 == 0 { break }
        }
        size = value
      }
      guard position <= unit.count, size <= unit.count - position else { return nil }
      if type == 1 {
        range = start..<position + size
        (head, self.hasSize) = (Array(unit[start..<headEnd]), hasSize)
        payload = Array(unit[position..<position + size])
        return
      }
      position += size
    }
    return nil
  }

  /// Returns an OBU like this one, with another payload.
  func unit(of payload: [UInt8]) -> [UInt8] {
    var size: [UInt8] = []
    var rest = payload.count
    repeat {
      size.append(UInt8(rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return head + (hasSize ? size : []) + payload
  }

  /// Returns the payload with a description of colours; nil if it has that already, or cannot be read.
  func naming(_ colors: ColorCodes) -> [UInt8]? {
    guard let (flag, _) = colorDescription() else { return nil }
    var behind = flag
    guard let isPresent = behind.number(1), isPresent == 0 || behind.number(24) != nil else { return nil }
    var bits = payload.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
    let codes = [colors.primaries, colors.transfer, colors.matrix].flatMap { code in
      (0..<8).reversed().map { code >> $0 & 1 }
    }
    bits.replaceSubrange(flag.position..<behind.position, with: [1] + codes)
    let named = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 }
    }
    return named == payload ? nil : named
  }

  /// The bits from the flag of a description of colours on (5.5.1, 5.5.2), and true for pictures without colour; nil for a header that ends
  /// before.
  func colorDescription() -> (bits: BitScanner, isGray: Bool)? {
    var bits = BitScanner(payload)
    func flag() -> Bool? { bits.number(1).map { $0 == 1 } }
    guard let profile = bits.number(3), flag() != nil, let isReduced = flag(), skipOperatingPoints(&bits, isReduced),
      let columns = bits.number(4), let rows = bits.number(4), bits.number(columns + 1) != nil,
      bits.number(rows + 1) != nil
    else { return nil }
    if !isReduced {
      guard let hasNumbers = flag(), !hasNumbers || bits.number(7) != nil else { return nil }
    }
    // Superblocks and intra prediction.
    guard bits.number(3) != nil, isReduced || skipTools(&bits) else { return nil }
    // Super-resolution and filters; the depth.
    guard bits.number(3) != nil, let isDeep = flag(), profile != 2 || !isDeep || flag() != nil else { return nil }
    guard profile != 1 else { return (bits, false) }
    return flag().map { (bits, $0) }
  }

  private func skipOperatingPoints(_ bits: inout BitScanner, _ isReduced: Bool) -> Bool {
    if isReduced { return bits.number(5) != nil }
    var delayBits: Int?
    guard let hasTiming = bits.number(1) else { return false }
    if hasTiming == 1 {
      guard bits.number(32) != nil, bits.number(32) != nil, let isEqual = bits.number(1),
        isEqual == 0 || skipVariableLengthNumber(&bits), let hasModel = bits.number(1)
      else { return false }
      if hasModel == 1 {
        guard let length = bits.number(5), bits.number(32) != nil, bits.number(10) != nil else { return false }
        delayBits = length + 1
      }
    }
    guard let hasDelays = bits.number(1), let count = bits.number(5) else { return false }
    for _ in 0...count {
      guard bits.number(12) != nil, let level = bits.number(5), level <= 7 || bits.number(1) != nil else {
        return false
      }
      if let delayBits {
        guard let hasModel = bits.number(1) else { return false }
        if hasModel == 1 {
          guard bits.number(delayBits) != nil, bits.number(delayBits) != nil, bits.number(1) != nil else {
            return false
          }
        }
      }
      if hasDelays == 1 {
        guard let isThere = bits.number(1), isThere == 0 || bits.number(4) != nil else { return false }
      }
    }
    return true
  }

  /// Passes over a number in as many bits as zeros precede it (4.10.3).
  private func skipVariableLengthNumber(_ bits: inout BitScanner) -> Bool {
    var zeros = 0
    while let bit = bits.number(1) {
      if bit == 1 { return zeros >= 32 || bits.number(zeros) != nil }
      zeros += 1
    }
    return false
  }

  /// Passes over the tools of prediction that pictures alone do not have.
  private func skipTools(_ bits: inout BitScanner) -> Bool {
    guard bits.number(4) != nil, let hasOrder = bits.number(1), hasOrder == 0 || bits.number(2) != nil,
      let choosesContent = bits.number(1)
    else { return false }
    var content = 2
    if choosesContent == 0 {
      guard let forced = bits.number(1) else { return false }
      content = forced
    }
    if content > 0 {
      guard let choosesMotion = bits.number(1), choosesMotion == 1 || bits.number(1) != nil else { return false }
    }
    return hasOrder == 0 || bits.number(3) != nil
  }
}
