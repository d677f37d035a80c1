import CoreMedia

/// Finds conflicts between the values of a timeline: ranges, overlaps, transitions and the order of keys.
///
/// Only the timeline's own values are known; the durations of files are not.
struct TimelineCheck {
  private(set) var problems: [ArgumentError] = []
  private let rate: FrameRate?

  /// The problems of a timeline of which the part between two times is wanted.
  static func problems(of timeline: Timeline, from: MediaTime?, to: MediaTime?) -> [ArgumentError] {
    var check = TimelineCheck(rate: timeline.frameRate)
    if timeline.items.isEmpty, timeline.layers.allSatisfy(\.items.isEmpty) {
      check.report("must not be empty", label: "the timeline is empty", help: "give it a clip", at: [.field("items")])
    }
    check.check(timeline, at: [])
    check.checkRange(from: from, to: to)
    return check.problems
  }

  private init(rate: FrameRate?) { self.rate = rate }

  private mutating func check(_ timeline: Timeline, at path: [ArgumentError.Step]) {
    check(timeline.background, at: path + [.field("background")])
    if let layer = timeline.timedBy, layer > timeline.layers.count + 1 {
      report(
        "must be at most \(timeline.layers.count + 1)", label: "there is no such layer",
        help: "the items are 1, the first of layers is 2", at: path, .field("timed_by"))
    }
    check(timeline.items, at: path + [.field("items")])
    for (index, layer) in timeline.layers.enumerated() {
      check(layer.volume, at: path + [.field("layers"), .item(index), .field("volume")])
      check(layer.items, at: path + [.field("layers"), .item(index), .field("items")])
    }
  }

  /// Checks the limits of the part that is wanted.
  ///
  /// Without a rate of its own, a timeline has that of its first clip, and what counts frames is known later.
  private mutating func checkRange(from: MediaTime?, to: MediaTime?) {
    let start = from == nil ? .zero : limit(from, "from")
    if let end = limit(to, "to"), let start, end <= start {
      report(
        "must be after \(from?.text ?? "0s")", label: "is where rendering begins, or before", at: [.field("to")])
    }
  }

  private mutating func limit(_ limit: MediaTime?, _ name: String) -> CMTime? {
    guard let limit, limit.time(at: rate) != nil else { return nil }
    return time(limit, at: [.field(name)])
  }

  private mutating func report(
    _ problem: String, label: String, help: String? = nil, at path: [ArgumentError.Step], _ steps: ArgumentError.Step...
  ) {
    problems.append(ArgumentError(problem, label: label, help: help, at: path + steps))
  }

  /// Returns a time at the timeline's rate; nil, with a report, for a time in frames without a rate.
  private mutating func time(_ time: MediaTime, at path: [ArgumentError.Step], _ steps: ArgumentError.Step...)
    -> CMTime?
  {
    guard let value = time.time(at: rate) else {
      problems.append(
        ArgumentError(
          "counts frames, and the timeline has no frame_rate", label: "how long is a frame?",
          help: "write frame_rate: 25/1, or the time in seconds", at: path + steps))
      return nil
    }
    if let problem = rate.flatMap(time.problem) {
      problems.append(ArgumentError(problem.problem, label: problem.label, help: problem.help, at: path + steps))
    }
    return value
  }

  // MARK: - Sequences

  /// The state of a sequence after the items so far.
  private struct Position {
    /// The end of the previous item; nil if it depends on a source.
    var end: CMTime? = .zero
    /// The duration of the previous clip after the transition at its beginning; nil if it depends on a source.
    var room: CMTime?
    /// The transition before the next clip, with its length.
    var transition: (index: Int, duration: CMTime?)?
    var isAfterClip = false
  }

  private mutating func check(_ items: [Timeline.Item], at path: [ArgumentError.Step]) {
    var position = Position()
    for (index, item) in items.enumerated() {
      let place = path + [.item(index)]
      switch item {
      case .clip(let clip): check(clip, &position, at: place, sequence: path)
      case .gap(let gap):
        noClip(after: position, in: path)
        let length = time(gap.gap, at: place, .field("gap"))
        if !gap.gap.isPositive { report("must be more than 0s", label: "is no time at all", at: place, .field("gap")) }
        position = Position(end: position.end.flatMap { end in length.map { end + $0 } })
      case .transition(let transition):
        noClip(after: position, in: path)
        if !position.isAfterClip {
          report("needs a clip before it", label: "follows none", at: place, .field("transition"))
        }
        let length = time(transition.duration, at: place, .field("duration"))
        if !transition.duration.isPositive {
          report("must be more than 0s", label: "is no time at all", at: place, .field("duration"))
        } else if let length, let room = position.room, length > room {
          report(
            "must be at most \(room.rationalText)", label: "is longer than what the clip before has left",
            at: place, .field("duration"))
        }
        position.transition = (index, length)
        position.isAfterClip = false
      }
    }
    noClip(after: position, in: path)
  }

