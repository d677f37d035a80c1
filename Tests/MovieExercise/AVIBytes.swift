/// Writes AVI files by hand: chunks that cut frames, pairs of pictures, and lists of all kinds.
public enum AVIBytes {
  private typealias B = MovieBytes

  public static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  public static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    B.text(type) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  public static func list(_ type: String, _ body: [UInt8]...) -> [UInt8] {
    chunk("LIST", B.text(type) + body.flatMap { $0 })
  }

  /// The header of a stream.
  public static func stream(
    _ kind: String, handler: String = "\0\0\0\0", scale: Int, rate: Int, start: Int = 0, length: Int = 0,
    sampleSize: Int = 0, format: [UInt8], extra: [UInt8] = []
  ) -> [UInt8] {
    let numbers = [scale, rate, start, length, 0, -1, sampleSize].flatMap { little($0, 4) }
    let header = B.text(kind) + B.text(handler) + B.zeros(12) + numbers + B.zeros(8)
    return list("strl", chunk("strh", header), chunk("strf", format), extra)
  }

  public static func bitmap(_ fourCC: String, width: Int = 64, height: Int = 48, configuration: [UInt8] = []) -> [UInt8]
  {
    little(40 + configuration.count, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
      + B.text(fourCC) + B.zeros(20) + configuration
  }

  public static func wave(
    _ tag: Int, channels: Int = 1, rate: Int, block: Int, bits: Int = 16, configuration: [UInt8] = []
  ) -> [UInt8] {
    little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * block, 4) + little(block, 2)
      + little(bits, 2) + little(configuration.count, 2) + configuration
  }

  /// A file with the chunks of its data, and an index of them.
  ///
  /// - Parameters:
  ///   - chunks: The IDs, the bodies, and true for key frames.
  ///   - base: The offset that the index counts from: 0 for the file's beginning, nil for no index.
  public static func file(
    _ streams: [[UInt8]], _ chunks: [(id: String, body: [UInt8], isKey: Bool)], indexFrom base: Base? = .list
  ) -> [UInt8] {
    let headers = list("hdrl", chunk("avih", little(40_000, 4) + B.zeros(52)), streams.flatMap { $0 })
    let start = 12 + headers.count + 12
    var (data, index): ([UInt8], [UInt8]) = ([], [])
    for entry in chunks {
      let offset = base == .list ? data.count + 4 : start + data.count
      index += B.text(entry.id) + little(entry.isKey ? 16 : 0, 4) + little(offset, 4) + little(entry.body.count, 4)
      data += chunk(entry.id, entry.body)
    }
    let body = B.text("AVI ") + headers + list("movi", data) + (base == nil ? [] : chunk("idx1", index))
    return B.text("RIFF") + little(body.count, 4) + body
  }

  /// The place that an index counts from.
  public enum Base: Sendable { case list, file }
}

extension SeedFiles {
  /// Two streams with an index.
  static var avi: [UInt8] {
    let streams = [
      AVIBytes.stream("vids", handler: "mp42", scale: 1, rate: 25, length: 3, format: AVIBytes.bitmap("XVID")),
      AVIBytes.stream(
        "auds", scale: 1, rate: 8000, length: 60, sampleSize: 2, format: AVIBytes.wave(1, rate: 8000, block: 2)),
    ]
    return AVIBytes.file(
      streams,
      [
        ("00dc", [0, 0, 1, 0xb6, 0x10, 7, 7], true), ("01wb", [UInt8](repeating: 3, count: 60), true),
        ("00dc", [0, 0, 1, 0xb6, 0x50, 7], false), ("00pc", [0, 0, 0, 0], false), ("00dc", [], false),
        ("01wb", [UInt8](repeating: 4, count: 60), true), ("00dc", [0, 0, 1, 0xb6, 0x90], false),
      ])
  }

  /// OpenDML's indexes, and a second part.
  static var openDML: [UInt8] {
    typealias A = AVIBytes
    func file(_ places: [Int]) -> ([UInt8], [Int]) {
      // The first part's index, the second part's, and the data that they count from.
      let entries = places.prefix(2).map { A.little($0, 8) + A.little(48, 4) + A.little(2, 4) }
      let index = A.little(4, 2) + [0, 0] + A.little(2, 4) + Array("00dc".utf8) + MovieBytes.zeros(12)
      let stream = A.stream(
        "vids", scale: 1, rate: 25, length: 4, format: A.bitmap("MJPG"),
        extra: A.chunk("indx", index + entries.flatMap { $0 }))
      let head = A.list("hdrl", A.chunk("avih", MovieBytes.zeros(56)), stream)
      func part(_ kind: String, _ head: [UInt8], at start: Int) -> ([UInt8], Int) {
        let frames = A.chunk("00dc", [0xff, 0xd8, 1, 2]) + A.chunk("00dc", [0xff, 0xd8, 3])
        let base = start + 12 + head.count + 12
        let chunks =
          A.little(2, 2) + [0, 1] + A.little(2, 4) + Array("00dc".utf8) + A.little(base, 8) + A.little(0, 4)
          + A.little(8, 4) + A.little(4, 4) + A.little(20, 4) + A.little(3, 4)
        let body = Array(kind.utf8) + head + A.list("movi", frames, A.chunk("ix00", chunks))
        return (Array("RIFF".utf8) + A.little(body.count, 4) + body, base + frames.count)
      }
      let (first, one) = part("AVI ", head, at: 0)
      let (second, two) = part("AVIX", [], at: first.count)
      return (first + second, [one, two])
    }
    return file(file([0, 0]).1).0
  }
}
