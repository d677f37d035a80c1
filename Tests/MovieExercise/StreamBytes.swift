/// Builds transport and program streams, byte by byte.
public enum StreamBytes {
  // MARK: Elementary streams

  /// Four pictures of H.264, 32 by 32 pixels: an IDR picture with parameter sets, two others, an IDR picture.
  public static let h264: [[UInt8]] = {
    let sets: [UInt8] = [
      0, 0, 0, 1, 0x67, 0x42, 0xc0, 0x0a, 0xda, 0x25, 0xb0, 0x11, 0, 0, 3, 0, 1, 0, 0, 3, 0, 0x32, 0x0f, 0x12, 0x26,
      0xa0, 0, 0, 0, 1, 0x68, 0xce, 0x0f, 0xc8,
    ]
    return [
      sets + [0, 0, 1, 0x65, 0x88, 0x84, 0x3a, 0x26, 0x28, 0, 9, 2, 0xc9, 0xd7, 0x5e],
      [0, 0, 0, 1, 0x41, 0x9a, 0x20, 0x26, 0x8b], [0, 0, 0, 1, 0x41, 0x9a, 0x40, 0x2a, 0x8b],
      sets + [0, 0, 1, 0x65, 0x88, 0x82, 2, 0x68, 0x98, 0xa0, 0, 0x28, 0x5b, 0x27, 0x5d, 0x78],
    ]
  }()

  /// Three pictures of MPEG-2 video, 32 by 32 pixels, in decoding order: I, P, and B, which is presented between them.
  public static let mpeg2: [[UInt8]] = [
    [
      0, 0, 1, 0xb3, 2, 0, 0x20, 0x13, 0xff, 0xff, 0xe0, 0x18, 0, 0, 1, 0xb5, 0x14, 0x8a, 0, 1, 0, 0, 0, 0, 1, 0xb8, 0,
      8, 0, 0x40, 0, 0, 1, 0, 0, 0x0f, 0xff, 0xf8, 0, 0, 1, 0xb5, 0x8f, 0xff, 0xf3, 0x41, 0x80, 0, 0, 1, 1, 0x13, 0xf8,
      0x7d, 0x29, 0x48, 0x8b, 0x94, 0xa5, 0x22,
    ],
    [0, 0, 1, 0, 0, 0x97, 0xff, 0xfb, 0x80, 0, 0, 1, 0xb5, 0x81, 0x1f, 0xf3, 0x41, 0x80, 0, 0, 1, 1, 0x12, 0x79, 0xc0],
    [
      0, 0, 1, 0, 0, 0x5f, 0xff, 0xfb, 0xb8, 0, 0, 1, 0xb5, 0x81, 0x11, 0x13, 0x41, 0x80, 0, 0, 1, 1, 0x1b, 0x7c, 0xb0,
    ],
  ]

  /// A frame of layer III at 32 kHz, 64 kb/s, one channel: 288 bytes.
  public static func mp3Frame(_ fill: UInt8) -> [UInt8] {
    [0xff, 0xfb, 0x58, 0xc0] + [UInt8](repeating: fill, count: 284)
  }

  /// A frame of AC-3 at 48 kHz, 32 kb/s, stereo: 128 bytes.
  public static func ac3Frame(_ fill: UInt8) -> [UInt8] {
    [0x0b, 0x77, 0, 0, 0, 0x40, 0x43, 0xe1] + [UInt8](repeating: fill, count: 120)
  }

  // MARK: Packets of elementary streams

  public static func stamp(_ mark: UInt8, _ time: Int64) -> [UInt8] {
    let time = time & (1 << 33 - 1)
    func byte(_ shift: Int64, _ low: UInt8) -> UInt8 { UInt8(truncatingIfNeeded: time >> shift) << 1 & 0xfe | low }
    return [
      mark << 4 | UInt8(time >> 30) << 1 | 1, UInt8(truncatingIfNeeded: time >> 22), byte(15, 1),
      UInt8(truncatingIfNeeded: time >> 7), byte(0, 1),
    ]
  }

