/// The steps that change a movie file in place, so that it is valid after each of them.
///
/// The file's first 'moov' box is the valid one, and a box with the type 'free' is ignored, whatever it holds:
///
///     moov media                      before
///     moov media free(new moov)       the new box is written at the end, hidden, and synchronised
///     moov media moov                 it gets its type: the old box is still the valid one
///     free media moov                 the old box loses its type: the new one is valid
///     free(new moov) media moov       if the old place has room, the new box is written there too,
///     moov media moov                 gets its type,
///     moov media                      and the one at the end is removed
///
/// After a crash between or during these steps, the movie is the old or the new one. A single step changes only the
/// four bytes of a size or of a type, which disks write as one; a half-written type is unknown to readers, and the box
/// is skipped. Media are never written to.
struct InPlaceChange {
  enum Step: Equatable {
    case write(at: Int64, [UInt8])
    /// All earlier writes reach the disk before any later one.
    case synchronise
    case truncate(to: Int64)
  }

  /// The final place of the movie's box.
  enum Place: Equatable {
    case inPlace, inFreeSpace, atEnd
  }

  private(set) var steps: [Step] = []
  /// The number of steps that are undone by truncating the file to its old size.
  private(set) var reversibleCount = 0
  private(set) var place = Place.inPlace

  /// - Parameters:
  ///   - old: The valid box.
  ///   - room: The size of its bytes and of the free space after it.
  ///   - holes: Other free space, whole boxes.
  ///   - later: Movie boxes that are ignored, and must stay so.
  ///   - new: The new box, with a 32-bit size.
  ///   - media: Bytes to append to the file, a whole box or nothing.
  init(old: Box, room: Int64, holes: [Box], later: [Int64], new: [UInt8], media: [UInt8], fileSize: Int64) {
    let size = Int64(new.count)
    func fits(_ space: Int64) -> Bool { size == space || size + 8 <= space }
    for offset in later { write(Self.free, at: offset + 4) }
    if !later.isEmpty { steps.append(.synchronise) }
    let end = fileSize + Int64(media.count)
    if !fits(room), let hole = holes.first(where: { fits($0.size) }) {
      write(media, at: fileSize)
      fill(hole.offset, room: hole.size, with: new)
      reversibleCount = steps.count
      setType("moov", at: hole.offset)
      setType("free", at: old.offset)
      erase(old)
      place = .inFreeSpace
      return
    }
    var appended = media + new.prefix(4) + Self.free + new.dropFirst(8)
    if !fits(room) {
      appended += Self.number(Self.spareRoom) + Self.free + [UInt8](repeating: 0, count: Int(Self.spareRoom) - 8)
    }
    write(appended, at: fileSize)
    steps.append(.synchronise)
    reversibleCount = steps.count
    setType("moov", at: end)
    setType("free", at: old.offset)
    guard fits(room) else {
      erase(old)
      place = .atEnd
      return
    }
    if room > old.size {
      write(Self.number(room), at: old.offset)
      steps.append(.synchronise)
    }
    fill(old.offset, room: room, with: new)
    setType("moov", at: old.offset)
    steps.append(.truncate(to: end))
    steps.append(.synchronise)
  }

  /// The free space after a box at the file's end, so that it need not move again.
  private static let spareRoom: Int64 = 4096
  private static let free = Array("free".utf8)

  private static func number(_ size: Int64) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
  }

  private mutating func write(_ bytes: [UInt8], at offset: Int64) {
    if !bytes.isEmpty { steps.append(.write(at: offset, bytes)) }
  }

  private mutating func setType(_ type: String, at offset: Int64) {
    write(Array(type.utf8), at: offset + 4)
    steps.append(.synchronise)
  }

  /// Writes the contents of the movie's box into a free box, which then has the new size but not yet the new type.
  private mutating func fill(_ offset: Int64, room: Int64, with new: [UInt8]) {
    let rest = room - Int64(new.count)
    var bytes = Array(new.dropFirst(8))
    if rest > 0 { bytes += Self.number(rest) + Self.free + [UInt8](repeating: 0, count: Int(rest) - 8) }
    write(bytes, at: offset + 8)
    steps.append(.synchronise)
    if rest > 0 {
      write(Self.number(Int64(new.count)), at: offset)
      steps.append(.synchronise)
    }
  }

  /// Overwrites a removed box: deleted metadata must not be found in the file.
  private mutating func erase(_ box: Box) {
    var offset = box.start
    while offset < box.end {
      let count = min(box.end - offset, 1 << 20)
      write([UInt8](repeating: 0, count: Int(count)), at: offset)
      offset += count
    }
    steps.append(.synchronise)
  }
}
