internal import CReel
import Dispatch
import Foundation

/// The steps that make a frame, each of which needs only the rows before it: parts of rows are drawn on several cores.
struct Drawing {
  private enum Step {
    /// A layer's part for each plane.
    case draw([CReelLayer], on: PlanarFrame)
    case drawAlpha([CReelLayer])
    case copy(to: PlanarFrame)
    case mix(PlanarFrame, PlanarFrame, weight: Int)
  }

  private let target: PlanarFrame
  private let isPortable: Bool
  private var steps: [Step] = []
  /// Kept until the steps are done.
  private var retained: [AnyObject] = []
  /// False once memory was short.
  var hasMemory = true

  init(target: PlanarFrame, isPortable: Bool) { (self.target, self.isPortable) = (target, isPortable) }

  mutating func retain(_ object: AnyObject) { retained.append(object) }

  /// Draws a layer on the target, or on another frame.
  mutating func draw(_ parts: [CReelLayer], on other: PlanarFrame?) { steps.append(.draw(parts, on: other ?? target)) }

  /// Draws the planes of alpha on those of the target.
  mutating func drawAlpha(_ parts: [CReelLayer]) { steps.append(.drawAlpha(parts)) }

  /// Copies the target so far.
  mutating func copy(to other: PlanarFrame) { steps.append(.copy(to: other)) }

  /// Makes the target a mix of two frames of its size.
  mutating func mix(_ a: PlanarFrame, _ b: PlanarFrame, weight: Int) { steps.append(.mix(a, b, weight: weight)) }

  /// Takes all steps.
  ///
  /// - Parameter isLarge: True if cores share the rows.
  mutating func run(height: Int, isLarge: Bool) {
    let count = isLarge ? max(1, min(ProcessInfo.processInfo.activeProcessorCount, 8, height / 64)) : 1
    // Pairs of rows share a row of chroma.
    let pairs = (height + 1) / 2
    let failures = FailureFlag()
    if count == 1 {
      if !take(0, pairs) { failures.set() }
    } else {
      // Rows are written by one part each.
      nonisolated(unsafe) let copy = self
      DispatchQueue.concurrentPerform(iterations: count) { part in
        if !copy.take(pairs * part / count, pairs * (part + 1) / count) { failures.set() }
      }
    }
    if failures.isSet { hasMemory = false }
    withExtendedLifetime(retained) {}
  }

  /// Takes all steps for some pairs of rows.
  private func take(_ first: Int, _ end: Int) -> Bool {
    var isDone = true
    for step in steps {
      switch step {
      case .draw(let parts, let frame): isDone = draw(parts, frame.planes, first, end) && isDone
      case .drawAlpha(let parts): isDone = draw(parts, target.alphas, first, end) && isDone
      case .copy(let other): mix(target, target, 0, on: other, first, end)
      case .mix(let a, let b, let weight): mix(a, b, weight, on: target, first, end)
      }
    }
    return isDone
  }

  private func draw(_ parts: [CReelLayer], _ planes: [CReelPlane], _ first: Int, _ end: Int) -> Bool {
    var isDone = true
    for (index, (part, plane)) in zip(parts, planes).enumerated() {
      var (part, plane) = (part, plane)
      let rows = index == 0 ? 2 : 1
      isDone = creel_draw_layer(&plane, &part, CInt(first * rows), CInt(end * rows), isPortable) && isDone
    }
    return isDone
  }

  private func mix(_ a: PlanarFrame, _ b: PlanarFrame, _ weight: Int, on frame: PlanarFrame, _ first: Int, _ end: Int) {
    for index in frame.planes.indices {
      var (plane, a, b) = (frame.planes[index], a.planes[index], b.planes[index])
      let rows = index == 0 ? 2 : 1
      creel_mix_planes(&plane, &a, &b, CInt(weight), CInt(first * rows), CInt(end * rows), isPortable)
    }
  }
}

/// A flag that any thread may set.
private final class FailureFlag: Sendable {
  private let lock = NSLock()
  private nonisolated(unsafe) var value = false

  func set() { lock.withLock { value = true } }
  var isSet: Bool { lock.withLock { value } }
}
