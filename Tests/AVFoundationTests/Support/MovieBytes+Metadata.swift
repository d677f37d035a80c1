import Foundation
import MovieExercise

/// Metadata boxes made by hand, including invalid ones.
extension MovieBytes {
  /// Four characters in Latin-1.
  static func code(_ type: String) -> [UInt8] { type.unicodeScalars.map { UInt8($0.value) } }

  /// A value of an item list.
  static func data(_ type: Int, _ bytes: [UInt8], country: Int = 0, language: Int = 0) -> [UInt8] {
    box("data", u32(type), u16(country, language), bytes)
  }

  /// A metadata box with these boxes after its handler.
  static func meta(_ handler: String, _ boxes: [UInt8]...) -> [UInt8] {
    full("meta", full("hdlr", u32(0), code(handler), zeros(13)), boxes.flatMap { $0 })
  }

  /// QuickTime's metadata: names, and text values in a language each.
  static func quickTimeMetadata(_ items: [(name: String, text: String, language: Int)]) -> [UInt8] {
    let keys = full("keys", u32(items.count), items.flatMap { box("mdta", code($0.name)) })
    let list = items.enumerated().flatMap { index, item in
      let value = data(1, text(item.text), language: item.language)
      return u32(value.count + 8, index + 1) + value
    }
    return meta("mdta", keys, box("ilst", list))
  }

  /// The item list of iTunes.
  static func iTunesList(_ entries: [UInt8]...) -> [UInt8] {
    box("udta", meta("mdir", box("ilst", entries.flatMap { $0 })))
  }

  /// Three letters of ISO 639-2 in 15 bits.
  static func language(_ letters: String) -> Int { letters.utf8.reduce(0) { $0 << 5 | Int($1 - 0x60) } }
}

extension TemporaryFolder {
  /// Writes a file.
  func write(_ bytes: [UInt8], to name: String) throws -> URL {
    let url = url(name)
    try Data(bytes).write(to: url)
    return url
  }
}
