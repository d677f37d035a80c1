/// The boxes of a file, or inside a box, in order.
///
/// Belongs to one reader at a time.
struct BoxSequence {
  private let window: ByteWindow
  private let path: BoxPath
  private let parentName: String
  /// The offset of the next box.
  private(set) var position: Int64
  let end: Int64
  /// True for the boxes of a file, the last of which may be truncated; a box inside another must fit.
  private let isTopLevel: Bool
  private var numbers: [BoxType: Int] = [:]

  /// Iterates over the boxes of a file.
  init(topLevelOf window: ByteWindow, from position: Int64 = 0) {
    self.window = window
    path = .root
    parentName = "the file"
    self.position = position
    end = window.source.size
    isTopLevel = true
  }

  /// Iterates over the boxes inside a box, after `skipping` bytes of its contents.
  init(in parent: Box, skipping: Int64 = 0, window: ByteWindow) {
    self.window = window
    path = parent.path
    parentName = "'\(parent.type.text)'"
    position = min(parent.start + skipping, parent.end)
    end = parent.end
    isTopLevel = false
  }

  /// Returns the next box, or nil after the last.
  ///
  /// - Throws: `malformed` if its size is impossible.
  mutating func next() throws(MovieError) -> Box? {
    let available = end - position
    // QuickTime terminates some lists with four zero bytes, and writers leave a few at the end.
    guard available >= 8 else { return nil }
    let offset = position
    let smallSize = try window.u32(at: offset)
    let type = BoxType(rawValue: try window.u32(at: offset + 4))
    var headerSize: Int64 = 8
    var size = Int64(smallSize)
    if smallSize == 0 {
      // Size zero means to the end of the file; inside another box it is QuickTime's end of a list.
      guard isTopLevel else { return nil }
      size = available
    } else if smallSize == 1 {
      headerSize = 16
      guard available >= 16 else { throw problem(type, offset, "is cut inside its size") }
      guard let large = Int64(exactly: try window.u64(at: offset + 8)) else {
        throw problem(type, offset, "says that it has more than 2^63 bytes")
      }
      size = large
    }
    // A padding box whose size is less than its header consists of the header.
    if size < headerSize, type == "free" || type == "skip" || type == "wide" { size = headerSize }
    var extendedType: [UInt8]?
    if type == .uuid, size >= headerSize + 16, available >= headerSize + 16 {
      extendedType = try window.bytes(at: offset + headerSize, count: 16)
      headerSize += 16
    }
    guard size >= headerSize else { throw problem(type, offset, "says that it has \(size) bytes") }
    let isCut = size > available
    guard !isCut || isTopLevel else {
      throw problem(type, offset, "says that it has \(size) bytes; \(parentName) has \(available) left")
    }
    // Numbers are for messages: in a file of a million different types most boxes get none.
    if numbers.count < 1024 || numbers[type] != nil { numbers[type, default: 0] += 1 }
    let kept = min(size, available)
    position = offset + kept
    return Box(
      type: type, extendedType: extendedType, offset: offset, headerSize: min(headerSize, kept), size: kept,
      isCut: isCut, path: path.appending(type, numbers[type] ?? 1))
  }

  /// Returns the first box of a type, or nil.
  mutating func first(_ type: BoxType) throws(MovieError) -> Box? {
    while let box = try next() {
      if box.type == type { return box }
    }
    return nil
  }

  private func problem(_ type: BoxType, _ offset: Int64, _ what: String) -> MovieError {
    MovieError(
      .malformed, "box '\(type.text)' \(what)",
      box: path.appending(type, (numbers[type] ?? 0) + 1).description, offset: offset, file: window.source.name)
  }
}
