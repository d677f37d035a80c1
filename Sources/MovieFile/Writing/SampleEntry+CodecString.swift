/// The codec of a sample entry in parameters of MIME types and playlists (RFC 6381, clause 3).
extension SampleEntry {
  /// Returns the codec with its profile and level: `avc1.64001f`, `hvc1.1.6.L93.b0`, `mp4a.40.2`, `ac-3`.
  ///
  /// - Throws: `notStorable` if the configuration is missing; the errors of malformed descriptions.
  package func codecString(handlerType: BoxType) throws(MovieError) -> String {
    let boxes = try formatDescription(handlerType: handlerType).atoms
    func configuration(_ type: BoxType, _ count: Int) throws(MovieError) -> [UInt8] {
      guard let bytes = boxes.first(where: { $0.type == type })?.payload, bytes.count >= count else {
        throw MovieError(.notStorable, "the configuration of '\(format.text)' is missing")
      }
      return bytes
    }
    switch format {
    case "avc1", "avc3":
      let record = try configuration("avcC", 4)
      return "\(format.text)." + record[1...3].map { Self.hex($0, digits: 2) }.joined()
    case "hvc1", "hev1": return Self.hevc(format.text, try configuration("hvcC", 13))
    case "mp4a":
      let descriptor = ESDescriptor(contents: try configuration("esds", 4))
      guard let descriptor else { throw MovieError(.notStorable, "the configuration of 'mp4a' is malformed") }
      let name = "mp4a.\(Self.hex(descriptor.objectType, digits: 2))"
      guard descriptor.objectType == 0x40, let type = Self.objectType(descriptor.decoderSpecificInfo) else {
        return name
      }
      return "\(name).\(type)"
    default: return format.text.trimmingSuffix(while: { $0 == " " })
    }
  }

  /// The profile, its compatibility in reverse, the tier and level, and the constraints without zeros at their end
  /// (ISO/IEC 14496-15, annex E.3).
  private static func hevc(_ name: String, _ record: [UInt8]) -> String {
    let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
    let compatibility = record[2...5].reduce(0) { $0 << 8 | UInt32($1) }
    var reversed: UInt32 = 0
    for bit in 0..<32 where compatibility >> UInt32(bit) & 1 == 1 { reversed |= 1 << UInt32(31 - bit) }
    let tier = record[1] & 0x20 == 0 ? "L" : "H"
    let constraints = record[6...11].reversed().drop { $0 == 0 }.reversed()
    let parts =
      [name, "\(space)\(record[1] & 0x1f)", String(reversed, radix: 16), "\(tier)\(record[12])"]
      + constraints.map { hex($0, digits: 1) }
    return parts.joined(separator: ".")
  }

  /// Returns the audio object type of a configuration (ISO/IEC 14496-3, 1.6.2.1).
  private static func objectType(_ configuration: [UInt8]) -> Int? {
    guard configuration.count >= 2 else { return nil }
    let type = Int(configuration[0] >> 3)
    return type == 31 ? 32 + (Int(configuration[0] & 7) << 3 | Int(configuration[1] >> 5)) : type
  }

  private static func hex(_ byte: UInt8, digits: Int) -> String {
    let text = String(byte, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension String {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    String(reversed().drop(while: condition).reversed())
  }
}

extension SampleEntry {
  /// The width and height of coded pictures (ISO/IEC 14496-12, clause 12.1.3); nil if the entry is too short.
  package var codedSize: (width: Int, height: Int)? {
    guard contents.count >= 20 else { return nil }
    return (Int(contents[16]) << 8 | Int(contents[17]), Int(contents[18]) << 8 | Int(contents[19]))
  }
}

extension SampleBytes {
  /// Returns the bytes; those of a file are read.
  package func bytes() throws(MovieError) -> [UInt8] {
    switch self {
    case .memory(let bytes): bytes
    case .range(let range, let source):
      try source.bytes(at: range.lowerBound, count: Int(range.upperBound - range.lowerBound))
    }
  }
}