  /// Reports a transition that no clip follows.
  private mutating func noClip(after position: Position, in path: [ArgumentError.Step]) {
    guard let transition = position.transition else { return }
    report("needs a clip behind it", label: "leads to none", at: path, .item(transition.index), .field("transition"))
  }

  private mutating func check(
    _ clip: Timeline.Clip, _ position: inout Position, at place: [ArgumentError.Step], sequence: [ArgumentError.Step]
  ) {
    checkRamps(of: clip, at: place)
    if case .timeline(let nested) = clip.clip {
      var check = TimelineCheck(rate: nested.frameRate ?? rate)
      check.check(nested, at: place + [.field("clip")])
      problems += check.problems
    }
    let length = length(of: clip, at: place)
    var start = position.end
    if let at = clip.at {
      let given = time(at, at: place, .field("at"))
      if position.transition != nil {
        report(
          "cannot be given behind a transition", label: "follows from its duration", at: place, .field("at"))
      } else if let given, let end = position.end, given < end {
        report(
          "must be at least \(end.rationalText)", label: "overlaps the item before",
          help: "put a transition between them, or the clip into a layer", at: place, .field("at"))
      }
      start = given
    }
    if let (index, duration) = position.transition, let duration {
      if let length, duration > length {
        report(
          "must be at most \(length.rationalText)", label: "is longer than the clip behind it",
          at: sequence, .item(index), .field("duration"))
      }
      start = start.map { $0 - duration }
    }
    let taken = position.transition.map { $0.duration } ?? .zero
    position = Position(
      end: start.flatMap { start in length.map { start + $0 } },
      room: length.flatMap { length in taken.map { length > $0 ? length - $0 : .zero } }, isAfterClip: true)
  }

  /// The duration of a clip in the sequence; nil if it depends on its source.
  private mutating func length(of clip: Timeline.Clip, at place: [ArgumentError.Step]) -> CMTime? {
    let from = time(clip.from, at: place, .field("from"))
    let to = clip.to.flatMap { time($0, at: place, .field("to")) }
    if let from, let to, to <= from {
      report("must be after \(clip.from.text)", label: "is where the clip begins, or before", at: place, .field("to"))
      return nil
    }
    if let duration = clip.duration { return time(duration, at: place, .field("duration")) }
    guard let from, let to else { return nil }
    return to - from
  }

  // MARK: - Ramps

  private mutating func checkRamps(of clip: Timeline.Clip, at place: [ArgumentError.Step]) {
    check(clip.opacity, at: place + [.field("opacity")])
    check(clip.transform, at: place + [.field("transform")])
    check(clip.volume, at: place + [.field("volume")])
    if let crop = clip.crop {
      check(crop, at: place + [.field("crop")])
      // Keys may open and close it.
      if case .constant(let crop) = crop { checkSize(of: crop, at: place + [.field("crop")]) }
    }
  }

  private mutating func checkSize(of crop: Timeline.Crop, at place: [ArgumentError.Step]) {
    for (name, length) in [("width", crop.width), ("height", crop.height)] where length <= 0 {
      report("must be more than 0", label: "leaves nothing of the picture", at: place, .field(name))
    }
  }

  private mutating func check<Value>(_ ramp: Ramp<Value>, at place: [ArgumentError.Step]) {
    guard case .keys(let keys) = ramp else { return }
    // The keys of a map are its times; those of a list are records.
    let isList = if case .list? = ramp.argument { true } else { false }
    var before: (time: CMTime, text: String)?
    for (index, key) in keys.enumerated() {
      let steps: [ArgumentError.Step] = isList ? [.item(index), .field("at")] : [.key(key.at.text)]
      guard let time = time(key.at, at: place + steps) else { continue }
      if let before, time < before.time || time == before.time && !key.jump {
        report(
          isList ? "must be after \(before.text)" : "must be in the order of its times",
          label: "is not after \(before.text)", at: place + steps)
      }
      before = (time, key.at.text)
    }
  }
}
