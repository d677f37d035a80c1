/// A reader of a GIF file's blocks in memory.
///
///     (extension ─ sub-blocks)* ─ image ─ sub-blocks
struct GIFBlocks {
  /// An extension or an image, and the offset of its first sub-block.
  enum Block {
    case control(GIFControl)
    /// An application's extension, with its name, and the offset of the block after the name.
    case application(name: String, Int)
    case other
    case image(GIFImage)
    /// The end of the file.
    case trailer
  }

  let bytes: UnsafeRawBufferPointer
  private(set) var position: Int

  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

  /// Reads the next block and goes behind it; nil at the end of the bytes, and for a block that is cut off or unknown.
  mutating func next() -> Block? {
    guard position < bytes.count else { return nil }
    switch bytes[position] {
    case 0x21:
      guard position + 2 < bytes.count else { return nil }
      let (label, first) = (bytes[position + 1], position + 2)
      guard let end = end(ofBlocksAt: first) else { return nil }
      position = end
      let size = Int(bytes[first])
      let block = UnsafeRawBufferPointer(rebasing: bytes[first + 1..<first + 1 + size])
      switch label {
      case 0xf9: return .control(GIFControl(block))
      case 0xff: return .application(name: String(decoding: block, as: UTF8.self), first + 1 + size)
      default: return .other
      }
    case 0x2c:
      guard position + 10 < bytes.count, let image = GIFImage(bytes, at: position + 1),
        let end = end(ofBlocksAt: image.data)
      else { return nil }
      position = end
      return .image(image)
    case 0x3b: return .trailer
    default: return nil
    }
  }

  /// Returns the offset behind sub-blocks, each of which begins with its size, up to an empty one; nil if the bytes end before.
  private func end(ofBlocksAt offset: Int) -> Int? {
    var position = offset
    while position < bytes.count {
      let size = Int(bytes[position])
      position += 1 + size
      if size == 0 { return position }
    }
    return nil
  }
}

/// The descriptor of an image (section 20), and the places of its palette and its codes.
struct GIFImage {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  let isInterlaced: Bool
  /// The number of colours of its own palette; 0 if it has none.
  let colorCount: Int
  /// The offset of its own palette.
  let palette: Int
  /// The offset of its first sub-block, behind the size of codes.
  let data: Int

  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard offset + 9 <= bytes.count else { return nil }
    func word(_ place: Int) -> Int { Int(bytes[offset + place]) | Int(bytes[offset + place + 1]) << 8 }
    (left, top, width, height) = (word(0), word(2), word(4), word(6))
    let flags = bytes[offset + 8]
    isInterlaced = flags & 0x40 != 0
    colorCount = flags & 0x80 == 0 ? 0 : 2 << Int(flags & 7)
    palette = offset + 9
    data = palette + 3 * colorCount + 1
    guard data <= bytes.count else { return nil }
  }
}
