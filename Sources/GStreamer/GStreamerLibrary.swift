package import CGStreamer
import Glibc

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
    if let shortage = shortage() { return .notStarted(shortage) }
    ignoreBrokenPipes()
    var error: UnsafeMutablePointer<GError>?
    guard gst_init_check(nil, nil, &error) == 0 else { return nil }
    return .notStarted(takeText(&error) ?? "no reason given")
  }()

  /// Makes the loss of a pipe's reader an error of what is written, instead of the end of the process, unless the program handles the
  /// signal. GIO does so too, with the first socket of a process.
  private static func ignoreBrokenPipes() {
    var action = sigaction()
    guard sigaction(SIGPIPE, nil, &action) == 0, action.__sigaction_handler.sa_handler == nil else { return }
    signal(SIGPIPE, SIG_IGN)
  }

  /// The address space that the library, its plugins and their threads take, in bytes.
  private static let neededSpace: rlim_t = 256 << 20

  /// The reason why the process has too little address space left; nil if it has enough. GLib ends a process that has none.
  private static func shortage() -> String? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
      return nil
    }
    var text = [UInt8](repeating: 0, count: 128)
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let count = read(file, &text, text.count)
    guard count > 0, let pages = rlim_t(String(decoding: text.prefix { $0 != 0x20 }, as: UTF8.self)) else { return nil }
    let used = pages * rlim_t(getpagesize())
    guard used >= limit.rlim_cur || limit.rlim_cur - used < neededSpace else { return nil }
    return "this process may use \(limit.rlim_cur >> 20) MiB of memory (ulimit -v), of which it has \(used >> 20) MiB"
      + " already: \(neededSpace >> 20) MiB more are needed"
  }
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
