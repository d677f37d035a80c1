/// Gives pictures of H.264 and HEVC the times that their packets do not state: by their counts in the order of
/// presentation, from the nearest picture of their group that states its time (ITU-T H.264, 8.2.1; H.265, 8.3.1).
///
/// The times that a picture gets depend only on the last picture before it that states its times, and on what follows:
/// a walk that begins there gives the same ones.
struct CountedClock: Sendable {
  /// A picture with its count.
  private struct Picture {
    var unit: StampedUnit
    let count: Int
    let startsGroup: Bool
  }

  /// The distance of frames: a fraction, since stamps are rounded.
  private struct Step {
    let ticks: Int64
    let frames: Int64

    /// The time of a number of parts of frames.
    func time(of count: Int64, parts: Int64 = 1) -> Int64 {
      Int64(clamping: ExactScale.nearest(Int128(count) * Int128(ticks), over: Int128(frames) * Int128(parts)))
    }
  }

  /// The last picture that states its times, and the number of pictures from it to the next one.
  private var stated: (count: Int, presentation: Int64, decode: Int64)?
  private var frames: Int64 = 0
  /// A picture of the current group whose presentation time is known; nil if there is none.
  private var known: (count: Int, presentation: Int64)?
  private var lastCount: Int?
  /// Pictures that wait for the next one that states its times.
  private var held: [Picture] = []
  /// The time from decoding to presentation of the last picture that began a group.
  private var delay: Int64?
  private var latest: Int64 = 0
  private var step = Step(ticks: 3600, frames: 1)
  /// True if counts of H.264 are those of frames, as some encoders have it, not of fields.
  private var countsFrames = false

  /// The largest number of pictures that wait: a damaged stream may have no other time.
  private static let heldLimit = 256
  /// Counts of a group are at most so far from each other.
  private static let countLimit = 1 << 16

  /// The first picture that waits.
  var first: StampedUnit? { held.first?.unit }

  /// Takes the next picture; returns those whose times are known now, in the order of decoding.
  mutating func add(_ unit: StampedUnit, _ count: Int, startsGroup: Bool) -> [StampedUnit] {
    let picture = Picture(unit: unit, count: count, startsGroup: startsGroup)
    if unit.unit.countsFields, !startsGroup, let lastCount, (count ^ lastCount) & 1 == 1 { countsFrames = true }
    lastCount = count
    if let presentation = unit.presentation, let decode = unit.decode {
      let before = resolve(before: picture)
      if startsGroup { delay = presentation - decode }
      stated = (count, presentation, decode)
      (frames, known, latest) = (1, (count, presentation), max(latest, presentation))
      return before + [unit]
    }
    guard stated != nil else { return [] }
    if held.isEmpty, !startsGroup, known != nil, let step = Self.step(of: unit) {
      self.step = step
      return [place(picture)]
    }
    held.append(picture)
    return held.count > Self.heldLimit ? resolve(before: nil) : []
  }

  /// Ends the stream: returns the pictures that wait.
  mutating func finish() -> [StampedUnit] {
    defer { (stated, known, lastCount, delay) = (nil, nil, nil, nil) }
    return resolve(before: nil)
  }

  // MARK: Times

  /// Gives the pictures that wait their times.
  ///
  /// - Parameter next: The picture behind them, which states its times; nil if there is none.
  private mutating func resolve(before next: Picture?) -> [StampedUnit] {
    guard let stated, !held.isEmpty else { return [] }
    defer { held = [] }
    if let found = Self.step(of: held[0].unit) ?? measuredStep(before: next) { step = found }
    // The next picture's group has its times from there; others begin as late after their decoding as that one.
    let group = next.flatMap { $0.startsGroup ? nil : held.lastIndex(where: \.startsGroup) }
    var begin: Int64?
    if let next, let presentation = next.unit.presentation, let decode = next.unit.decode {
      if let group {
        begin = time(of: held[group], from: (next.count, presentation))
        delay = begin.map { $0 - stated.decode - step.time(of: frames + Int64(group)) } ?? delay
      } else if next.startsGroup {
        delay = presentation - decode
      }
    }
    var units: [StampedUnit] = []
    for index in held.indices {
      if held[index].startsGroup { known = index == group ? begin.map { (held[index].count, $0) } : nil }
      units.append(place(held[index]))
    }
    return units
  }

  /// Returns a picture with its times, by the last one that states them and by its group.
  private mutating func place(_ picture: Picture) -> StampedUnit {
    guard let stated else { return picture.unit }
    var unit = picture.unit
    let decode = stated.decode + step.time(of: frames)
    frames += 1
    // A group begins behind all pictures before it.
    let presentation =
      known.flatMap { time(of: picture, from: $0) } ?? delay.map { decode + $0 } ?? (latest + step.time(of: 1))
    (unit.decode, unit.presentation) = (decode, presentation)
    if known == nil { known = (picture.count, presentation) }
    latest = max(latest, presentation)
    return unit
  }

  /// Returns the presentation time of a picture by another one of its group; nil if their counts are too far apart.
  private func time(of picture: Picture, from known: (count: Int, presentation: Int64)) -> Int64? {
    let (distance, hasOverflow) = picture.count.subtractingReportingOverflow(known.count)
    guard !hasOverflow, distance.magnitude < Self.countLimit else { return nil }
    return known.presentation + step.time(of: Int64(distance), parts: parts(of: picture.unit))
  }

  /// The number that counts grow by from frame to frame.
  private func parts(of unit: StampedUnit) -> Int64 { unit.unit.countsFields && !countsFrames ? 2 : 1 }

  /// Returns the distance of frames by the headers of a picture; nil if they do not state a plausible one.
  private static func step(of unit: StampedUnit) -> Step? {
    guard let duration = unit.unit.duration, duration.timescale > 0, duration.value > 0 else { return nil }
    let (ticks, hasOverflow) = duration.value.multipliedReportingOverflow(by: Int64(TimeBase.timescale))
    guard !hasOverflow, isPlausible(ticks, Int64(duration.timescale)) else { return nil }
    return Step(ticks: ticks, frames: Int64(duration.timescale))
  }

  /// Returns the distance of frames by two pictures that state their times; nil if they do not tell.
  private func measuredStep(before next: Picture?) -> Step? {
    guard let next, let stated, let presentation = next.unit.presentation, let decode = next.unit.decode else {
      return nil
    }
    let (distance, hasOverflow) = next.count.subtractingReportingOverflow(stated.count)
    if !next.startsGroup, !held.contains(where: \.startsGroup), !hasOverflow, distance != 0,
      distance.magnitude < Self.countLimit
    {
      let sign: Int64 = distance < 0 ? -1 : 1
      let ticks = (presentation - stated.presentation) * sign * parts(of: next.unit)
      if Self.isPlausible(ticks, Int64(distance) * sign) { return Step(ticks: ticks, frames: Int64(distance) * sign) }
    }
    let count = frames + Int64(held.count)
    let ticks = decode - stated.decode
    return Self.isPlausible(ticks, count) ? Step(ticks: ticks, frames: count) : nil
  }

  /// True if frames are less than ten seconds apart: sums of such distances do not overflow in a file.
  private static func isPlausible(_ ticks: Int64, _ frames: Int64) -> Bool {
    ticks > 0 && frames > 0 && ticks / frames < 900_000
  }
}
