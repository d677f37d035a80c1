import Foundation

/// A box of an ISO file, read by an independent program.
public struct ReportedBox: Sendable {
  /// The path in the tree: `moof/traf/tfhd`.
  public let path: String
  public let offset: Int64
  public let size: Int64
  /// The fields' values, by the names of the standard; lists have commas.
  public let facts: [String: String]

  public var end: Int64 { offset + size }

  public func number(_ name: String) -> Int64? { facts[name].flatMap { Int64($0) } }
  public func list(_ name: String) -> [String] { facts[name, default: ""].split(separator: ",").map(String.init) }
  public func numbers(_ name: String) -> [Int64] { list(name).compactMap { Int64($0) } }
}

extension Oracle {
  /// Returns the boxes of a file and the fields of those of movie fragments, read in Python by the text of the standard
  /// (ISO/IEC 14496-12).
  ///
  /// - Throws: `Failure` if boxes do not fill the box that contains them.
  public static func boxes(_ path: String) throws -> [ReportedBox] {
    try text("python3", ["-c", reader, path], withErrors: true).split(separator: "\n").compactMap { line in
      let words = line.split(separator: "\t").map(String.init)
      guard words.count >= 3, let offset = Int64(words[1]), let size = Int64(words[2]) else { return nil }
      let facts = words[3...].compactMap { word in
        word.firstIndex(of: "=").map { (String(word[..<$0]), String(word[word.index(after: $0)...])) }
      }
      return ReportedBox(path: words[0], offset: offset, size: size, facts: Dictionary(facts) { $1 })
    }
  }

  /// Sets the flags of a movie's timecode (QuickTime File Format, "Timecode sample description"), of which ffmpeg writes one.
  public static func setTimecodeFlags(_ flags: UInt8, of path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The first of the movie's data references.
    guard let entry = bytes.range(of: Data("tmcd".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]) else {
      throw Failure(description: "\(path) has no timecode track")
    }
    bytes[entry.upperBound + 7] = flags
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  private static let reader = """
    import struct, sys
    data = open(sys.argv[1], 'rb').read()
    containers = {'moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf', 'edts', 'mfra'}

    def number(place, count, signed=False):
        return int.from_bytes(data[place:place + count], 'big', signed=signed)

    def join(values): return ','.join(str(value) for value in values)

    def facts(kind, at, end):
        version, flags, wide = data[at], number(at + 1, 3), 8 if data[at] else 4
        body = at + 4
        if kind == 'ftyp':
            brands = [data[p:p + 4].decode('latin1') for p in range(at + 8, end, 4)]
            return dict(major=data[at:at + 4].decode('latin1'), brands=join(brands))
        if kind in ('mvhd', 'mdhd'):
            return dict(timescale=number(body + 2 * wide, 4), duration=number(body + 2 * wide + 4, wide))
        if kind == 'tkhd': return dict(id=number(body + 2 * wide, 4), duration=number(body + 2 * wide + 8, wide))
        if kind == 'mehd': return dict(duration=number(body, wide))
        if kind == 'stsd': return dict(count=number(body, 4))
        if kind == 'hdlr': return dict(handler=data[body + 4:body + 8].decode('latin1'))
        if kind in ('stts', 'ctts'):
            places = range(body + 4, body + 4 + 8 * number(body, 4), 8)
            return dict(count=number(body, 4), repeats=join(number(p, 4) for p in places),
                        values=join(number(p + 4, 4, kind == 'ctts') for p in places))
        if kind == 'stsc': return dict(count=number(body, 4))
        if kind == 'stco':
            return dict(count=number(body, 4), places=join(number(body + 4 + 4 * i, 4) for i in range(number(body, 4))))
        if kind == 'elst':
            step, places = 2 * wide + 4, range(number(body, 4))
            return dict(durations=join(number(body + 4 + i * step, wide) for i in places),
                        times=join(number(body + 4 + i * step + wide, wide, True) for i in places),
                        rates=join(number(body + 4 + i * step + 2 * wide, 4) for i in places))
        if kind == 'trex': return dict(id=number(body, 4))
        if kind == 'mfhd': return dict(number=number(body, 4))
        if kind == 'tfdt': return dict(version=version, time=number(body, wide))
        if kind == 'tfhd':
            said, place = dict(flags=hex(flags), id=number(body, 4)), body + 4
            for bit, name, count in ((1, 'base', 8), (2, 'description', 4), (8, 'duration', 4), (16, 'size', 4), (32, 'default', 4)):
                if flags & bit: said[name], place = number(place, count), place + count
            assert place == end, 'tfhd'
            return said
        if kind == 'trun':
            said, place = dict(version=version, flags=hex(flags), count=number(body, 4)), body + 4
            if flags & 1: said['data'], place = number(place, 4, True), place + 4
            if flags & 4: said['first'], place = number(place, 4), place + 4
            fields = {0x100: [], 0x200: [], 0x400: [], 0x800: []}
            for _ in range(said['count']):
                for bit, values in fields.items():
                    if flags & bit: values.append(number(place, 4, bit == 0x800 and version == 1)); place += 4
            assert place == end, 'trun'
            for bit, name in ((0x100, 'durations'), (0x200, 'sizes'), (0x400, 'sampleFlags'), (0x800, 'offsets')):
                if flags & bit: said[name] = join(fields[bit])
            return said
        if kind == 'sidx':
            place = body + 8 + 2 * wide
            count = number(place + 2, 2)
            entries = range(place + 4, place + 4 + 12 * count, 12)
            assert place + 4 + 12 * count == end, 'sidx'
            return dict(id=number(body, 4), timescale=number(body + 4, 4), time=number(body + 8, wide),
                        first=number(body + 8 + wide, wide), indexes=sum(number(p, 4) >> 31 for p in entries),
                        sizes=join(number(p, 4) & 0x7fffffff for p in entries),
                        durations=join(number(p + 4, 4) for p in entries),
                        access=join(number(p + 8, 4) >> 28 for p in entries))
        return {}

    def walk(start, end, path):
        while start < end:
            assert end - start >= 8, (path, start)
            size, kind, head = number(start, 4), data[start + 4:start + 8].decode('latin1'), 8
            if size == 1: size, head = number(start + 8, 8), 16
            assert head <= size <= end - start, (path, kind, start, size)
            said = facts(kind, start + head, start + size)
            print('\\t'.join([path + kind, str(start), str(size)] + [f'{name}={value}' for name, value in said.items()]))
            if kind in containers: walk(start + head, start + size, path + kind + '/')
            start += size

    walk(0, len(data), '')
    """
}
