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

  init() {}

  /// Makes segments: adjacent empty ones are joined, those without a duration left out.
  init(_ segments: some Sequence<CompositionSegment>) {
    for segment in segments where segment.duration > .zero {
      if segment.media == nil, let last = all.last, last.media == nil {
        all[all.count - 1].duration = last.duration + segment.duration
      } else {
        all.append(segment)
      }
    }
  }

  /// The end of the last segment.
  var duration: CMTime { all.reduce(.zero) { $0 + $1.duration } }

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
    placed.first { $0.target.containsTime(time) }
  }

  // MARK: Editing

  /// True if all times are numbers: not after an edit whose times are too large to be added.
  private var isSound: Bool {
    duration.isPlain
      && all.allSatisfy { segment in
        segment.duration.isPlain && (segment.media.map { $0.range.start.isPlain && $0.range.duration.isPlain } ?? true)
      }
  }

  /// Takes over edited segments, unless their times are no numbers.
  ///
  /// - Returns: False if nothing has changed for that reason.
  private mutating func take(_ edited: CompositionSegments) -> Bool {
    guard edited.isSound else { return false }
    self = edited
    return true
  }

  /// Inserts segments at a time and pushes later ones back. A time after the end leaves a gap before them.
  ///
  /// - Returns: False if nothing was inserted, since times would be too large.
  @discardableResult
  mutating func insert(_ segments: [CompositionSegment], at time: CMTime) -> Bool {
    var edited = self
    let index = edited.split(at: time, extends: true)
    return take(CompositionSegments(edited.all[..<index] + segments + edited.all[index...]))
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
  ///
  /// - Parameter extends: True to add a gap up to a time after the end.
  private mutating func split(at time: CMTime, extends: Bool = false) -> Int {
    var start = CMTime.zero
    for (index, segment) in all.enumerated() {
      if time <= start { return index }
      let end = start + segment.duration
      if time < end {
        let (first, second) = segment.split(at: time - start)
        all.replaceSubrange(index...index, with: [first, second])
        return index + 1
      }
      start = end
    }
    if extends, time > start { all.append(.empty(time - start)) }
    return all.count
  }
}

extension CMTime {
  /// True for a number on the timeline of a track: times with an epoch cannot be compared with it, or added.
  var isPlain: Bool { isNumeric && epoch == 0 }

  /// Returns the duration in the proportion of two ranges' durations.
  fileprivate func mapped(fromDurationOf source: CMTimeRange, to target: CMTimeRange) -> CMTime {
    CMTimeMapDurationFromRangeToRange(self, fromRange: source, toRange: target)
  }
}

// MARK: The objects of the interface

extension CompositionSegments {
  /// The segments as objects.
  var objects: [AVCompositionTrackSegment] { placed.map { AVCompositionTrackSegment($0.segment, in: $0.target) } }

  /// Makes the segments of objects; segments of one file share it.
  ///
  /// - Parameter options: The options with which files of segments that have only a URL are opened.
  /// - Throws: `AVError` if they do not follow each other from zero on, or if a range has no times.
  init(_ objects: [AVCompositionTrackSegment], _ options: MediaFile.Options = MediaFile.Options()) throws {
    try Self.validate(objects)
    var files: [URL: MediaFile] = [:]
    self.init(
      objects.map { object in
        let mapping = object.timeMapping
        guard let source = object.source else { return .empty(mapping.target.duration) }
        let file = source.isOpened ? source.file : files[source.url] ?? MediaFile(source.url, options: options)
        files[source.url] = file
        let shared =
          file === source.file ? source : CompositionSource(url: source.url, trackID: source.trackID, file: file)
        return CompositionSegment(
          media: .init(source: shared, range: mapping.source), duration: mapping.target.duration)
      })
  }

  /// - Throws: `AVError` with the reason why objects are no segments of a track.
  static func validate(_ objects: [AVCompositionTrackSegment]) throws {
    var end = CMTime.zero
    for (index, object) in objects.enumerated() {
      let (source, target) = (object.timeMapping.source, object.timeMapping.target)
      guard target.duration.isPlain, target.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentDuration,
          reason: "segment \(index) has the duration \(target.duration.text), which is no time above zero")
      }
      guard target.start.isPlain, target.start == end else {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          reason: "segment \(index) starts at \(target.start.text), and must start at \(end.text)")
      }
      end = target.end
      guard end.isPlain else {
        throw AVError(
          .invalidCompositionTrackSegmentDuration, reason: "segment \(index) ends after the largest time there is")
      }
      if object.isEmpty { continue }
      guard source.start.isPlain, source.start >= .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceStartTime,
          reason: "the source of segment \(index) starts at \(source.start.text), which is no time of a track")
      }
      guard source.duration.isPlain, source.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceDuration,
          reason: "the source of segment \(index) has the duration \(source.duration.text), which is no time above zero"
        )
      }
    }
  }
}
