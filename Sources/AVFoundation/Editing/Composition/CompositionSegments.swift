internal import MediaSource

/// A segment of a composition track, without its place: segments follow each other.
struct CompositionSegment: Sendable, Equatable {
  /// A range of a source's timeline.
  struct Media: Sendable, Equatable {
    let source: CompositionSource
    var range: CMTimeRange
  }

  /// The media; nil for an empty segment.
  var media: Media?
  /// The duration in the composition; differs from that of the media where they are played faster or slower.
  var duration: CMTime

  static func empty(_ duration: CMTime) -> CompositionSegment { CompositionSegment(media: nil, duration: duration) }

  /// Returns the two parts of the segment before and after an offset inside it.
  fileprivate func split(at offset: CMTime) -> (CompositionSegment, CompositionSegment) {
    var (first, second) = (self, self)
    (first.duration, second.duration) = (offset, duration - offset)
    if let range = media?.range {
      guard range.duration != duration else {
        // Durations are kept rather than ends: a rounded end would make a plain cut a change of speed.
        first.media?.range = CMTimeRange(start: range.start, duration: offset)
        second.media?.range = CMTimeRange(start: range.start + offset, duration: second.duration)
        return (first, second)
      }
      let middle = range.start + sourceOffset(offset)
      first.media?.range = CMTimeRange(start: range.start, end: middle)
      second.media?.range = CMTimeRange(start: middle, end: range.end)
    }
    return (first, second)
  }

  /// True if all times are numbers: not after an edit whose times are too large to be added.
  fileprivate var isSound: Bool {
    duration.isPlain && (media.map { $0.range.start.isPlain && $0.range.duration.isPlain } ?? true)
  }

  /// Returns how much media is played until an offset in the composition.
  func sourceOffset(_ offset: CMTime) -> CMTime {
    guard let range = media?.range, range.duration != duration else { return offset }
    return CMTimeMapDurationFromRangeToRange(
      offset, fromRange: CMTimeRange(start: .zero, duration: duration),
      toRange: CMTimeRange(start: .zero, duration: range.duration))
  }

  /// Returns a duration of the media as long as it takes in the composition.
  func paced(_ time: CMTime) -> CMTime {
    guard let range = media?.range, range.duration != duration, time.isNumeric else { return time }
    return CMTimeMapDurationFromRangeToRange(
      time, fromRange: CMTimeRange(start: .zero, duration: range.duration),
      toRange: CMTimeRange(start: .zero, duration: duration))
  }
}

/// The segments of a composition track and their editing: a value, exact in rational time.
///
/// Segments have durations and no places: each starts where the one before ends, so that no edit can make a gap or an
/// overlap, even where a time has to be rounded.
struct CompositionSegments: Sendable, Equatable {
  private(set) var all: [CompositionSegment] = []
  /// The end of the last segment: the sum of the durations, which edits keep up to date.
  private(set) var duration = CMTime.zero

  init() {}

  /// Makes segments: adjacent empty ones are joined, those without a duration left out.
  init(_ segments: some Sequence<CompositionSegment>) {
    all = Self.joined(segments)
    duration = all.reduce(.zero) { $0 + $1.duration }
  }

  /// Returns segments without those that have no duration, and with adjacent empty ones as one.
  private static func joined(_ segments: some Sequence<CompositionSegment>) -> [CompositionSegment] {
    var all: [CompositionSegment] = []
    for segment in segments where segment.duration > .zero {
      if segment.media == nil, let last = all.last, last.media == nil {
        all[all.count - 1].duration = last.duration + segment.duration
      } else {
        all.append(segment)
      }
    }
    return all
  }

  /// The segments with their ranges in the composition.
  var placed: [(segment: CompositionSegment, target: CMTimeRange)] {
    var start = CMTime.zero
    return all.map { segment in
      let target = CMTimeRange(start: start, duration: segment.duration)
      start = target.end
      return (segment, target)
    }
  }

  /// Returns the segment at a time, and its range; nil before zero and from the end on.
  func segment(at time: CMTime) -> (segment: CompositionSegment, target: CMTimeRange)? {
    guard time.isPlain, time >= .zero, time < duration else { return nil }
    let (index, start) = place(of: time)
    guard all.indices.contains(index) else { return nil }
    return (all[index], CMTimeRange(start: start, duration: all[index].duration))
  }

  /// Returns the index and the start of the segment at a time: of the first one before zero; from the end on, the number of segments and
  /// the end.
  private func place(of time: CMTime) -> (index: Int, start: CMTime) {
    // Where times are rounded, segments at the end may have no length beside the others, and begin there.
    if time > duration || time == duration && !duration.hasBeenRounded { return (all.count, duration) }
    var start = CMTime.zero
    for (index, segment) in all.enumerated() {
      let end = start + segment.duration
      if time <= start || time < end { return (index, start) }
      start = end
    }
    return (all.count, start)
  }

  // MARK: Editing

