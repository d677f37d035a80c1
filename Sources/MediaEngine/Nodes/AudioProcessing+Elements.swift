internal import MediaSource
internal import GStreamer
import MediaGraph
import Synchronization

extension AudioConvert: ElementNode {
  var elements: [ElementChoice] {
    ["audioconvert", "audioresample", "capsfilter"].map { ElementChoice($0) }
      + (speakers.isEmpty ? [] : [ElementChoice("capssetter")])
  }

  /// GStreamer's mask of the speakers; 0 for those of the source.
  private var mask: UInt64 { UInt64.channelMask(of: speakers) }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    if let channels, !speakers.isEmpty, channels != speakers.count {
      return [
        Diagnostic(
          "\(channels) channels have \(channels) speakers", at: node.range(ofArgument: "speakers"),
          label: "are \(speakers.count)", help: "leave the number of channels out: it is that of the speakers")
      ]
    }
    guard Set(speakers).count < speakers.count else { return [] }
    return [Diagnostic("each speaker has one channel", at: node.range(ofArgument: "speakers"), label: "has one twice")]
  }

  func build(_ bin: NodeBin) throws {
    var caps = "audio/x-raw"
    if let rate { caps += ",rate=\(rate)" }
    if let channels = speakers.isEmpty ? channels : speakers.count { caps += ",channels=\(channels)" }
    // One channel has no place.
    if speakers.count > 1 { caps += ",channel-mask=(bitmask)0x\(String(mask, radix: 16))" }
    if let format { caps += ",format=\(format.gstreamerName)" }
    let (convert, resample) = (
      try bin.add("audioconvert"), try bin.add("audioresample", [("quality", "\(quality)")])
    )
    let filter = try bin.add("capsfilter", [("caps", caps)])
    try ResampledLength.watch(resample)
    guard speakers.count > 1 else { return try bin.filter(convert, resample, filter) }
    let setter = try bin.add("capssetter")
    try bin.filter(setter, convert, resample, filter)
    try setter.pad("sink").addProbe(.events) { [mask] info in
      guard let caps = info.caps, let channels = caps.first?["channels"]?.int, channels > 2 else { return .pass }
      let place = Self.place(of: caps.channelMask, channels: channels, among: mask)
      let change = place.map { "audio/x-raw,channel-mask=(bitmask)0x\(String($0, radix: 16))" } ?? "ANY"
      try? info.pad.parent?.set("caps", to: change)
      return .pass
    }
  }

  /// Returns the speakers that a source's channels are taken for; nil for those that it names.
  ///
  /// Audio that names none is for the usual ones of its number, or else for those that are wanted. Many sources do not tell speakers
  /// at the sides from those at the back.
  private static func place(of own: UInt64, channels: Int, among wanted: UInt64) -> UInt64? {
    if own == wanted { return nil }
    if AudioFormatRequest.hasSameSpeakers(own, wanted) { return wanted }
    guard own == 0 else { return nil }
    let usual = DecodedAudioFormat.usualMask(channels)
    if channels == wanted.nonzeroBitCount, usual == 0 || AudioFormatRequest.hasSameSpeakers(usual, wanted) {
      return wanted
    }
    return usual == 0 ? nil : usual
  }
}

extension UInt64 {
  /// GStreamer's mask of speakers.
  static func channelMask(of speakers: [AudioConvert.Speaker]) -> UInt64 {
    speakers.reduce(0) { mask, speaker in
      mask | (AudioConvert.Speaker.allCases.firstIndex(of: speaker).map { 1 << UInt64($0) } ?? 0)
    }
  }
}

extension AudioConvert.SampleLayout {
  /// GStreamer's name of the format, in native byte order.
  var gstreamerName: String {
    let order = 1.littleEndian == 1 ? "LE" : "BE"
    return self == .u8 ? "U8" : rawValue.uppercased() + order
  }
}

extension AudioVolume: ElementNode {
  /// The properties of the element `volume`.
  var level: [(name: String, value: String)] {
    [("volume", gain.factor.description), ("mute", mute.text)]
  }

  var elements: [ElementChoice] { [ElementChoice("volume", level)] }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    // The maximum of the element.
    guard gain.factor > 10 else { return [] }
    return [
      Diagnostic(
        "gain must be at most 10 or 20dB", at: node.range(ofArgument: "gain"), label: "is out of range",
        help: "a second node makes the sound louder still")
    ]
  }

  func build(_ bin: NodeBin) throws { try bin.filter(bin.add("audioconvert"), bin.add("volume", level)) }
}

