// Module VideoToolbox: images of pixel buffers, and the names of coders' properties and profiles, which writers take
// among AVVideoCompressionPropertiesKey. It has no sessions: AVFoundation's readers and writers code.

@_exported import CoreMedia
internal import GStreamer
internal import MediaSource

/// Makes an image of a frame, in its right colours: sRGB, or the colour space of its attachments.
///
/// - Parameters:
///   - options: None are known.
///   - imageOut: Becomes the image; nil if there is none.
/// - Returns: 0 for success; `kVTPixelTransferNotSupportedErr` for pixel formats that cannot be converted.
@discardableResult
public func VTCreateCGImageFromCVPixelBuffer(
  _ pixelBuffer: CVPixelBuffer, options: CFDictionary?, imageOut: UnsafeMutablePointer<CGImage?>
) -> OSStatus {
  // The memory may hold garbage, which is not released.
  imageOut.initialize(to: nil)
  do {
    let format = try PixelBufferFormat(of: pixelBuffer)
    let image = try ImageRenderer().image(Buffer(wrapping: pixelBuffer, as: format), format.caps, nil, ImageSettings())
    imageOut.initialize(to: image)
    return noErr
  } catch {
    return kVTPixelTransferNotSupportedErr
  }
}
