internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Makes one stream of sound of several, sample by sample.
///
///     sink_0 ▷ ─┐ each pad keeps one buffer; a block of the output is as long as all of them have samples for
///     sink_1 ▷ ─┼─▷ the closure ▷ src
///
/// Positions are counted in samples from running time 0: stamps are read where a stream begins or jumps, and only there.
final class AudioMixerInstance: ElementInstance {
  let inputs = SinkPads()
  private let body: ClosureElements.AudioMixer
  private var format: AudioFormat?
  private var caps: Caps?
  /// The buffer that each pad has, and where the one before it ended.
  private var states: [UInt: InputState] = [:]
  private var ends: [UInt: Int64] = [:]
  /// The sample of the output that comes next.
  private var position: Int64?

  /// What aggregators answer when they cannot go on.
  private static let needData = GST_FLOW_CUSTOM_ERROR

  /// No block is longer, however long all inputs are silent.
  private static let longestBlock: Int64 = 8192

  init(_ body: @escaping ClosureElements.AudioMixer) { self.body = body }

  override func start() {
    states = [:]
    ends = [:]
    position = nil
  }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    let caps = Caps(retaining: caps)
    if let known = self.caps { return known == caps }
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps.caps) != 0, info.bpf > 0, info.rate > 0 else { return false }
    format = AudioFormat(info)
    self.caps = caps
    return true
  }

  override func fixate(_ caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<GstCaps>? {
    creel_mini_unref(caps)
    guard let known = self.caps else { return nil }
    creel_mini_ref(known.caps)
    return known.caps
  }

  override func clip(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstAggregatorPad>
  ) -> UnsafeMutablePointer<GstBuffer>? {
    guard let format, gst_buffer_get_size(buffer) > 0 else { return buffer }
    return gst_audio_buffer_clip(buffer, &pad.pointee.segment, gint(format.rate), gint(format.bytesPerFrame))
  }

  override func mix(isLate: Bool) throws -> GstFlowReturn {
    let pads = inputs.list(of: element)
    if max(ends.count, states.count) > pads.count { forgetInputs(except: pads.map(\.pad)) }
    guard let format else {
      // Nobody has sent sound: either it is still to come, or there is none.
      return pads.allSatisfy({ Self.isAtEnd($0.pad) }) ? GST_FLOW_EOS : Self.needData
    }
    var current: [InputState?] = []
    for (pad, _) in pads {
      switch load(pad, format) {
      case .ready(let state): current.append(state)
      case .ended: current.append(nil)
      case .waiting where isLate: current.append(nil)
      case .waiting: return Self.needData
      }
    }
    guard let earliest = current.compactMap({ $0?.next }).min() else {
      return isLate ? Self.needData : GST_FLOW_EOS
    }
    let start = position ?? earliest
    var end = start + Self.longestBlock
    for (index, state) in current.enumerated() {
      guard var state else { continue }
      // What lies before the output's position comes too late to be heard.
      state.skip(to: start)
      current[index] = state
      if state.isUsedUp {
        drop(pads[index].pad, state)
        return GST_FLOW_OK
      }
      end = min(end, state.next > start ? state.next : state.end)
    }
    let flow = try mix(pads, current, from: start, to: end, format)
    position = end
    return flow
  }

  private func mix(
    _ pads: [(pad: Pad, port: String)], _ current: [InputState?], from start: Int64, to end: Int64,
    _ format: AudioFormat
  ) throws -> GstFlowReturn {
    let count = Int(end - start)
    let output = Buffer(adopting: gst_buffer_new_allocate(nil, gsize(count * format.bytesPerFrame), nil)!)
    let (from, to) = (ClockTime(samples: start, at: format.rate), ClockTime(samples: end, at: format.rate))
    output.presentationTime = from
    output.duration = ClockTime(nanoseconds: to.nanoseconds - from.nanoseconds)
    var maps: [(buffer: UnsafeMutablePointer<GstBuffer>, map: GstMapInfo)] = []
    defer { for index in maps.indices { gst_buffer_unmap(maps[index].buffer, &maps[index].map) } }
    var parts: [AudioInputs.Part] = []
    for (index, state) in current.enumerated() {
      guard let state, state.next <= start, !state.isSilent else {
        parts.append(.init(port: pads[index].port, base: nil))
        continue
      }
      var map = GstMapInfo()
      guard gst_buffer_map(state.buffer.buffer, &map, GST_MAP_READ) != 0, let data = map.data else {
        throw GStreamerError.notMapped("a block of sound")
      }
      maps.append((state.buffer.buffer, map))
      let base = UnsafeMutableRawPointer(data) + Int(start - state.start) * format.bytesPerFrame
      parts.append(.init(port: pads[index].port, base: base))
    }
    try fill(output, from: parts, at: start, count, format)
    for (index, state) in current.enumerated() {
      guard var state, state.next <= start else { continue }
      state.skip(to: end)
      if state.isUsedUp { drop(pads[index].pad, state) } else { keep(pads[index].pad, state) }
    }
    let aggregator = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstAggregator.self)
    return gst_aggregator_finish_buffer(aggregator, output.give())
  }

  /// Lets the closure work on a block of silence.
  private func fill(
    _ output: Buffer, from parts: [AudioInputs.Part], at position: Int64, _ count: Int, _ format: AudioFormat
  ) throws {
    var map = GstMapInfo()
    guard gst_buffer_map(output.buffer, &map, readWrite) != 0, let data = map.data else {
      throw GStreamerError.notMapped("a block of sound")
    }
    defer { gst_buffer_unmap(output.buffer, &map) }
    format.sampleFormat.rawValue.withCString {
      gst_audio_format_info_fill_silence(gst_audio_format_get_info(gst_audio_format_from_string($0)), data, map.size)
    }
    var block = AudioBlock(mapped: data, format: format, frameCount: count, position: position)
    try body(AudioInputs(parts: parts, format: format, frameCount: count, position: position), &block)
  }
}

