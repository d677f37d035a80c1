import CGStreamer
import Logging
import Testing

import GStreamerTesting
@testable import GStreamer

@Suite("GStreamer's log")
struct LogTests {
  @Test("reaches a Swift logger from WARNING up, with its category, object and place")
  func bridge() throws {
    let lines = Log<String>()
    try GStreamerLibrary.bridgeLog(to: Logger(label: "test") { _ in Collector(lines: lines) })
    let element = try Element.make("identity", name: "bridged")
    let category = _gst_debug_get_category("default")
    for level in [GST_LEVEL_ERROR, GST_LEVEL_WARNING, GST_LEVEL_INFO] {
      gst_debug_log_literal(
        category, level, "here.c", "there", 7, element.pointer(as: GObject.self), "said at \(level.rawValue)")
    }
    // Code that holds an object's lock logs as well.
    let object = element.pointer(as: GstObject.self)
    g_mutex_lock(&object.pointee.lock)
    gst_debug_log_literal(
      category, GST_LEVEL_WARNING, "here.c", "there", 8, element.pointer(as: GObject.self), "locked")
    g_mutex_unlock(&object.pointee.lock)
    #expect(
      lines.all.filter { $0.contains("bridged") } == [
        "error: said at 1 [default, bridged] here.c:7 there from GStreamer",
        "warning: said at 2 [default, bridged] here.c:7 there from GStreamer",
        "warning: locked [default, bridged] here.c:8 there from GStreamer",
      ])
  }
}

private struct Collector: LogHandler {
  let lines: Log<String>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let what = "\(event.metadata?["category"] ?? "?"), \(event.metadata?["object"] ?? "?")"
    let place = "\(event.file):\(event.line) \(event.function) from \(event.source)"
    lines.add("\(event.level): \(event.message) [\(what)] \(place)")
  }
}
