internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import MovieFile

/// One input of Ogg's muxer, in the form in which it counts granule positions.
///
///     queue ─▷ OggInput ─▷ oggmux
///
/// Vorbis gets its headers as packets too, as encoders send them: of headers in caps alone, oggmux does not read which
/// packets are long, and all positions would count short ones. Opus gets back the pre-skip that readers have put into the
/// segment: positions count it, and players leave it out (RFC 7845, section 4). What the file says about itself is added to the
/// comments in the headers of one of its streams.
final class OggInput: ElementInstance {
  /// The samples per second that positions of Opus count.
  private static let rate = 48_000

  /// The metadata of the file that this stream says.
  private let items: [MetadataItem]
  private var output: Pad?
  private var caps: Caps?
  private var segment = GstSegment()
  /// The events before the first packet of Opus, which tells the pre-skip in the header.
  private var held: [Event] = []
  private var isOpus = false
  private var hasBegun = false
  /// The pre-skip of Opus out of a file; nil for packets that pass as they are.
  private var preSkip: Int64?
  /// True in another segment than the first, whose beginning no player would leave out.
  private var isFollowing = false

  /// Makes an element.
  ///
  /// - Parameters:
  ///   - caps: What the muxer takes.
  ///   - items: The metadata of the file, with keys of comments, if the stream says them.
  static func element(before caps: Caps, saying items: [MetadataItem]) throws -> Element {
    try GStreamerLibrary.start()
    var methods = ElementMethods.table
    return Element(
      retaining: creel_transform_new(
        nil, caps.caps, caps.caps, &methods,
        { instance, event in
          Unmanaged<OggInput>.fromOpaque(instance!).takeUnretainedValue().receive(Event(adopting: event!)) ? 1 : 0
        }, Unmanaged.passRetained(OggInput(items)).toOpaque()))
  }

  private init(_ items: [MetadataItem]) { self.items = items }

  override func start() {
    output = Pad(retaining: creel_transform_output(element))
    gst_segment_init(&segment, GST_FORMAT_TIME)
    (caps, held, isOpus, hasBegun, preSkip, isFollowing) = (nil, [], false, false, nil, false)
  }

  override func stop() { (output, held) = (nil, []) }

  // MARK: - Events

  private func receive(_ event: Event) -> Bool {
    guard let output else { return false }
    switch event.event.pointee.type {
    case GST_EVENT_CAPS:
      guard case .caps(let stated) = event.content else { return false }
      let new = commented(stated)
      caps = new
      if !hasBegun { isOpus = new.first?.name == "audio/x-opus" }
      return pass(items.isEmpty ? event : .caps(new), to: output)
    case GST_EVENT_SEGMENT:
      segment = GstSegment(of: event)
      if hasBegun, preSkip != nil {
        isFollowing = true
        return true
      }
    case GST_EVENT_FLUSH_START, GST_EVENT_FLUSH_STOP:
      return output.push(event)
    case GST_EVENT_EOS:
      keepLastPacket(of: output)
      return release(to: output) && output.push(event)
    default: break
    }
    return pass(event, to: output)
  }

  private func pass(_ event: Event, to output: Pad) -> Bool {
    if isOpus, !hasBegun {
      held.append(event)
      return true
    }
    return output.push(converted(event))
  }

  /// Returns caps whose headers say the metadata of the file.
  private func commented(_ caps: Caps) -> Caps {
    if items.isEmpty { return caps }
    var headers = caps.streamHeaders
    if caps.first?.name == "audio/x-opus", headers.count < 2, let header = caps.opusHeader {
      headers = [header, Caps.emptyOpusTags]
    }
    return headers.isEmpty ? caps : caps.with(streamHeaders: headers.map { commented($0, of: caps) })
  }

  /// Returns a header that says the metadata of the file, if it is that of comments.
  private func commented(_ header: [UInt8], of caps: Caps) -> [UInt8] {
    do {
      return try OggComments(header, isFLAC: caps.first?.name == "audio/x-flac")?.packet(saying: items) ?? header
    } catch {
      fail(error)
      return header
    }
  }

  /// Makes oggmux go on with the stream whose page it fills, whatever its length: oggmux forgets the last packet of a
  /// stream that has ended if it leaves that stream for another one because the page would be too long.
  private func keepLastPacket(of output: Pad) {
    do {
      try output.peer?.parent?.set("max-delay", to: "\(Int64.max / 2)")
    } catch {
      fail(error)
    }
  }

  /// Sends on what was held.
  private func release(to output: Pad) -> Bool {
    let events = held
    held = []
    return events.reduce(true) { output.push(converted($1)) && $0 }
  }

