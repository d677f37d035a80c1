import Logging

/// The importance of a message.
public struct OSLogType: Hashable, Sendable, RawRepresentable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As important as most messages.
  public static let `default` = OSLogType(rawValue: 0x00)
  /// Helpful, but not needed.
  public static let info = OSLogType(rawValue: 0x01)
  /// Of use while developing.
  public static let debug = OSLogType(rawValue: 0x02)
  /// An error of the program.
  public static let error = OSLogType(rawValue: 0x10)
  /// A fault of the program's logic.
  public static let fault = OSLogType(rawValue: 0x11)

  /// swift-log's level of the same importance.
  var level: Logging.Logger.Level {
    switch self {
    case .debug: .debug
    case .info: .info
    case .error: .error
    case .fault: .critical
    default: .notice
    }
  }
}

/// Writes messages to swift-log, under the label `subsystem.category`.
public struct Logger: Sendable {
  private let logger: Logging.Logger

  /// Creates a writer for a part of a program.
  public init(subsystem: String, category: String) {
    var logger = Logging.Logger(label: category.isEmpty ? subsystem : "\(subsystem).\(category)")
    logger[metadataKey: "category"] = .string(category)
    self.logger = logger
  }

  /// Creates a writer for the program.
  public init() { logger = Logging.Logger(label: "default") }

  /// Creates a writer as another log's.
  public init(_ log: OSLog) { self = log.logger }

  func isEnabled(_ type: OSLogType) -> Bool { logger.logLevel <= type.level }

  /// Writes a message.
  public func log(level: OSLogType, _ message: OSLogMessage) { logger.log(level: level.level, "\(message.text)") }
  /// Writes a message of normal importance.
  public func log(_ message: OSLogMessage) { log(level: .default, message) }
  /// Writes a message of use while developing.
  public func trace(_ message: OSLogMessage) { logger.trace("\(message.text)") }
  /// Writes a message of use while developing.
  public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
  /// Writes a helpful message.
  public func info(_ message: OSLogMessage) { log(level: .info, message) }
  /// Writes a message of normal importance.
  public func notice(_ message: OSLogMessage) { log(level: .default, message) }
  /// Writes a warning, which is an error.
  public func warning(_ message: OSLogMessage) { logger.warning("\(message.text)") }
  /// Writes an error.
  public func error(_ message: OSLogMessage) { log(level: .error, message) }
  /// Writes a fault.
  public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
  /// Writes a fault.
  public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
