// The command is in libReel.so, which plugins link too: one copy of the node registry for both.

import Glibc

func fail(_ message: String) -> Never {
  _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(69)
}

// Opened first, Foundation looks up its thousands of symbols in its own few libraries; opened with libReel.so, it would
// search those of GStreamer and Cairo too. An error is reported by the next call.
_ = dlopen("libFoundation.so", RTLD_LAZY | RTLD_GLOBAL)

// Lazily: one subcommand calls few of the thousands of functions that the library and Foundation bind.
// Locally: symbols of plugins' libraries are not looked for in this one and its own, which is a third of the time to open
// FFmpeg's. What needs the library names it.
// By its bare name: opened by a path, the library would be loaded a second time for a plugin that needs it by name.
guard let library = dlopen("libReel.so", RTLD_LAZY | RTLD_LOCAL) else {
  fail(
    """
    error: reel cannot load its library
       = cause: \(dlerror().map { String(cString: $0) } ?? "no reason given")
       = help: 'make build' or 'swift build' makes libReel.so, which stays beside reel\n
    """)
}
guard let symbol = dlsym(library, "reel_main") else {
  fail("error: libReel.so is of another version than reel\n   = help: 'make build' or 'swift build' makes both\n")
}
typealias Main = @convention(c) (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
exit(unsafeBitCast(symbol, to: Main.self)(CommandLine.argc, CommandLine.unsafeArgv))
