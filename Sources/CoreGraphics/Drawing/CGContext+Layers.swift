internal import CCairo
import Foundation

/// A transparency layer that has begun.
struct TransparencyLayer {
  /// The state to restore, whose alpha and blend mode apply to the layer.
  var state: CGContext.State
  /// The number of states that were saved before the layer.
  var savedStateCount: Int
}

extension CGContext {
  /// Begins a transparency layer that is composited as a whole at its end, with the present alpha, blend
  /// mode, shadow and mask. Inside, these are reset.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    // Cairo's group is as large as the clip, and saves its state.
    cairo_push_group(cairo)
    layers.append(TransparencyLayer(state: state, savedStateCount: savedStates.count))
    state.alpha = 1
    state.blendMode = .normal
    state.shadow = nil
    state.mask = nil
    applyTransform()
  }

  /// As `beginTransparencyLayer(auxiliaryInfo:)`, limited to a rectangle.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Composites the innermost layer, and restores the state of its beginning; no effect without a layer.
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
