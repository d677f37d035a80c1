package import GStreamer
internal import CGStreamer
import Synchronization

/// A decoder that is fed through its own pads, without a pipeline around it.
///
///     push(sample, stamp) ─▷ free source pad ─▷ decoder ─▷ free sink pad ─▷ outputs
///
/// The output for a sample is in ``takeOutputs()`` when the push returns, as far as the decoder has decided on it: frames that are
/// shown later than samples to come, and those that its threads still work on, stay inside until ``drain()``.
///
/// Stamps are numbers in the order of presentation, a millisecond each: decoders put their output in the order of stamps, and nothing
/// is lost by rounding. Belongs to one thread at a time; never the cooperative pool's.
package final class DecoderSession {
  /// Decoded media as they left the decoder.
  package struct Output: Sendable {
    /// The stamp of the sample; nil if the decoder did not keep it.
    package let stamp: Int?
    package let buffer: Buffer
    package let caps: Caps
  }

  package let element: Element
  private let input: Pad
  private let output: Pad
  private let bus: Bus
  private let collected: Collected
  private let raw: RawFrameLayout?
  private var isDrained = false
  /// The result of the last push.
  private var flow = Flow.ok

  /// Opens the decoder of a format.
  ///
  /// - Parameter threads: how many it may decode with, 1 or more; as many do not speed up every decoder.
  /// - Throws: `missingDecoder` when there is none, `unsupported` when it refuses the format.
  package init(_ format: CodedFormat, threads: Int = DecoderSession.threads) throws {
    element = try Self.makeElement(format, threads)
    raw = RawFrameLayout(format)
    input = Pad.free(.source)
    let collected = Collected(pixelShape: format.codec.isVideo ? format.description?.pixelShape : nil)
    self.collected = collected
    output = Pad.collecting { collected.receive($0) }
    bus = Bus(adopting: UnsafeMutableRawPointer(gst_bus_new()))
    gst_element_set_bus(element.element, bus.pointer(as: GstBus.self))
    input.setActive(true)
    output.setActive(true)
    try input.link(to: element.pad("sink"))
    try element.pad("src").link(to: output)
    try element.setStateBlocking(.paused)
    input.push(.streamStart(id: "reel"))
    guard input.push(.caps(format.caps)) else {
      throw DecoderError(
        missingDecoderFor: format.description, "\(element.label) does not take the format",
        cause: complaint ?? format.caps.text)
    }
    input.push(.segment())
  }

  deinit {
    output.unlink()
    input.unlink()
    gst_element_set_bus(element.element, nil)
    element.shutDown()
  }

  /// The number of threads of a decoder that runs alone: more than four hold more memory than they save time.
  package static let threads = min(4, max(2, Int(g_get_num_processors())))

  private static func makeElement(_ format: CodedFormat, _ threads: Int) throws -> Element {
    var failures: [String] = []
    for name in format.decoders {
      guard try ElementFactory.find(name) != nil else { continue }
      do { return try Element.decoder(name, threads: threads) } catch { failures.append("\(error)") }
    }
    guard !format.decoders.isEmpty else {
      throw DecoderError(missingDecoderFor: format.description, "\(format.codec.title) is not decoded here")
    }
    // To install a decoder again that cannot be made would not help.
    guard failures.isEmpty else {
      throw DecoderError(
        missingDecoderFor: format.description, "no decoder for \(format.codec) can be used",
        cause: failures.joined(separator: "; "))
    }
    var error = DecoderError(
      missingDecoderFor: format.description, "no decoder for \(format.codec) is installed",
      cause: "tried \(format.decoders.joined(separator: ", "))")
    error.missingElements = format.decoders
    throw error
  }

  /// Decodes a sample; the buffer is given away.
  ///
  /// - Parameter stamp: A number that is larger for what is shown later; none twice without a restart between.
  /// - Returns: False when the decoder refused to go on; ``complaint`` may say why.
  package func push(_ buffer: Buffer, stamp: Int, isSync: Bool) -> Bool {
    if let raw, !raw.describeRows(of: buffer) { return false }
    buffer.presentationTime = ClockTime(nanoseconds: UInt(clamping: stamp) &* 1_000_000)
    buffer.decodeTime = nil
    buffer.duration = nil
    if isSync { buffer.clearFlags(.deltaUnit) } else { buffer.setFlags(.deltaUnit) }
    flow = input.push(buffer)
    return flow == .ok
  }

  /// Makes the decoder give all that it holds. Nothing can be pushed before the next restart.
  package func drain() {
    isDrained = true
    input.push(.endOfStream)
  }

  /// Forgets all that the decoder holds; the next sample is a beginning.
  package func restart() {
    (isDrained, flow) = (false, .ok)
    input.push(.flushStart)
    input.push(.flushStop())
    input.push(.segment())
    _ = takeOutputs()
    _ = complaint
  }

  /// Returns the decoder's output since the last call, in its order.
  func takeOutputs() -> [Output] { collected.take() }

  /// The decoder's message about its failure, given once; nil if there is none.
  var complaint: String? {
    var text: String?
    while let message = gst_bus_pop(bus.pointer(as: GstBus.self)) {
      defer { gst_message_unref(message) }
      guard message.pointee.type == GST_MESSAGE_ERROR, text == nil else { continue }
      var error: UnsafeMutablePointer<GError>?
      gst_message_parse_error(message, &error, nil)
      text = takeText(&error)
    }
    return text ?? (flow == .notNegotiated ? "it is of a format that GStreamer has no name for" : nil)
  }
}

/// The output of a decoder.
private final class Collected: Sendable {
  private struct State {
    var caps: Caps?
    var outputs: [DecoderSession.Output] = []
  }

  private let state = Mutex(State())
  /// The shape of pixels that the container states, which overrides that of the stream (ISO/IEC 14496-12, clause 12.1.4);
  /// nil if it states none.
  private let pixelShape: (width: Int, height: Int)?

  init(pixelShape: (width: Int, height: Int)?) { self.pixelShape = pixelShape }

  func receive(_ arrival: Pad.Arrival) -> Flow {
    switch arrival {
    case .buffer(let buffer):
      let stamp = buffer.presentationTime.map { Int($0.nanoseconds / 1_000_000) }
      state.withLock { state in
        guard let caps = state.caps else { return }
        state.outputs.append(.init(stamp: stamp, buffer: buffer, caps: caps))
      }
    case .event(let event):
      guard case .caps(let caps) = event.content else { break }
      state.withLock { $0.caps = pixelShape.map { caps.with(pixelShape: $0) } ?? caps }
    }
    return .ok
  }

  func take() -> [DecoderSession.Output] {
    state.withLock { state in
      defer { state.outputs.removeAll(keepingCapacity: true) }
      return state.outputs
    }
  }
}
