internal import GStreamer
import CoreGraphics
import MovieFile

/// Decodes the images of a GIF file: each sample gives the whole screen, with alpha.
final class GIFSession: SampleDecoder {
  private var decoder = GIFDecoder()
  private var outputs: [DecoderSession.Output] = []
  private var caps: (screen: GIFScreen, caps: Caps)?
  private var message: String?
  private let pixelShape: (width: Int, height: Int)?

  init(_ format: CodedFormat) { pixelShape = format.description?.pixelShape }

  func push(_ buffer: Buffer, stamp: Int, isSync: Bool) -> Bool {
    var isWhole = false
    do {
      isWhole = try buffer.withUnsafeBytes { bytes in try decoder.decode(bytes) }
    } catch {
      message = "\(error)"
    }
    guard let screen = decoder.screen, let caps = try? caps(of: screen) else { return false }
    // Later images go on from what is on the screen: an image that is damaged is an error of its own.
    let frame = decoder.canvas.withUnsafeBytes { Buffer(copying: $0) }
    if !isWhole { frame.setFlags(.corrupted) }
    outputs.append(.init(stamp: stamp, buffer: frame, caps: caps))
    return true
  }

  private func caps(of screen: GIFScreen) throws -> Caps {
    if let caps, caps.screen == screen { return caps.caps }
    let shape = pixelShape ?? (1, 1)
    let made = try Caps(
      "video/x-raw,format=BGRA,width=\(screen.width),height=\(screen.height),framerate=0/1,"
        + "interlace-mode=progressive,pixel-aspect-ratio=\(shape.width)/\(shape.height),colorimetry=sRGB")
    caps = (screen, made)
    return made
  }

  func drain() {}

  func restart() {
    decoder = GIFDecoder()
    (outputs, message) = ([], nil)
  }

  func takeOutputs() -> [DecoderSession.Output] {
    defer { outputs = [] }
    return outputs
  }

  var complaint: String? {
    defer { message = nil }
    return message
  }
}
