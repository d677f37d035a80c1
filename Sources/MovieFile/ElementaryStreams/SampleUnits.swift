/// Changes to the NAL units of H.264 and HEVC samples that leave their pictures what they are.
package struct SampleUnits: Sendable {
  private let isHEVC: Bool
  /// The bytes of the length before each unit.
  private let lengthSize: Int

  /// - Returns: Nil for other codecs, and for samples with start codes.
  package init?(_ stream: CodedStream) {
    guard stream.codec == .h264 || stream.codec == .hevc, let lengthSize = stream.nalUnitLength else { return nil }
    (isHEVC, self.lengthSize) = (stream.codec == .hevc, lengthSize)
  }

  /// The kinds of sync samples, as far as cutting goes.
  package enum Start: Sendable {
    /// Nothing decoded later refers to anything decoded earlier.
    case closed
    /// Pictures that are decoded later and shown earlier may refer to what is decoded earlier; the others do not. It can be marked as the
    /// beginning of a stream.
    case open
    /// The same, without a mark for it.
    case other
  }

  /// Returns the kind of a sync sample.
  package func start(_ sample: UnsafeRawBufferPointer) -> Start {
    for unit in units(of: sample) {
      let type = type(sample[unit.lowerBound])
      guard isHEVC ? type < 32 : (1...5).contains(type) else { continue }
      // IDR, BLA and CRA pictures (ITU-T H.265, 7.4.2.2); an IDR picture's leading ones need nothing before it.
      if isHEVC { return type == 19 || type == 20 ? .closed : (16...21).contains(type) ? .open : .other }
      return type == 5 ? .closed : .other
    }
    return .other
  }

  /// Returns a sample that begins an open group of HEVC, marked as one whose leading pictures are missing: BLA_N_LP instead of CRA_NUT
  /// (ITU-T H.265, 7.4.2.2).
  package func withoutLeading(_ sample: [UInt8]) -> [UInt8] {
    guard isHEVC else { return sample }
    var result = sample
    for unit in sample.withUnsafeBytes({ self.units(of: $0) }) where (16...21).contains(type(sample[unit.lowerBound])) {
      result[unit.lowerBound] = sample[unit.lowerBound] & 0x81 | 18 << 1
    }
    return result
  }

  /// Returns a sample with parameter sets before its pictures, unless it has some.
  package func with(_ sets: [[UInt8]], before sample: [UInt8]) -> [UInt8] {
    let units = sample.withUnsafeBytes { self.units(of: $0) }
    if units.contains(where: { isSet(type(sample[$0.lowerBound])) }) { return sample }
    // A delimiter is the first unit of a sample.
    let isDelimited = units.first.map { type(sample[$0.lowerBound]) == (isHEVC ? 35 : 9) } ?? false
    let head = isDelimited ? units.first?.upperBound ?? 0 : 0
    return sample[..<head] + sets.flatMap { length(of: $0.count) + $0 } + sample[head...]
  }

  /// Returns an access unit with start codes as a sample, without its parameter sets and its delimiter; nil if a unit is too long for the
  /// length before it.
  package func sample(ofByteStream bytes: [UInt8]) -> [UInt8]? {
    var sample: [UInt8] = []
    sample.reserveCapacity(bytes.count + 16)
    for unit in StartCodes.units(in: bytes) {
      guard let first = unit.first, !isSet(type(first)), type(first) != (isHEVC ? 35 : 9) else { continue }
      guard lengthSize == 4 || unit.count < 1 << (8 * lengthSize) else { return nil }
      sample += length(of: unit.count)
      sample += unit
    }
    return sample
  }

  /// Returns the parameter sets of an access unit with start codes.
  package static func parameterSets(inByteStream bytes: [UInt8], isHEVC: Bool) -> [[UInt8]] {
    StartCodes.units(in: bytes).filter { unit in
      guard let first = unit.first else { return false }
      return isHEVC ? (32...34).contains(first >> 1 & 0x3f) : [7, 8].contains(first & 0x1f)
    }.map { Array($0) }
  }

  private func type(_ header: UInt8) -> UInt8 { isHEVC ? header >> 1 & 0x3f : header & 0x1f }
  private func isSet(_ type: UInt8) -> Bool { isHEVC ? (32...34).contains(type) : type == 7 || type == 8 }

  private func length(of count: Int) -> [UInt8] {
    (0..<lengthSize).map { UInt8(truncatingIfNeeded: count >> (8 * (lengthSize - 1 - $0))) }
  }

  /// The places of the units, up to the first that is cut short.
  private func units(of sample: UnsafeRawBufferPointer) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var position = 0
    while position + lengthSize <= sample.count {
      let size = sample[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      position += lengthSize
      guard size <= sample.count - position else { break }
      if size > 0 { units.append(position..<position + size) }
      position += size
    }
    return units
  }
}
