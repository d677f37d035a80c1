package import CGStreamer

/// The GStreamer library of this process.
package enum GStreamerLibrary {
  /// Initialises GStreamer once; later calls, from any thread, return at once.
  ///
  /// Throws ``GStreamerError/notStarted(_:)`` on each call if the library cannot start. The registry helper process
  /// stays enabled: a plugin that crashes while it is scanned then costs a line in the registry, not this process.
  package static func start() throws(GStreamerError) {
    if let failure { throw failure }
  }

  /// The version of the library, for example `1.22.0`.
  package static var version: String {
    var parts: (guint, guint, guint, guint) = (0, 0, 0, 0)
    gst_version(&parts.0, &parts.1, &parts.2, &parts.3)
    return "\(parts.0).\(parts.1).\(parts.2)"
  }

  // Swift initialises this once, also when several threads read it together.
  private static let failure: GStreamerError? = {
    var error: UnsafeMutablePointer<GError>?
    guard gst_init_check(nil, nil, &error) == 0 else { return nil }
    return .notStarted(takeText(&error) ?? "no reason given")
  }()
}

/// Returns the text of a GError, which is freed.
package func takeText(_ error: inout UnsafeMutablePointer<GError>?) -> String? {
  guard let pointer = error else { return nil }
  defer {
    g_error_free(pointer)
    error = nil
  }
  return String(cString: pointer.pointee.message)
}

/// Returns a string from C (transfer full), which is freed.
package func takeText(_ text: UnsafeMutablePointer<gchar>?) -> String? {
  guard let text else { return nil }
  defer { g_free(text) }
  return String(cString: text)
}
