/// The NAL units of an H.264 or HEVC sample, each after its length (ISO/IEC 14496-15).
///
/// Decoders conceal damage and return frames that look almost right. The syntax shows damage earlier: lengths must add
/// up, and no unit may hold a start code (H.264 7.4.1, HEVC 7.4.2), which detects bytes that were zeroed.
struct NALUnits {
  /// The largest number of padding zeros that a writer's alignment explains.
  private static let paddingLimit = 16

  let codec: Codec
  let lengthSize: Int
  let bytes: UnsafeRawBufferPointer

  /// The visible damage of the sample; nil if there is none.
  var damage: String? {
    var offset = 0
    while offset < bytes.count {
      guard let unit = unit(at: offset) else {
        return "a unit is cut short at byte \(offset) of \(bytes.count)"
      }
      if unit.isEmpty { return "a unit at byte \(offset) is empty" }
      if let zeros = Self.startCode(in: unit) { return "byte \(offset + lengthSize + zeros) was overwritten" }
      offset += lengthSize + unit.count
    }
    return bytes.isEmpty ? "it is empty" : nil
  }

  /// The units that hold slices.
  private var pictureUnits: [UnsafeRawBufferPointer] {
    var units: [UnsafeRawBufferPointer] = []
    var offset = 0
    while let unit = unit(at: offset), !unit.isEmpty {
      let isPicture = codec == .h264 ? (1...5).contains(unit[0] & 0x1f) : unit[0] >> 1 & 0x3f < 32
      if isPicture { units.append(unit) }
      offset += lengthSize + unit.count
    }
    return units
  }

  /// True for an IDR picture: no later sample depends on earlier ones. Leading pictures can be decoded.
  var isClosed: Bool {
    guard let first = pictureUnits.first else { return false }
    return codec == .h264 ? first[0] & 0x1f == 5 : [19, 20].contains(first[0] >> 1 & 0x3f)
  }

  /// True if no other picture refers to this one.
  ///
  /// - Parameter hasLayers: True if HEVC pictures are in temporal layers, where higher ones may refer to any.
  func isDisposable(hasLayers: Bool) -> Bool {
    let units = pictureUnits
    guard !units.isEmpty else { return false }
    if codec == .h264 { return units.allSatisfy { $0[0] >> 5 & 3 == 0 } }
    // Sub-layer non-reference pictures have the even types below 16.
    return !hasLayers && units.allSatisfy { $0[0] >> 1 & 0x3f < 16 && $0[0] >> 1 & 1 == 0 }
  }

  private func unit(at offset: Int) -> UnsafeRawBufferPointer? {
    guard bytes.count - offset >= lengthSize else { return nil }
    var length = 0
    for index in 0..<lengthSize { length = length << 8 | Int(bytes[offset + index]) }
    guard length <= bytes.count - offset - lengthSize else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[(offset + lengthSize)..<(offset + lengthSize + length)])
  }

  /// Returns the offset of three bytes that a unit cannot hold; zeros that only pad its end are allowed.
  private static func startCode(in unit: UnsafeRawBufferPointer) -> Int? {
    var index = 2
    let count = unit.count
    while index < count {
      let byte = unit[index]
      if byte > 2 {
        index += 3
      } else if unit[index - 1] == 0, unit[index - 2] == 0 {
        let start = index - 2
        guard byte == 0 else { return start }
        // A few zeros at the end are padding.
        if count - start <= paddingLimit, unit[start...].allSatisfy({ $0 == 0 }) { return nil }
        return start
      } else {
        index += 1
      }
    }
    return nil
  }
}
