internal import CGStreamer
internal import CReel
import Logging
import Synchronization

extension GStreamerLibrary {
  /// Sends GStreamer's debug messages of level WARNING and worse to a logger instead of standard error; off by default.
  ///
  /// The logger is called on the thread of each message. `GST_DEBUG` still selects categories: all messages that it
  /// enables are logged, `INFO` and below as `debug`. A second call replaces the logger.
  static func bridgeLog(to logger: Logger) throws(GStreamerError) {
    try start()
    let isFirst = GStreamerLibrary.bridge.withLock { bridge in
      defer { bridge = logger }
      return bridge == nil
    }
    guard isFirst else { return }
    gst_debug_remove_log_function(gst_debug_log_default)
    gst_debug_add_log_function(
      { category, level, file, function, line, object, message, _ in
        guard let logger = GStreamerLibrary.bridge.withLock({ $0 }), let message, let category else { return }
        let text = gst_debug_message_get(message).map { String(cString: $0) } ?? ""
        var metadata: Logger.Metadata = ["category": "\(String(cString: gst_debug_category_get_name(category)))"]
        // The caller may hold the object's lock, so its name is read as in GStreamer's own log, without locking.
        if object != nil, let id = gst_debug_message_get_id(message) { metadata["object"] = "\(String(cString: id))" }
        logger.log(
          level: Logger.Level(level), "\(text)", metadata: metadata, source: "GStreamer",
          file: file.map { String(cString: $0) } ?? "", function: function.map { String(cString: $0) } ?? "",
          line: UInt(clamping: line))
      }, nil, nil)
    if gst_debug_get_default_threshold().rawValue < GST_LEVEL_WARNING.rawValue {
      gst_debug_set_default_threshold(GST_LEVEL_WARNING)
    }
  }

  fileprivate static let bridge = Mutex<Logger?>(nil)
}

extension Logger.Level {
  fileprivate init(_ level: GstDebugLevel) {
    switch level {
    case GST_LEVEL_ERROR: self = .error
    case GST_LEVEL_WARNING: self = .warning
    case GST_LEVEL_FIXME: self = .notice
    default: self = .debug
    }
  }
}
