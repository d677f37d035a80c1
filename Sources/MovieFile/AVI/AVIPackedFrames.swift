/// Splits packed chunks of MPEG-4 video, and puts the second picture in the place of the chunk without one that follows
/// (see `PackedPictures`).
struct AVIPackedFrames: Sendable {
  /// A picture that waits for the chunk in whose place it is.
  private var held: PacketBytes?

  /// The largest chunk that holds no coded picture.
  private static let emptySize = 19
  /// The number of bytes of a stream that are searched for the encoder's mark.
  static let markSize = 4096

  /// Returns true if the first chunk of a stream has the mark of an encoder that packs: `DivX503b1393p`.
  static func isPacked(_ head: [UInt8]) -> Bool { mark(in: head) != nil }

  /// Returns the place of the letter behind the encoder's numbers.
  private static func mark(in bytes: [UInt8]) -> Int? {
    let name = Array("DivX".utf8)
    var index = 0
    while index + 8 < min(bytes.count, markSize) {
      // User data (ISO/IEC 14496-2, 6.2.2).
      guard bytes[index..<index + 4].elementsEqual([0, 0, 1, 0xb2]), bytes[index + 4..<index + 8].elementsEqual(name)
      else {
        index += 1
        continue
      }
      let rest = bytes[(index + 8)...].prefix(32)
      let text = rest.prefix { $0 > 1 }
      return text.last == UInt8(ascii: "p") ? text.endIndex - 1 : nil
    }
    return nil
  }

  /// Returns the pictures of a chunk: at most one, the held one in place of an empty chunk.
  ///
  /// - Parameter bytes: The chunk's payload.
  mutating func packet(of range: Range<Int64>, _ bytes: [UInt8]) -> PacketBytes? {
    let starts = Self.pictures(in: bytes)
    if starts.count >= 2 {
      held = PacketBytes(range.lowerBound + Int64(starts[1])..<range.upperBound)
      return Self.unmarked(range.lowerBound..<range.lowerBound + Int64(starts[1]), bytes)
    }
    if let shown = held, starts.count == 1 {
      held = bytes.count <= Self.emptySize ? nil : PacketBytes(range)
      return shown
    }
    return Self.unmarked(range, bytes)
  }

  /// The offset of the picture that waits; nil if none does.
  var firstPart: Int64? { held?.offset }

  /// Removes and returns the picture that still waits at the end.
  mutating func last() -> PacketBytes? {
    defer { held = nil }
    return held
  }

  /// Takes the encoder's letter out, as the pictures are no longer packed.
  private static func unmarked(_ range: Range<Int64>, _ bytes: [UInt8]) -> PacketBytes {
    guard let place = mark(in: bytes), Int64(place) < range.upperBound - range.lowerBound else {
      return PacketBytes(range)
    }
    var packet = PacketBytes(range.lowerBound..<range.lowerBound + Int64(place))
    packet.append([0])
    packet.append(range.lowerBound + Int64(place) + 1..<range.upperBound)
    return packet
  }

  /// Returns the places of the pictures' start codes (ISO/IEC 14496-2, 6.2.5).
  private static func pictures(in bytes: [UInt8]) -> [Int] {
    var places: [Int] = []
    var index = 0
    while index + 3 < bytes.count {
      if bytes[index + 2] > 1 {
        index += 3
      } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        if bytes[index + 3] == 0xb6 { places.append(index) }
        index += 4
      } else {
        index += 1
      }
    }
    return places
  }
}