  /// Returns an event with the header of the pre-skip, or with the segment of all times.
  private func converted(_ event: Event) -> Event {
    guard let preSkip else { return event }
    switch event.content {
    case .caps(let caps): return caps.opusCaps(preSkip: preSkip).map { .caps($0) } ?? event
    case .segment: return .segment()
    default: return event
    }
  }

  // MARK: - Buffers

  override func process(_ pointer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let output else { return GST_FLOW_FLUSHING }
    let buffer = Buffer(retaining: pointer)
    if !hasBegun { try begin(with: buffer, output) }
    if !items.isEmpty, let caps, try isHeader(buffer) {
      let header = Buffer(copying: commented(try buffer.withUnsafeBytes { [UInt8]($0) }, of: caps))
      header.setFlags(.header)
      return gst_pad_push(output.pad, header.give())
    }
    guard let preSkip else { return gst_pad_push(output.pad, buffer.give()) }
    guard let stamp = buffer.presentationTime?.nanoseconds, let running = segment.runningTime(at: stamp),
      !isFollowing || stamp >= segment.start
    else { return GST_FLOW_OK }
    let time = running + Self.nanoseconds(preSkip)
    // Half a sample is lost where times are rounded.
    guard time > -Self.nanoseconds(1) else { return GST_FLOW_OK }
    let made = Buffer(adopting: gst_buffer_copy(pointer))
    made.presentationTime = ClockTime(nanoseconds: UInt(max(0, time)))
    made.decodeTime = nil
    let (end, overflow) = stamp.addingReportingOverflow(buffer.duration?.nanoseconds ?? 0)
    if segment.stop != .max, !overflow, end > segment.stop {
      let excess = ClockTime(nanoseconds: end - UInt(segment.stop)).samples(at: Self.rate)
      if excess > 0 { gst_buffer_add_audio_clipping_meta(made.buffer, GST_FORMAT_DEFAULT, 0, guint64(excess)) }
    }
    return gst_pad_push(output.pad, made.give())
  }

  /// True for a header of Vorbis as a packet: it has an odd first byte (Vorbis I, 4.2.1).
  private func isHeader(_ buffer: Buffer) throws -> Bool {
    guard caps?.first?.name == "audio/x-vorbis" else { return false }
    return try buffer.withUnsafeBytes { $0.first.map { $0 & 1 == 1 } ?? false }
  }

  private func begin(with buffer: Buffer, _ output: Pad) throws {
    hasBegun = true
    if isOpus, StoredSample(buffer) != nil {
      let early = buffer.presentationTime.map { UInt(segment.start).subtractingReportingOverflow($0.nanoseconds) }
      let samples = early.map { $0.overflow ? 0 : ClockTime(nanoseconds: $0.partialValue).samples(at: Self.rate) } ?? 0
      preSkip = min(samples, Int64(UInt16.max))
    }
    _ = release(to: output)
    guard let caps, caps.first?.name == "audio/x-vorbis" else { return }
    if try isHeader(buffer) { return }
    for bytes in caps.streamHeaders {
      let header = Buffer(copying: bytes)
      header.setFlags(.header)
      _ = gst_pad_push(output.pad, header.give())
    }
  }

  private static func nanoseconds(_ samples: Int64) -> Int64 { (samples * 1_000_000_000 + 24_000) / Int64(rate) }
}

extension Caps {
  /// The comments of a stream of Opus that has none.
  fileprivate static let emptyOpusTags = Array("OpusTags".utf8) + [UInt8](repeating: 0, count: 8)

  /// Returns the caps with other headers of the stream.
  fileprivate func with(streamHeaders headers: [[UInt8]]) -> Caps {
    let made = Caps(adopting: gst_caps_copy(caps))
    var list = GValue()
    g_value_init(&list, gst_value_array_get_type())
    for bytes in headers {
      let header = Buffer(copying: bytes)
      header.setFlags(.header)
      var value = GValue()
      g_value_init(&value, gst_buffer_get_type())
      g_value_take_boxed(&value, header.give())
      gst_value_array_append_and_take_value(&list, &value)
    }
    gst_caps_set_value(made.caps, "streamheader", &list)
    g_value_unset(&list)
    return made
  }

  /// The caps of Opus with another pre-skip in the identification header (RFC 7845, 5.1).
  fileprivate func opusCaps(preSkip: Int64) -> Caps? {
    guard var header = opusHeader, header.count >= 19 else { return nil }
    header[10] = UInt8(truncatingIfNeeded: preSkip)
    header[11] = UInt8(truncatingIfNeeded: preSkip >> 8)
    let (first, second) = (
      Buffer(copying: header), Buffer(copying: streamHeaders.dropFirst().first ?? Self.emptyOpusTags)
    )
    return gst_codec_utils_opus_create_caps_from_header(first.buffer, second.buffer).map { Caps(adopting: $0) }
  }
}
