import CoreGraphics
import Dispatch
import Foundation
import Synchronization

/// A timeline that an application controls, driven by a clock or another timebase at a rate, from any time.
///
/// The time and rate of a new timebase are 0. It may be used from any thread; timers are rescheduled when rate or time
/// change.
public final class CMTimebase: CMSyncProtocol, Sendable {
  private enum Source {
    case clock(CMClock)
    case timebase(CMTimebase)

    var sync: any CMSyncProtocol {
      switch self {
      case .clock(let clock): clock
      case .timebase(let timebase): timebase
      }
    }
  }

  private struct State {
    var source: Source
    var course: Course
    var timers: [ObjectIdentifier: TimebaseTimer] = [:]
    var followers: [Follower] = []
  }

  private struct Follower {
    weak var timebase: CMTimebase?
  }

  private let isReadOnly: Bool
  private let lock = NSRecursiveLock()
  /// Used under the lock only, which a mutex cannot be: timers call back into the timebase.
  private nonisolated(unsafe) var state: State

  /// Creates a timebase driven by a clock; its time and rate are 0.
  public init(sourceClock: CMClock) {
    isReadOnly = false
    state = State(source: .clock(sourceClock), course: Course(rate: 0, anchor: .zero, reference: .zero))
  }

  /// Creates a timebase driven by another; its time and rate are 0.
  public init(sourceTimebase: CMTimebase) {
    isReadOnly = false
    state = State(source: .timebase(sourceTimebase), course: Course(rate: 0, anchor: .zero, reference: .zero))
    sourceTimebase.addFollower(self)
  }

  /// Creates a timebase that only `drive(rate:anchorTime:referenceTime:)` sets, such as a player's; its time and rate
  /// are 0.
  package init(readOnlyFollowing clock: CMClock) {
    isReadOnly = true
    state = State(source: .clock(clock), course: Course(rate: 0, anchor: .zero, reference: .zero))
  }

  /// Creates a timebase that follows a clock; the older spelling.
  public convenience init(masterClock: CMClock) throws {
    self.init(sourceClock: masterClock)
  }

  /// Creates a timebase that follows another; the older spelling.
  public convenience init(masterTimebase: CMTimebase) throws {
    self.init(sourceTimebase: masterTimebase)
  }

