import CoreMedia

/// The picture order count of HEVC (ITU-T H.265, 8.3.1): the order of presentation, relative to the last key picture
/// that starts a group.
struct HEVCPictureOrderCount: Sendable {
  private struct Sequence: Sendable {
    var countBits = 4
    var hasSeparatePlanes = false
  }
  private struct Picture: Sendable {
    var sequence = 0
    var hasOutputFlag = false
    var extraBits = 0
  }

  private let lengthSize: Int
  private var sequences: [Int: Sequence] = [:]
  private var pictures: [Int: Picture] = [:]
  /// The count of the last picture of the lowest layer that others refer to.
  private var reference = 0
  private var isAtStart = true

  /// Creates the count of a stream that carries its parameter sets.
  init() { lengthSize = 4 }

  /// - Parameter configuration: An 'hvcC' box (ISO/IEC 14496-15, 8.3.3.1).
  init(configuration: [UInt8], lengthSize: Int) {
    self.lengthSize = lengthSize
    for unit in ParameterSetScanner.hevcUnits(of: configuration) { unit.withUnsafeBytes { note($0) } }
  }

  mutating func place(of bytes: UnsafeRawBufferPointer) -> PictureOrder? {
    var offset = 0
    while bytes.count - offset > lengthSize {
      let length = bytes[offset..<offset + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      let start = offset + lengthSize
      guard length > 1, length <= bytes.count - start else { return nil }
      let unit = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
      if (0...9).contains(Self.type(unit)) || (16...21).contains(Self.type(unit)) { return place(ofUnit: unit) }
      _ = place(ofUnit: unit)
      offset = start + length
    }
    return nil
  }

  /// Takes a NAL unit, or its beginning: returns the place of the picture that a slice begins; nil for other units.
  mutating func place(ofUnit unit: UnsafeRawBufferPointer) -> PictureOrder? {
    guard unit.count > 1 else { return nil }
    switch Self.type(unit) {
    case 0...9, 16...21: return slice(unit)
    case 33, 34: note(unit)
    // The end of a sequence: the next picture starts a new one.
    case 36, 37: isAtStart = true
    default: break
    }
    return nil
  }

  private static func type(_ unit: UnsafeRawBufferPointer) -> Int { Int(unit[0] >> 1 & 0x3f) }

  /// Stores a parameter set (7.3.2.2, 7.3.2.3).
  private mutating func note(_ unit: UnsafeRawBufferPointer) {
    guard unit.count > 2 else { return }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(2))
    switch Self.type(unit) {
    case 33:
      guard let (id, sequence) = Self.sequence(&bits), id < 16 else { return }
      sequences[id] = sequence
    case 34:
      guard let id = bits.unsigned(), id < 64, let sequence = bits.unsigned(), bits.number(1) != nil,
        let hasOutputFlag = bits.number(1), let extraBits = bits.number(3)
      else { return }
      pictures[id] = Picture(sequence: sequence, hasOutputFlag: hasOutputFlag == 1, extraBits: extraBits)
    default: break
    }
  }

  private static func sequence(_ bits: inout BitScanner) -> (id: Int, Sequence)? {
    guard bits.number(4) != nil, let layers = bits.number(3), bits.number(1) != nil, skipProfile(&bits, layers),
      let id = bits.unsigned(), let chroma = bits.unsigned()
    else { return nil }
    var sequence = Sequence()
    if chroma == 3 { sequence.hasSeparatePlanes = bits.number(1) == 1 }
    guard bits.unsigned() != nil, bits.unsigned() != nil, let isCropped = bits.number(1) else { return nil }
    if isCropped == 1 { for _ in 0..<4 { guard bits.unsigned() != nil else { return nil } } }
    guard bits.unsigned() != nil, bits.unsigned() != nil, let count = bits.unsigned(), count <= 12 else { return nil }
    sequence.countBits = count + 4
    return (id, sequence)
  }

  /// Skips profile_tier_level() (7.3.3).
  private static func skipProfile(_ bits: inout BitScanner, _ layers: Int) -> Bool {
    // The general profile has 88 bits, the level 8.
    guard bits.skip(88 + 8) else { return false }
    guard layers > 0 else { return true }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<8 {
      guard let flags = bits.number(2) else { return false }
      present.append((flags & 2 != 0, flags & 1 != 0))
    }
    return present.prefix(layers).allSatisfy { bits.skip(($0.profile ? 88 : 0) + ($0.level ? 8 : 0)) }
  }

  /// Returns the place of the picture that a slice begins (7.3.6.1, 8.3.1).
  private mutating func slice(_ unit: UnsafeRawBufferPointer) -> PictureOrder? {
    let type = Self.type(unit)
    let isKey = (16...23).contains(type)
    var bits = BitScanner(nalUnitPayload: unit.dropFirst(2))
    guard bits.number(1) == 1 else { return nil }
    if isKey, bits.number(1) == nil { return nil }
    guard let set = bits.unsigned(), let picture = pictures[set], let sequence = sequences[picture.sequence],
      bits.number(picture.extraBits) != nil, bits.unsigned() != nil
    else { return nil }
    if picture.hasOutputFlag { _ = bits.number(1) }
    if sequence.hasSeparatePlanes { _ = bits.number(2) }
    // IDR pictures have no count.
    let isIDR = type == 19 || type == 20
    guard let low = isIDR ? 0 : bits.number(sequence.countBits) else { return nil }
    // Pictures before a broken link or the first picture are not referred to.
    let startsGroup = isKey && (isAtStart || type <= 20)
    isAtStart = false
    let most = 1 << sequence.countBits
    var high = 0
    if !startsGroup {
      let lowBefore = reference & (most - 1)
      high = reference - lowBefore
      if low < lowBefore, lowBefore - low >= most / 2 {
        high += most
      } else if low > lowBefore, low - lowBefore > most / 2 {
        high -= most
      }
    }
    // Of the lowest layer, and neither skipped nor unreferenced (types below 16 that are even, and leading ones).
    let isLowest = unit[1] & 7 == 1
    if isLowest, isKey || (type & 1 == 1 && type < 6) { reference = high + low }
    return .count(high + low, startsGroup: startsGroup)
  }
}
