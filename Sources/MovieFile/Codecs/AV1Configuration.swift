/// The configuration of an AV1 decoder: the sequence header of the stream, and its summary.
package struct AV1Configuration {
  /// The contents of an 'av1C' box (AV1 Codec ISO Media File Format Binding, clause 2.3).
  package let box: [UInt8]

  /// - Parameters:
  ///   - unit: A temporal unit that begins a sequence.
  ///   - depth: The bits of a sample.
  ///   - chroma: The chroma subsampling, such as `4:2:0`; `4:0:0` for monochrome.
  /// - Throws: `notStorable` if the unit holds no sequence header.
  package init(_ unit: UnsafeRawBufferPointer, depth: Int, chroma: String) throws(MovieError) {
    guard let header = Self.sequenceHeader(in: unit), let bits = header.payload.first else {
      throw MovieError(.notStorable, "the configuration of AV1 is missing")
    }
    let profile = bits >> 5
    let (level, tier) = Self.level(header.payload)
    // The flags for monochrome and for subsampled columns and rows.
    let isGray = chroma == "4:0:0"
    let columns = chroma != "4:4:4"
    let rows = chroma == "4:2:0" || isGray
    let format =
      tier << 7 | (depth > 8 ? 0x40 : 0) | (depth > 10 ? 0x20 : 0) | (isGray ? 0x10 : 0) | (columns ? 0x08 : 0)
      | (rows ? 0x04 : 0)
    box = [0x81, profile << 5 | level, format, 0] + header.unit
  }

  /// Returns the first sequence header: the whole unit, and its payload after the header (AV1, clause 5.3).
  private static func sequenceHeader(
    in unit: UnsafeRawBufferPointer
  ) -> (unit: [UInt8], payload: UnsafeRawBufferPointer.SubSequence)? {
    var position = 0
    while position < unit.count {
      let start = position
      let (type, hasExtension, hasSize) = (unit[position] >> 3 & 15, unit[position] & 4 != 0, unit[position] & 2 != 0)
      position += hasExtension ? 2 : 1
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
      if type == 1 { return (Array(unit[start..<position + size]), unit[position..<position + size]) }
      position += size
    }
    return nil
  }

  /// Returns the level and tier of the first operating point; 31, which is "any", if timing information precedes it
  /// (clause 5.5.1).
  private static func level(_ payload: UnsafeRawBufferPointer.SubSequence) -> (level: UInt8, tier: UInt8) {
    var position = 3
    func number(_ count: Int) -> UInt8? {
      var value: UInt8 = 0
      for bit in position..<position + count {
        let index = payload.startIndex + bit / 8
        guard index < payload.endIndex else { return nil }
        value = value << 1 | payload[index] >> UInt8(7 - bit % 8) & 1
      }
      position += count
      return value
    }
    guard number(1) != nil, let isReduced = number(1) else { return (31, 0) }
    if isReduced == 1 { return (number(5) ?? 31, 0) }
    guard number(1) == 0, number(1) != nil, number(5) != nil else { return (31, 0) }
    position += 12
    guard let level = number(5) else { return (31, 0) }
    return (level, level > 7 ? number(1) ?? 0 : 0)
  }
}
