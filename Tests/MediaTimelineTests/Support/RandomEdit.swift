import CoreMedia
import Foundation
import MediaGraph
import MediaSourceTesting

/// A random timeline, and how its frames are to look: by the simplest arithmetic.
struct RandomEdit {
  struct Clip {
    let source: Int
    /// On the timeline, in units of `scale` a second.
    let start: Int64
    let length: Int64
    /// In the source.
    let from: Int64
    let sourceLength: Int64
    /// At the beginning and the end of the clip.
    let opacity: (from: Double, to: Double)
    /// The length of the dissolve at its beginning.
    let fade: Int64
    let isReversed: Bool
  }

  /// Units a second of all times.
  static let scale: Int64 = 120_000
  let rate: FrameRate
  var layers: [[Clip]] = []

  /// - Parameter ends: The ends of the sources, in seconds.
  init(seed: UInt64, sources: [Double]) {
    var random = SeededGenerator(state: seed &* 0x9E37_79B9_7F4A_7C15)
    let rates: [(Int32, Int32)] = [(25, 1), (30, 1), (24000, 1001), (60, 1), (12, 1)]
    let chosen = rates.randomElement(using: &random)!
    rate = FrameRate(chosen.0, chosen.1)!
    for layer in 0..<Int.random(in: 1...3, using: &random) {
      var clips: [Clip] = []
      var end = layer == 0 ? 0 : Int64.random(in: 0...Self.scale, using: &random)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let source = Int.random(in: sources.indices, using: &random)
        let length = Int64.random(in: 2000...Self.scale, using: &random)
        let speeds = [1, 1, 1, 0.25, 0.5, 0.7, 1.3, 2, 3.7, 8]
        let room = Int64(sources[source] * Double(Self.scale)) - 10
        let sourceLength = min(room - 1, max(10, Int64(Double(length) * speeds.randomElement(using: &random)!)))
        let from = Int64.random(in: 0...room - sourceLength, using: &random)
        // A cut in a frame, and one on a frame's beginning.
        let snapped = Bool.random(using: &random) ? from : from / 4800 * 4800
        var fade: Int64 = 0
        if let last = clips.last, Bool.random(using: &random) {
          fade = min(length, last.length - last.fade, Int64.random(in: 1...Self.scale / 2, using: &random))
        }
        if fade == 0, Int.random(in: 0..<5, using: &random) == 0 { end += Int64.random(in: 1...60000, using: &random) }
        let opacity: (from: Double, to: Double) =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: (0.5, 0.5)
          case 1: (0, 1)
          default: (1, 1)
          }
        clips.append(
          Clip(
            source: source, start: end - fade, length: length, from: snapped, sourceLength: sourceLength,
            opacity: opacity, fade: fade, isReversed: Int.random(in: 0..<4, using: &random) == 0))
        end = end - fade + length
      }
      layers.append(clips)
    }
  }

  var end: Int64 { layers.flatMap { $0 }.map { $0.start + $0.length }.max() ?? 0 }

  /// The timeline's own description.
  func timeline(_ clips: [TimelineClips.Clip]) -> Timeline {
    func time(_ units: Int64) -> MediaTime { .rational(units, Int32(Self.scale)) }
    func items(_ layer: [Clip]) -> [Timeline.Item] {
      layer.enumerated().flatMap { index, clip -> [Timeline.Item] in
        var items: [Timeline.Item] = []
        if clip.fade > 0 {
          items.append(
            .transition(
              .init {
                $0.transition = .crossfade
                $0.duration = time(clip.fade)
              }))
        }
        items.append(
          .clip(
            .init {
              $0.clip = .location(Location(clips[clip.source].path))
              $0.from = time(clip.from)
              $0.to = time(clip.from + clip.sourceLength)
              $0.duration = time(clip.length)
              if clip.isReversed { $0.reverse = true }
              if clip.fade == 0 { $0.at = time(clip.start) }
              if clip.opacity.from != 1 || clip.opacity.to != 1 {
                $0.opacity = .keys([
                  .init(at: time(0), Timeline.Opacity(clip.opacity.from)),
                  .init(at: time(clip.length), Timeline.Opacity(clip.opacity.to)),
                ])
              }
            }))
        return items
      }
    }
    return Timeline {
      $0.size = PixelSize(width: TimelineClips.width, height: TimelineClips.height)
      $0.frameRate = rate
      $0.items = items(layers[0])
      $0.layers = layers.dropFirst().map { layer in Timeline.Layer { $0.items = items(layer) } }
    }
  }

  var frameCount: Int {
    // The last frame may be shorter.
    let units = Int128(end) * Int128(rate.numerator), frame = Int128(rate.denominator) * Int128(Self.scale)
    return Int((units + frame - 1) / frame)
  }

  /// The pixels of a frame, with the names of the source frames that it is made of.
  func expected(_ number: Int, _ clips: [TimelineClips.Clip]) -> (pixels: [Double], names: String) {
    let luma = TimelineClips.width * TimelineClips.height
    var pixels = [Double](repeating: 16, count: luma) + [Double](repeating: 128, count: luma / 2)
    var names = ""
    // In units of 1 / (scale · numerator) seconds.
    let now = Int128(number) * Int128(rate.denominator) * Int128(Self.scale), unit = Int128(rate.numerator)
    for layer in layers {
      var rest = 1.0
      var added = [Double](repeating: 0, count: pixels.count)
      let active = layer.filter { Int128($0.start) * unit <= now && now < Int128($0.start + $0.length) * unit }
      for (index, clip) in active.enumerated() {
        let passed = now - Int128(clip.start) * unit
        let way = passed * Int128(clip.sourceLength)
        let start = Int128(clip.from + (clip.isReversed ? clip.sourceLength : 0)) * unit * Int128(clip.length)
        let denominator = Int128(Self.scale) * unit * Int128(clip.length)
        // Backwards, the frame that ends at the time or behind it.
        let numerator = clip.isReversed ? start - way - 1 : start + way
        let frame = clips[clip.source].frame(at: numerator, over: denominator)
        let part = Double(passed) / Double(Int128(clip.length) * unit)
        var weight = clip.opacity.from + (clip.opacity.to - clip.opacity.from) * part
        // A dissolve: each result over what is below, and their mean.
        if index == 1 { weight *= Double(passed) / Double(Int128(clip.fade) * unit) }
        if index == 0, active.count == 2 {
          weight *= 1 - Double(now - Int128(active[1].start) * unit) / Double(Int128(active[1].fade) * unit)
        }
        names += " \(clips[clip.source].kind)\(clip.isReversed ? "⏴" : "")[\(frame)]·\(weight)"
        rest -= weight
        let source = clips[clip.source].frames[frame]
        source.withUnsafeBufferPointer { source in
          added.withUnsafeMutableBufferPointer { added in
            var index = 0
            while index < added.count {
              added[index] += Double(source[index]) * weight
              index += 1
            }
          }
        }
      }
      pixels.withUnsafeMutableBufferPointer { pixels in
        added.withUnsafeBufferPointer { added in
          var index = 0
          while index < pixels.count {
            pixels[index] = pixels[index] * rest + added[index]
            index += 1
          }
        }
      }
    }
    return (pixels, names)
  }
}
