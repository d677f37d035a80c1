internal import MediaGraph
internal import MediaSource

/// A value over the time of a composition as keys, in the order of their times: the form in which timelines have ramps.
///
/// At a key's time, the value is the key's, of several keys the last one's; up to a key that is no jump, it is interpolated from
/// the key before.
struct RampKeys<Value: Interpolable> {
  struct Key {
    let time: CMTime
    let value: Value
    var jump = true
  }

  private(set) var keys: [Key] = []

  mutating func append(_ key: Key) { keys.append(key) }
  mutating func append(_ other: RampKeys) { keys += other.keys }

  /// Returns the value at a time.
  func value(at time: CMTime) -> Value? {
    guard let index = keys.lastIndex(where: { $0.time <= time }) else { return keys.first?.value }
    let key = keys[index]
    guard index + 1 < keys.count, !keys[index + 1].jump, time > key.time else { return key.value }
    let next = keys[index + 1]
    return key.value.interpolated(to: next.value, at: (time - key.time).seconds / (next.time - key.time).seconds)
  }

  /// Returns the keys of a range, without those that change nothing; the first is at its start.
  func part(_ range: CMTimeRange) -> [Key] {
    guard let first = value(at: range.start) else { return [] }
    var part = [Key(time: range.start, value: first)]
    for key in keys where key.time > range.start {
      if key.time < range.end {
        part.append(key)
        continue
      }
      // A ramp that goes on after the range ends in it with the value that it has there.
      if !key.jump, let last = value(before: range.end) { part.append(Key(time: range.end, value: last, jump: false)) }
      break
    }
    var kept: [Key] = []
    for (index, key) in part.enumerated() {
      // A key that repeats the value before it counts only where a ramp begins; there, the end of a ramp before is enough.
      let beginsRamp = index + 1 < part.count && !part[index + 1].jump
      if let last = kept.last, last.value == key.value, !beginsRamp || last.time == key.time { continue }
      kept.append(key)
    }
    return kept
  }

  /// Returns the value that a ramp comes to at a time.
  private func value(before time: CMTime) -> Value? {
    guard let next = keys.firstIndex(where: { $0.time >= time }), next > 0, !keys[next].jump else { return nil }
    let (key, end) = (keys[next - 1], keys[next])
    return key.value.interpolated(to: end.value, at: (time - key.time).seconds / (end.time - key.time).seconds)
  }

  /// Returns a range as a timeline's ramp, with times from its start on; nil without keys.
  func ramp<Written: ParameterValue>(_ range: CMTimeRange, _ written: (Value) -> Written) -> Ramp<Written>? {
    let part = part(range)
    guard let first = part.first else { return nil }
    guard part.count > 1 else { return .constant(written(first.value)) }
    var latest = CMTime.zero
    return .keys(
      part.enumerated().map { index, key in
        // Differences are rounded where times have many timescales: keys that come together are a jump.
        let time = max(latest, key.time - range.start)
        // A ramp from a value to the same is no jump either.
        let isJump = index > 0 && (time == latest || key.jump && key.value != part[index - 1].value)
        latest = time
        return Ramp.Key(at: time.mediaTime, written(key.value), jump: isJump)
      })
  }
}

extension TimedValues {
  /// Returns the settings in a range as keys; the first is at its start.
  ///
  /// - Parameter initial: The value before the first setting.
  func keys(in range: CMTimeRange, initial: Value) -> RampKeys<Value> {
    var keys = RampKeys<Value>()
    keys.append(.init(time: range.start, value: value(at: range.start) ?? initial))
    for ramp in ramps
    where ramp.range.start < range.end && (ramp.range.start > range.start || ramp.range.end > range.start) {
      if ramp.range.start > range.start { keys.append(.init(time: ramp.range.start, value: ramp.start)) }
      guard !ramp.isLevel else { continue }
      let end = min(ramp.range.end, range.end)
      keys.append(.init(time: end, value: ramp.value(at: end), jump: false))
    }
    return keys
  }
}

extension CMTime {
  /// The time as an argument of a graph. Of a time that is no number, zero.
  var mediaTime: MediaTime { isNumber ? .rational(value, timescale) : MediaTime() }
}
