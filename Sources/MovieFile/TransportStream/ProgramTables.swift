/// The programs of a transport stream (ISO/IEC 13818-1, 2.4.4.3: program association section).
struct ProgramAssociation: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let number: UInt16
    /// The PID of the program's map.
    let pid: UInt16
  }

  /// Without the network's entry.
  let programs: [Entry]

  /// Nil for other sections, and for those that apply later.
  init?(_ section: [UInt8]) {
    guard section.count >= 12, section[0] == 0x00, section[5] & 1 == 1 else { return nil }
    var programs: [Entry] = []
    for start in stride(from: 8, through: section.count - 8, by: 4) {
      let number = UInt16(section[start]) << 8 | UInt16(section[start + 1])
      let pid = UInt16(section[start + 2] & 0x1f) << 8 | UInt16(section[start + 3])
      if number != 0 { programs.append(Entry(number: number, pid: pid)) }
    }
    self.programs = programs
  }
}

/// The streams of a program (ISO/IEC 13818-1, 2.4.4.8: program map section).
struct ProgramMap: Hashable, Sendable {
  struct Stream: Hashable, Sendable {
    let type: UInt8
    let pid: UInt16
    let descriptors: [StreamDescriptor]
  }

  let number: UInt16
  /// The PID of the packets with clock references.
  let referencePID: UInt16
  let descriptors: [StreamDescriptor]
  let streams: [Stream]

  /// Nil for other sections, those that apply later, and damaged ones.
  init?(_ section: [UInt8]) {
    guard section.count >= 16, section[0] == 0x02, section[5] & 1 == 1 else { return nil }
    number = UInt16(section[3]) << 8 | UInt16(section[4])
    referencePID = UInt16(section[8] & 0x1f) << 8 | UInt16(section[9])
    let end = section.count - 4
    var position = 12 + Int(section[10] & 0x0f) << 8 + Int(section[11])
    guard position <= end else { return nil }
    descriptors = StreamDescriptor.list(section[12..<position])
    var streams: [Stream] = []
    while end - position >= 5 {
      let size = Int(section[position + 3] & 0x0f) << 8 + Int(section[position + 4])
      guard size <= end - position - 5 else { break }
      streams.append(
        Stream(
          type: section[position], pid: UInt16(section[position + 1] & 0x1f) << 8 | UInt16(section[position + 2]),
          descriptors: StreamDescriptor.list(section[(position + 5)..<(position + 5 + size)])))
      position += 5 + size
    }
    self.streams = streams
  }
}

/// A descriptor of a program or of a stream (ISO/IEC 13818-1, 2.6).
struct StreamDescriptor: Hashable, Sendable {
  let tag: UInt8
  let contents: [UInt8]

  static func list(_ bytes: ArraySlice<UInt8>) -> [StreamDescriptor] {
    var rest = bytes
    var list: [StreamDescriptor] = []
    while rest.count >= 2, let tag = rest.popFirst(), let size = rest.popFirst(), Int(size) <= rest.count {
      list.append(StreamDescriptor(tag: tag, contents: Array(rest.prefix(Int(size)))))
      rest = rest.dropFirst(Int(size))
    }
    return list
  }
}

extension [StreamDescriptor] {
  /// The format identifier of a registration descriptor (2.6.8); nil if there is none.
  var registration: BoxType? {
    first { $0.tag == 0x05 && $0.contents.count >= 4 }.map {
      BoxType(rawValue: $0.contents.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  /// The language and kind of audio of a language descriptor (2.6.18), or the language of a DVB subtitle or teletext
  /// descriptor (ETSI EN 300 468, 6.2.41 and 6.2.43); nil if there is none.
  var language: (code: String, kind: UInt8)? {
    for descriptor in self where [0x0a, 0x56, 0x59].contains(descriptor.tag) && descriptor.contents.count >= 4 {
      let letters = descriptor.contents.prefix(3)
      guard letters.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) }) else { continue }
      let code = String(decoding: letters, as: UTF8.self).lowercased()
      return (code, descriptor.tag == 0x0a ? descriptor.contents[3] : 0)
    }
    return nil
  }
}
