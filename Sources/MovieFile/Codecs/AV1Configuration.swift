import CoreMedia

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
    guard let header = AV1SequenceHeader(in: unit), let bits = header.payload.first else {
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
    box = [0x81, profile << 5 | level, format, 0] + unit[header.range]
  }

  /// Returns the level and tier of the first operating point; 31, which is "any", if timing information precedes it
  /// (clause 5.5.1).
  private static func level(_ payload: [UInt8]) -> (level: UInt8, tier: UInt8) {
    var bits = BitScanner(payload)
    func number(_ count: Int) -> UInt8? { bits.number(count).map { UInt8($0) } }
    // The profile, a still picture, a reduced header.
    guard number(4) != nil, let isReduced = number(1) else { return (31, 0) }
    if isReduced == 1 { return (number(5) ?? 31, 0) }
    // No timing; delays, the number of operating points, the layers of the first one.
    guard number(1) == 0, number(6) != nil, bits.number(12) != nil, let level = number(5) else { return (31, 0) }
    return (level, level > 7 ? number(1) ?? 0 : 0)
  }
}
