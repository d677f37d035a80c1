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
  static func meta(_ handler: String, _ boxes: [UInt8]..., isQuickTime: Bool = false) -> [UInt8] {
    let contents = join(full("hdlr", u32(0), code(handler), zeros(13)), boxes.reduce(into: []) { $0 += $1 })
    return isQuickTime ? box("meta", contents) : full("meta", contents)
  }

  static func keys(_ keys: [(namespace: String, name: String)]) -> [UInt8] {
    full("keys", u32(keys.count), keys.reduce(into: []) { $0 += box($1.namespace, code($1.name)) })
  }

  /// A list whose boxes' types are indices, from 1.
  static func numberedList(_ items: [[UInt8]]) -> [UInt8] {
    box(
      "ilst",
      items.enumerated().reduce(into: []) { $0 += join(u32($1.element.count + 8, $1.offset + 1), $1.element) })
  }

  /// A movie of one second with one empty track.
  static func movie(brand: String = "qt  ", in moov: [UInt8] = [], inTrack: [UInt8] = [], atTop: [UInt8] = [])
    -> [UInt8]
  {
    var track = TrackBytes()
    (track.handler, track.extra) = ("soun", inTrack)
    return TrackBytes.movie([track], brand: brand, extra: moov) + atTop
  }
}