  /// Returns a packet (ISO/IEC 13818-1, 2.4.3.6).
  ///
  /// - Parameter isOpen: True for a packet without a size.
  public static func pes(
    _ id: UInt8, _ payload: [UInt8], pts: Int64? = nil, dts: Int64? = nil, isOpen: Bool = false
  ) -> [UInt8] {
    let stamps =
      pts.map { pts in dts.map { stamp(3, pts) + stamp(1, $0) } ?? stamp(2, pts) } ?? []
    let flags: UInt8 = stamps.isEmpty ? 0 : stamps.count == 5 ? 0x80 : 0xc0
    let size = isOpen ? 0 : 3 + stamps.count + payload.count
    return [0, 0, 1, id, UInt8(size >> 8), UInt8(size & 0xff), 0x80, flags, UInt8(stamps.count)] + stamps + payload
  }

  // MARK: Transport streams

  /// A transport stream that is being written.
  public struct Transport: Sendable {
    public private(set) var bytes: [UInt8] = []
    private var counters: [UInt16: UInt8] = [:]

    public init() {}

    /// Adds bytes in as many packets as they need.
    ///
    /// - Parameter reference: The clock reference of the first packet.
    public mutating func add(
      _ payload: [UInt8], pid: UInt16, reference: Int64? = nil, isDiscontinuous: Bool = false, isScrambled: Bool = false
    ) {
      var rest = payload[...]
      var isFirst = true
      repeat {
        let counter = counters[pid, default: 0]
        counters[pid] = (counter + 1) & 15
        var fields: [UInt8] = []
        if isFirst, reference != nil || isDiscontinuous {
          fields = [(isDiscontinuous ? 0x80 : 0) | (reference == nil ? 0 : 0x10)]
          if let reference {
            let number = reference & (1 << 33 - 1)
            fields +=
              (0..<4).map { UInt8(truncatingIfNeeded: number >> (25 - 8 * $0)) } + [UInt8(number & 1) << 7 | 0x7e, 0]
          }
        }
        var space = 184 - (fields.isEmpty ? 0 : fields.count + 1)
        if rest.count < space {
          // The adaptation field is stuffed; one byte of it is its length.
          if fields.isEmpty { space -= 1 }
          if fields.isEmpty, rest.count < space {
            fields = [0]
            space -= 1
          }
          fields += [UInt8](repeating: 0xff, count: space - rest.count)
          bytes += header(pid, isFirst, isScrambled, 0x30 | counter) + [UInt8(fields.count)] + fields + rest
          return
        }
        bytes += header(pid, isFirst, isScrambled, (fields.isEmpty ? 0x10 : 0x30) | counter)
        if !fields.isEmpty { bytes += [UInt8(fields.count)] + fields }
        bytes += rest.prefix(space)
        rest = rest.dropFirst(space)
        isFirst = false
      } while !rest.isEmpty
    }

    private func header(_ pid: UInt16, _ startsUnit: Bool, _ isScrambled: Bool, _ control: UInt8) -> [UInt8] {
      [0x47, (startsUnit ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xff), control | (isScrambled ? 0x80 : 0)]
    }

    /// Adds a section of a table, with its checksum.
    public mutating func addSection(
      _ table: UInt8, _ number: UInt16, _ contents: [UInt8], version: UInt8 = 0, pid: UInt16
    ) {
      let size = contents.count + 9
      let body: [UInt8] =
        [table, 0xb0 | UInt8(size >> 8), UInt8(size & 0xff), UInt8(number >> 8), UInt8(number & 0xff)]
        + [0xc1 | version << 1, 0, 0] + contents
      var checksum: UInt32 = 0xffff_ffff
      for byte in body {
        checksum ^= UInt32(byte) << 24
        for _ in 0..<8 { checksum = checksum & 0x8000_0000 != 0 ? checksum << 1 ^ 0x04c1_1db7 : checksum << 1 }
      }
      add([0] + body + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }, pid: pid)
    }

