import Foundation

/// The message of a signpost.
public typealias SignpostMetadata = OSLogMessage

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
  let id: OSSignpostID

  private init(_ id: OSSignpostID) { self.id = id }

  /// Returns the state of an interval that was begun with an identifier.
  public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState(id) }
}

/// Measures intervals, and writes them to swift-log as messages of use while developing.
public struct OSSignposter: Sendable {
  private let log: OSLog

  /// Creates a measurer for the program.
  public init() { log = .default }

  /// Creates a measurer for a part of a program.
  public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

  /// Creates a measurer for a part of a program.
  public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }

  /// Creates a measurer that writes to a log.
  public init(logger: Logger) { log = OSLog(logger) }

  /// Creates a measurer that writes to a log.
  public init(logHandle: OSLog) { log = logHandle }

  /// A measurer that writes nothing.
  public static let disabled = OSSignposter(logHandle: .disabled)

  /// True if intervals are written.
  public var isEnabled: Bool { log.signpostsEnabled }

  /// Returns an identifier that no other interval has.
  public func makeSignpostID() -> OSSignpostID { OSSignpostID.next() }

  /// Returns the identifier of an object: the same one each time, as long as the object lives.
  public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID.of(object) }

  /// Begins an interval.
  public func beginInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata = ""
  ) -> OSSignpostIntervalState {
    log.sign(.begin, name, id, message.text)
    return .beginState(id: id)
  }

  /// Begins an interval of an animation, which is written as others are.
  public func beginAnimationInterval(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata = ""
  ) -> OSSignpostIntervalState {
    beginInterval(name, id: id, message)
  }

  /// Ends an interval, and writes its duration.
  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata = "") {
    log.sign(.end, name, state.id, message.text)
  }

  /// Writes a moment.
  public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata = "") {
    log.sign(.event, name, id, message.text)
  }

  /// Runs a body, and writes its duration.
  public func withIntervalSignpost<Result>(
    _ name: StaticString, id: OSSignpostID = .exclusive, _ message: SignpostMetadata = "",
    around task: () throws -> Result
  ) rethrows -> Result {
    let state = beginInterval(name, id: id, message)
    defer { endInterval(name, state) }
    return try task()
  }
}
