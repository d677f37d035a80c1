/// Tags made byte by byte, including invalid ones.
enum ID3Builder {
  struct Frame {
    var id: String
    var body: [UInt8]
    var flags: UInt16 = 0
    /// The size in the frame's header, if it is not the actual one.
    var statedSize: Int?
  }

  static func tag(
    version: UInt8, flags: UInt8 = 0, _ frames: [Frame], extendedHeader: [UInt8] = [], padding: Int = 0,
    plainSizes: Bool = false, statedSize: Int? = nil
  ) -> [UInt8] {
    var body = frames.reduce(into: extendedHeader) { $0 += bytes($1, version, plainSizes) }
    body += [UInt8](repeating: 0, count: padding)
    if flags & 0x80 != 0, version < 4 { body = unsynchronised(body) }
    let size = synchsafe(statedSize ?? body.count)
    let tag = join(.text("ID3"), [version, 0, flags], size, body)
    return flags & 0x10 != 0 && version == 4 ? join(tag, .text("3DI"), [version, 0, flags], size) : tag
  }

  static func bytes(_ frame: Frame, _ version: UInt8, _ plainSizes: Bool = false) -> [UInt8] {
    let size = frame.statedSize ?? frame.body.count
    let id = Array(frame.id.utf8)
    guard version > 2 else { return id + Array(bigEndian(size).suffix(3)) + frame.body }
    let isSynchsafe = version == 4 && !plainSizes
    let flags = [UInt8(frame.flags >> 8), UInt8(frame.flags & 0xff)]
    return join(id, isSynchsafe ? synchsafe(size) : bigEndian(size), flags, frame.body)
  }

  /// Inserts a zero byte after each 0xFF that a player might take for an MPEG frame's sync word.
  static func unsynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      result.append(byte)
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0xff, next == 0 || next >= 0xe0 { result.append(0) }
    }
    return result
  }

  static func synchsafe(_ number: Int) -> [UInt8] { [21, 14, 7, 0].map { UInt8(number >> $0 & 0x7f) } }
  static func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xff) } }

  static func text(_ id: String, _ text: String) -> Frame { Frame(id: id, body: [3] + Array(text.utf8)) }
  static func latin(_ id: String, _ text: String) -> Frame { Frame(id: id, body: [0] + Array(text.utf8)) }

  static func chapter(_ id: String, _ milliseconds: Range<Int>, title: String, more: [Frame] = []) -> Frame {
    let offsets = [UInt8](repeating: 0xff, count: 8)
    let frames = ([text("TIT2", title)] + more).flatMap { bytes($0, 4) }
    let times = bigEndian(milliseconds.lowerBound) + bigEndian(milliseconds.upperBound)
    return Frame(id: "CHAP", body: join(.text(id), [0], times, offsets, frames))
  }

  static func contents(_ id: String, flags: UInt8, _ children: [String], title: String? = nil) -> Frame {
    let names = children.flatMap { join(.text($0), [0]) }
    let frames = title.map { bytes(text("TIT2", $0), 4) } ?? []
    return Frame(id: "CTOC", body: join(.text(id), [0, flags, UInt8(children.count)], names, frames))
  }
}

/// Concatenates bytes; sums of many arrays take the compiler too long.
func join(_ parts: [UInt8]...) -> [UInt8] { parts.reduce(into: []) { $0 += $1 } }

extension [UInt8] {
  /// The bytes of a text in UTF-8.
  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
