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

  /// Inserts segments at a time and pushes later ones back. A time after the end leaves a gap before them.
  mutating func insert(_ segments: [CompositionSegment], at time: CMTime) {
    let index = split(at: time, extends: true)
    self = CompositionSegments(all[..<index] + segments + all[index...])
  }

  /// Removes a range; what comes after it moves up.
  mutating func remove(_ range: CMTimeRange) {
    let first = split(at: range.start)
    let last = split(at: range.end)
    guard first < last else { return }
    self = CompositionSegments(all[..<first] + all[last...])
  }

  /// Changes the duration of a range: segments inside it play faster or slower in the same proportion.
  mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    let (first, last) = (split(at: range.start), split(at: range.end))
    guard first < last else { return }
    let scaled = CMTimeRange(start: .zero, duration: duration)
    // Ends are scaled rather than durations, so that roundings do not add up.
    var (before, end) = (CMTime.zero, CMTime.zero)
    for index in first..<last {
      before = before + all[index].duration
      let next = before == range.duration ? duration : before.mapped(fromDurationOf: range, to: scaled)
      all[index].duration = next - end
      end = next
    }
    self = CompositionSegments(all)
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
      guard target.duration.isNumeric, target.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentDuration,
          reason: "segment \(index) has the duration \(target.duration), which is no time above zero")
      }
      guard target.start.isNumeric, target.start == end else {
        throw AVError(
          .compositionTrackSegmentsNotContiguous,
          reason: "segment \(index) starts at \(target.start), and must start at \(end)")
      }
      end = target.end
      if object.isEmpty { continue }
      guard source.start.isNumeric, source.start >= .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceStartTime,
          reason: "the source of segment \(index) starts at \(source.start), which is no time of a track")
      }
      guard source.duration.isNumeric, source.duration > .zero else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceDuration,
          reason: "the source of segment \(index) has the duration \(source.duration), which is no time above zero")
      }
    }
  }
}
