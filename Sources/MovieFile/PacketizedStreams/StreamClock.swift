/// Gives each unit of an elementary stream its times: those of its packet, or where that has none, those that follow
/// from the units around it (ISO/IEC 13818-1, 2.4.3.7 and 2.7.4; ISO/IEC 13818-2, 6.1.1.11).
struct StreamClock: Sendable {
  private var complete: ArraySlice<StampedUnit> = []
  /// Units whose times depend on the next picture that others refer to.
  private var held: [StampedUnit] = []
  /// The last picture that others refer to, if it is not held.
  private var reference: StampedUnit?
  /// The last picture that others refer to before that one, or its end.
  private var lastDecode: Int64?
  private var lastStep: Int64 = 3600
  private var isLowDelay = false
  /// The pictures that have counts.
  private var counted = CountedClock()
  /// The largest number of pictures that wait for the next reference.
  private static let heldLimit = 256
  /// A packet whose first samples are not heard, until the time of the next one tells what its own means.
  private var trimmed: StampedUnit?
  /// Samples since the last stated time.
  private var audio: (start: Int64, samples: Int64, timescale: Int32)?

  /// The place of the last unit whose stated times others follow from.
  private(set) var foundation: WalkAnchor?
  /// True if pictures before the first one with stated times are given: those at the beginning of a file.
  private let isAtStart: Bool

  init(isAtStart: Bool) { self.isAtStart = isAtStart }

  var isEmpty: Bool { firstAnchor == nil }
  /// The first unit that waits.
  var firstAnchor: WalkAnchor? { (complete.first ?? held.first ?? counted.first ?? trimmed)?.anchor }
  /// The last decode time.
  var last: Int64? { lastDecode }

  mutating func next() -> StampedUnit? { complete.popFirst() }

  mutating func add(_ unit: StampedUnit) {
    var unit = unit
    if unit.isStated, unit.decode == nil { unit.decode = unit.presentation }
    if unit.isStated, unit.unit.place != .immediate || foundation == nil && isAtStart { foundation = unit.anchor }
    guard let foundation else {
      // Times of captions and metadata may be missing altogether.
      if unit.unit.place == nil { complete.append(unit) }
      return
    }
    unit.anchor = foundation
    switch unit.unit.place {
    case .reference?: addReference(unit)
    case .immediate?: addImmediate(unit)
    case .count(let count, let startsGroup)?:
      for unit in counted.add(unit, count, startsGroup: startsGroup) { give(unit) }
    case nil: addPlain(unit)
    }
  }

  /// Ends the stream: units that wait get their times.
  mutating func finish() {
    resolve(before: nil)
    for unit in counted.finish() { give(unit) }
    giveTrimmed(before: nil)
    reference = nil
    audio = nil
    foundation = nil
  }

  static func ticks(_ duration: UnitDuration?) -> Int64? {
    guard let duration, duration.timescale > 0 else { return nil }
    return Int64(
      clamping: ExactScale.nearest(Int128(duration.value) * 90_000, over: Int128(duration.timescale)))
  }

  private mutating func give(_ unit: StampedUnit) {
    if let decode = unit.decode {
      if let lastDecode, decode > lastDecode, decode - lastDecode < 900_000 { lastStep = decode - lastDecode }
      lastDecode = decode
    }
    complete.append(unit)
  }

  private func duration(_ unit: StampedUnit) -> Int64 { Self.ticks(unit.unit.duration) ?? lastStep }

  // MARK: Pictures in references and others

  private mutating func addReference(_ unit: StampedUnit) {
    resolve(before: unit)
    guard unit.isStated else {
      held.append(unit)
      return
    }
    isLowDelay = unit.presentation == unit.decode
    reference = unit
    give(unit)
  }

  private mutating func addImmediate(_ unit: StampedUnit) {
    if held.isEmpty, unit.isStated {
      give(unit)
    } else {
      held.append(unit)
      // No encoder puts that many between references: the stream is damaged.
      if held.count > Self.heldLimit { resolve(before: nil) }
    }
  }

  /// Gives the units that wait for the next reference their times.
  private mutating func resolve(before next: StampedUnit?) {
    guard !held.isEmpty else { return }
    var units = held
    held = []
    if units[0].unit.place == .reference {
      place(&units, before: next)
      reference = units.first { $0.unit.place == .reference } ?? reference
    } else if let end = reference?.presentation {
      // Presented before the reference that is decoded before them.
      var time = end
      for index in units.indices.reversed() {
        if let stated = units[index].presentation {
          time = stated
        } else {
          time -= duration(units[index])
          (units[index].presentation, units[index].decode) = (time, time)
        }
      }
    }
    for unit in units where unit.isStated { give(unit) }
  }

  /// Places a reference without stated times, and the others after it.
  private func place(_ units: inout [StampedUnit], before next: StampedUnit?) {
    let isAlone = isLowDelay && units.count == 1 || units[0].unit.isLowDelay
    guard let before = reference, let shown = before.presentation, let lastDecode else {
      // Nothing is known of a stream that has not stated any time.
      units = units.filter(\.isStated)
      return
    }
    if isAlone {
      let time = lastDecode + duration(before)
      (units[0].presentation, units[0].decode) = (time, time)
      return
    }
    units[0].decode = shown
    var time = shown + duration(before)
    for index in units.indices.dropFirst() {
      if let stated = units[index].presentation {
        time = stated
      } else {
        (units[index].presentation, units[index].decode) = (time, time)
      }
      time += duration(units[index])
    }
    units[0].presentation = next?.decode ?? time
    // Stamps that are a frame too late leave no room for the frame before the next one that is right: no two frames are
    // shown at the same time.
    let last = units.dropFirst().compactMap(\.presentation).max() ?? shown
    if let stated = units[0].presentation, stated <= last, let after = next?.presentation, after > last {
      units[0].presentation = last + (after - last) / 2
    }
  }

  // MARK: Sound, and everything else

  private mutating func addPlain(_ unit: StampedUnit) {
    giveTrimmed(before: unit)
    if unit.isStated, unit.unit.discardPadding?.start ?? 0 > 0 {
      trimmed = unit
    } else {
      givePlain(unit)
    }
  }

  /// Gives the packet whose first samples are not heard.
  ///
  /// The time stated of it is that of its first sample, or of the first one that is heard, as GStreamer writes it: then the
  /// next packet follows sooner.
  private mutating func giveTrimmed(before next: StampedUnit?) {
    guard var unit = trimmed else { return }
    trimmed = nil
    if let stated = unit.presentation, let next = next?.presentation, let duration = unit.unit.duration,
      let trim = unit.unit.discardPadding?.start, let length = Self.ticks(duration),
      let unheard = Self.ticks(UnitDuration(value: trim, timescale: duration.timescale)),
      abs(next - stated - (length - unheard)) <= 1, unheard > 1
    {
      (unit.presentation, unit.decode) = (stated - unheard, stated - unheard)
    }
    givePlain(unit)
  }

  private mutating func givePlain(_ unit: StampedUnit) {
    var unit = unit
    if let presentation = unit.presentation {
      audio = (presentation, 0, unit.unit.duration?.timescale ?? 90_000)
    } else if let audio {
      let passed = ExactScale.nearest(Int128(audio.samples) * 90_000, over: Int128(audio.timescale))
      unit.presentation = audio.start + Int64(clamping: passed)
      unit.decode = unit.presentation
    }
    if let duration = unit.unit.duration, let audio {
      if audio.timescale == duration.timescale {
        self.audio?.samples += duration.value
      } else if let start = unit.presentation {
        self.audio = (start, duration.value, duration.timescale)
      }
    }
    give(unit)
  }
}
