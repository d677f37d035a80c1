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
  /// Audio that names none is for those that are wanted if these are as many, or else for the usual ones of its number. Many sources do
  /// not tell speakers at the sides from those at the back.
  private static func place(of own: UInt64, channels: Int, among wanted: UInt64) -> UInt64? {
    if own == wanted { return nil }
    if AudioFormatRequest.hasSameSpeakers(own, wanted) { return wanted }
    guard own == 0 else { return nil }
    if channels == wanted.nonzeroBitCount { return wanted }
    let usual = DecodedAudioFormat.usualMask(channels)
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
    guard pitch != .varispeed else { return }
    try ScaledLength(speed: speed, isSpectral: pitch == .spectral)
      .guardElement(from: changer.pad("sink"), to: changer.pad("src"))
  }
}

/// Makes scaletempo or SoundTouch play at a speed, with an output of exactly the scaled duration.
///
/// scaletempo scales by the segment's rate, as after a seek. At the end it discards less than a stride, so a stride of
/// silence is appended. It gives more than its input so far is worth, by most of a stride at high speeds: that waits until
/// there is input for it, or the end. SoundTouch gets its ``StretchEdges``. The output of both is cut at the end of the
/// audio, and its time stamps are counted.
private final class ScaledLength: Sendable {
  private struct State {
    var format: RawAudioFormat?
    var framesIn: Int64 = 0
    var framesOut: Int64 = 0
    var origin: ClockTime?
    var isAtEnd = false
    /// The audio around SoundTouch's input; made with the first of it.
    var edges: StretchEdges?
    /// The time of input that waits for more.
    var waitingTime: ClockTime?
    /// The end of the input so far.
    var end: ClockTime?
    /// The output that waits to be taken.
    var held: [Buffer] = []
  }

  private let speed: Double
  private let isSpectral: Bool
  private let state = Mutex(State())

  init(speed: Double, isSpectral: Bool) { (self.speed, self.isSpectral) = (speed, isSpectral) }

  func guardElement(from input: Pad, to output: Pad) {
    input.addProbe([.buffers, .events]) { [self] info in
      if !isSpectral { info.setRate(speed) }
      if let format = info.caps?.first.flatMap(RawAudioFormat.init) { state.withLock { $0.format = format } }
      let bytes = info.size.bytes
      let (action, more): (ProbeAction, Buffer?) = state.withLock { state in
        guard let format = state.format, !state.isAtEnd else { return (.pass, nil) }
        state.framesIn += Int64(bytes / format.bytesPerFrame)
        if info.isEndOfStream {
          state.isAtEnd = true
          return (.pass, behindEnd(&state, format))
        }
        return (isSpectral ? addEdges(to: info, &state, format) : .pass, nil)
      }
      if let more { _ = info.pad.chain(more) }
      return action
    }
    output.addProbe([.buffers, .events]) { [self] info in
      // The output plays at normal speed.
      if !isSpectral { info.setRate(1) }
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

  /// Puts the lead in front of SoundTouch's first input.
  private func addEdges(to info: ProbeInfo, _ state: inout State, _ format: RawAudioFormat) -> ProbeAction {
    guard let buffer = info.retainedBuffer, let bytes = try? buffer.withUnsafeBytes({ [UInt8]($0) }) else {
      return .pass
    }
    var edges =
      state.edges ?? StretchEdges(speed: speed, rate: format.rate, bytesPerFrame: format.bytesPerFrame)
    let audio = edges.audio(bytes)
    state.edges = edges
    let start = state.waitingTime ?? buffer.presentationTime
    state.end = buffer.presentationTime.map {
      let length = ClockTime(samples: Int64(bytes.count / format.bytesPerFrame), at: format.rate)
      return ClockTime(nanoseconds: $0.nanoseconds &+ length.nanoseconds)
    }
    state.waitingTime = audio.isEmpty ? start : nil
    if audio.isEmpty { return .drop }
    if audio.count != bytes.count {
      let longer = Buffer(copying: audio)
      longer.presentationTime = start
      info.replaceBuffer(longer)
    }
    return .pass
  }

  /// The audio that the element needs behind the last.
  private func behindEnd(_ state: inout State, _ format: RawAudioFormat) -> Buffer? {
    // A stride, the overlap and the search window, rounded up.
    let silence = Int(Double(format.rate) * 0.2 * max(1, speed)) * format.bytesPerFrame
    let bytes = isSpectral ? state.edges?.end() ?? [] : [UInt8](repeating: 0, count: silence)
    if bytes.isEmpty { return nil }
    let buffer = Buffer(copying: bytes)
    buffer.presentationTime = state.waitingTime ?? state.end
    return buffer
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
