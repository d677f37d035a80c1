internal import CReel
internal import MediaSource

/// The tables of a layer's geometry for one plane. Immutable.
final class LayerSampler: Sendable {
  /// Freed once, with this object; read until then.
  nonisolated(unsafe) let sampler: OpaquePointer

  /// Nil for maps that make nothing visible, and for frames that are too large.
  init?(_ map: CReelMap, _ source: CReelPlane, _ bounds: (left: Int, top: Int, right: Int, bottom: Int)) {
    var (map, source) = (map, source)
    guard
      let sampler = creel_sampler_new(
        &map, &source, CInt(bounds.left), CInt(bounds.top), CInt(bounds.right), CInt(bounds.bottom))
    else { return nil }
    self.sampler = sampler
  }

  deinit { creel_sampler_free(sampler) }

  var copies: Bool { creel_sampler_copies(sampler) }
}

/// The samplers of the last frames' layers: most layers stay in their places. Belongs to one thread.
struct LayerSamplerCache {
  private struct Key: Hashable {
    let numbers: [Double]
    let sizes: [Int]
  }

  private var known: [Key: LayerSampler] = [:]
  private var used: [Key: LayerSampler] = [:]

  mutating func sampler(
    _ map: CReelMap, _ source: CReelPlane, _ bounds: (left: Int, top: Int, right: Int, bottom: Int)
  ) -> LayerSampler? {
    let key = Key(
      numbers: [map.xx, map.xy, map.x0, map.yx, map.yy, map.y0],
      sizes: [
        Int(source.width), Int(source.height), Int(source.components), Int(source.bytes), Int(source.depth),
        bounds.left, bounds.top, bounds.right, bounds.bottom,
      ])
    let sampler = used[key] ?? known[key] ?? LayerSampler(map, source, bounds)
    used[key] = sampler
    return sampler
  }

  /// Forgets the samplers that the last frame did not use.
  mutating func endFrame() { (known, used) = (used, [:]) }
}
