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

  /// The aspect ratio of pixels: frames of compositions have square ones.
  open var pixelAspectRatio: AVPixelAspectRatio { AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1) }

  /// The pixels at the edges that are not shown; none.
  open var edgeWidths: AVEdgeWidths { AVEdgeWidths() }

  /// True if quality is worth more than speed: frames are composed for readers, images and exports, which wait for them.
  open var highQualityRendering: Bool { true }

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

/// The widths of the edges of a frame, in pixels.
///
/// Source: `AVEdgeWidths`.
public struct AVEdgeWidths: Hashable, Sendable {
  public var left: CGFloat
  public var top: CGFloat
  public var right: CGFloat
  public var bottom: CGFloat

  /// Creates the widths of a frame without edges.
  public init() { self.init(left: 0, top: 0, right: 0, bottom: 0) }

  public init(left: CGFloat, top: CGFloat, right: CGFloat, bottom: CGFloat) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

/// The aspect ratio of pixels.
///
/// Source: `AVPixelAspectRatio`.
public struct AVPixelAspectRatio: Hashable, Sendable {
  /// The width of a pixel, in relation to the other spacing.
  public var horizontalSpacing: Int
  /// The height of a pixel, in relation to the other spacing.
  public var verticalSpacing: Int

  /// Creates a ratio whose spacings are zero, as in C.
  public init() { self.init(horizontalSpacing: 0, verticalSpacing: 0) }

  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
  }
}
