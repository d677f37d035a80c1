import Foundation
import TestSupport
import Testing

@testable import MediaEngine
@testable import MediaGraph

/// Plugins are found by the tables of their files, which may hold any number.
@Suite struct PluginListingTests {
  /// A library of three parts: the header, the two sections of the dynamic symbols and of their names, and the names.
  private struct Library {
    var bytes: [UInt8]

    init() {
      let names = [0] + Array("reel_plugin_register".utf8) + [0]
      bytes = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 64 + 2 * 64 - 6) + names
      set(40, 8, to: 64)
      set(58, 2, to: 64)
      set(60, 2, to: 2)
      set(64 + 4, 4, to: 11)
      set(64 + 40, 4, to: 1)
      set(128 + 24, 8, to: 192)
      set(128 + 32, 8, to: UInt64(names.count))
    }

    mutating func set(_ offset: Int, _ size: Int, to number: UInt64) {
      for index in 0..<size { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
    }
  }

  /// Each number of the tables that is read: its place and its size.
  static let fields = [(40, 8), (58, 2), (60, 2), (68, 4), (104, 4), (152, 8), (160, 8)]

  @Test func library_isAPlugin_ifItHasTheEntryPoint() throws {
    let folder = try TemporaryFolder()
    try Data(Library().bytes).write(to: folder.url("libgood.so"))
    try Data(Library().bytes.dropLast(4)).write(to: folder.url("libcut.so"))
    #expect(PluginLoader.available(folders: [folder.path]) == ["good"])
  }

  @Test(arguments: fields, [UInt64.max, UInt64(Int64.max), 1 << 63, 1 << 62, 0xFFFF_FFFF, 65 << 20, 0])
  func hostileField_isNoPlugin_andNoTrap(_ field: (place: Int, size: Int), _ number: UInt64) throws {
    let folder = try TemporaryFolder()
    var library = Library()
    library.set(field.place, field.size, to: number)
    try Data(library.bytes).write(to: folder.url("libbad.so"))
    #expect(PluginLoader.available(folders: [folder.path]) == [])
  }

  @Test func unusableManifest_isANoteOnUnknownTypes() throws {
    let folder = try TemporaryFolder()
    var manifest = PluginManifest(plugin: "Sparkle", declarations: [])
    manifest.format = 2
    for (name, text) in [("Sparkle", try manifest.json), ("Text", Data("text".utf8)), ("None", Data("{}".utf8))] {
      try text.write(to: folder.url("lib\(name).json"))
      if name != "None" { try Data(Library().bytes).write(to: folder.url("lib\(name).so")) }
    }
    let registry = Registry()
    PluginLoader(folders: [folder.path]).noteManifests(in: registry)
    let notes = registry.unusableManifests.filter { $0.contains(folder.path) }
    #expect(notes.count == 2)
    #expect(
      notes.first
        == "the manifest \(folder.path)/libSparkle.json cannot be used: the manifest's format is 2", "\(notes)")
    #expect(notes.last?.hasPrefix("the manifest \(folder.path)/libText.json cannot be used: ") == true, "\(notes)")
    let loaded = DescriptionLoader().load(
      text: "format: 1\nnodes:\n  star: { use: sparkle.star }\n", path: "graph.yaml"
    ).graph
    let problem = GraphChecker(registry: registry).check(loaded).problems.first
    #expect(problem?.message == "unknown node type 'sparkle.star'")
    #expect(problem?.notes == registry.unusableManifests)
  }

  @Test func folderThatCannotBeRead_isANoteOnUnknownTypes() throws {
    let folder = try TemporaryFolder().url("missing").path
    let registry = Registry()
    PluginLoader(folders: [folder]).noteManifests(in: registry)
    #expect(
      registry.unusableManifests.contains { $0.hasPrefix("the plugin folder \(folder) cannot be read: ") },
      "\(registry.unusableManifests)")
  }
}
