/// The codes of an image, of a variable number of bits (LZW; appendix F of the specification).
struct GIFCodes {
  private static let maximumBits = 12

  private let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte, and the bytes that are left of its sub-block.
  private var position: Int
  private var left = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private let clear: Int

  /// - Parameters:
  ///   - offset: The offset of the first sub-block; sub-blocks must be whole.
  ///   - size: The number of bits of a pixel: 1 to 8.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int, size: Int) {
    (self.bytes, position, clear) = (bytes, offset, 1 << size)
    width = size + 1
  }

  private var width: Int

  /// Returns the next code; nil behind the last sub-block.
  private mutating func next() -> Int? {
    while bitCount < width {
      if left == 0 {
        guard position < bytes.count, bytes[position] > 0 else { return nil }
        left = Int(bytes[position])
        position += 1
      }
      guard position < bytes.count else { return nil }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      (position, left, bitCount) = (position + 1, left - 1, bitCount + 8)
    }
    let code = Int(bits) & (1 << width - 1)
    bits >>= UInt32(width)
    bitCount -= width
    return code
  }

  /// Decodes runs of pixels until the codes end, or the body returns false.
  mutating func decode(_ body: (UnsafeBufferPointer<UInt8>) -> Bool) {
    // A code stands for the pixels of another one and one more; strings are read from their ends.
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 1 << Self.maximumBits) { prefixes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 << Self.maximumBits) { room in
        let suffixes = UnsafeMutableBufferPointer(rebasing: room[..<(1 << Self.maximumBits)])
        let run = UnsafeMutableBufferPointer(rebasing: room[(1 << Self.maximumBits)...])
        let start = clear + 2
        let reset = width
        var (count, last, first) = (start, -1, UInt8(0))
        while let code = next(), code != clear + 1 {
          if code == clear {
            (count, last, width) = (start, -1, reset)
            continue
          }
          guard code < count || (code == count && last >= 0) else { return }
          var (place, rest) = (run.count, code)
          // The code that is defined by this very run: the last one, and its first pixel again.
          if code == count {
            place -= 1
            run[place] = first
            rest = last
          }
          while rest >= start {
            place -= 1
            run[place] = suffixes[rest]
            rest = Int(prefixes[rest])
          }
          place -= 1
          run[place] = UInt8(truncatingIfNeeded: rest)
          first = run[place]
          if last >= 0, count < 1 << Self.maximumBits {
            (suffixes[count], prefixes[count]) = (first, UInt16(last))
            count += 1
          }
          last = code
          if count == 1 << width, width < Self.maximumBits { width += 1 }
          guard body(UnsafeBufferPointer(rebasing: run[place...])) else { return }
        }
      }
    }
  }
}
