internal import CCairo
import Foundation

/// The scaling of images.
public enum CGInterpolationQuality: Int32, Sendable {
  /// Reel's choice: averages when shrinking, blends two pixels when enlarging.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Blends four pixels.
  case low = 2
  /// The best filter that Reel has, and the slowest.
  case high = 3
  /// As `default`.
  case medium = 4
}

extension CGContext {
  /// Saves the transform, the clip, colours, line style and modes.
  public func saveGState() {
    cairo_save(cairo)
    savedStates.append(state)
  }

  /// Restores the last saved state; no effect without one.
  public func restoreGState() {
    // A state saved outside a transparency layer cannot be restored inside it.
    guard savedStates.count > (layers.last?.savedStateCount ?? 0), let saved = savedStates.popLast() else { return }
    // The path is not part of the state, but it is in Cairo: it would be restored with another transform.
    state = saved
    cairo_restore(cairo)
    applyTransform()
    applyAntialiasing()
  }

  /// The transform from user space to the bitmap, whose origin is its lower left corner.
  public var ctm: CGAffineTransform { state.transform }

  /// The transform from user space to pixels; the same as `ctm`.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.transform }

  /// Moves the origin.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    setTransform(state.transform.translatedBy(x: tx, y: ty))
  }

  /// Scales the axes.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    setTransform(state.transform.scaledBy(x: sx, y: sy))
  }

  /// Rotates the axes by an angle in radians, counterclockwise.
  public func rotate(by angle: CGFloat) {
    setTransform(state.transform.rotated(by: angle))
  }

  /// Applies a transform before all earlier ones.
  public func concatenate(_ transform: CGAffineTransform) {
    setTransform(transform.concatenating(state.transform))
  }

  /// Returns the pixel position of a point of user space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform) }
  /// Returns the size in pixels of a size of user space.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.transform) }
  /// Returns the pixel rectangle around a rectangle of user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform) }
  /// Returns the point of user space at a pixel position.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.transform.inverted()) }
  /// Returns the size of user space of a size in pixels.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.transform.inverted()) }
  /// Returns the rectangle of user space around a pixel rectangle.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.transform.inverted()) }

  /// Sets the opacity of drawing, from 0 to 1.
  public func setAlpha(_ alpha: CGFloat) {
    state.alpha = CGFloat(unit(Double(alpha)))
  }

  /// The scaling of images.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Sets whether edges are smoothed, if the context allows it.
  public func setShouldAntialias(_ shouldAntialias: Bool) {
    state.shouldAntialias = shouldAntialias
    applyAntialiasing()
  }

  /// Sets whether the context allows smoothed edges, as at first; not part of the saved state.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {
    self.allowsAntialiasing = allowsAntialiasing
    applyAntialiasing()
  }

  private func applyAntialiasing() {
    let isSmooth = state.shouldAntialias && allowsAntialiasing
    cairo_set_antialias(cairo, isSmooth ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
  }

  /// The transform from pixels above the lower left corner to Cairo's, below the upper left one.
  private var flip: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// True if the transform is invertible: Cairo fails permanently after a matrix that is not, so such a transform is
  /// only stored, and drawing is skipped while it is set.
  var canDraw: Bool {
    let t = state.transform
    let determinant = t.determinant
    return determinant.isNormal && t.tx.isFinite && t.ty.isFinite
      && cairo_status(cairo) == CAIRO_STATUS_SUCCESS
  }

  /// The transform from user space to Cairo's device space.
  var cairoTransform: CGAffineTransform { state.transform.concatenating(flip) }

  private func setTransform(_ transform: CGAffineTransform) {
    state.transform = transform
    applyTransform()
  }

  func applyTransform() {
    guard canDraw else { return }
    var matrix = cairo_matrix_t(cairoTransform)
    cairo_set_matrix(cairo, &matrix)
  }

  /// Runs drawing that does not exceed a rectangle of user space, with the shadow and the mask of the state.
  func draw(in rect: CGRect, _ body: () -> Void) {
    guard canDraw else { return }
    func drawShadowed() {
      if let shadow = state.shadow { paint(shadow, of: body) }
      body()
    }
    func drawMasked() {
      if let mask = state.mask { keep(mask, of: drawShadowed) } else { drawShadowed() }
    }
    // Inside a layer Cairo draws into a surface of its own; the bitmap changes when the layer ends.
    if !layers.isEmpty { return drawMasked() }
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    bitmap.draw(in: state.shadow == nil ? rect.applying(cairoTransform) : bounds, drawMasked)
  }
}

extension cairo_matrix_t {
  init(_ t: CGAffineTransform) {
    self.init(xx: Double(t.a), yx: Double(t.b), xy: Double(t.c), yy: Double(t.d), x0: Double(t.tx), y0: Double(t.ty))
  }
}
