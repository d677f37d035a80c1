/// The frames that a compositor makes: their size and their pixel buffers.
///
/// Source: `AVVideoCompositionRenderContext`.
open class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant, and the pool has a lock.
  /// The composition that is rendered.
  public final let videoComposition: AVVideoComposition
  private let pool: CVPixelBufferPool?

  /// - Parameter required: The attributes that the compositor asks for; the size is the composition's.
  /// - Throws: `AVError` for pixel buffers that cannot be made.
  init(_ composition: AVVideoComposition, _ required: [String: any Sendable]) throws {
    videoComposition = composition
    let pixelFormat = try required.pixelFormat() ?? kCVPixelFormatType_32BGRA
    let attributes = (required as [String: Any]).merging([
      kCVPixelBufferPixelFormatTypeKey as String: pixelFormat,
      kCVPixelBufferWidthKey as String: Int(composition.renderSize.width),
      kCVPixelBufferHeightKey as String: Int(composition.renderSize.height),
    ]) { _, own in own }
    var pool: CVPixelBufferPool?
    guard CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &pool) == kCVReturnSuccess else {
      throw AVError(
        .invalidVideoComposition,
        reason:
          "its compositor asks for \(CMFormatDescription.MediaSubType(rawValue: pixelFormat)) buffers that cannot be made",
        suggestion: "look at its requiredPixelBufferAttributesForRenderContext")
    }
    self.pool = pool
    super.init()
  }

  /// The size of the frames, in pixels.
  open var size: CGSize { videoComposition.renderSize }

  /// The scale of the frames; 1.
  open var renderScale: Float { videoComposition.renderScale }

  /// The transform from the composition's coordinates to those of the frames: the identity at a scale of 1.
  open var renderTransform: CGAffineTransform { .identity }

  /// Returns a pixel buffer for a composed frame, with the colours of the composition attached; nil if there is no memory.
  open func newPixelBuffer() -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    guard let pool, CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess, let buffer else {
      return nil
    }
    let values = videoComposition.current
    for (key, value) in [
      (kCVImageBufferColorPrimariesKey, values.colorPrimaries),
      (kCVImageBufferTransferFunctionKey, values.colorTransferFunction),
      (kCVImageBufferYCbCrMatrixKey, values.colorYCbCrMatrix),
    ] {
      if let value { CVBufferSetAttachment(buffer, key, value as CFString, .shouldPropagate) }
    }
    return buffer
  }
}
