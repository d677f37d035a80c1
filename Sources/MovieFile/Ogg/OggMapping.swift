import CoreMedia

/// The mapping of a codec into Ogg: its headers, and the meaning of granule positions.
struct OggMapping: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case vorbis, opus, flac, speex
    /// Frames of Theora; granules hold the number of a key frame above `shift` bits of the frames since.
    case theora(shift: Int, countsFromOne: Bool)
    case vp8
  }

  let kind: Kind
  /// Units per second of the packets' times; positive.
  let timescale: Int32
  /// The duration of a tick, which granules count: a sample or a frame.
  let step: Int64
  /// The number of headers; nil where the packets tell.
  let headerCount: Int?
  /// The number of samples before the first that is heard.
  let priming: Int64

  /// Reads the first packet of a stream; nil for unknown codecs, and for those that describe other streams.
  init?(_ packet: [UInt8]) {
    func little(_ offset: Int, _ count: Int) -> Int64 {
      Int64(truncatingIfNeeded: UInt64(little: packet[offset..<offset + count]))
    }
    func big(_ offset: Int, _ count: Int) -> Int64 {
      packet[offset..<offset + count].reduce(0) { $0 << 8 | Int64($1) }
    }
    func starts(_ text: String, _ count: Int) -> Bool { packet.count >= count && packet.starts(with: text.utf8) }
    var (rate, step, headers, skip): (Int64, Int64, Int?, Int64) = (0, 1, nil, 0)
    if starts("\u{1}vorbis", 30) {
      // Vorbis I, 4.2.2.
      (kind, rate, headers) = (.vorbis, little(12, 4), 3)
    } else if starts("OpusHead", 19) {
      // RFC 7845, 5.1: granules count at 48 kHz.
      (kind, rate, headers, skip) = (.opus, 48_000, 2, little(10, 2))
    } else if starts("\u{7f}FLAC", 51) {
      // RFC 9639, 10.1: the native header with STREAMINFO. Writers state wrong numbers of headers.
      (kind, rate, headers) = (.flac, big(27, 3) >> 4, nil)
    } else if starts("Speex   ", 80) {
      // Speex manual, "Ogg file format".
      (kind, rate, headers) = (.speex, little(36, 4), 2 + Int(max(0, min(little(68, 4), 16))))
    } else if packet.first == 0x80, packet.dropFirst().starts(with: "theora".utf8), packet.count >= 42 {
      // Theora specification, 6.2.
      let shift = Int(big(40, 2) >> 5 & 31)
      kind = .theora(shift: shift, countsFromOne: big(7, 3) >= 0x030201)
      (rate, step, headers) = (big(22, 4), big(26, 4), 3)
    } else if starts("OVP80\u{1}", 26) {
      // libvpx's mapping: versions, size, shape, rate.
      (kind, rate, step, headers) = (.vp8, big(18, 4), big(22, 4), nil)
    } else {
      return nil
    }
    guard rate > 0, step > 0 else { return nil }
    let divisor = greatestCommonDivisor(rate, step)
    // Longer frames are damage.
    guard let timescale = Int32(exactly: rate / divisor), step / divisor < 1 << 24 else { return nil }
    (self.timescale, self.step, headerCount, priming) = (timescale, step / divisor, headers, skip)
  }

  var isVideo: Bool {
    switch kind {
    case .theora, .vp8: true
    default: false
    }
  }

  /// True if a packet is a header.
  ///
  /// - Parameter number: The number of the packet in the stream, from 0.
  func isHeader(_ head: [UInt8], number: Int) -> Bool {
    if number == 0 { return true }
    switch kind {
    case .flac: return head.first != 0xff
    // Packets of the mapping's own begin with its name.
    case .vp8: return head.starts(with: "OVP80".utf8)
    default: return number < headerCount ?? 1
    }
  }

  /// Returns the ticks at the end of the last packet with a granule position; nil if it is none.
  func ticks(_ granule: Int64) -> Int64? {
    guard granule >= 0 else { return nil }
    let ticks: Int64
    switch kind {
    case .theora(let shift, let countsFromOne):
      ticks = granule >> Int64(shift) &+ granule & (1 << Int64(shift) - 1) &+ (countsFromOne ? 0 : 1)
    case .vp8: ticks = granule >> 32 - (granule >> 30 & 3 == 0 ? 1 : 0)
    default: ticks = granule
    }
    // Larger numbers are damage.
    return (0...(1 << 50) / step).contains(ticks) ? ticks : nil
  }

  /// Returns the tick at which the last key frame at or before a granule position begins; nil for audio.
  func keyTick(_ granule: Int64) -> Int64? {
    switch kind {
    case .theora(let shift, let countsFromOne): max(0, granule >> Int64(shift) - (countsFromOne ? 1 : 0))
    case .vp8: max(0, (ticks(granule) ?? 0) - 1 - granule >> 3 & 0x7ff_ffff)
    default: nil
    }
  }
}

/// The ticks of packets, from their bytes, in order.
struct OggPacketLength: Sendable {
  private let kind: OggMapping.Kind
  private var audio: PacketLength?
  /// The number of bytes of a packet that tell.
  static let headSize = 32

  init(_ mapping: OggMapping, _ coded: CodedStream?) {
    kind = mapping.kind
    audio = mapping.isVideo ? nil : coded.map { PacketLength($0) }
  }

  /// Returns the ticks of the next packet; 0 where they cannot be told.
  mutating func ticks(_ head: [UInt8]) -> Int64 {
    switch kind {
    // A packet without bytes repeats the frame before it.
    case .theora: return 1
    // RFC 6386, 9.1: the frame tag's show_frame.
    case .vp8: return head.first.map { $0 >> 4 & 1 == 1 ? 1 : 0 } ?? 0
    default: return head.withUnsafeBytes { audio?.samples($0) } ?? 0
    }
  }

  /// Forgets the packets so far.
  mutating func reset(_ coded: CodedStream?) {
    if audio != nil { audio = coded.map { PacketLength($0) } }
  }
}
