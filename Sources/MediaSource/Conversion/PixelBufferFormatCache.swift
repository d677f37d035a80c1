package import GStreamer
import CoreMedia
import Synchronization

/// The formats of a track's frames, made once each.
package final class PixelBufferFormatCache: Sendable {
  /// The conversion of frames of one format into pixel buffers.
  package struct Wrapping: Sendable {
    package let format: PixelBufferFormat
    /// For formats that Core Video lacks.
    let converter: VideoConverter?

    package func pixelBuffer(_ buffer: Buffer) throws -> CVPixelBuffer {
      try format.pixelBuffer(converter.map { try $0.convert(buffer) } ?? buffer)
    }
  }

  package init() {}

  private let known = Mutex<[(caps: Caps, wrapping: Wrapping)]>([])

  package func format(of caps: Caps) throws -> Wrapping {
    try known.withLock { known in
      if let entry = known.first(where: { $0.caps === caps || $0.caps == caps }) { return entry.wrapping }
      let wrapping = try Self.make(caps)
      known.append((caps, wrapping))
      return wrapping
    }
  }

  private static func make(_ caps: Caps) throws -> Wrapping {
    if let format = try? PixelBufferFormat(caps) { return Wrapping(format: format, converter: nil) }
    let converter = try VideoConverter(toCoreVideoFrom: caps)
    return Wrapping(format: try PixelBufferFormat(converter.caps), converter: converter)
  }
}
