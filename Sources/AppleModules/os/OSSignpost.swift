import Foundation
import Synchronization

/// A kind of signpost.
public struct OSSignpostType: Hashable, Sendable, RawRepresentable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A moment.
  public static let event = OSSignpostType(rawValue: 0)
  /// The start of an interval.
  public static let begin = OSSignpostType(rawValue: 1)
  /// The end of an interval.
  public static let end = OSSignpostType(rawValue: 2)
}

/// The number of an interval, which tells it from others of its name.
public struct OSSignpostID: Hashable, Comparable, Sendable {
  private static let last = Atomic<UInt64>(0)

  /// The number.
  public let rawValue: UInt64

  /// Creates an identifier of a number.
  public init(_ value: UInt64) { rawValue = value }

  /// Creates an identifier that no other interval has.
  public init(log: OSLog) { self = Self.next() }

  /// Creates an identifier of an object: the same one each time, as long as the object lives.
  public init(log: OSLog, object: AnyObject) { self = Self.of(object) }

  /// The identifier of intervals that do not overlap.
  public static let exclusive = OSSignpostID(0xEEEE_B0B5_B2B2_EEEE)
  /// An identifier with which nothing is written.
  public static let invalid = OSSignpostID(UInt64.max)
  /// An identifier with which nothing is written.
  public static let null = OSSignpostID(0)

  public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }

  static func next() -> OSSignpostID { OSSignpostID(last.add(1, ordering: .relaxed).newValue) }

  static func of(_ object: AnyObject) -> OSSignpostID {
    OSSignpostID(UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

  var isValid: Bool { self != .invalid && self != .null }
}

/// The number that tells an interval from the others of a log.
struct SignpostInterval: Hashable, Sendable {
  let name: String
  let id: OSSignpostID
}

/// Writes a moment, or the start or the end of an interval, as a message of use while developing; the end says the duration.
///
/// - Parameter dso: Is not used: messages do not say which library they are from.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive
) {
  log.sign(type, name, signpostID, "")
}

/// Writes a moment, or the start or the end of an interval, with a message in C's format, as `os_log` takes it.
///
/// - Parameter dso: Is not used: messages do not say which library they are from.
public func os_signpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer? = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
  log.sign(type, name, signpostID, formatted(format, arguments))
}

extension OSLog {
  func sign(_ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID, _ message: @autoclosure () -> String) {
    guard signpostsEnabled, id.isValid else { return }
    let interval = SignpostInterval(name: name.description, id: id)
    let now = ContinuousClock().now
    let text: String
    switch type {
    case .begin:
      intervals.withLock { $0[interval] = now }
      text = "\(name) begins"
    case .end:
      let start = intervals.withLock { $0.removeValue(forKey: interval) }
      text = start.map { "\(name) took \($0.duration(to: now))" } ?? "\(name) ends"
    default: text = "\(name)"
    }
    let message = message()
    write(.debug, message.isEmpty ? text : "\(text) \(message)")
  }
}