// MARK: - Inputs

extension AudioMixerInstance {
  /// What an input has ready.
  private struct InputState {
    let buffer: Buffer
    /// The positions of the buffer's first sample, of the first that was not used, and after its last.
    let start: Int64
    var next: Int64
    let end: Int64
    /// Whether the buffer stands for silence.
    let isSilent: Bool

    var isUsedUp: Bool { next >= end }
    mutating func skip(to position: Int64) { next = max(next, position) }
  }

  private enum Readiness {
    case ready(InputState)
    case waiting
    case ended
  }

  private static func isAtEnd(_ pad: Pad) -> Bool {
    gst_aggregator_pad_is_eos(pad.pointer(as: GstAggregatorPad.self)) != 0
  }

  /// The buffer that an input has ready, and where it belongs.
  private func load(_ pad: Pad, _ format: AudioFormat) -> Readiness {
    let raw = pad.pointer(as: GstAggregatorPad.self)
    let key = UInt(bitPattern: pad.raw)
    while let pointer = gst_aggregator_pad_peek_buffer(raw) {
      let buffer = Buffer(adopting: pointer)
      if let state = states[key], state.buffer.buffer == pointer { return .ready(state) }
      let isSilent = buffer.byteCount == 0
      let count =
        isSilent
        ? (buffer.duration?.samples(at: format.rate) ?? 0) : Int64(buffer.byteCount / format.bytesPerFrame)
      guard count > 0 else {
        gst_aggregator_pad_drop_buffer(raw)
        continue
      }
      let stamp = gst_segment_to_running_time(&raw.pointee.segment, GST_FORMAT_TIME, pointer.pointee.pts)
      let stamped = ClockTime(stamp)?.samples(at: format.rate)
      let expected = ends[key]
      // Stamps are rounded, by some formats to milliseconds; sound that goes on is not torn apart for that.
      let start: Int64
      if let stamped, let expected {
        start = abs(stamped - expected) <= Int64(format.rate / 200) ? expected : stamped
      } else {
        start = stamped ?? expected ?? 0
      }
      let state = InputState(buffer: buffer, start: start, next: start, end: start + count, isSilent: isSilent)
      states[key] = state
      return .ready(state)
    }
    return Self.isAtEnd(pad) ? .ended : .waiting
  }

  /// Forgets inputs that are gone: another one may get the place of their pads in memory.
  private func forgetInputs(except pads: [Pad]) {
    let present = Set(pads.map { UInt(bitPattern: $0.raw) })
    states = states.filter { present.contains($0.key) }
    ends = ends.filter { present.contains($0.key) }
  }

  private func keep(_ pad: Pad, _ state: InputState) { states[UInt(bitPattern: pad.raw)] = state }

  private func drop(_ pad: Pad, _ state: InputState) {
    states[UInt(bitPattern: pad.raw)] = nil
    ends[UInt(bitPattern: pad.raw)] = state.end
    gst_aggregator_pad_drop_buffer(pad.pointer(as: GstAggregatorPad.self))
  }
}
