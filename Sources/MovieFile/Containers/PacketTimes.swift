/// Turns the times of a stream's packets into those of its index, in decoding order.
///
/// Audio is counted in samples: containers round its times, or give them to some packets only. A gap of the container
/// stays; packets that claim to overlap follow each other.
struct PacketTimes: Sendable {
  let timescale: Int32
  /// True if durations are counted: 0 is one.
  var isCounted: Bool { audio != nil }
  private let streamTimescale: Int32
  private var audio: AudioPacketDuration?
  /// The lengths of packets at the beginning of a link.
  private var firstAudio: AudioPacketDuration?
  /// The nominal duration of a frame; 0 if it is not known.
  let frameDuration: Int64
  private let hasLateTimes: Bool
  /// The duration of the last packet of audio.
  private var lastDuration: Int64 = 0
  /// The decode time after the last packet; nil before the first.
  private var end: Int64?
  /// False before the first packet that gives samples: one of Vorbis before it only prepares the decoder, and the sound
  /// begins at the time of the next one.
  private var hasSound = false

  init(_ stream: ContainerStream) {
    (streamTimescale, hasLateTimes) = (stream.timescale, stream.hasLateTimes)
    firstAudio = stream.mediaType == "soun" ? AudioPacketDuration(stream) : nil
    audio = firstAudio
    let scale = audio == nil ? stream.timescale : stream.sampleRate
    timescale = scale
    let duration = stream.frameDuration.map {
      ExactScale.nearest(Int128($0.value) * Int128(scale), over: Int128(max($0.timescale, 1)))
    }
    frameDuration = Int64(clamping: duration ?? 0)
  }

  /// Returns the times of the next packet: the decode time if the container has one, the duration 0 if it has none.
  ///
  /// - Throws: Read errors of the source.
  mutating func times(
    _ packet: ContainerPacket, of source: any ByteSource
  ) throws(MovieError) -> (presentation: Int64, decode: Int64?, duration: Int64) {
    if let new = packet.parameters, audio != nil { firstAudio = AudioPacketDuration(new.stream) ?? firstAudio }
    if packet.beginsLink { audio = firstAudio }
    guard var lengths = audio else {
      let decode = packet.decodeTime
      let presentation = packet.presentationTime ?? decode ?? end ?? 0
      end = Self.sum(decode ?? presentation, packet.duration ?? frameDuration)
      return (Self.bounded(presentation), decode.map(Self.bounded), max(packet.duration ?? 0, 0))
    }
    let counted = try lengths.samples(packet.bytes, of: source)
    audio = lengths
    let duration = min(counted ?? scaled(packet.duration ?? 0), Int64(Int32.max))
    let stated = (packet.presentationTime ?? packet.decodeTime).map { scaled($0) }
    var time = stated ?? end ?? 0
    if let end, let stated {
      // Rounding, and clocks that are not the audio's own.
      let lateness = hasLateTimes ? max(duration, lastDuration) : duration / 2
      let tolerance = max(2 * Int64(timescale) / Int64(streamTimescale), lateness)
      if stated < end || hasSound && stated - end <= tolerance { time = end }
    }
    if counted != 0 { hasSound = true }
    lastDuration = duration
    time = Self.bounded(time)
    end = Self.sum(time, duration)
    return (time, time, duration)
  }

  /// Damaged times may have any value: these leave room for sums and differences.
  private static func bounded(_ time: Int64) -> Int64 { min(max(time, -(1 << 60)), 1 << 60) }

  private func scaled(_ time: Int64) -> Int64 {
    guard timescale != streamTimescale else { return time }
    // Damaged times may have any value: these leave room for sums and differences.
    let nearest = ExactScale.nearest(Int128(time) * Int128(timescale), over: Int128(streamTimescale))
    return Int64(min(max(nearest, -(1 << 60)), 1 << 60))
  }

  private static func sum(_ time: Int64, _ duration: Int64) -> Int64 {
    let (sum, overflow) = time.addingReportingOverflow(duration)
    return overflow ? time : sum
  }
}
