/// Tells the NAL units of H.264 and HEVC apart by their beginnings.
struct NALUnitReader: Sendable {
  enum Kind {
    /// A slice of the primary coded picture; nil if its header cannot be read, and true for the first of a picture.
    case picture(H264Slice?, isFirst: Bool)
    /// A unit that precedes a picture, and therefore ends the access unit of the one before it.
    case prefix(Content)
    /// A unit that tells of the slice behind it, and belongs to the access unit of that.
    case slicePrefix
    /// A unit that belongs to the access unit before it.
    case suffix
  }

  enum Content {
    case parameterSet, recoveryPoint, other
  }

  private let isHEVC: Bool
  private var h264 = PictureOrderCount()
  private var hevc = HEVCPictureOrderCount()

  init(isHEVC: Bool) { self.isHEVC = isHEVC }

  /// Returns the number of bytes that are needed of a unit.
  static func wanted(_ first: UInt8, isHEVC: Bool) -> Int {
    let type = isHEVC ? first >> 1 & 0x3f : first & 0x1f
    if isHEVC { return type < 32 ? 64 : (32...34).contains(type) ? 8192 : 3 }
    switch type {
    case 1, 2, 5: return 64
    case 6: return 4096
    case 7, 8: return 8192
    default: return 1
    }
  }

  func kind(of head: [UInt8]) -> Kind { isHEVC ? hevcKind(head) : h264Kind(head) }

  /// ITU-T H.264, table 7-1 and 7.4.1.2.3.
  private func h264Kind(_ head: [UInt8]) -> Kind {
    switch head[0] & 0x1f {
    case 1, 2, 5:
      let slice = H264Slice(head, h264.sets)
      // ue(v) of zero is one bit.
      return .picture(slice, isFirst: head.count > 1 && head[1] & 0x80 != 0)
    case 6: return .prefix(RecoveryPoint.isIn(head.dropFirst()) ? .recoveryPoint : .other)
    case 7, 8: return .prefix(.parameterSet)
    // ITU-T H.264, G.7.3.1.1: one before each slice of the base layer.
    case 14: return .slicePrefix
    case 9, 15...18: return .prefix(.other)
    default: return .suffix
    }
  }

  /// ITU-T H.265, table 7-1 and 7.4.2.4.4.
  private func hevcKind(_ head: [UInt8]) -> Kind {
    let layer = (head[0] & 1) << 5 | head[1] >> 3
    guard layer == 0 else { return .suffix }
    switch head[0] >> 1 & 0x3f {
    case 0..<32: return .picture(nil, isFirst: head.count > 2 && head[2] & 0x80 != 0)
    case 32...34: return .prefix(.parameterSet)
    case 35, 39, 41...44, 48...55: return .prefix(.other)
    default: return .suffix
    }
  }

  mutating func note(_ parameterSet: [UInt8]) {
    if isHEVC {
      _ = parameterSet.withUnsafeBytes { hevc.place(ofUnit: $0) }
    } else {
      h264.note(parameterSet)
    }
  }

  /// True if decoding from the picture on gives this very picture: IDR and, in HEVC, other intra random access points;
  /// an intra-coded picture of H.264 with the message that all pictures after it can be decoded.
  func isKey(_ head: [UInt8], _ slice: H264Slice?, isRecoveryPoint: Bool) -> Bool {
    if isHEVC { return (16...21).contains(head[0] >> 1 & 0x3f) }
    return head[0] & 0x1f == 5 || isRecoveryPoint && slice?.isIntra ?? true
  }

  mutating func place(of head: [UInt8], _ slice: H264Slice?) -> PictureOrder? {
    isHEVC ? head.withUnsafeBytes { hevc.place(ofUnit: $0) } : slice.flatMap { h264.place(of: $0) }
  }

  /// Returns the duration of the frame, or of the field, that a slice belongs to.
  func frameDuration(_ slice: H264Slice) -> UnitDuration? {
    h264.sets.pictures[slice.pictureSet].flatMap { h264.sets.sequences[$0.sequence]?.frameDuration }
  }
}
