import CoreMedia

/// The parameter sets of H.264 that slices refer to (ITU-T H.264, 7.3.2.1 and 7.3.2.2).
struct H264ParameterSets: Sendable {
  struct Sequence: Sendable {
    var frameNumberBits = 4
    /// pic_order_cnt_type.
    var type = 0
    var countBits = 4
    /// delta_pic_order_always_zero_flag.
    var hasNoDeltas = false
    var isFrameOnly = true
    var hasSeparatePlanes = false
    /// The duration of a frame, two ticks (E.2.1); nil if not stated.
    var frameDuration: UnitDuration?
  }

  struct Picture: Sendable {
    var sequence = 0
    /// bottom_field_pic_order_in_frame_present_flag.
    var hasBottomCounts = false
  }

  private(set) var sequences: [Int: Sequence] = [:]
  private(set) var pictures: [Int: Picture] = [:]

  /// Stores a parameter set; other NAL units are ignored.
  mutating func note(_ unit: some Collection<UInt8>) {
    guard let type = unit.first.map({ $0 & 0x1f }) else { return }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst())
    switch type {
    case 7: if let (id, sequence) = Self.sequence(&bits) { sequences[id] = sequence }
    case 8:
      guard let id = bits.unsigned(), id < 256, let sequence = bits.unsigned(), bits.number(1) != nil else { return }
      pictures[id] = Picture(sequence: sequence, hasBottomCounts: bits.number(1) == 1)
    default: break
    }
  }

  private static func sequence(_ bits: inout BitScanner) -> (id: Int, Sequence)? {
    guard let profile = bits.number(8), bits.number(16) != nil, let id = bits.unsigned(), id < 32 else { return nil }
    var sequence = Sequence()
    if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
      guard let chroma = bits.unsigned() else { return nil }
      if chroma == 3 { sequence.hasSeparatePlanes = bits.number(1) == 1 }
      guard bits.unsigned() != nil, bits.unsigned() != nil, bits.number(1) != nil else { return nil }
      if bits.number(1) == 1 {
        for list in 0..<(chroma == 3 ? 12 : 8) where bits.number(1) == 1 { bits.skipScalingList(list < 6 ? 16 : 64) }
      }
    }
    guard let frameNumber = bits.unsigned(), let type = bits.unsigned() else { return nil }
    (sequence.frameNumberBits, sequence.type) = (frameNumber + 4, type)
    if type == 0 {
      guard let count = bits.unsigned() else { return nil }
      sequence.countBits = count + 4
    } else if type == 1 {
      guard let flag = bits.number(1), bits.unsigned() != nil, bits.unsigned() != nil, let cycle = bits.unsigned(),
        cycle < 256
      else { return nil }
      sequence.hasNoDeltas = flag == 1
      for _ in 0..<cycle { guard bits.unsigned() != nil else { return nil } }
    }
    guard bits.unsigned() != nil, bits.number(1) != nil, bits.unsigned() != nil, bits.unsigned() != nil,
      let frameOnly = bits.number(1), sequence.frameNumberBits <= 16, sequence.countBits <= 16
    else { return nil }
    sequence.isFrameOnly = frameOnly == 1
    if frameOnly == 0 { _ = bits.number(1) }
    _ = bits.number(1)
    if bits.number(1) == 1 { for _ in 0..<4 { _ = bits.unsigned() } }
    if bits.number(1) == 1 { sequence.frameDuration = frameDuration(&bits) }
    return (id, sequence)
  }

  /// Reads the beginning of vui_parameters() (E.1.1).
  private static func frameDuration(_ bits: inout BitScanner) -> UnitDuration? {
    if bits.number(1) == 1, bits.number(8) == 255 { _ = bits.number(32) }
    if bits.number(1) == 1 { _ = bits.number(1) }
    if bits.number(1) == 1 {
      _ = bits.number(4)
      if bits.number(1) == 1 { _ = bits.number(24) }
    }
    if bits.number(1) == 1 { _ = (bits.unsigned(), bits.unsigned()) }
    guard bits.number(1) == 1, let ticks = bits.number(32), let scale = bits.number(32), ticks > 0,
      let timescale = Int32(exactly: scale), timescale > 0, ticks <= 60 * scale
    else { return nil }
    return UnitDuration(value: Int64(ticks) * 2, timescale: timescale)
  }
}

/// The beginning of a slice of H.264 (ITU-T H.264, 7.3.3).
struct H264Slice: Hashable, Sendable {
  let isIDR: Bool
  /// nal_ref_idc.
  let referenceLevel: UInt8
  let firstMacroblock: Int
  /// True for slices that are intra-coded.
  let isIntra: Bool
  let pictureSet: Int
  let frameNumber: Int
  let isField: Bool
  let isBottom: Bool
  let idrNumber: Int?
  /// pic_order_cnt_lsb, of sequences that have it.
  let count: Int?
  /// delta_pic_order_cnt_bottom, or delta_pic_order_cnt.
  let deltas: [Int]

  /// - Parameter unit: A NAL unit of type 1, 2 or 5, or its beginning.
  init?(_ unit: some Collection<UInt8>, _ sets: H264ParameterSets) {
    guard let header = unit.first else { return nil }
    var bits = BitScanner(nalUnitPayload: unit.dropFirst().prefix(64))
    guard let first = bits.unsigned(), let type = bits.unsigned(), let set = bits.unsigned(),
      let picture = sets.pictures[set], let sequence = sets.sequences[picture.sequence]
    else { return nil }
    if sequence.hasSeparatePlanes { _ = bits.number(2) }
    guard let frameNumber = bits.number(sequence.frameNumberBits) else { return nil }
    var (isField, isBottom) = (false, false)
    if !sequence.isFrameOnly {
      isField = bits.number(1) == 1
      if isField { isBottom = bits.number(1) == 1 }
    }
    isIDR = header & 0x1f == 5
    referenceLevel = header >> 5 & 3
    firstMacroblock = first
    isIntra = type % 5 == 2 || type % 5 == 4
    (pictureSet, self.frameNumber, self.isField, self.isBottom) = (set, frameNumber, isField, isBottom)
    idrNumber = isIDR ? bits.unsigned() : nil
    var (count, deltas): (Int?, [Int]) = (nil, [])
    switch sequence.type {
    case 0:
      guard let number = bits.number(sequence.countBits) else { return nil }
      count = number
      if picture.hasBottomCounts, !isField, let delta = bits.signed() { deltas.append(delta) }
    case 1 where !sequence.hasNoDeltas:
      if let delta = bits.signed() { deltas.append(delta) }
      if picture.hasBottomCounts, !isField, let delta = bits.signed() { deltas.append(delta) }
    default: break
    }
    (self.count, self.deltas) = (count, deltas)
  }

  /// True if the slice belongs to another picture than the one before it (7.4.1.2.4).
  func beginsPicture(after last: H264Slice) -> Bool {
    frameNumber != last.frameNumber || pictureSet != last.pictureSet || isField != last.isField
      || isBottom != last.isBottom || (referenceLevel == 0) != (last.referenceLevel == 0) || isIDR != last.isIDR
      || idrNumber != last.idrNumber || count != last.count || deltas != last.deltas
  }

  /// True if the slice begins the second field of the frame whose first field another slice began (3.30, 3.31).
  func completes(_ first: H264Slice) -> Bool {
    isField && first.isField && isBottom != first.isBottom && frameNumber == first.frameNumber && !isIDR
      && (referenceLevel == 0) == (first.referenceLevel == 0)
  }
}
