internal import CoreGraphics
internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Synchronization

/// A title, drawn once: a frame of blue, green, red and alpha.
///
///     a transparent frame ─▷ textoverlay ─▷ capsfilter ─▷ the letters with their alpha
struct TitlePicture: Sendable {
  let buffer: Buffer
  let caps: Caps

  /// - Throws: `GStreamerError` where Pango's plugin is not installed; `DecoderError` if nothing is drawn.
  init(_ title: Timeline.Title, _ size: PixelSize) throws {
    // Colours in files are those of sRGB.
    caps = try Caps(
      "video/x-raw,format=BGRA,width=\(size.width),height=\(size.height),framerate=25/1,pixel-aspect-ratio=1/1,"
        + "interlace-mode=progressive,colorimetry=sRGB")
    let overlay = try Element.make("textoverlay")
    for (name, value) in VideoText(title).settings(height: size.height) { try overlay.set(name, to: value) }
    try overlay.set("text", to: PangoText.escaped(title.text))
    let frame = Buffer(copying: [UInt8](repeating: 0, count: size.width * size.height * 4))
    buffer = try Self.draw(on: frame, caps, overlay)
  }

  /// Sends a frame through an element without a pipeline.
  private static func draw(on frame: Buffer, _ caps: Caps, _ overlay: Element) throws -> Buffer {
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
    return buffer
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

extension VideoText {
  fileprivate init(_ title: Timeline.Title) {
    self.init { ($0.text, $0.style) = (title.text, title.style) }
  }
}

/// A title as the source of a clip, shown at all times.
final class TitleInput: SourceInput {
  private let frame: SourceFrame

  init(_ picture: TitlePicture) {
    frame = SourceFrame(
      start: .zero, end: ExactTime(Int128(1) << 40, over: 1), content: .frame(picture.buffer, picture.caps),
      orientation: .identity)
  }

  func frame(at time: ExactTime, _ cancellation: Cancellation) -> SourceFrame? { frame }
  var nextStart: ExactTime? { nil }
}