  /// Takes over edited segments, unless their times are no numbers.
  ///
  /// - Returns: False if nothing has changed for that reason.
  private mutating func take(_ edited: CompositionSegments) -> Bool {
    guard edited.duration.isPlain, edited.all.allSatisfy(\.isSound) else { return false }
    self = edited
    return true
  }

  /// Inserts segments at a time and pushes later ones back. A time after the end leaves a gap before them.
  ///
  /// - Returns: False if nothing was inserted, since times would be too large.
  @discardableResult
  mutating func insert(_ segments: [CompositionSegment], at time: CMTime) -> Bool {
    let (index, start) = place(of: time)
    guard time > start else { return replace(index..<index, with: segments) }
    guard index < all.count else { return replace(index..<index, with: [.empty(time - start)] + segments) }
    let (first, second) = all[index].split(at: time - start)
    return replace(index..<index + 1, with: [first] + segments + [second])
  }

  /// Replaces segments, without sums, checks and copies of all others: a program appends thousands one after the other.
  ///
  /// - Returns: False if nothing has changed, since times would be no numbers.
  private mutating func replace(_ range: Range<Int>, with segments: [CompositionSegment]) -> Bool {
    // Empty segments are joined with empty neighbours.
    let joinsBefore = range.lowerBound > 0 && all[range.lowerBound - 1].media == nil
    let joinsBehind = range.upperBound < all.count && all[range.upperBound].media == nil
    let replaced = range.lowerBound - (joinsBefore ? 1 : 0)..<range.upperBound + (joinsBehind ? 1 : 0)
    let new = Self.joined(
      all[replaced.lowerBound..<range.lowerBound] + segments + all[range.upperBound..<replaced.upperBound])
    let end = end(replacing: replaced, with: new)
    guard end.isPlain, new.allSatisfy(\.isSound) else { return false }
    all.replaceSubrange(replaced, with: new)
    duration = end
    return true
  }

  /// Returns the sum of the durations after a replacement: what comes of adding one after the other.
  private func end(replacing range: Range<Int>, with new: [CompositionSegment]) -> CMTime {
    let kept = all[range].reduce(duration) { $0 - $1.duration }
    let end = new.reduce(kept) { $0 + $1.duration }
    // Exact times can be added in any order. Where some are rounded the order matters, unless nothing comes behind the new ones.
    if end.isPlain, !end.hasBeenRounded || range.lowerBound == all.count { return end }
    return (all[..<range.lowerBound] + new + all[range.upperBound...]).reduce(.zero) { $0 + $1.duration }
  }

  /// Removes a range; what comes after it moves up.
  mutating func remove(_ range: CMTimeRange) {
    var edited = self
    let (first, last) = (edited.split(at: range.start), edited.split(at: range.end))
    guard first < last else { return }
    _ = take(CompositionSegments(edited.all[..<first] + edited.all[last...]))
  }

  /// Changes the duration of a range: segments inside it play faster or slower in the same proportion.
  mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    guard duration != range.duration else { return }
    var edited = self
    let (first, last) = (edited.split(at: range.start), edited.split(at: range.end))
    guard first < last else { return }
    let scaled = CMTimeRange(start: .zero, duration: duration)
    // Ends are scaled rather than durations, so that roundings do not add up.
    var (before, end) = (CMTime.zero, CMTime.zero)
    for index in first..<last {
      before = before + edited.all[index].duration
      let next = before == range.duration ? duration : before.mapped(fromDurationOf: range, to: scaled)
      edited.all[index].duration = next - end
      end = next
    }
    _ = take(CompositionSegments(edited.all))
  }

  /// Returns a part: exactly as long as the range, with empty segments where there is none.
  func part(_ range: CMTimeRange) -> [CompositionSegment] {
    var rest = self
    let shown = range.intersection(CMTimeRange(start: .zero, duration: duration))
    guard shown.duration > .zero else { return [.empty(range.duration)] }
    let (first, last) = (rest.split(at: shown.start), rest.split(at: shown.end))
    return [.empty(shown.start - range.start)] + rest.all[first..<last] + [.empty(range.end - shown.end)]
  }

  /// Cuts the segment at a time in two; returns the index of the segment that starts there.
  private mutating func split(at time: CMTime) -> Int {
    let (index, start) = place(of: time)
    guard time > start, index < all.count else { return index }
    let (first, second) = all[index].split(at: time - start)
    all.replaceSubrange(index...index, with: [first, second])
    return index + 1
  }
}

extension CMTime {
  /// True for a number on the timeline of a track: times with an epoch cannot be compared with it, or added.
  var isPlain: Bool { isNumber && epoch == 0 }

  /// Returns the duration in the proportion of two ranges' durations.
  fileprivate func mapped(fromDurationOf source: CMTimeRange, to target: CMTimeRange) -> CMTime {
    CMTimeMapDurationFromRangeToRange(self, fromRange: source, toRange: target)
  }
}
