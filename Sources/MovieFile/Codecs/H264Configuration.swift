/// The parameter sets of H.264 beside the samples: the contents of 'avcC' (ISO/IEC 14496-15, 5.3.3.1).
package struct H264Configuration: Hashable, Sendable {
  /// The profile that the whole stream conforms to, its constraints and its level.
  package private(set) var profile: UInt8
  private var constraints: UInt8
  private var level: UInt8
  /// The bytes of the length before each unit of a sample: 1, 2 or 4.
  package let lengthSize: Int
  private var sequences: [[UInt8]] = []
  private var pictures: [[UInt8]] = []
  /// The extension of the high profiles.
  private let rest: [UInt8]

  /// - Returns: Nil for bytes that are cut short.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 7, bytes[0] == 1 else { return nil }
    (profile, constraints, level, lengthSize) = (bytes[1], bytes[2], bytes[3], Int(bytes[4] & 3) + 1)
    var position = 6
    func set() -> [UInt8]? {
      guard position + 2 <= bytes.count else { return nil }
      let size = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard position + 2 + size <= bytes.count else { return nil }
      defer { position += 2 + size }
      return Array(bytes[position + 2..<position + 2 + size])
    }
    for _ in 0..<bytes[5] & 31 {
      guard let next = set() else { return nil }
      sequences.append(next)
    }
    guard position < bytes.count else { return nil }
    let count = bytes[position]
    position += 1
    for _ in 0..<count {
      guard let next = set() else { return nil }
      pictures.append(next)
    }
    rest = Array(bytes[position...])
  }

  package var bytes: [UInt8] {
    func list(_ sets: [[UInt8]]) -> [UInt8] {
      sets.flatMap { [UInt8(truncatingIfNeeded: $0.count >> 8), UInt8(truncatingIfNeeded: $0.count)] + $0 }
    }
    return [1, profile, constraints, level, 0xfc | UInt8(lengthSize - 1), 0xe0 | UInt8(sequences.count)]
      + list(sequences) + [UInt8(clamping: pictures.count)] + list(pictures) + rest
  }

  /// All sets, in the order in which decoders take them.
  package var sets: [[UInt8]] { sequences + pictures }

  /// The numbers that its sets have, of sequences and of pictures.
  package var numbers: Set<Int> {
    var known = H264ParameterSets()
    for set in sets { known.note(set) }
    return Set(known.sequences.keys).union(known.pictures.keys)
  }

  /// True if sequences may have fields for pictures.
  package var mayBeInterlaced: Bool {
    var known = H264ParameterSets()
    for set in sequences { known.note(set) }
    return known.sequences.values.contains { !$0.isFrameOnly }
  }

  /// The same with more sets; the level is the highest.
  ///
  /// - Returns: Nil where there is no room for more.
  package func adding(_ sets: [[UInt8]]) -> H264Configuration? {
    var result = self
    for set in sets where !self.sets.contains(set) {
      switch set.first.map({ $0 & 0x1f }) {
      case 7 where set.count > 3:
        result.sequences.append(set)
        result.level = max(result.level, set[3])
        // Each flag says that the whole stream keeps to a subset.
        result.constraints &= set[2]
        result.profile = max(result.profile, set[1])
      case 8: result.pictures.append(set)
      default: break
      }
    }
    return result.sequences.count < 32 && result.pictures.count < 256 ? result : nil
  }
}
