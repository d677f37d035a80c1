/// The picture order count of H.264 (ITU-T H.264, 8.2.1): the order of presentation, relative to the previous IDR
/// picture.
///
/// Counts of type 0 and 2 are read; type 1, which no current encoder writes, is not.
struct PictureOrderCount: Sendable {
  private let lengthSize: Int
  private(set) var sets = H264ParameterSets()
  private var high = 0
  private var low = 0
  /// The number of fields since the last IDR picture, for streams whose decode order is the order of presentation.
  private var fields = 0

  /// Creates the count of a stream that carries its parameter sets.
  init() { lengthSize = 4 }

  /// - Parameter configuration: An 'avcC' box (ISO/IEC 14496-15, 5.3.3.1).
  init(configuration: [UInt8], lengthSize: Int) {
    self.lengthSize = lengthSize
    for unit in ParameterSetScanner.avcUnits(of: configuration) { sets.note(unit) }
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
      case 1, 2, 5: return H264Slice(unit, sets).flatMap { place(of: $0) }
      default: break
      }
      offset = start + length
    }
    return nil
  }

  /// Stores a parameter set.
  mutating func note(_ unit: some Collection<UInt8>) { sets.note(unit) }

  /// Returns the place of the picture that a slice begins (8.2.1.1).
  mutating func place(of slice: H264Slice) -> PictureOrder? {
    guard let picture = sets.pictures[slice.pictureSet], let sequence = sets.sequences[picture.sequence],
      sequence.type != 1
    else { return nil }
    if slice.isIDR { (high, low, fields) = (0, 0, 0) }
    defer { fields += slice.isField ? 1 : 2 }
    guard sequence.type == 0 else { return .count(fields, startsGroup: slice.isIDR) }
    guard let count = slice.count else { return nil }
    let most = 1 << sequence.countBits
    var top = high
    if count < low, low - count >= most / 2 { top += most } else if count > low, count - low > most / 2 { top -= most }
    // Counts continue from the last picture that others refer to.
    if slice.referenceLevel != 0 { (high, low) = (top, count) }
    return .count(top + count, startsGroup: slice.isIDR)
  }
}
