package import CoreGraphics
package import MediaGraph

/// A frame, or a colour, in its place on a canvas.
package struct FrameLayer: Sendable {
  package enum Content: Sendable {
    case frame(ImportedFrame)
    /// As large as a frame of these numbers of pixels.
    case color(RGBColor, width: Int, height: Int)
  }

  package var content: Content
  /// From the frame's pixels, as they are stored, to the canvas'.
  package var transform = CGAffineTransform.identity
  /// The part of the frame that is seen, in its pixels; all of it if nil.
  package var seen: CGRect?
  /// The part of the canvas that may be touched; all of it if nil.
  package var clip: CGRect?
  /// From 0, invisible, to 1, opaque.
  package var opacity = 1.0
  /// Adds the clip that the layer is of, and its time, to errors.
  var naming: (@Sendable (any Error) -> any Error)?

  package init(_ content: Content, transform: CGAffineTransform = .identity, seen: CGRect? = nil, opacity: Double = 1) {
    (self.content, self.transform, self.seen, self.opacity) = (content, transform, seen, opacity)
  }

  var size: (width: Int, height: Int) {
    switch content {
    case .frame(let frame): (frame.width, frame.height)
    case .color(_, let width, let height): (width, height)
    }
  }

  var hasAlpha: Bool { if case .frame(let frame) = content { frame.hasAlpha } else { false } }

  func geometry(on canvas: (width: Int, height: Int)) -> LayerGeometry? {
    guard opacity > 0 else { return nil }
    return LayerGeometry(
      width: size.width, height: size.height, transform, seen: seen, clip: clip, canvas: canvas)
  }
}

/// A step in the making of a frame, from the bottom up.
package enum CompositionStep: Sendable {
  case layer(FrameLayer)
  /// The mean of two results, each with layers of its own over what is below: `weight`, from 0 to 1, is that of the second.
  ///
  /// A dissolve between frames that do not cover the canvas: where only one of them is, it fades.
  case mix([FrameLayer], [FrameLayer], weight: Double)
}
