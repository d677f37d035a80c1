import CReel
import Foundation
import TestSupport
import Testing

/// Libraries that plugins need, opened one after the other before the plugin.
@Suite struct PluginLibrariesTests {
  private let folder: TemporaryFolder

  /// A plugin that needs one library, which needs another: neither names the folder of what it needs, so that the
  /// loader finds none by itself.
  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("plugins"), withIntermediateDirectories: false)
    let id = UUID().uuidString.prefix(8)
    for (name, needed) in [("inner", nil), ("outer", "inner"), ("plugins/plugin", "outer")] as [(String, String?)] {
      let function = name.split(separator: "/").last!
      let call = needed.map { "int \($0)(void); int \(function)(void) { return \($0)() + 1; }" }
      try (call ?? "int inner(void) { return 40; }\n")
        .write(toFile: folder.file("source.c"), atomically: true, encoding: .utf8)
      let library = function == "plugin" ? "plugins/plugin.so" : "lib\(function)-\(id).so"
      _ = try Oracle.run(
        "cc",
        [
          "-shared", "-fPIC", "-o", folder.file(library), folder.file("source.c"),
          "-Wl,-soname,\(URL(fileURLWithPath: library).lastPathComponent)",
        ]
          + (needed.map { ["-L\(folder.path)", "-l\($0)-\(id)", "-Wl,--allow-shlib-undefined"] } ?? []),
        withErrors: true)
    }
  }

  private var plugin: String { folder.file("plugins/plugin.so") }

  @Test func neededLibraries_areOpenedBeforeThoseThatNeedThem() throws {
    // The loader alone does not find them.
    #expect(dlopen(plugin, RTLD_NOW) == nil)
    creel_open_libraries(plugin)
    let handle = try #require(dlopen(plugin, RTLD_NOW), "\(String(cString: dlerror()))")
    let symbol = try #require(dlsym(handle, "plugin"))
    #expect(unsafeBitCast(symbol, to: (@convention(c) () -> CInt).self)() == 42)
  }

  /// A plugin that is none is the loader's to refuse.
  @Test func damagedFiles_areLeftToTheLoader() throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: plugin))
    let damaged = folder.file("plugins/damaged.so")
    for length in [0, 4, 16, 63, 64, 100, 500, 4096, bytes.count - 1] {
      try bytes.prefix(length).write(to: URL(fileURLWithPath: damaged))
      creel_open_libraries(damaged)
    }
    // The file's header, and those of its segments.
    for offset in 16..<600 {
      var copy = bytes
      copy[offset] ^= 0xFF
      try copy.write(to: URL(fileURLWithPath: damaged))
      creel_open_libraries(damaged)
    }
    creel_open_libraries(folder.file("plugins/none.so"))
    creel_open_libraries_of("no element has this name")
  }
}
