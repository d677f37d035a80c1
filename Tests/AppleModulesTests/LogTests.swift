import Logging
import Synchronization
import Testing
import os

/// Module os writes to swift-log: each test reads what came under its own label.
@Suite struct LogTests {
  /// The messages of each label.
  private final class Record: Sendable {
    static let shared = Record()
    private let messages = Mutex<[String: [String]]>([:])

    init() {
      LoggingSystem.bootstrap { RecordingHandler(label: $0) }
    }

    func add(_ label: String, _ message: String) { messages.withLock { $0[label, default: []].append(message) } }
    func of(_ label: String) -> [String] { messages.withLock { $0[label] ?? [] } }
  }

  private struct RecordingHandler: LogHandler {
    let label: String
    var metadata: Logging.Logger.Metadata = [:]
    // Tests of quiet logs have labels that say so.
    var logLevel: Logging.Logger.Level {
      get { label.hasPrefix("quiet") ? .info : .trace }
      set {}
    }

    init(label: String) { self.label = label }

    subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { Record.shared.add(label, "\(event.level) \(event.message)") }
  }

  private let record = Record.shared

  @Test func loggers_writeEachImportance() {
    let logger = Logger(subsystem: "test", category: "levels")
    logger.trace("a")
    logger.debug("b")
    logger.info("c")
    logger.log("d")
    logger.notice("e")
    logger.warning("f")
    logger.error("g")
    logger.critical("h")
    logger.fault("i")
    logger.log(level: .info, "j")
    Logger(OSLog(subsystem: "test", category: "levels")).log(level: .error, "k")
    #expect(
      record.of("test.levels") == [
        "trace a", "debug b", "info c", "notice d", "notice e", "warning f", "error g", "critical h", "critical i",
        "info j", "error k",
      ])
  }

  @Test func messages_haveFormatsAndVisibility() {
    let logger = Logger(subsystem: "test", category: "messages")
    let (name, number, fraction) = ("Reel", 48, 2.5)
    logger.log("\(name) \(name, privacy: .private) \(name, privacy: .sensitive) \(name, privacy: .public)")
    logger.log("\(number, format: .hex) \(number, format: .octal) \(number, format: .decimal(minDigits: 4))")
    logger.log("\(-number, format: .hex(includePrefix: true)) \(number, format: .decimal(explicitPositiveSign: true))")
    logger.log(
      "\(fraction, format: .fixed) \(fraction, format: .fixed(precision: 2)) \(fraction, format: .exponential)")
    logger.log("[\(name, align: .left(columns: 6))][\(name, align: .right(columns: 6))][\(number, privacy: .private)]")
    logger.log("\(true, format: .truth) \(false, format: .answer)")
    #expect(
      record.of("test.messages") == [
        "notice Reel <private> <private> Reel", "notice 30 60 0048", "notice -0x30 +48",
        "notice 2.500000 2.50 2.500000e+00", "notice [Reel  ][  Reel][<private>]", "notice true no",
      ])
    logger.log("\(name, privacy: .private(mask: .hash)) \(name, privacy: .private(mask: .hash))")
    let masks = record.of("test.messages").last?.split(separator: " ") ?? []
    #expect(masks.count == 5 && masks[2] == masks[4] && !masks.contains { $0.contains("Reel") })
  }

  @Test func os_log_writesFormatsOfC() {
    let log = OSLog(subsystem: "test", category: "c")
    os_log("plain")
    os_log("to a log", log: log)
    os_log(.error, log: log, "\(5)")
    os_log("%d of %ld, %.2f, %5.1f%%", log: log, type: .info, Int32(3), 4, 0.125, 50.0)
    os_log("%{public}@ %{private}@ %@ %{public, uuid_t}@", log: log, type: .debug, "a", "b", "c", "d")
    "text".withCString { os_log("%x %c %s", log: log, Int32(255), Int32(65), $0) }
    // Values of other kinds are printed, and not read as what they are not.
    os_log("%s %d %f", log: log, 7, 0.5, "text")
    os_log("%d %d", log: log, type: .fault, Int32(1))
    os_log(.error, log: log, "%d %{public}@", Int32(7), "e")
    #expect(
      record.of("test.c") == [
        "notice to a log", "error 5", "info 3 of 4, 0.12,  50.0%", "debug a <private> c d", "notice ff A text",
        "notice 7 0.5 text", "critical 1 <missing>",
        "error 7 e",
      ])
    #expect(record.of("default").contains("notice plain"))
  }

  @Test func levels_areSwiftLogs() {
    let quiet = OSLog(subsystem: "quiet", category: "log")
    #expect(!quiet.isEnabled(type: .debug) && quiet.isEnabled(type: .info) && !quiet.signpostsEnabled)
    os_log(.debug, log: quiet, "unseen")
    os_log("unseen", log: .disabled)
    #expect(record.of("quiet.log").isEmpty && !OSLog.disabled.isEnabled(type: .fault))
    #expect(!OSSignposter.disabled.isEnabled && OSSignposter(subsystem: "test", category: "x").isEnabled)
    #expect(OSLog(subsystem: "s", category: .pointsOfInterest).isEnabled(type: .debug))
  }

  @Test func signposts_writeMomentsAndDurations() {
    let log = OSLog(subsystem: "test", category: "posts")
    let (first, second) = (OSSignpostID(log: log), OSSignpostID(log: log))
    os_signpost(.begin, log: log, name: "work", signpostID: first)
    os_signpost(.begin, log: log, name: "work", signpostID: second, "%d", Int32(2))
    os_signpost(.event, log: log, name: "moment")
    os_signpost(.end, log: log, name: "work", signpostID: first, "%{public}@", "done")
    os_signpost(.end, log: log, name: "work", signpostID: first)
    os_signpost(.begin, log: log, name: "work", signpostID: .invalid)
    os_signpost(.begin, log: log, name: "work", signpostID: .null)
    let lines = record.of("test.posts")
    #expect(Array(lines.prefix(3)) == ["debug work begins", "debug work begins 2", "debug moment"])
    // The second end has no start; nothing is written with invalid identifiers.
    #expect(lines.count == 5 && lines[3].hasPrefix("debug work took ") && lines[3].hasSuffix(" done"))
    #expect(lines[4] == "debug work ends")
  }

  @Test func signposters_measureIntervals() {
    let poster = OSSignposter(subsystem: "test", category: "poster")
    let id = poster.makeSignpostID()
    let state = poster.beginInterval("load", id: id, "\(3) files")
    poster.emitEvent("half")
    poster.endInterval("load", state)
    let result = poster.withIntervalSignpost("sum") { 1 + 1 }
    poster.endInterval("later", .beginState(id: id))
    let lines = record.of("test.poster")
    #expect(result == 2 && lines.count == 6 && Array(lines.prefix(2)) == ["debug load begins 3 files", "debug half"])
    #expect(lines[2].hasPrefix("debug load took ") && lines[4].hasPrefix("debug sum took "))
    #expect(lines[5] == "debug later ends")
  }

  @Test func identifiers_tellIntervalsApart() {
    let poster = OSSignposter()
    #expect(poster.makeSignpostID() != poster.makeSignpostID())
    let object = Record.shared
    #expect(poster.makeSignpostID(from: object) == OSSignpostID(log: .default, object: object))
    #expect(OSSignpostID.exclusive.rawValue == 0xEEEE_B0B5_B2B2_EEEE && OSSignpostID.invalid.rawValue == .max)
    #expect(OSSignpostID.null.rawValue == 0 && OSSignpostID(1) < OSSignpostID(2))
  }
}
