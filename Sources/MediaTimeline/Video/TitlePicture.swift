internal import CoreGraphics
internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// A title, drawn once on a transparent frame: blue, green, red and alpha.
struct TitlePicture: Sendable {
  let buffer: Buffer
  let caps: Caps

  /// - Throws: `GStreamerError` where Pango's plugin is not installed; `DecoderError` if nothing is drawn.
  init(_ title: Timeline.Title, _ size: PixelSize) throws {
    // Colours in files are those of sRGB.
    let caps = try Caps(
      "video/x-raw,format=BGRA,width=\(size.width),height=\(size.height),framerate=25/1,pixel-aspect-ratio=1/1,"
        + "interlace-mode=progressive,colorimetry=sRGB")
    func drawn(fromTop: Bool) throws -> DrawnText {
      let frame = Buffer(copying: [UInt8](repeating: 0, count: size.width * size.height * 4))
      return try DrawnText(VideoText(title), on: frame, caps, height: size.height, fromTop: fromTop)
    }
    let text = try drawn(fromTop: false)
    self.caps = caps
    buffer = text.isTooTall ? try drawn(fromTop: true).frame : text.frame
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
