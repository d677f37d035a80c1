import Foundation

/// The numbers in the packet table of a Core Audio file (Apple Core Audio Format Specification 1.0, "Packet Table
/// Chunk").
struct PacketTable: Sendable {
  /// The samples at the beginning that only prime the decoder: FFmpeg 5 plays them, and everything behind is late by
  /// them.
  let priming: Int

  /// Reads a file; nil for other files, and without such a table.
  init?(in path: String) throws {
    guard path.hasSuffix(".caf") else { return nil }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    func number(_ place: Int, _ count: Int) -> Int { data[place..<place + count].reduce(0) { $0 << 8 | Int($1) } }
    // The file's header has eight bytes, each chunk's twelve.
    var place = 8
    while place + 12 <= data.count {
      let (kind, size) = (data[place..<place + 4], number(place + 4, 8))
      if kind.elementsEqual("pakt".utf8), size >= 24, place + 36 <= data.count {
        priming = number(place + 12 + 16, 4)
        return
      }
      // Data of unknown size (-1) end with the file.
      guard size >= 0, size < data.count else { return nil }
      place += 12 + size
    }
    return nil
  }
}
