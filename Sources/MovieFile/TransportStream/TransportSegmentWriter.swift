import CoreMedia

/// Writes segments of an MPEG transport stream with one elementary stream (ISO/IEC 13818-1), for playlists.
///
///     samples ─▶ access units, ADTS frames ─▶ PES packets ─▶ PAT PMT │ packets of 188 bytes
///
/// Each segment begins with the tables and can be decoded by itself; the continuity of the packets' counters goes on from
/// one to the next. H.264, HEVC, AAC, AC-3, Enhanced AC-3 and MPEG audio.
package struct TransportSegmentWriter {
  /// The time of the stream's clock that is 0 in the presentation, in units of 1/90000 s: later than any priming.
  package static let clockOrigin: Int64 = 900_000

  /// A sample to write; its times are in units of 1/90000 s of the presentation.
  package struct Unit {
    package var presentation: Int64
    package var decode: Int64
    package var isSync: Bool
    package var bytes: [UInt8]

    package init(presentation: Int64, decode: Int64, isSync: Bool, bytes: [UInt8]) {
      (self.presentation, self.decode, self.isSync, self.bytes) = (presentation, decode, isSync, bytes)
    }
  }

  private enum Form {
    case video(ByteStreamConversion)
    case aac(ADTSFraming)
    /// Frames that find each other by their own headers.
    case frames
  }

  private static let mapPID: UInt16 = 0x1000
  private static let mediaPID: UInt16 = 0x100
  /// The distance of the clock reference before decoding, and the longest between two of them (2.7.2).
  private static let clockLead: Int64 = 45_000
  private static let clockDistance: Int64 = 8_100
  /// The duration of audio frames that share a packet.
  private static let groupDuration: Int64 = 6_300

  private let form: Form
  /// The type in the program's map (table 2-34).
  private let streamType: UInt8
  /// The identifier in the packets of the stream (table 2-22).
  private let streamID: UInt8
  private var counters: [UInt16: UInt8] = [:]
  private var lastClock: Int64?

  /// - Throws: `notStorable` for codecs that are not written into such streams, or without their configuration.
  package init(_ entry: SampleEntry, handlerType: BoxType) throws(MovieError) {
    let description = try entry.formatDescription(handlerType: handlerType)
    func configuration(_ type: BoxType) -> [UInt8] { description.atoms.first { $0.type == type }?.payload ?? [] }
    switch entry.format {
    case "avc1", "avc3", "hvc1", "hev1":
      let isHEVC = entry.format.text.hasPrefix("h")
      guard let made = ByteStreamConversion(configuration: configuration(isHEVC ? "hvcC" : "avcC"), isHEVC: isHEVC)
      else { throw MovieError(.notStorable, "the configuration of \(isHEVC ? "HEVC" : "H.264") is missing") }
      (form, streamType, streamID) = (.video(made), isHEVC ? 0x24 : 0x1b, 0xe0)
    case "mp4a":
      let descriptor = ESDescriptor(contents: configuration("esds"))
      switch descriptor?.objectType {
      case 0x69?, 0x6b?: (form, streamType, streamID) = (.frames, descriptor?.objectType == 0x6b ? 3 : 4, 0xc0)
      default:
        (form, streamType, streamID) = (.aac(try ADTSFraming(descriptor?.decoderSpecificInfo ?? [])), 0x0f, 0xc0)
      }
    case "ac-3": (form, streamType, streamID) = (.frames, 0x81, 0xbd)
    case "ec-3": (form, streamType, streamID) = (.frames, 0x87, 0xbd)
    default:
      throw MovieError(.notStorable, "segments of transport streams do not hold '\(entry.format.text)' here")
    }
  }

  /// Returns the bytes of a segment, and the number of those that its tables and its first packet of samples have.
  ///
  /// - Parameter units: Its samples in decoding order.
  /// - Throws: `malformed` for samples that are not what their description says.
  package mutating func segment(_ units: [Unit]) throws(MovieError) -> (bytes: [UInt8], firstEnd: Int) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.reduce(0) { $0 + $1.bytes.count } * 17 / 16 + 376)
    appendTable(Self.association, pid: 0, to: &bytes)
    appendTable(map, pid: Self.mapPID, to: &bytes)
    // A player may begin with any segment.
    lastClock = nil
    var firstEnd: Int?
    for packet in try packets(units) {
      append(packet, to: &bytes)
      firstEnd = firstEnd ?? bytes.count
    }
    return (bytes, firstEnd ?? bytes.count)
  }

  // MARK: - Packets of the elementary stream

  private func packets(_ units: [Unit]) throws(MovieError) -> [Unit] {
    var packets: [Unit] = []
    for var unit in units {
      unit.presentation += Self.clockOrigin
      unit.decode += Self.clockOrigin
      switch form {
      case .video(let conversion):
        let isSync = unit.isSync
        let result: Result<[UInt8], MovieError> = unit.bytes.withUnsafeBytes { bytes in
          do throws(MovieError) {
            return .success(try conversion.byteStream(bytes, isKey: isSync))
          } catch {
            return .failure(error)
          }
        }
        unit.bytes = try result.get()
        packets.append(unit)
        continue
      case .aac(let framing): unit.bytes = try framing.header(of: unit.bytes) + unit.bytes
      case .frames: break
      }
      if let last = packets.last, unit.presentation - last.presentation < Self.groupDuration,
        last.bytes.count + unit.bytes.count < 60_000
      {
        packets[packets.count - 1].bytes += unit.bytes
      } else {
        packets.append(unit)
      }
    }
    return packets
  }

  /// Appends a PES packet (2.4.3.6) in transport packets.
  private mutating func append(_ unit: Unit, to bytes: inout [UInt8]) {
    let hasDecodeTime = unit.decode != unit.presentation
    var header: [UInt8] = [0, 0, 1, streamID]
    let size = unit.bytes.count + (hasDecodeTime ? 13 : 8)
    // Video may leave its length unsaid.
    let stated = streamID == 0xe0 || size > 0xffff ? 0 : size
    header += [UInt8(stated >> 8), UInt8(stated & 0xff), 0x84, hasDecodeTime ? 0xc0 : 0x80, hasDecodeTime ? 10 : 5]
    header += Self.stamp(unit.presentation, mark: hasDecodeTime ? 3 : 2)
    if hasDecodeTime { header += Self.stamp(unit.decode, mark: 1) }
    let clock = unit.decode - Self.clockLead
    while let last = lastClock, clock - last > Self.clockDistance {
      lastClock = last + Self.clockDistance
      appendPacket(Self.mediaPID, clock: lastClock, to: &bytes)
    }
    lastClock = clock
    let payload = header + unit.bytes
    var position = 0
    while position < payload.count {
      let isFirst = position == 0
      position += appendPacket(
        Self.mediaPID, payload[position...], isStart: isFirst, clock: isFirst ? clock : nil,
        isRandomAccess: isFirst && unit.isSync, to: &bytes)
    }
  }

  private static func stamp(_ time: Int64, mark: UInt8) -> [UInt8] {
    let time = UInt64(bitPattern: time) & 0x1_ffff_ffff
    return [
      mark << 4 | UInt8(time >> 30 & 7) << 1 | 1, UInt8(time >> 22 & 0xff), UInt8(time >> 15 & 0x7f) << 1 | 1,
      UInt8(time >> 7 & 0xff), UInt8(time & 0x7f) << 1 | 1,
    ]
  }

  // MARK: - Transport packets

  /// Appends a packet of 188 bytes (2.4.3.2), filled up by its adaptation field.
  ///
  /// - Parameter payload: Its beginning goes into the packet; one without any has only the clock.
  /// - Returns: The bytes of the payload that the packet has.
  @discardableResult
  private mutating func appendPacket(
    _ pid: UInt16, _ payload: ArraySlice<UInt8> = [], isStart: Bool = false, clock: Int64? = nil,
    isRandomAccess: Bool = false, to bytes: inout [UInt8]
  ) -> Int {
    var fields: [UInt8] = []
    if clock != nil || isRandomAccess { fields.append((clock == nil ? 0 : 0x10) | (isRandomAccess ? 0x40 : 0)) }
    if let clock {
      let base = UInt64(bitPattern: clock) & 0x1_ffff_ffff
      fields += [
        UInt8(base >> 25 & 0xff), UInt8(base >> 17 & 0xff), UInt8(base >> 9 & 0xff), UInt8(base >> 1 & 0xff),
        UInt8(base & 1) << 7 | 0x7e, 0,
      ]
    }
    let room = 184 - (fields.isEmpty ? 0 : fields.count + 1)
    let count = min(room, payload.count)
    let hasField = !fields.isEmpty || count < 184
    let last = counters[pid] ?? 15
    // Packets without a payload do not count.
    let counter = payload.isEmpty ? last : (last + 1) & 15
    counters[pid] = counter
    bytes += [
      0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xff),
      (hasField ? 0x20 : 0) | (payload.isEmpty ? 0 : 0x10) | counter,
    ]
    if hasField {
      let size = 183 - count
      bytes.append(UInt8(size))
      if size > 0 {
        if fields.isEmpty { fields = [0] }
        bytes += fields
        bytes += [UInt8](repeating: 0xff, count: size - fields.count)
      }
    }
    bytes += payload.prefix(count)
    return count
  }

  // MARK: - Tables

  /// One program, with its map (2.4.4.3).
  private static let association: [UInt8] = [0x00, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, 0xf0, 0x00]

  /// The map of the program: its one stream, which has the clock too (2.4.4.8).
  private var map: [UInt8] {
    // Registration, without which AC-3 is a stream of private data.
    let descriptor: [UInt8] =
      switch streamType {
      case 0x81: [5, 4] + Array("AC-3".utf8)
      case 0x87: [5, 4] + Array("EAC3".utf8)
      default: []
      }
    let pid: [UInt8] = [0xe0 | UInt8(Self.mediaPID >> 8), UInt8(Self.mediaPID & 0xff)]
    return [0x02, 0xb0, UInt8(18 + descriptor.count), 0, 1, 0xc1, 0, 0] + pid + [0xf0, 0, streamType] + pid
      + [0xf0, UInt8(descriptor.count)] + descriptor
  }

  private mutating func appendTable(_ section: [UInt8], pid: UInt16, to bytes: inout [UInt8]) {
    let check = withUnsafeBytes(of: CRC32(ofSection: section).value.bigEndian) { Array($0) }
    let payload = [0] + section + check
    appendPacket(pid, (payload + [UInt8](repeating: 0xff, count: 184 - payload.count))[...], isStart: true, to: &bytes)
  }
}
