/// Writes Flash Video files by hand, with tags that no writer at hand makes.
public enum FLVBytes {
  private typealias B = MovieBytes

  /// The header and the back pointer to nothing.
  public static func header(flags: UInt8 = 5) -> [UInt8] { B.text("FLV") + [1, flags] + B.u32(9, 0) }

  /// A tag and the back pointer to it.
  public static func tag(_ type: UInt8, _ time: Int, _ data: [UInt8]) -> [UInt8] {
    let size = B.u32(data.count).suffix(3)
    let stamp = B.u32(time)
    return [type] + size + stamp.suffix(3) + [stamp[0], 0, 0, 0] + data + B.u32(data.count + 11)
  }

  public static func video(_ time: Int, _ data: [UInt8]) -> [UInt8] { tag(9, time, data) }
  public static func audio(_ time: Int, _ data: [UInt8]) -> [UInt8] { tag(8, time, data) }

  /// A tag of Enhanced RTMP with one track.
  ///
  /// - Parameter type: The kind of the packet: 0 begins a stream, 1 is coded data, 3 is coded data without an offset.
  public static func enhancedVideo(
    _ time: Int, _ fourCC: String, type: UInt8, isKey: Bool = true, _ data: [UInt8]
  ) -> [UInt8] {
    video(time, [0x80 | (isKey ? 1 : 2) << 4 | type] + B.text(fourCC) + data)
  }

  public static func enhancedAudio(_ time: Int, _ fourCC: String, type: UInt8, _ data: [UInt8]) -> [UInt8] {
    audio(time, [9 << 4 | type] + B.text(fourCC) + data)
  }

  /// A number of three bytes.
  public static func u24(_ number: Int) -> [UInt8] { B.u32(number).suffix(3) }

  /// The tag `onMetaData` with numbers, and an index of key frames.
  public static func metadata(
    _ numbers: [(String, Double)], times: [Double] = [], offsets: [Double] = []
  ) -> [UInt8] {
    func name(_ text: String) -> [UInt8] { B.u16(text.utf8.count) + B.text(text) }
    func number(_ value: Double) -> [UInt8] { [0] + B.u64(Int(bitPattern: UInt(value.bitPattern))) }
    func list(_ values: [Double]) -> [UInt8] { [10] + B.u32(values.count) + values.flatMap(number) }
    var fields = numbers.flatMap { name($0.0) + number($0.1) }
    if !times.isEmpty {
      fields +=
        name("keyframes") + [3] + name("filepositions") + list(offsets) + name("times") + list(times) + [0, 0, 9]
    }
    return tag(18, 0, [2] + name("onMetaData") + [8] + B.u32(numbers.count) + fields + [0, 0, 9])
  }
}

extension SeedFiles {
  /// H.264 and AAC with an index of key frames, then enhanced tags of several tracks.
  static var flash: [UInt8] {
    let sets: [UInt8] = [1, 0x42, 0, 10, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0, 10, 1, 0, 2, 0x68, 0xce]
    let head =
      FLVBytes.header()
      + FLVBytes.metadata([("duration", 0.2), ("width", 64), ("height", 48)], times: [0, 0.08], offsets: [400, 500])
      + FLVBytes.video(0, [0x17, 0, 0, 0, 0] + sets) + FLVBytes.audio(0, [0xaf, 0, 0x12, 0x10])
    let frames = (0..<4).flatMap { number in
      FLVBytes.video(
        40 * number, [number % 2 == 0 ? 0x17 : 0x27, 1, 0, 0, 40, 0, 0, 0, 4, number % 2 == 0 ? 0x65 : 0x41, 1, 2, 3])
        + FLVBytes.audio(23 * number, [0xaf, 1, 0x21, 0x10, 5, 6])
    }
    let tracks =
      FLVBytes.audio(
        160,
        [9 << 4 | 5, 1 << 4 | 1] + MovieBytes.text("ac-3") + [1] + FLVBytes.u24(2) + [1, 2, 2] + FLVBytes.u24(1) + [3])
      + FLVBytes.video(160, [0x80 | 1 << 4 | 7, 2, 0, 0, 1, 1] + MovieBytes.text("hvc1") + [0, 0, 0, 9, 9])
    return head + frames + tracks + FLVBytes.tag(15, 200, [1, 2, 3]) + FLVBytes.audio(200, [0xaf, 1, 1, 2])
  }
}
