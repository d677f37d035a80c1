/// Writes boxes by hand, so that tests can make any file, including invalid ones.
public enum MovieBytes {
  public static func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
    let body = contents.flatMap { $0 }
    return u32(body.count + 8) + Array(type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) + body
  }

  /// A box with version and flags.
  public static func full(_ type: String, version: UInt8 = 0, flags: Int = 0, _ contents: [UInt8]...) -> [UInt8] {
    box(type, [version] + u32(flags).suffix(3), contents.flatMap { $0 })
  }

  public static func u16(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
  public static func u32(_ numbers: Int...) -> [UInt8] { u32(numbers) }
  public static func u32(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  }
  public static func u64(_ number: Int) -> [UInt8] { u32(number >> 32, number) }
  public static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  public static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  public static let identity = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000)
}

/// The values of a track of a hand-made movie; every field has a plain default.
public struct TrackBytes {
  public var id = 1
  public var flags = 3
  public var handler = "vide"
  public var timescale = 1000
  public var duration = 1000
  public var language = 0x55c4
  public var layer = 0
  public var alternateGroup = 0
  public var volume = 0
  public var matrix = MovieBytes.identity
  public init() {}

  /// Complete boxes inside 'trak', such as 'edts' and 'tref'.
  public var extra: [UInt8] = []
  /// Complete boxes inside 'mdia'.
  public var mediaExtra: [UInt8] = []
  public var sampleDescriptions: [[UInt8]] = [TrackBytes.plainVideo()]
  public var dataReferences: [[UInt8]] = [MovieBytes.full("url ", flags: 1)]
  /// Complete boxes inside 'stbl' besides 'stsd'.
  public var tables: [UInt8] = []

  public static func plainVideo(_ format: String = "jpeg", _ boxes: [UInt8] = []) -> [UInt8] {
    MovieBytes.box(
      format, MovieBytes.zeros(6), MovieBytes.u16(1), MovieBytes.zeros(16), MovieBytes.u16(64, 48),
      MovieBytes.zeros(14), MovieBytes.zeros(32), MovieBytes.u16(24, 0xffff), boxes)
  }

  /// Tables of samples of one size that follow each other from `offset` on, in one chunk.
  public static func tables(
    durations: [(Int, Int)], offsets: [(Int, Int)] = [], sizes: [Int], sync: [Int]? = nil, offset: Int = 0,
    extra: [UInt8] = []
  ) -> [UInt8] {
    var bytes = MovieBytes.full(
      "stts", MovieBytes.u32(durations.count), MovieBytes.u32(durations.flatMap { [$0.0, $0.1] }))
    if !offsets.isEmpty {
      bytes += MovieBytes.full(
        "ctts", version: 1, MovieBytes.u32(offsets.count), MovieBytes.u32(offsets.flatMap { [$0.0, $0.1] }))
    }
    bytes += MovieBytes.full("stsc", MovieBytes.u32(1, 1, sizes.count, 1))
    bytes += MovieBytes.full("stsz", MovieBytes.u32(0, sizes.count), MovieBytes.u32(sizes))
    bytes += MovieBytes.full("stco", MovieBytes.u32(1, offset))
    if let sync { bytes += MovieBytes.full("stss", MovieBytes.u32(sync.count), MovieBytes.u32(sync)) }
    return bytes + extra
  }

  public var bytes: [UInt8] {
    typealias B = MovieBytes
    let header = B.full(
      "tkhd", flags: flags, B.u32(0, 0, id, 0, duration, 0, 0), B.u16(layer, alternateGroup, volume, 0), matrix,
      B.u32(64 << 16, 48 << 16))
    let media = B.full("mdhd", B.u32(0, 0, timescale, duration), B.u16(language, 0))
    let handler = B.full("hdlr", B.u32(0), B.text(handler), B.zeros(12), [0])
    let references = B.box("dinf", B.full("dref", B.u32(dataReferences.count), dataReferences.flatMap { $0 }))
    let descriptions = B.full("stsd", B.u32(sampleDescriptions.count), sampleDescriptions.flatMap { $0 })
    let information = B.box("minf", references, B.box("stbl", descriptions, tables))
    return B.box("trak", header, extra, B.box("mdia", media, mediaExtra, handler, information))
  }

  /// A whole file: type, movie and, at the end, media data.
  public static func movie(_ tracks: [TrackBytes], brand: String = "isom", extra: [UInt8] = [], data: [UInt8] = [])
    -> [UInt8]
  {
    typealias B = MovieBytes
    let header = B.full(
      "mvhd", B.u32(0, 0, 600, 600, 0x10000), B.u16(0x100), B.zeros(10), B.identity, B.zeros(24), B.u32(99))
    return B.box("ftyp", B.text(brand), B.u32(0))
      + B.box("moov", header, tracks.flatMap(\.bytes), extra) + B.box("mdat", data)
  }
}
