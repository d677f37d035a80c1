internal import CoreMedia
internal import MediaGraph

/// Clips of a layer that play one part of a source: those that follow each other without a jump are read as one.
struct AudioRun: Sendable {
  /// The first clip; the map of the run is its map.
  let clip: RenderClip
  /// The samples of the timeline.
  private(set) var samples: Range<Int64>
  /// The gains of the clips, in turn.
  private(set) var parts: [Part]
  private var lastMap: TimeMap

  struct Part: Sendable {
    let samples: Range<Int64>
    let gain: GainEnvelope
  }

  var map: TimeMap { clip.map }

  /// The samples of the run's part of the source.
  func sourceSamples(_ rate: Int) -> Range<Int64> {
    let start = max(0, ExactTime(map.sourceRange.start).nearest(rate))
    return start..<max(start, ExactTime(lastMap.sourceRange.end).nearest(rate))
  }

  private init(_ clip: RenderClip, rate: Int) {
    (self.clip, lastMap) = (clip, clip.map)
    samples = Self.samples(of: clip, rate: rate)
    parts = [Part(samples: samples, gain: GainEnvelope(clip, rate: rate))]
  }

  /// The runs of a layer, in the order of their beginnings. Clips that are never heard are left out.
  static func runs(of layer: RenderLayer, rate: Int) -> [AudioRun] {
    var runs: [AudioRun] = []
    for clip in layer.clips where clip.isHeard {
      if let last = runs.last, last.isContinued(by: clip) {
        runs[runs.count - 1].append(clip, rate: rate)
      } else {
        runs.append(AudioRun(clip, rate: rate))
      }
    }
    return runs.filter { !$0.samples.isEmpty }
  }

  /// The samples of the timeline that a clip covers: from the one nearest to its beginning to the one nearest to its end.
  static func samples(of clip: RenderClip, rate: Int) -> Range<Int64> {
    let (start, end) = (ExactTime(clip.range.start).nearest(rate), ExactTime(clip.range.end).nearest(rate))
    return start..<max(start, end)
  }

  private func isContinued(by next: RenderClip) -> Bool {
    guard case .media(let media) = clip.source, case .media(let other) = next.source, media === other else {
      return false
    }
    return next.entry == nil && next.audio == clip.audio && next.pitch == clip.pitch
      && lastMap.isContinued(by: next.map)
  }

  private mutating func append(_ next: RenderClip, rate: Int) {
    let own = Self.samples(of: next, rate: rate)
    samples = samples.lowerBound..<max(samples.upperBound, own.upperBound)
    parts.append(Part(samples: own, gain: GainEnvelope(next, rate: rate)))
    lastMap = next.map
  }
}
