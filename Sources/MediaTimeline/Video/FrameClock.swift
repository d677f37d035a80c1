package import CoreMedia
internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import MovieFile

/// The times of a timeline's frames, by their numbers: multiples of the frame duration, or the times at which a layer's sources have
/// frames.
///
///     layer   |a    |b  |c      |d |   gap    |e   |
///     frames  |0    |1  |2      |3 |4 |5 |6 |7|8   |      in gaps, and where nothing follows, as often as the frame rate says
///
/// May be used from several threads at once. Listing the times of a layer reads the tables of its sources, once, and blocks.
package final class FrameClock: Sendable {
  private let plan: RenderPlan
  /// Of a layer; empty for a steady rate.
  private let starts = OnceResult<[CMTime]>()

  package init(_ plan: RenderPlan) { self.plan = plan }

  /// The times of a frame, the last of which may be shorter; nil for numbers that there are none of.
  ///
  /// - Throws: The error of a source of the layer.
  package func range(of number: Int64) throws -> (start: CMTime, end: CMTime)? {
    guard number >= 0, plan.duration > .zero else { return nil }
    guard plan.timedBy != nil else {
      let length = ExactTime(plan.frameDuration)
      guard number < count else { return nil }
      return ((ExactTime(number) * length).time, min((ExactTime(number + 1) * length).time, plan.duration))
    }
    let starts = try listed()
    guard number < starts.count else { return nil }
    let index = Int(number)
    return (starts[index], index + 1 < starts.count ? starts[index + 1] : plan.duration)
  }

  /// The number of frames at a steady rate, where one that would begin with the rounding of the end is none.
  private var count: Int64 {
    max(1, ((ExactTime(plan.duration) - .rounding) / ExactTime(plan.frameDuration)).ceiling(1))
  }

  /// The number of the frame that is shown at a time; of a later one for times behind the end.
  package func number(at time: ExactTime) throws -> Int64 {
    guard plan.timedBy != nil else {
      let number = max(0, (time / ExactTime(plan.frameDuration)).floor(1))
      return time < ExactTime(plan.duration) ? min(number, count - 1) : number
    }
    return Int64(max(0, try firstIndex { ExactTime($0) > time } - 1))
  }

  /// The number of the first frame that begins at a time or behind it.
  package func number(from time: ExactTime) throws -> Int64 {
    guard plan.timedBy != nil else {
      let number = max(0, (time / ExactTime(plan.frameDuration)).ceiling(1))
      return time <= ExactTime(plan.duration) ? min(number, count) : number
    }
    return Int64(try firstIndex { ExactTime($0) >= time })
  }

  private func firstIndex(where isBehind: (CMTime) -> Bool) throws -> Int {
    let starts = try listed()
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(starts[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: Units

  /// The most units a second that files are given; in these and coarser ones, times of nanoseconds are recovered exactly.
  private static let finest: Int32 = 10_000_000
  /// The units a second of MPEG, for times that have no common ones.
  private static let usual: Int32 = 90_000

  /// Returns units a second in which the frames of a part of the timeline begin and end at whole numbers: the last of them ends with the
  /// part. Where those would be too fine, the end is rounded, and in layers without common units all times are.
  ///
  /// Errors of a layer's sources are left to its first frame.
  package func timescale(in range: CMTimeRange) -> Int32 {
    let rate = plan.frameRate.numerator
    let starts = plan.timedBy == nil ? [] : (try? listed()) ?? []
    guard let frames = Self.common(Set(starts.map(\.timescale)).union([rate])) else {
      return plan.timedBy == nil ? rate : Self.usual
    }
    let ends = [range.start, min(range.end, plan.duration)].map { Int32(clamping: ExactTime($0).denominator) }
    return Self.common([frames] + ends) ?? frames * max(1, Self.usual / frames)
  }

  private static func common(_ timescales: some Sequence<Int32>) -> Int32? {
    leastCommonMultiple(of: timescales).flatMap { $0 <= finest ? $0 : nil }
  }

  // MARK: Times of a layer

  /// Frames of a mistake: more than a day of a thousand a second.
  static let limit = 100_000_000

  /// The error of more.
  static var excess: MediaError {
    MediaError(.unsupported, "the timeline has more than \(limit) frames", family: .rendering)
  }

  private func listed() throws -> [CMTime] {
    try starts.get(isPassing: { _ in true }) {
      guard let layer = plan.timedBy, plan.layers.indices.contains(layer) else { return [] }
      var list = List(end: ExactTime(plan.duration), step: ExactTime(plan.frameDuration))
      let clips = plan.layers[layer].clips
      for (index, clip) in clips.enumerated() {
        // In a transition, the second clip's frames count.
        let next = index + 1 < clips.count ? clips[index + 1].range.start : clip.range.end
        let (start, end) = (ExactTime(clip.range.start), ExactTime(min(clip.range.end, next)))
        try list.fill(upTo: start)
        for frame in try clip.naming(at: clip.range.start, { try clip.frameTimes() }) {
          let shown = clip.map.times(ofSource: frame.start, frame.end)
          if shown.start >= end { break }
          try list.add(from: max(start, shown.start), to: min(end, shown.end))
        }
        try list.fill(upTo: end)
      }
      try list.fill(upTo: ExactTime(plan.duration))
      return list.starts
    }
  }

  private struct List {
    let end: ExactTime
    let step: ExactTime
    var starts: [CMTime] = []
    /// The end of the last frame.
    private var position = ExactTime.zero

    init(end: ExactTime, step: ExactTime) { (self.end, self.step) = (end, step) }

    mutating func add(from start: ExactTime, to end: ExactTime) throws {
      try fill(upTo: start)
      guard end > position else { return }
      try append(max(start, position))
      position = end
    }

    mutating func fill(upTo time: ExactTime) throws {
      while position < min(time, end) {
        try append(position)
        position = min(time, position + step)
      }
    }

    private mutating func append(_ time: ExactTime) throws {
      guard starts.count < FrameClock.limit else { throw FrameClock.excess }
      // A time that is rounded must not come before the frame that it stands for.
      let start = time.timeNotBefore
      guard ExactTime(start) + .rounding <= end else { return }
      if let last = starts.last, ExactTime(start) - ExactTime(last) < .rounding {
        // The first frame begins with the timeline.
        if last > .zero { starts[starts.count - 1] = max(last, start) }
      } else {
        starts.append(start)
      }
    }
  }
}

extension RenderClip {
  /// The times of its source at which frames begin and end, in the order in which they are shown; none of a picture.
  fileprivate func frameTimes() throws -> [(start: ExactTime, end: ExactTime)] {
    let times = try storedFrameTimes()
    return map.isReversed ? times.reversed() : times
  }

  private func storedFrameTimes() throws -> [(start: ExactTime, end: ExactTime)] {
    guard video.rule != .none else { return [] }
    switch source {
    case .media(let media):
      let opened = try media.open()
      guard let track = try opened.tracks(video, isVideo: true).first else { return [] }
      let search = try FrameSearch(opened.coded(track))
      var times = try search.times(in: map.sourceRange).map { (start: ExactTime($0.start), end: ExactTime($0.end)) }
      if let late = try search.lateFirstFrame(), let first = times.first, first.start == ExactTime(late.start) {
        times[0].start = .zero
      }
      // The file may have the first frame later than the clip begins, and the end of the last one earlier than it ends.
      let (range, stamps) = (map.sourceRange, search.stamps.range(map.sourceRange))
      if let first = times.first, first.start <= ExactTime(stamps.start) {
        times[0].start = min(first.start, ExactTime(range.start))
      }
      if let last = times.last, range.end.isNumeric, last.end >= ExactTime(stamps.end) {
        times[times.count - 1].end = max(last.end, ExactTime(range.end))
      }
      return times
    case .title: return []
    case .timeline(let nested):
      let clock = FrameClock(nested)
      var found: [(start: ExactTime, end: ExactTime)] = []
      var number = try clock.number(at: ExactTime(map.sourceRange.start))
      while let range = try clock.range(of: number), range.start < map.sourceRange.end {
        found.append((ExactTime(range.start), ExactTime(range.end)))
        number += 1
      }
      return found
    }
  }
}
