internal import CCairo
import Foundation

/// A transparency layer that has begun.
struct TransparencyLayer {
  /// The state to return to, whose alpha and blend mode the layer is drawn with.
  var state: CGContext.State
  /// States that were saved before the layer.
  var savedStateCount: Int
}

extension CGContext {
  /// Draws what follows into a transparent layer that is drawn as a whole when it ends, with the alpha and the blend
  /// mode of now. Inside, both start afresh.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    // Cairo's group is as large as the clip, and saves its state.
    cairo_push_group(cairo)
    layers.append(TransparencyLayer(state: state, savedStateCount: savedStates.count))
    state.alpha = 1
    state.blendMode = .normal
    applyTransform()
  }

  /// As `beginTransparencyLayer(auxiliaryInfo:)`, limited to a rectangle.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Draws the layer that began last, and returns to the state of its beginning; without effect if there is none.
  public func endTransparencyLayer() {
    while let layer = layers.last, savedStates.count > layer.savedStateCount { restoreGState() }
    guard let layer = layers.popLast() else { return }
    guard let pattern = cairo_pop_group(cairo) else { return }
    defer { cairo_pattern_destroy(pattern) }
    state = layer.state
    applyTransform()
    let clip = boundingBoxOfClipPath
    guard !clip.isNull else { return }
    draw(in: clip) {
      cairo_save(cairo)
      cairo_set_source(cairo, pattern)
      cairo_set_operator(cairo, state.blendMode.cairoOperator)
      cairo_paint_with_alpha(cairo, Double(state.alpha))
      cairo_restore(cairo)
    }
  }
}
