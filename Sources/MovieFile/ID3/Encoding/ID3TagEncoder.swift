/// Writes an ID3v2 tag, version 2, 3 or 4, without unsynchronisation, extended header and footer.
struct ID3TagEncoder {
  let version: UInt8

  /// - Parameter padding: The number of zero bytes after the frames, room for a later change.
  /// - Throws: `notStorable` if the frames exceed the limits of a tag.
  func bytes(of frames: [ID3Frame], padding: Int = 0) throws(MovieError) -> [UInt8] {
    var body: [UInt8] = []
    for frame in frames { try add(frame, to: &body) }
    body += [UInt8](repeating: 0, count: padding)
    guard body.count < 1 << 28 else { throw .notStorable("a tag of \(body.count) bytes is longer than ID3 allows") }
    return Array("ID3".utf8) + [version, 0, 0] + Self.synchsafe(body.count) + body
  }

  /// Returns a tag with more padding.
  ///
  /// - Throws: `notStorable` if it exceeds the limits of a tag.
  static func lengthened(_ tag: [UInt8], to count: Int) throws(MovieError) -> [UInt8] {
    let start = Int(ID3Header.size)
    guard tag.count >= start, (tag.count..<1 << 28).contains(count) else {
      throw .notStorable("a tag of \(count) bytes is longer than ID3 allows")
    }
    let padding = [UInt8](repeating: 0, count: count - tag.count)
    return tag[..<6] + synchsafe(count - start) + tag[start...] + padding
  }

  private func add(_ frame: ID3Frame, to body: inout [UInt8]) throws(MovieError) {
    guard frame.id.utf8.count == (version == 2 ? 3 : 4) else {
      throw .notStorable("'\(frame.id)' is no frame of ID3v2.\(version)")
    }
    let limit = version == 2 ? 1 << 24 : version == 3 ? 1 << 32 : 1 << 28
    guard frame.body.count < limit else {
      throw .notStorable("frame '\(frame.id)' of \(frame.body.count) bytes is longer than ID3 allows")
    }
    body += Array(frame.id.utf8)
    let size = UInt32(frame.body.count)
    let plain = (0..<4).map { UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * $0)) }
    switch version {
    case 2: body += plain.dropFirst()
    case 3: body += plain
    default: body += Self.synchsafe(frame.body.count)
    }
    if version > 2 {
      let flags = frame.isOpaque ? frame.flags : frame.flags & keptFlags
      body += [UInt8(flags >> 8), UInt8(truncatingIfNeeded: flags)]
    }
    body += frame.body
  }

  /// The flags that do not describe the storage of the contents: when to discard the frame, and whether it is
  /// read-only.
  private var keptFlags: UInt16 { version == 3 ? 0xe000 : 0x7000 }

  /// Encodes a size as four bytes of seven bits each.
  static func synchsafe(_ size: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: size >> (21 - 7 * $0) & 0x7f) }
  }
}
