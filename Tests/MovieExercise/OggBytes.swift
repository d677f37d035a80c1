import MovieFile

/// Writes Ogg files by hand.
public enum OggBytes {
  private typealias B = MovieBytes

  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// A page with its checksum.
  ///
  /// - Parameters:
  ///   - flags: 1 for a continued packet, 2 for the first page, 4 for the last.
  ///   - isOpen: True if the last packet goes on on the next page; its size is then a multiple of 255.
  public static func page(
    _ flags: UInt8, serial: Int, number: Int, granule: Int, _ packets: [UInt8]..., isOpen: Bool = false
  ) -> [UInt8] {
    var lacing: [UInt8] = []
    for (index, packet) in packets.enumerated() {
      lacing += [UInt8](repeating: 255, count: packet.count / 255)
      if !isOpen || index + 1 < packets.count { lacing.append(UInt8(packet.count % 255)) }
    }
    let bytes =
      B.text("OggS") + [0, flags] + little(granule, 8) + little(serial, 4) + little(number, 4) + B.zeros(4)
      + [UInt8(lacing.count)] + lacing + packets.flatMap { $0 }
    return withChecksums(bytes)
  }

  /// Returns a file whose pages have the checksums of their bytes: damage inside of pages reaches the reader.
  public static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var index = 0
    while index + 27 <= result.count {
      guard result[index..<index + 4].elementsEqual("OggS".utf8), index + 27 + Int(result[index + 26]) <= result.count
      else {
        index += 1
        continue
      }
      let start = index + 27 + Int(result[index + 26])
      let end = start + result[(index + 27)..<start].reduce(0) { $0 + Int($1) }
      guard end <= result.count else {
        index += 4
        continue
      }
      result.replaceSubrange(index + 22..<index + 26, with: B.zeros(4))
      result.replaceSubrange(index + 22..<index + 26, with: little(Int(checksum(result[index..<end])), 4))
      index = end
    }
    return result
  }

  /// RFC 3533, section 6.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes { sum = sum << 8 ^ table[Int(sum >> 24) ^ Int(byte)] }
    return sum
  }

  private static let table: [UInt32] = (0..<256 as Range<UInt32>).map { index in
    (0..<8).reduce(index << 24) { value, _ in value & 0x8000_0000 != 0 ? value << 1 ^ 0x04c1_1db7 : value << 1 }
  }

  /// The headers of Opus.
  public static func opusHead(channels: UInt8 = 2, preSkip: Int = 312) -> [UInt8] {
    B.text("OpusHead") + [1, channels] + little(preSkip, 2) + [0x80, 0xbb, 0, 0, 0, 0, 0]
  }

  /// The first header of Theora, of 64 x 48 pixels at 25 frames a second.
  public static func theoraHead(shift: UInt8 = 6) -> [UInt8] {
    let size = [0, 4, 0, 3, 0, 0, 64, 0, 0, 48, 0, 0] as [UInt8]
    return [0x80] + B.text("theora") + [3, 2, 1] + size + B.u32(25, 1) + B.zeros(6) + [0, 0, 0, 0]
      + [shift >> 3, shift << 5]
  }
}

extension SeedFiles {
  /// Theora and Opus with a packet over two pages, then a link of Opus alone.
  static var chainedOgg: [UInt8] {
    typealias B = MovieBytes
    typealias O = OggBytes
    let tags = B.text("OpusTags") + B.zeros(8)
    let opus: [UInt8] = [0xfc] + B.zeros(40)
    let first =
      O.page(2, serial: 7, number: 0, granule: 0, O.theoraHead())
      + O.page(2, serial: 9, number: 0, granule: 0, O.opusHead())
      + O.page(0, serial: 7, number: 1, granule: 0, [0x81] + B.text("theora") + B.zeros(8), [0x82] + B.text("theora"))
      + O.page(0, serial: 9, number: 1, granule: 0, tags)
    let data =
      O.page(0, serial: 7, number: 2, granule: -1, [UInt8](repeating: 0, count: 510), isOpen: true)
      + O.page(0, serial: 9, number: 2, granule: 1920, opus, opus)
      + O.page(1, serial: 7, number: 3, granule: 1 << 6 | 1, [1, 2, 3], [0x40, 1, 2])
      + O.page(4, serial: 9, number: 3, granule: 3000, opus, opus)
      + O.page(4, serial: 7, number: 4, granule: 3 << 6, [0, 5, 6])
    let second =
      O.page(2, serial: 4, number: 0, granule: 0, O.opusHead()) + O.page(0, serial: 4, number: 1, granule: 0, tags)
      + O.page(0, serial: 4, number: 2, granule: 1920, opus, opus)
      + O.page(4, serial: 4, number: 3, granule: 2000, opus)
    return first + data + second
  }
}
