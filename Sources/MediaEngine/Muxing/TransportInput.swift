internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import MovieFile

/// One input of a transport stream's muxer, in the form in which such streams have it.
///
///     queue ─▷ TransportInput ─▷ mpegtsmux
///
/// H.264 and HEVC of movies get start codes, delimiters and parameter sets, and AAC with channels that no number names gets their layout
/// in each frame, which the muxer leaves out. All times are later by the same span, so that the
/// priming of audio has a place before what is heard: a transport stream has no other way to leave it out. Frames from before
/// the beginning, which only others need, are shown at the beginning.
final class TransportInput: ElementInstance {
  /// The time at which the stream begins, in nanoseconds: more than the priming of any encoder.
  private static let start: Int64 = 250_000_000
  /// The audio before a cut that is kept for decoders, in nanoseconds: nothing hides it, so it is no more than encoders put before the
  /// first sample.
  private static let lead: Int64 = 100_000_000

  /// MPEG video whose buffers are frames, though its caps do not say so: that of our readers.
  private static let wholeFrames = "video/mpeg,mpegversion=(int){1,2,4}"

  private var output: Pad?
  private var segment = GstSegment()
  private var hasSegment = false
  private var conversion: ByteStreamConversion?
  /// The headers of MPEG-4 video that a movie keeps beside the frames.
  private var headers: [UInt8]?
  private var framing: ADTSFraming?
  private var rate = 0
  /// The audio before the first sample that is heard, in samples, as encoders and headers say.
  private var priming: Int64 = 0
  /// True if the stamps of all packets but the first are without the priming: those of Opus.
  private var isOpus = false
  private var hasBegun = false
  private let emptyInputs: EmptyInputs
  /// The note for the user where nothing comes.
  private let absenceNote: String

  private init(_ emptyInputs: EmptyInputs, absenceNote: String) {
    (self.emptyInputs, self.absenceNote) = (emptyInputs, absenceNote)
  }

  /// Makes an element.
  ///
  /// - Parameters:
  ///   - caps: What the muxer takes.
  ///   - emptyInputs: Those of the same muxer.
  ///   - absenceNote: The note for the user where nothing comes.
  static func element(before caps: Caps, _ emptyInputs: EmptyInputs, absenceNote: String) throws -> Element {
    try GStreamerLibrary.start()
    var methods = ElementMethods.table
    let taken = try Caps(
      [caps.text, "video/x-h264,stream-format=(string){avc,avc3},alignment=(string)au"]
        .joined(separator: ";")
        + ";video/x-h265,stream-format=(string){hvc1,hev1},alignment=(string)au;\(wholeFrames),systemstream=(boolean)false"
    )
    return Element(
      retaining: creel_transform_new(
        nil, taken.caps, caps.caps, &methods,
        { instance, event in
          Unmanaged<TransportInput>.fromOpaque(instance!).takeUnretainedValue().receive(Event(adopting: event!))
            ? 1 : 0
        }, Unmanaged.passRetained(TransportInput(emptyInputs, absenceNote: absenceNote)).toOpaque()))
  }

  override func start() {
    output = Pad(retaining: creel_transform_output(element))
    gst_segment_init(&segment, GST_FORMAT_TIME)
    (hasSegment, conversion, rate, priming, isOpus, hasBegun) = (false, nil, 0, 0, false, false)
  }

  override func stop() { output = nil }

  // MARK: - Events

  private func receive(_ event: Event) -> Bool {
    guard let output else { return false }
    switch event.event.pointee.type {
    case GST_EVENT_CAPS:
      guard case .caps(let caps) = event.content else { return false }
      do {
        return output.push(.caps(try converted(caps)))
      } catch {
        fail(error)
        return false
      }
    case GST_EVENT_SEGMENT:
      segment = GstSegment(of: event)
      guard !hasSegment else { return true }
      hasSegment = true
      var all = GstSegment()
      gst_segment_init(&all, GST_FORMAT_TIME)
      return output.push(Event(adopting: gst_event_new_segment(&all)))
    case GST_EVENT_GAP:
      guard case .gap(let start?, let duration) = event.content, let place = time(start.nanoseconds) else {
        return true
      }
      return output.push(Event(adopting: gst_event_new_gap(place, duration?.nanoseconds ?? .max)))
    case GST_EVENT_EOS:
      return !hasBegun && emptyInputs.remove(output, note: absenceNote) || output.push(event)
    default:
      if case .priming(let samples)? = AudioBounds(event) { priming = max(priming, samples) }
      return output.push(event)
    }
  }

