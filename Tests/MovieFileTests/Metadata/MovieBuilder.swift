@testable import MovieFile

/// Movies made box by box, for what no writer writes.
enum MovieBuilder {
  static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let body = contents.reduce(into: []) { $0 += $1 }
    return join(ID3Builder.bigEndian(body.count + 8), code(type), body)
  }

  static func full(_ type: String, version: UInt8 = 0, _ contents: [UInt8]...) -> [UInt8] {
    box(type, [version, 0, 0, 0], contents.reduce(into: []) { $0 += $1 })
  }

  /// Four characters in Latin-1.
  static func code(_ type: String) -> [UInt8] { type.unicodeScalars.map { UInt8($0.value) } }
  static func u16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)] }
  static func u32(_ number: Int) -> [UInt8] { ID3Builder.bigEndian(number) }

  /// A value of an item list.
  static func data(_ type: Int, _ bytes: [UInt8], country: Int = 0, language: Int = 0) -> [UInt8] {
    box("data", u32(type), u16(country), u16(language), bytes)
  }

  static func handler(_ type: String) -> [UInt8] {
    full("hdlr", u32(0), code(type), [UInt8](repeating: 0, count: 13))
  }

  /// A box of metadata with these after its handler.
  static func meta(_ handler: String, _ boxes: [UInt8]..., isQuickTime: Bool = false) -> [UInt8] {
    let contents = join(self.handler(handler), boxes.reduce(into: []) { $0 += $1 })
    return isQuickTime ? box("meta", contents) : full("meta", contents)
  }

  static func keys(_ keys: [(namespace: String, name: String)]) -> [UInt8] {
    full(
      "keys", u32(keys.count),
      keys.reduce(into: []) { $0 += box($1.namespace, .text($1.name)) })
  }

  /// A list whose boxes' types are numbers, from 1.
  static func numberedList(_ items: [[UInt8]]) -> [UInt8] {
    box(
      "ilst",
      items.enumerated().reduce(into: []) { $0 += join(u32($1.element.count + 8), u32($1.offset + 1), $1.element) })
  }

  /// A movie with one empty track.
  static func movie(brand: String = "qt  ", in moov: [UInt8] = [], inTrack: [UInt8] = [], atTop: [UInt8] = [])
    -> [UInt8]
  {
    let matrix = join(u32(0x10000), u32(0), u32(0), u32(0), u32(0x10000), u32(0), u32(0), u32(0), u32(0x4000_0000))
    let zeros = [UInt8](repeating: 0, count: 24)
    let mvhd = full(
      "mvhd", u32(0), u32(0), u32(600), u32(6000), u32(0x10000), [1, 0], zeros.prefix(10).map { $0 }, matrix, zeros,
      u32(2))
    let tkhd = full(
      "tkhd", u32(0), u32(0), u32(1), u32(0), u32(6000), zeros.prefix(16).map { $0 }, matrix, u32(0), u32(0))
    let mdhd = full("mdhd", u32(0), u32(0), u32(1000), u32(0), u16(0x55c4), u16(0))
    let trak = box("trak", tkhd, box("mdia", mdhd, handler("soun")), inTrack)
    return join(box("ftyp", code(brand), u32(0), code(brand)), box("moov", mvhd, trak, moov), atTop)
  }
}
