import Foundation
import MediaGraph
import MovieFile

extension PluginLoader {
  /// Returns the plugins in the user's folders, sorted by name, without those beside the command. None is loaded.
  ///
  /// - Parameter folders: `--plugin-path`; the folders of `REEL_PLUGIN_PATH` follow them.
  public static func available(folders: [String] = []) -> [String] {
    let environment = ProcessInfo.processInfo.environment["REEL_PLUGIN_PATH"] ?? ""
    var names: [String] = []
    for folder in folders + environment.split(separator: ":").map(String.init) {
      for file in (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? [] {
        guard file.hasPrefix("lib"), file.hasSuffix(".so") else { continue }
        let name = String(file.dropFirst(3).dropLast(3))
        guard !names.contains(name), exportsEntryPoint("\(folder)/\(file)") else { continue }
        names.append(name)
      }
    }
    return names
  }

  /// Returns true if a library has the entry point of a plugin among its dynamic symbols.
  ///
  /// Reads the tables of the file (ELF, 64 bits, little-endian): opening the library would run its code.
  static func exportsEntryPoint(_ path: String) -> Bool {
    guard let file = try? FileByteSource(path: path) else { return false }
    // Any field may hold any number: the source checks the range.
    func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
      guard let start = Int64(exactly: offset), count <= 64 << 20 else { return nil }
      return try? file.bytes(at: start, count: count)
    }
    func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
      (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
    }
    guard let header = bytes(at: 0, count: 64), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else {
      return false
    }
    let (size, count) = (Int(number(header, 58, 2)), Int(number(header, 60, 2)))
    guard size >= 64, let sections = bytes(at: number(header, 40, 8), count: size * count) else { return false }
    for index in 0..<count {
      let section = index * size
      // The table of dynamic symbols, which links to that of their names.
      guard number(sections, section + 4, 4) == 11 else { continue }
      let link = Int(number(sections, section + 40, 4)) * size
      guard link + 64 <= sections.count, let length = Int(exactly: number(sections, link + 32, 8)),
        let names = bytes(at: number(sections, link + 24, 8), count: length)
      else { return false }
      return names.split(separator: 0).contains { $0.elementsEqual(entryPoint.utf8) }
    }
    return false
  }

  static let entryPoint = "reel_plugin_register"
}