  /// Returns the format that goes into the stream.
  private func converted(_ caps: Caps) throws -> Caps {
    (conversion, headers, framing) = (nil, nil, nil)
    guard let structure = caps.first else { return caps }
    if structure.name == "video/mpeg" {
      headers = structure["mpegversion"]?.int == 4 ? caps.bytes("codec_data") : nil
      let version = structure["mpegversion"]?.int ?? 2
      return try Caps("video/mpeg,mpegversion=\(version),systemstream=false,parsed=true")
    }
    rate = structure["rate"]?.int ?? 0
    if let coded = CodedFormat(caps), coded.codec == .opus {
      (isOpus, rate, priming) = (true, 48_000, max(priming, Int64(coded.preSkip)))
    }
    if structure.codec?.codec == .aac, let data = caps.bytes("codec_data"), ADTSFraming.needsProgram(data) {
      framing = try ADTSFraming(data)
      return try Caps(
        "audio/mpeg,mpegversion=4,stream-format=adts,framed=true,rate=\(rate),channels=\(structure["channels"]?.int ?? 2)"
      )
    }
    let isHEVC = structure.name == "video/x-h265"
    guard isHEVC || structure.name == "video/x-h264", let form = structure["stream-format"]?.string,
      form != "byte-stream"
    else { return caps }
    guard let data = caps.bytes("codec_data"), let made = ByteStreamConversion(configuration: data, isHEVC: isHEVC)
    else {
      throw MovieError(.notStorable, "the configuration of \(isHEVC ? "HEVC" : "H.264") is missing")
    }
    conversion = made
    return try Caps("\(structure.name),stream-format=(string)byte-stream,alignment=(string)au")
  }

  /// True for MPEG-4 video that begins with a visual object sequence, an object or a layer (ISO/IEC 14496-2, 6.2.2).
  private static func beginsWithHeaders(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count > 3 && bytes.prefix(3).elementsEqual([0, 0, 1])
      && (bytes[3] < 0x30 || bytes[3] == 0xb0 || bytes[3] == 0xb5)
  }

  // MARK: - Buffers

  override func process(_ pointer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    guard let output else { return GST_FLOW_FLUSHING }
    let buffer = Buffer(retaining: pointer)
    if isLongBefore(buffer) { return GST_FLOW_OK }
    let made: Buffer
    if let conversion {
      let isKey = !buffer.flags.contains(.deltaUnit)
      made = Buffer(copying: try buffer.withUnsafeBytes { try conversion.byteStream($0, isKey: isKey) })
      made.takeDescription(of: buffer)
    } else if let framing {
      made = Buffer(copying: try buffer.withUnsafeBytes { try framing.header(of: $0) + $0 })
      made.takeDescription(of: buffer)
    } else if let headers, !buffer.flags.contains(.deltaUnit), try !buffer.withUnsafeBytes(Self.beginsWithHeaders) {
      made = Buffer(copying: try buffer.withUnsafeBytes { headers + $0 })
      made.takeDescription(of: buffer)
    } else {
      made = Buffer(adopting: gst_buffer_copy(pointer))
    }
    // Stored samples come at the times of their file, of which the priming is taken off.
    var early: Int64 = 0
    if rate > 0, StoredSample(buffer) == nil, !(isOpus && hasBegun) {
      priming = max(priming, buffer.clipping(rate: rate).start)
      early = Int64(clamping: ExactScale.nearest(Int128(priming) * 1_000_000_000, over: Int128(rate)))
    }
    hasBegun = true
    made.buffer.pointee.pts = buffer.presentationTime.flatMap { time($0.nanoseconds, earlier: early) } ?? .max
    made.buffer.pointee.dts = buffer.decodeTime.flatMap { time($0.nanoseconds, earlier: early) } ?? .max
    return gst_pad_push(output.pad, made.give())
  }

  /// True for stored audio that ends long before the beginning, which decoders of movies take to converge.
  private func isLongBefore(_ buffer: Buffer) -> Bool {
    guard rate > 0, StoredSample(buffer) != nil, let stamp = buffer.presentationTime,
      let place = segment.runningTime(at: stamp.nanoseconds), place < -Self.lead
    else { return false }
    return place + Int64(clamping: buffer.duration?.nanoseconds ?? 0) < -Self.lead
  }

  /// Returns the place of a time stamp in the stream; nil outside of the segment.
  private func time(_ stamp: UInt, earlier: Int64 = 0) -> GstClockTime? {
    segment.runningTime(at: stamp).flatMap { place in
      let (time, overflow) = place.addingReportingOverflow(Self.start - max(0, earlier))
      return overflow ? nil : GstClockTime(max(0, time))
    }
  }
}