extension AudioTempo: ElementNode {
  private var changer: ElementChoice {
    switch pitch {
    case .spectral: ElementChoice("pitch", [("tempo", speed.description)])
    case .varispeed: ElementChoice("pitch", [("rate", speed.description)])
    case .timeDomain: ElementChoice("scaletempo")
    }
  }

  var elements: [ElementChoice] { [ElementChoice("audioconvert"), changer] }
  /// Its output depends on the rate.
  var keepsMediaWithRate: Bool { false }

  func build(_ bin: NodeBin) throws {
    let (convert, changer) = (try bin.add("audioconvert"), try bin.add(changer))
    try bin.filter(convert, changer)
    guard pitch == .timeDomain else { return }
    try ScaledLength(speed: speed).guardElement(from: changer.pad("sink"), to: changer.pad("src"))
  }
}

/// Makes scaletempo play at a speed, with an output of exactly the scaled duration.
///
/// The element scales by the segment's rate, as after a seek. At the end it discards less than a stride, so a stride of
/// silence is appended; the output is cut at the end of the audio, and its time stamps are counted. It gives more than its
/// input so far is worth, by most of a stride at high speeds: that waits until there is input for it, or the end.
private final class ScaledLength: Sendable {
  private struct State {
    var format: RawAudioFormat?
    var framesIn: Int64 = 0
    var framesOut: Int64 = 0
    var origin: ClockTime?
    var isAtEnd = false
    /// The output that waits to be taken.
    var held: [Buffer] = []
  }

  private let speed: Double
  private let state = Mutex(State())

  init(speed: Double) { self.speed = speed }

  func guardElement(from input: Pad, to output: Pad) {
    input.addProbe([.buffers, .events]) { [self] info in
      info.setRate(speed)
      if let format = info.caps?.first.flatMap(RawAudioFormat.init) { state.withLock { $0.format = format } }
      let bytes = info.size.bytes
      let silence: Buffer? = state.withLock { state in
        guard let format = state.format else { return nil }
        if !state.isAtEnd { state.framesIn += Int64(bytes / format.bytesPerFrame) }
        guard info.isEndOfStream, !state.isAtEnd else { return nil }
        state.isAtEnd = true
        // A stride, the overlap and the search window, rounded up.
        let frames = Int(Double(format.rate) * 0.2 * max(1, speed))
        return Buffer(copying: [UInt8](repeating: 0, count: frames * format.bytesPerFrame))
      }
      if let silence { _ = info.pad.chain(silence) }
      return .pass
    }
    output.addProbe([.buffers, .events]) { [self] info in
      // The output plays at normal speed.
      info.setRate(1)
      guard let buffer = info.retainedBuffer else {
        if info.isEndOfStream { _ = release(info.pad) }
        return .pass
      }
      // Between its strides it sends buffers without audio.
      if buffer.byteCount > 0 { state.withLock { $0.held.append(buffer) } }
      let flow = release(info.pad)
      return flow == .ok ? .drop : .handled(flow)
    }
    output.addProbe(.flushes) { [self] _ in
      state.withLock { $0 = State(format: $0.format) }
      return .pass
    }
  }

  /// Sends what the input is worth, on the streaming thread.
  private func release(_ pad: Pad) -> Flow {
    guard let reader = pad.peer else { return .notLinked }
    while let buffer = next() {
      let flow = reader.chain(buffer)
      if flow != .ok { return flow }
    }
    return .ok
  }

  private func next() -> Buffer? {
    state.withLock { state in
      guard let format = state.format, let buffer = state.held.first else { return nil }
      let worth = Double(state.framesIn) / speed
      let left = Int64(worth.rounded(state.isAtEnd ? .toNearestOrAwayFromZero : .down)) - state.framesOut
      let count = Int64(buffer.byteCount / format.bytesPerFrame)
      if count > left, !state.isAtEnd { return nil }
      guard left > 0 else {
        state.held = []
        return nil
      }
      state.held.removeFirst()
      let part = buffer.first(Int(min(count, left)), framesOf: format.bytesPerFrame)
      let origin = state.origin ?? buffer.presentationTime ?? .zero
      state.origin = origin
      let start = ClockTime(samples: state.framesOut, at: format.rate)
      state.framesOut += min(count, left)
      let end = ClockTime(samples: state.framesOut, at: format.rate)
      part.presentationTime = ClockTime(nanoseconds: origin.nanoseconds + start.nanoseconds)
      part.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
      return part
    }
  }
}
