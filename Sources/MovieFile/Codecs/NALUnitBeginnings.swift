/// The NAL units of the beginning of an H.264 or HEVC sample; the last one may be cut off.
struct NALUnitBeginnings: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private let lengthSize: Int?
  private var position = 0

  /// - Parameter lengthSize: The size of the length before each unit; nil if there are start codes.
  init(_ bytes: UnsafeRawBufferPointer, lengthSize: Int?) { (self.bytes, self.lengthSize) = (bytes, lengthSize) }

  mutating func next() -> UnsafeRawBufferPointer.SubSequence? {
    guard let lengthSize else { return unitAfterStartCode() }
    guard bytes.count - position > lengthSize else { return nil }
    let length = bytes[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
    let start = position + lengthSize
    let end = Swift.min(bytes.count, start + length)
    position = end
    return bytes[start..<end]
  }

  private mutating func unitAfterStartCode() -> UnsafeRawBufferPointer.SubSequence? {
    guard let code = startCode(from: position) else { return nil }
    position = startCode(from: code + 3) ?? bytes.count
    return bytes[code + 3..<position]
  }

  private func startCode(from first: Int) -> Int? {
    var index = first
    while index + 2 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 { return index }
      index += 1
    }
    return nil
  }
}
