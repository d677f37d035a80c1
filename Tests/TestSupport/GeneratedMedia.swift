import Foundation
import Synchronization

/// A file that ffmpeg makes of generated pictures and sound alone: it is the same whenever it is made, and many tests
/// need it.
struct GeneratedMedia {
  /// The files of earlier calls, by arguments and name; without those that would fill the memory.
  private static let made = Mutex<[[String]: Data]>([:])
  private static let largest = 1 << 20

  private let path: String
  private let key: [String]

  /// - Parameter arguments: Those of ffmpeg, of which the last is the path of the file. Returns nil if ffmpeg would read
  ///   or write another file.
  init?(_ arguments: [String]) {
    guard let path = arguments.last, path.hasPrefix("/") else { return nil }
    let file = URL(fileURLWithPath: path), folder = file.deletingLastPathComponent().path
    guard !["m3u8", "mpd"].contains(file.pathExtension), !arguments.dropLast().contains(where: { $0.contains(folder) })
    else { return nil }
    for (index, argument) in arguments.enumerated() where argument == "-i" {
      guard index >= 2, arguments[index - 2..<index] == ["-f", "lavfi"] else { return nil }
    }
    self.path = path
    // Two files of noise differ, as two seeds do.
    key = arguments.dropLast() + [file.lastPathComponent]
  }

  /// Writes the file: by `make` if it is the first of its kind.
  func write(_ make: () throws -> Void) throws {
    let url = URL(fileURLWithPath: path)
    if let data = Self.made.withLock({ $0[key] }) { return try data.write(to: url) }
    try make()
    guard let data = try? Data(contentsOf: url), data.count <= Self.largest else { return }
    Self.made.withLock { $0[key] = data }
  }
}
