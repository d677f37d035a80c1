package import CoreMedia
internal import CoreGraphics
internal import MediaGraph

/// A part of a timeline in which the same clips are there.
package struct RenderSpan: Sendable {
  package let range: CMTimeRange
  /// From the bottom up.
  package var clips: [RenderClip]
}

extension RenderPlan {
  /// The spans of the timeline, one after the other, without a gap: each begins where a clip or a transition begins or ends.
  package var spans: [RenderSpan] {
    var borders = [CMTime.zero, duration]
    for clip in layers.flatMap(\.clips) { borders += [clip.range.start, clip.range.end] }
    borders.sort()
    var spans: [RenderSpan] = []
    for (start, end) in zip(borders, borders.dropFirst()) where start < end {
      // Clips are in order: the few that are there are near each other.
      var span = RenderSpan(range: CMTimeRange(start: start, end: end), clips: [])
      for layer in layers {
        span.clips += layer.clips[layer.firstClip(endingAfter: start)...].prefix { $0.range.start < end }
      }
      spans.append(span)
    }
    return spans
  }

  /// A line for each clip and for each transition, for people; the layers from the bottom up.
  package var explanation: [String] {
    var lines: [String] = []
    for (number, layer) in layers.enumerated() where !layer.clips.isEmpty {
      if layers.count > 1 { lines.append("layer \(number):") }
      let indent = layers.count > 1 ? "  " : ""
      lines += layer.clips.flatMap { clip in clip.explanation.map { indent + $0 } }
    }
    return lines
  }
}

extension RenderLayer {
  /// The number of the first clip that ends behind a time.
  package func firstClip(endingAfter time: CMTime) -> Int {
    var (low, high) = (0, clips.count)
    while low < high {
      let middle = (low + high) / 2
      if clips[middle].range.end <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RenderClip {
  fileprivate var explanation: [String] {
    let speed = map.forwards.keepsSpeed ? "" : " at \(Self.text(map.speed)) times its speed"
    let start =
      map.isReversed
      ? "backwards from \(map.sourceRange.end.rationalText)" : "from \(map.sourceRange.start.rationalText)"
    var lines = ["\(Self.text(range)): '\(self.source.name)' \(start)\(speed)"]
    if let exit { lines.append("\(Self.text(exit.range)): \(exit.kind.rawValue) to the next clip") }
    return lines
  }

  private static func text(_ range: CMTimeRange) -> String {
    "\(range.start.rationalText) to \(range.end.rationalText)"
  }
  private static func text(_ speed: ExactTime) -> String {
    speed.denominator == 1 ? "\(speed.numerator)" : "\(speed.numerator)/\(speed.denominator)"
  }
}
