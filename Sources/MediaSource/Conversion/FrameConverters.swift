internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// The colour of a background, 0 to 255 for each part; alpha is lost in formats that have none.
package struct VideoBackground: Hashable, Sendable {
  package var red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  package static let black = VideoBackground(red: 0, green: 0, blue: 0)
}

/// The converters of one cursor, made when the format of its frames changes. Belongs to the thread of the cursor.
final class FrameConverters {
  private var last: (source: Caps, format: FrameFormat, converter: VideoConverter?)?
  private var lastBackground: (background: VideoBackground, caps: Caps, buffer: Buffer)?

  /// The converter from a format to a wanted one; nil if they are the same.
  func converter(from source: Caps, to format: FrameFormat) throws -> VideoConverter? {
    if format == FrameFormat() { return nil }
    if let last, last.format == format, last.source === source || last.source == source { return last.converter }
    let target = try format.caps(from: source)
    let converter = target == source ? nil : try VideoConverter(from: source, to: target)
    last = (source, format, converter)
    return converter
  }

  /// A frame of one colour.
  func background(_ background: VideoBackground, _ caps: Caps) throws -> Buffer {
    if let last = lastBackground, last.background == background, last.caps === caps || last.caps == caps {
      return last.buffer
    }
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
    let (width, height) = (Int(info.width), Int(info.height))
    let pixel = [background.blue, background.green, background.red, background.alpha]
    let bytes = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, initialized in
      for index in 0..<width * height * 4 { target[index] = pixel[index & 3] }
      initialized = width * height * 4
    }
    let source = try Caps("video/x-raw,format=BGRA,width=\(width),height=\(height),framerate=0/1")
    let buffer = try VideoConverter(from: source, to: caps).convert(Buffer(copying: bytes))
    lastBackground = (background, caps, buffer)
    return buffer
  }
}
