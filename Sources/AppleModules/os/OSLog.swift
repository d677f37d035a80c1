import Foundation
import Logging
import Synchronization

/// A part of a program whose messages are written.
public final class OSLog: Sendable {
  /// A kind of messages that tools treat alike.
  public struct Category: Hashable, Sendable, RawRepresentable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Moments of interest.
    public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    /// Messages that are written while a tool asks for them alone.
    public static let dynamicTracing = Category(rawValue: "DynamicTracing")
    /// Messages with the stack of calls, that are written while a tool asks for them alone.
    public static let dynamicStackTracing = Category(rawValue: "DynamicStackTracing")
  }

  let logger: Logger
  private let isDisabled: Bool
  /// The intervals that signposts began and have not ended.
  let intervals = Mutex<[SignpostInterval: ContinuousClock.Instant]>([:])

  /// Creates a log for a part of a program.
  public init(subsystem: String, category: String) {
    (logger, isDisabled) = (Logger(subsystem: subsystem, category: category), false)
  }

  /// Creates a log for a part of a program.
  public convenience init(subsystem: String, category: Category) {
    self.init(subsystem: subsystem, category: category.rawValue)
  }

  init(_ logger: Logger, isDisabled: Bool = false) { (self.logger, self.isDisabled) = (logger, isDisabled) }

  /// The program's own log.
  public static let `default` = OSLog(Logger())
  /// A log that writes nothing.
  public static let disabled = OSLog(Logger(), isDisabled: true)

  /// True if messages of a type are written: if swift-log's level is that or a lower one.
  public func isEnabled(type: OSLogType) -> Bool { !isDisabled && logger.isEnabled(type) }

  /// True if signposts are written, as messages of use while developing.
  public var signpostsEnabled: Bool { isEnabled(type: .debug) }

  func write(_ type: OSLogType, _ text: @autoclosure () -> String) {
    if isEnabled(type: type) { logger.log(level: type, "\(text())") }
  }
}

/// Writes a message of normal importance.
public func os_log(_ message: OSLogMessage, log: OSLog = .default) { log.write(.default, message.text) }

/// Writes a message.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) { log.write(type, message.text) }

/// Writes a message of a format of C, with `%@` for objects; `%{private}@` hides a value.
///
/// - Parameters:
///   - dso: Is not used: messages do not say which library they are from.
///   - args: As many values as the format has places, of their types: a string for `%@`, an `Int32` for `%d`, an `Int` for `%ld`.
public func os_log(
  _ message: StaticString, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, type: OSLogType = .default,
  _ args: any CVarArg...
) {
  log.write(type, formatted(message, args))
}

/// Writes a message of a format of C, with `%@` for objects; `%{private}@` hides a value.
///
/// - Parameters:
///   - dso: Is not used: messages do not say which library they are from.
///   - args: As many values as the format has places, of their types.
@_disfavoredOverload
public func os_log(
  _ type: OSLogType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog = .default, _ message: StaticString,
  _ args: any CVarArg...
) {
  log.write(type, formatted(message, args))
}
