package import GStreamer
internal import CGStreamer
package import MediaSource

/// An element that changes audio, between two pads of ours, without a pipeline around it: what it gives for a block comes back before the
/// push returns.
///
///     block ─▷ free source pad ─▷ element ─▷ free sink pad ─▷ blocks
///
/// Belongs to one thread at a time.
package final class AudioElementSession {
  private let element: Element
  private let input = Pad.free(.source)
  private let output: Pad
  private let collected = CollectedBuffers()

  /// - Parameter rate: The rate of the segment, from which some elements take their speed.
  package init(_ element: Element, _ format: DecodedAudioFormat, rate: Double = 1) throws {
    self.element = element
    output = collected.makePad()
    input.setActive(true)
    output.setActive(true)
    try input.link(to: element.pad("sink"))
    try element.pad("src").link(to: output)
    try element.setStateBlocking(.paused)
    input.push(.streamStart(id: "reel"))
    let caps = try Caps(format.caps)
    guard input.push(.caps(caps)) else { throw GStreamerError.badCaps(caps.text) }
    var segment = GstSegment()
    gst_segment_init(&segment, GST_FORMAT_TIME)
    (segment.start, segment.position, segment.time) = (0, 0, 0)
    segment.rate = rate
    guard let event = gst_event_new_segment(&segment) else { throw GStreamerError.badCaps(caps.text) }
    input.push(Event(adopting: event))
  }

  deinit {
    output.unlink()
    input.unlink()
    element.shutDown()
  }

  /// Returns the element's samples for some more, of which there may be none yet.
  package func changed(_ bytes: [UInt8]) throws -> [UInt8] {
    guard input.push(Buffer(copying: bytes)) == .ok else {
      throw DecoderError(.unsupported, "\(element.label) does not take the sound")
    }
    return try collected.take().flatMap { try $0.withUnsafeBytes { [UInt8]($0) } }
  }
}
