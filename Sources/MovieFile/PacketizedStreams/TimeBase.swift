/// Turns the clock of a program, whose stamps have 33 bits and which may jump, into one timeline (ISO/IEC 13818-1,
/// 2.4.2 and 2.7).
///
/// Times keep the values of the first stamps. A wrap continues them; after a jump the clock reference goes on from where
/// it was, and all streams with it.
struct TimeBase: Sendable {
  static let timescale: Int32 = 90_000
  private static let modulus: Int64 = 1 << 33
  /// Streams are at most this far from the clock reference, and the reference from the one before.
  private static let limit: Int64 = 10 * 90_000
  /// A stream's decode times increase, but for rounding and damage.
  private static let backwardLimit: Int64 = 45_000
  /// References are at most a tenth of a second apart, and may be wrong by less.
  private static let jitter: Int64 = 9000
  /// Stamps that soon wrap are negative.
  private static let wrapMargin: Int64 = 60 * 90_000

  /// The difference between times and stamps, below the modulus.
  private var offset: Int64 = 0
  /// A time that is near; nil before the first stamp.
  private var near: Int64?
  private var reference: Int64?
  private var interval: Int64 = 0
  /// False if the streams have nothing to do with the clock reference.
  private var isReferenceUsed: Bool?
  /// True if the clock has jumped.
  private(set) var hasJumped = false

  init() {}

  /// True before the first stamp of a file.
  var isUnset: Bool { near == nil }

  /// The state, for a place in the file: any time of the timeline near that place, and the offset.
  var packed: Int64 { ((near ?? 0) >> 28) << 33 | offset }

  init(packed: Int64) {
    offset = packed & (Self.modulus - 1)
    near = (packed >> 33) << 28
  }

  /// Creates the base of a place in a file without jumps, whose timeline begins at a time.
  init(after start: Int64) { near = start - Self.wrapMargin + Self.modulus / 2 }

  /// Returns the time of a stamp that is nearest to the last one.
  private func nearest(_ stamp: Int64, to near: Int64) -> Int64 {
    let distance = (stamp &+ offset &- near) & (Self.modulus - 1)
    return near &+ (distance >= Self.modulus / 2 ? distance - Self.modulus : distance)
  }

  private func first(_ stamp: Int64) -> Int64 {
    stamp > Self.modulus - Self.wrapMargin ? stamp - Self.modulus : stamp
  }

  private mutating func rebase(_ stamp: Int64, to time: Int64) {
    offset = (time &- stamp) & (Self.modulus - 1)
    hasJumped = true
  }

  /// Takes a clock reference, in units of 90 kHz.
  mutating func take(reference stamp: Int64, isDiscontinuous: Bool) {
    guard let near else {
      near = first(stamp)
      reference = near
      return
    }
    guard isReferenceUsed != false else { return }
    var time = nearest(stamp, to: near)
    if let reference {
      let step = time - reference
      if step < -Self.jitter || step > Self.limit || isDiscontinuous && step > 2 * max(interval, Self.jitter) {
        time = reference + interval
        rebase(stamp, to: time)
      } else if step > 0 {
        interval = step
      }
    }
    (self.near, reference) = (time, time)
  }

  /// Returns the time of a decode stamp; nil if it cannot be one of this timeline.
  ///
  /// - Parameter last: The last decode time of the stream, and the distance to the next one.
  mutating func time(ofDecode stamp: Int64, after last: (time: Int64, step: Int64)?) -> Int64? {
    guard let near else {
      let time = first(stamp)
      self.near = time
      return time
    }
    let time = nearest(stamp, to: near)
    if let reference, isReferenceUsed != false {
      let isNear = abs(time - reference) <= Self.limit
      if isReferenceUsed == nil { isReferenceUsed = isNear }
      if isReferenceUsed == true {
        // References may end before other streams do.
        guard let last else { return time }
        let step = time - last.time
        return step >= -Self.backwardLimit && (isNear || step <= Self.limit) ? time : nil
      }
    }
    // The streams are their own reference.
    if let last, time < last.time - Self.backwardLimit || time > last.time + Self.limit {
      let next = last.time + last.step
      rebase(stamp, to: next)
      self.near = next
      return next
    }
    self.near = time
    return time
  }

  /// Returns the time of a presentation stamp beside a decode stamp with a time.
  static func time(ofPresentation stamp: Int64, decode: Int64, at time: Int64) -> Int64 {
    let distance = (stamp - decode) & (modulus - 1)
    return time + (distance >= modulus / 2 ? distance - modulus : distance)
  }
}