  private func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }

  /// The identifier of timebases, as `CFGetTypeID(_:)` returns it.
  public static var typeID: CFTypeID { CoreGraphics.typeID(of: CMTimebase.self) }

  // MARK: Time and rate

  /// The time now.
  public var time: CMTime {
    withState { $0.course.time(at: $0.source.sync.time) }
  }

  /// The time now at another timescale.
  public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
    time.convertScale(timescale, method: rounding)
  }

  /// The rate of the timebase relative to its source; 0 while it is stopped.
  public var rate: Double { withState { $0.course.rate } }

  /// Time and rate at one moment.
  public var timeAndRate: (time: CMTime, rate: Double) {
    withState { ($0.course.time(at: $0.source.sync.time), $0.course.rate) }
  }

  /// The rate of the timebase relative to the clock at the end of the chain.
  public var effectiveRate: Double { ultimateCourse().course.rate }

  /// Sets the time; the rate stays.
  ///
  /// - Throws: `invalidParameter` unless the time is a number; `readOnly` where something else drives the timebase, as all setters do.
  public func setTime(_ time: CMTime) throws {
    if isReadOnly { throw Error.readOnly }
    guard time.isNumeric else { throw Error.invalidParameter }
    change(isJump: true) { $0.course = Course(rate: $0.course.rate, anchor: time, reference: $0.source.sync.time) }
  }

  /// Sets the time that corresponds to a time of the source; the rate is unchanged.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    if isReadOnly { throw Error.readOnly }
    guard anchorTime.isNumeric, referenceTime.isNumeric else { throw Error.invalidParameter }
    change(isJump: true) { $0.course = Course(rate: $0.course.rate, anchor: anchorTime, reference: referenceTime) }
  }

  /// Sets the rate; the time continues without a jump.
  ///
  /// - Throws: `invalidParameter` unless the rate is finite.
  public func setRate(_ rate: Double) throws {
    if isReadOnly { throw Error.readOnly }
    guard rate.isFinite else { throw Error.invalidParameter }
    change(isJump: false) { state in
      let now = state.source.sync.time
      state.course = Course(rate: rate, anchor: state.course.time(at: now), reference: now)
    }
  }

  /// Sets the rate, and the time that corresponds to a time of the source.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    if isReadOnly { throw Error.readOnly }
    guard rate.isFinite, anchorTime.isNumeric, referenceTime.isNumeric else { throw Error.invalidParameter }
    drive(rate: rate, anchorTime: anchorTime, referenceTime: referenceTime)
  }

  /// As `setRateAndAnchorTime(rate:anchorTime:referenceTime:)`, also where others may not; all three are numbers.
  package func drive(rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
    change(isJump: true) { $0.course = Course(rate: rate, anchor: anchorTime, reference: referenceTime) }
  }

  // MARK: What it follows

  /// The clock or timebase that this one follows; setting it keeps time and rate.
  ///
  /// Setting a timebase that follows this one has no effect, nor has setting the source of a timebase that something else drives.
  public var source: any CMSyncProtocol {
    get { withState { $0.source.sync } }
    set {
      if isReadOnly { return }
      if let timebase = newValue as? CMTimebase, timebase.follows(self) { return }
      change(isJump: false) { state in
        let now = state.course.time(at: state.source.sync.time)
        if let timebase = newValue as? CMTimebase {
          state.source = .timebase(timebase)
        } else if let clock = newValue as? CMClock {
          state.source = .clock(clock)
        }
        state.course = Course(rate: state.course.rate, anchor: now, reference: state.source.sync.time)
      }
      (newValue as? CMTimebase)?.addFollower(self)
    }
  }

  /// The clock that this timebase follows, if it is one.
  public var sourceClock: CMClock? { source as? CMClock }
  /// The timebase that this one follows, if it is one.
  public var sourceTimebase: CMTimebase? { source as? CMTimebase }
  /// The clock at the end of the chain.
  public var ultimateSourceClock: CMClock { ultimateCourse().clock }

  /// Returns the relation of this timebase to the clock at the end of the chain.
  func ultimateCourse() -> (clock: CMClock, course: Course) {
    withState { state in
      switch state.source {
      case .clock(let clock): return (clock, state.course)
      case .timebase(let timebase):
        let (clock, above) = timebase.ultimateCourse()
        let now = clock.time
        return (
          clock,
          Course(
            rate: state.course.rate * above.rate, anchor: state.course.time(at: above.time(at: now)), reference: now)
        )
      }
    }
  }

  private func follows(_ other: CMTimebase) -> Bool {
    self === other || sourceTimebase?.follows(other) ?? false
  }

  private func addFollower(_ follower: CMTimebase) {
    withState { state in
      state.followers.removeAll { $0.timebase == nil || $0.timebase === follower }
      state.followers.append(Follower(timebase: follower))
    }
  }

  private func change(isJump: Bool, _ body: (inout State) -> Void) {
    let before = effectiveRate
    withState(body)
    let after = effectiveRate
    if before != after { NotificationCenter.default.post(name: Self.effectiveRateChanged, object: self) }
    if isJump { NotificationCenter.default.post(name: Self.timeJumped, object: self) }
    rescheduleTimers()
  }

  // MARK: Timers

  /// Reschedules all timers, here and in the timebases that this one drives.
  private func rescheduleTimers() {
    let (timers, followers) = withState { (Array($0.timers.values), $0.followers.compactMap(\.timebase)) }
    for timer in timers { timer.schedule(after: wait(until: timer.fireTime)) }
    for follower in followers where follower.sourceTimebase === self { follower.rescheduleTimers() }
  }

  /// Returns the real seconds until a time: 0 if it is past, nil if it is never reached.
  func wait(until fireTime: CMTime) -> Double? {
    guard fireTime.isNumeric else { return nil }
    let (clock, course) = ultimateCourse()
    let now = clock.time
    let ahead = (fireTime - course.time(at: now)).seconds
    if course.rate == 0 { return nil }
    let seconds = ahead / course.rate
    return seconds.isNaN ? nil : max(0, seconds)
  }

  func addTimer(_ timer: TimebaseTimer, key: AnyObject) {
    withState { $0.timers[ObjectIdentifier(key)] = timer }
  }

  func removeTimer(key: AnyObject) throws {
    let removed = withState { $0.timers.removeValue(forKey: ObjectIdentifier(key)) }
    guard let removed else { throw Error.invalidParameter }
    removed.schedule(after: nil)
  }

  func setFireTime(_ fireTime: CMTime, key: AnyObject) throws {
    let timer = withState { state -> TimebaseTimer? in
      state.timers[ObjectIdentifier(key)]?.fireTime = fireTime
      return state.timers[ObjectIdentifier(key)]
    }
    guard let timer else { throw Error.invalidParameter }
    timer.schedule(after: wait(until: fireTime))
  }

  func fireImmediately(key: AnyObject) throws {
    guard let timer = withState({ $0.timers[ObjectIdentifier(key)] }) else { throw Error.invalidParameter }
    timer.schedule(after: 0)
  }
}

extension CMTimebase: Hashable {
  /// Two timebases are equal if they are the same object.
  public static func == (lhs: CMTimebase, rhs: CMTimebase) -> Bool { lhs === rhs }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
