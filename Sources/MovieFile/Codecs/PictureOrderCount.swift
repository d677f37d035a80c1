/// The picture order count of H.264 (ITU-T H.264, 8.2.1): the order of presentation, relative to the previous IDR
/// picture.
///
/// Counts of type 0 and 2 are read; type 1, which no current encoder writes, is not.
struct PictureOrderCount {
  private struct Sequence {
    var frameNumberBits = 4
    var type = 0
    var countBits = 4
    var isFrameOnly = true
    var hasSeparatePlanes = false
  }

  private let lengthSize: Int
  private var sequences: [Int: Sequence] = [:]
  /// The sequence parameter set of each picture parameter set.
  private var pictures: [Int: Int] = [:]
  private var high = 0
  private var low = 0
  /// The number of pictures since the last IDR picture, for streams whose decode order is the order of presentation.
  private var number = 0

  /// - Parameter configuration: An 'avcC' box (ISO/IEC 14496-15, 5.3.3.1).
  init(configuration: [UInt8], lengthSize: Int) {
    self.lengthSize = lengthSize
    var scanner = ParameterSetScanner(configuration, from: 5)
    for mask in [UInt8(0x1f), 0xff] {
      guard let count = scanner.byte() else { return }
      for _ in 0..<(count & mask) {
        guard let unit = scanner.unit() else { return }
        unit.withUnsafeBytes { note($0) }
      }
    }
  }

  mutating func place(of bytes: UnsafeRawBufferPointer) -> PictureOrder? {
    var offset = 0
    while bytes.count - offset > lengthSize {
      let length = bytes[offset..<offset + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      let start = offset + lengthSize
      guard length > 0, length <= bytes.count - start else { return nil }
      let unit = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
      switch unit[0] & 0x1f {
      case 7, 8: note(unit)
      case 1, 2, 5: return slice(unit)
      default: break
      }
      offset = start + length
    }
    return nil
  }

  /// Stores a parameter set.
  private mutating func note(_ unit: UnsafeRawBufferPointer) {
    guard let type = unit.first.map({ $0 & 0x1f }) else { return }
    var bits = ExpGolombReader(unit.dropFirst())
    if type == 8 {
      if let id = bits.unsigned(), let sequence = bits.unsigned() { pictures[id] = sequence }
      return
    }
    guard type == 7, let profile = bits.number(8), bits.number(16) != nil, let id = bits.unsigned() else { return }
    var sequence = Sequence()
    if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
      guard let chroma = bits.unsigned() else { return }
      if chroma == 3 { sequence.hasSeparatePlanes = bits.number(1) == 1 }
      guard bits.unsigned() != nil, bits.unsigned() != nil, bits.number(1) != nil else { return }
      if bits.number(1) == 1 {
        for list in 0..<(chroma == 3 ? 12 : 8) where bits.number(1) == 1 { bits.skipScalingList(list < 6 ? 16 : 64) }
      }
    }
    guard let frameNumber = bits.unsigned(), let type = bits.unsigned() else { return }
    (sequence.frameNumberBits, sequence.type) = (frameNumber + 4, type)
    if type == 0 {
      guard let count = bits.unsigned() else { return }
      sequence.countBits = count + 4
    }
    guard type != 1, bits.unsigned() != nil, bits.number(1) != nil, bits.unsigned() != nil, bits.unsigned() != nil,
      let frameOnly = bits.number(1), sequence.frameNumberBits <= 16, sequence.countBits <= 16
    else { return }
    sequence.isFrameOnly = frameOnly == 1
    sequences[id] = sequence
  }

  /// Returns the place of the picture that a slice begins (7.3.3, 8.2.1.1).
  private mutating func slice(_ unit: UnsafeRawBufferPointer) -> PictureOrder? {
    let isIDR = unit[0] & 0x1f == 5
    var bits = ExpGolombReader(unit.dropFirst())
    guard bits.unsigned() != nil, bits.unsigned() != nil, let set = bits.unsigned(), let id = pictures[set],
      let sequence = sequences[id]
    else { return nil }
    if isIDR { (high, low, number) = (0, 0, 0) }
    defer { number += 1 }
    guard sequence.type == 0 else { return .count(number, startsGroup: isIDR) }
    if sequence.hasSeparatePlanes { _ = bits.number(2) }
    _ = bits.number(sequence.frameNumberBits)
    if !sequence.isFrameOnly, bits.number(1) == 1 { _ = bits.number(1) }
    if isIDR { _ = bits.unsigned() }
    guard let count = bits.number(sequence.countBits) else { return nil }
    let most = 1 << sequence.countBits
    var top = high
    if count < low, low - count >= most / 2 { top += most } else if count > low, count - low > most / 2 { top -= most }
    // Counts continue from the last picture that others refer to.
    if unit[0] >> 5 & 3 != 0 { (high, low) = (top, count) }
    return .count(top + count, startsGroup: isIDR)
  }
}
