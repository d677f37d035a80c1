import Foundation
import Synchronization

/// The number of an interval.
public struct OSSignpostID: Hashable, Sendable {
  /// The number.
  public let rawValue: UInt64

  /// Creates an identifier of a number.
  public init(_ value: UInt64) { rawValue = value }

  /// The identifier of intervals that do not overlap.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
  let id: OSSignpostID
  let start: ContinuousClock.Instant

  init(_ id: OSSignpostID) { (self.id, start) = (id, ContinuousClock().now) }
}

/// Measures intervals, and writes them to swift-log as messages of use while developing.
public struct OSSignposter: Sendable {
  private static let last = Atomic<UInt64>(0)
  private let logger: Logger

  /// Creates a measurer for a part of a program.
  public init(subsystem: String, category: String) { logger = Logger(subsystem: subsystem, category: category) }

  /// Creates a measurer that writes to a log.
  public init(logger: Logger) { self.logger = logger }

  /// Creates a measurer that writes to a log.
  public init(logHandle: OSLog) { logger = logHandle.logger }

  /// Returns an identifier that no other interval has.
  public func makeSignpostID() -> OSSignpostID {
    OSSignpostID(Self.last.add(1, ordering: .relaxed).newValue)
  }

  /// Begins an interval.
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = ""
  ) -> OSSignpostIntervalState {
    logger.debug("\(name) begins \(message.text)")
    return OSSignpostIntervalState(id)
  }

  /// Ends an interval, and writes its duration.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage = "") {
    logger.debug("\(name) took \(state.start.duration(to: ContinuousClock().now)) \(message.text)")
  }

  /// Writes a moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage = "") {
    logger.debug("\(name) \(message.text)")
  }

  /// Runs a body, and writes its duration.
  public func withIntervalSignpost<Result>(
    _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> Result
  ) rethrows -> Result {
    let state = beginInterval(name, id: id)
    defer { endInterval(name, state) }
    return try task()
  }
}
