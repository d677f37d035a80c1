/// The header of a block, and the frames in it (RFC 9559, sections 10.1 to 10.3).
struct MatroskaBlock {
  let trackNumber: UInt64
  /// The time relative to the cluster's, in the segment's units.
  let time: Int16
  /// True for key frames; only in simple blocks.
  let isKey: Bool
  /// The ranges of the frames in the file.
  let frames: [Range<Int64>]

  /// Reads a block; nil for a damaged one.
  ///
  /// - Parameter contents: The contents of a simple block, or of the block in a group.
  /// - Throws: Read errors of the source.
  init?(_ window: ByteWindow, in contents: Range<Int64>) throws(MovieError) {
    var position = contents.lowerBound
    let end = contents.upperBound
    guard let number = try EBMLNumber(window, at: &position, before: end, longest: 8), end - position >= 3 else {
      return nil
    }
    trackNumber = number.value
    time = Int16(bitPattern: try window.u16(at: position))
    let flags = try window.u8(at: position + 2)
    isKey = flags & 0x80 != 0
    position += 3
    guard let frames = try Self.frames(window, in: position..<end, lacing: flags >> 1 & 3) else { return nil }
    self.frames = frames
  }

  /// Returns the ranges of frames; nil if their sizes do not fit.
  private static func frames(
    _ window: ByteWindow, in payload: Range<Int64>, lacing: UInt8
  ) throws(MovieError) -> [Range<Int64>]? {
    guard lacing != 0 else { return [payload] }
    guard let last = try payload.isEmpty ? nil : Int(window.u8(at: payload.lowerBound)) else { return nil }
    var position = payload.lowerBound + 1
    var sizes: [Int64]?
    switch lacing {
    case 1: sizes = try xiphSizes(last, window, at: &position, before: payload.upperBound)
    case 3: sizes = try differenceSizes(last, window, at: &position, before: payload.upperBound)
    default:
      let size = (payload.upperBound - position) / Int64(last + 1)
      guard size * Int64(last + 1) == payload.upperBound - position else { return nil }
      sizes = [Int64](repeating: size, count: last)
    }
    guard let sizes else { return nil }
    var frames: [Range<Int64>] = []
    for size in sizes {
      guard size >= 0, size <= payload.upperBound - position else { return nil }
      frames.append(position..<position + size)
      position += size
    }
    // The last frame has the rest.
    return frames + [position..<payload.upperBound]
  }

  /// Reads sizes that are sums of bytes up to the first below 255 (section 10.3.2).
  private static func xiphSizes(
    _ count: Int, _ window: ByteWindow, at position: inout Int64, before end: Int64
  ) throws(MovieError) -> [Int64]? {
    var sizes: [Int64] = []
    while sizes.count < count {
      var size: Int64 = 0
      while true {
        guard position < end, size <= end - position else { return nil }
        let byte = try window.u8(at: position)
        position += 1
        size += Int64(byte)
        if byte < 255 { break }
      }
      sizes.append(size)
    }
    return sizes
  }

  /// Reads a size, and the differences of the others (section 10.3.3).
  private static func differenceSizes(
    _ count: Int, _ window: ByteWindow, at position: inout Int64, before end: Int64
  ) throws(MovieError) -> [Int64]? {
    var sizes: [Int64] = []
    while sizes.count < count {
      guard let number = try EBMLNumber(window, at: &position, before: end, longest: 8) else { return nil }
      // 56 bits, up to 255 times: the sum fits.
      sizes.append(sizes.last.map { $0 + number.difference } ?? Int64(number.value))
    }
    return sizes
  }
}