    /// Adds the tables of one program.
    ///
    /// - Parameter streams: The type, PID and descriptors of each stream; the first has the clock.
    public mutating func addTables(
      _ streams: [(type: UInt8, pid: UInt16, descriptors: [UInt8])], number: UInt16 = 1, mapPID: UInt16 = 0x1000,
      version: UInt8 = 0, programDescriptors: [UInt8] = []
    ) {
      func pair(_ mark: UInt8, _ value: Int) -> [UInt8] { [mark | UInt8(value >> 8), UInt8(value & 0xff)] }
      addSection(
        0, 1, [UInt8(number >> 8), UInt8(number & 0xff)] + pair(0xe0, Int(mapPID)), version: version, pid: 0)
      let list = streams.flatMap {
        [$0.type] + pair(0xe0, Int($0.pid)) + pair(0xf0, $0.descriptors.count) + $0.descriptors
      }
      addSection(
        2, number,
        pair(0xe0, Int(streams.first?.pid ?? 0x1fff)) + pair(0xf0, programDescriptors.count) + programDescriptors
          + list,
        version: version, pid: mapPID)
    }
  }

  /// A transport stream of H.264, MPEG audio and AC-3, with several frames of audio in a packet.
  public static var transport: [UInt8] {
    var stream = Transport()
    stream.addTables([
      (0x1b, 0x100, []), (0x03, 0x101, [0x0a, 4] + Array("eng".utf8) + [0]),
      (0x06, 0x102, [0x6a, 1, 0, 0x05, 4] + Array("AC-3".utf8)),
    ])
    for (number, picture) in (h264 + h264 + h264).enumerated() {
      let time = 90_000 + Int64(number) * 3600
      stream.add(pes(0xe0, picture, pts: time + 3600, dts: time, isOpen: true), pid: 0x100, reference: time - 9000)
      if number % 3 == 0 {
        stream.add(pes(0xc0, mp3Frame(1) + mp3Frame(2) + mp3Frame(3), pts: time), pid: 0x101)
        stream.add(pes(0xbd, ac3Frame(1) + ac3Frame(2) + ac3Frame(3), pts: time), pid: 0x102)
      }
    }
    return stream.bytes
  }

  // MARK: Program streams

  public static func pack(_ time: Int64) -> [UInt8] {
    let time = time & (1 << 33 - 1)
    let high = UInt64(time >> 30 & 7) << 27 | UInt64(1) << 26 | UInt64(time >> 15 & 0x7fff) << 11 | UInt64(1) << 10
    let number = UInt64(1) << 46 | high << 16 | UInt64(time & 0x7fff) << 11 | UInt64(1) << 10 | 1
    return [0, 0, 1, 0xba] + (0..<6).map { UInt8(truncatingIfNeeded: number >> (40 - 8 * UInt64($0))) }
      + [1, 0x89, 0xc3, 0xf8]
  }

  /// A program stream of MPEG-2 video, MPEG audio and AC-3 in a substream; only key frames have times.
  public static var program: [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<4 {
      let time = 90_000 + Int64(number) * 10_800
      bytes += pack(time - 9000)
      if number == 0 { bytes += [0, 0, 1, 0xbb, 0, 6, 0x80, 0, 1, 0, 0, 0xff] }
      bytes += pes(0xe0, mpeg2[0], pts: time + 3600, dts: time) + pes(0xe0, mpeg2[1] + mpeg2[2])
      bytes += pes(0xc0, mp3Frame(1) + mp3Frame(2), pts: time)
      bytes += pack(time - 4500) + pes(0xbd, [0x80, 2, 0, 1] + ac3Frame(1) + ac3Frame(2), pts: time)
      bytes += [0, 0, 1, 0xbe, 0, 3, 0xff, 0xff, 0xff]
    }
    return bytes + [0, 0, 1, 0xb9]
  }
}
