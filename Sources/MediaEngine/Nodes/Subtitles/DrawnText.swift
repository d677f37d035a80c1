package import GStreamer
internal import MediaSource
package import MediaGraph
import MovieFile
import Synchronization

/// A text on a frame, drawn without a pipeline.
///
///     frame ─▷ textoverlay ─▷ capsfilter ─▷ the frame with the letters
package struct DrawnText {
  package let frame: Buffer
  /// True if the text begins above the frame. The element has drawn its first lines only, and not in their places.
  package let isTooTall: Bool

  /// - Parameter fromTop: True if the text begins at the top edge, wherever it should be.
  /// - Throws: `GStreamerError` where Pango's plugin is not installed; `DecoderError` if nothing is drawn.
  package init(_ text: VideoText, on frame: Buffer, _ caps: Caps, height: Int, fromTop: Bool = false) throws {
    let overlay = try Element.make("textoverlay")
    for (name, value) in text.settings(height: height, fromTop: fromTop) { try overlay.set(name, to: value) }
    try overlay.set("text", to: StyledText(text.text ?? "").markup)
    // Where anything goes, the overlay sends letters beside the frame; this makes it draw them.
    let filter = try Element.make("capsfilter")
    try filter.set("caps", to: "video/x-raw")
    let drawn = DrawnFrame()
    let (input, output) = (Pad.free(.source), Pad.collecting { drawn.receive($0) })
    input.setActive(true)
    output.setActive(true)
    try input.link(to: overlay.pad("video_sink"))
    try overlay.pad("src").link(to: filter.pad("sink"))
    try filter.pad("src").link(to: output)
    defer {
      output.unlink()
      input.unlink()
      for element in [overlay, filter] { element.shutDown() }
    }
    for element in [filter, overlay] { try element.setStateBlocking(.paused) }
    input.push(.streamStart(id: "title"))
    guard input.push(.caps(caps)), input.push(.segment()) else { throw GStreamerError.badCaps(caps.text) }
    frame.presentationTime = .zero
    guard input.push(frame) == .ok, let buffer = drawn.buffer else {
      throw DecoderError(.unsupported, "a title cannot be drawn")
    }
    self.frame = buffer
    isTooTall = try overlay.get("text-y").flatMap { Int($0) }.map { $0 < 0 } ?? false
  }
}

/// The frame that left the element.
private final class DrawnFrame: Sendable {
  private let found = Mutex<Buffer?>(nil)

  var buffer: Buffer? { found.withLock { $0 } }

  func receive(_ arrival: Pad.Arrival) -> Flow {
    if case .buffer(let buffer) = arrival { found.withLock { $0 = buffer } }
    return .ok
  }
}
