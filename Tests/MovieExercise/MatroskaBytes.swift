/// Elements of Matroska files (RFC 9559), as the tests need them.
public enum MatroskaBytes {
  private typealias B = MovieBytes

  /// An element with a size of eight bytes, so that any contents fit.
  public static func element(_ id: UInt32, _ contents: [UInt8]) -> [UInt8] {
    identifier(id) + [0x01] + B.u64(contents.count).suffix(7) + contents
  }

  /// An element of unknown size.
  public static func open(_ id: UInt32, _ contents: [UInt8]) -> [UInt8] {
    identifier(id) + [0x01] + [UInt8](repeating: 0xff, count: 7) + contents
  }

  private static func identifier(_ id: UInt32) -> [UInt8] { Array(B.u32(Int(id)).drop { $0 == 0 }) }

  public static func number(_ id: UInt32, _ value: Int) -> [UInt8] { element(id, B.u64(value)) }
  public static func float(_ id: UInt32, _ value: Double) -> [UInt8] { element(id, B.u64(Int(value.bitPattern))) }
  public static func text(_ id: UInt32, _ value: String) -> [UInt8] { element(id, Array(value.utf8)) }

  public static let header = element(0x1a45_dfa3, text(0x4282, "matroska"))

  /// The times' unit in nanoseconds, and the duration in such units.
  public static func info(scale: Int = 1_000_000, duration: Double? = nil) -> [UInt8] {
    element(0x1549_a966, number(0x2ad7b1, scale) + (duration.map { float(0x4489, $0) } ?? []))
  }

  /// A track of a type: 1 video, 2 audio, 17 subtitles.
  public static func track(_ track: Int, type: Int, codec: String, _ fields: [UInt8] = []) -> [UInt8] {
    element(0xae, number(0xd7, track) + number(0x83, type) + text(0x86, codec) + fields)
  }

  public static func video(_ width: Int, _ height: Int) -> [UInt8] {
    element(0xe0, number(0xb0, width) + number(0xba, height))
  }

  public static func audio(_ rate: Double, channels: Int, bits: Int = 0) -> [UInt8] {
    element(0xe1, float(0xb5, rate) + number(0x9f, channels) + (bits > 0 ? number(0x6264, bits) : []))
  }

  public static func tracks(_ tracks: [UInt8]...) -> [UInt8] { element(0x1654_ae6b, tracks.flatMap { $0 }) }

  /// The contents of a block.
  ///
  /// - Parameter lacing: 0 none, 1 Xiph's, 2 fixed, 3 EBML's; the payload then begins with the sizes.
  public static func block(
    _ track: UInt8, _ time: Int, isKey: Bool = true, lacing: UInt8 = 0, _ payload: [UInt8]
  ) -> [UInt8] {
    [0x80 | track] + B.u16(time) + [(isKey ? 0x80 : 0) | lacing << 1] + payload
  }

  public static func simple(
    _ track: UInt8, _ time: Int, isKey: Bool = true, lacing: UInt8 = 0, _ payload: [UInt8]
  ) -> [UInt8] {
    element(0xa3, block(track, time, isKey: isKey, lacing: lacing, payload))
  }

  public static func cluster(_ time: Int, _ blocks: [UInt8]...) -> [UInt8] {
    element(0x1f43_b675, number(0xe7, time) + blocks.flatMap { $0 })
  }

  public static func segment(_ parts: [UInt8]...) -> [UInt8] { element(0x1853_8067, parts.flatMap { $0 }) }
}
