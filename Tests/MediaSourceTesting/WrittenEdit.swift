import Foundation
import MovieFile

/// An edit as a movie's edit list has it.
package struct WrittenEdit: Sendable {
  /// In units of the movie.
  package var duration: Int
  /// In units of the media; -1 for a gap.
  package var mediaTime: Int
  package var rate: Double

  package init(duration: Int, mediaTime: Int, rate: Double = 1) {
    (self.duration, self.mediaTime, self.rate) = (duration, mediaTime, rate)
  }

  /// Replaces a track's edit list; the movie's headers must be at the file's end.
  package static func write(_ edits: [WrittenEdit], track number: Int, in path: String) throws {
    func u32(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    func box(_ type: String, _ body: [UInt8]) -> [UInt8] { u32(body.count + 8) + Array(type.utf8) + body }
    let movie = try Movie(path: path)
    let track = movie.tracks[number].box
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard movie.box.end == Int64(bytes.count) else { throw CocoaError(.fileReadCorruptFile) }
    // The old contents become free space.
    var tree = BoxTree(MemoryByteSource(bytes))
    try tree.walk { entry in
      guard case .box(let box, _) = entry, box.type == "edts", box.offset > track.offset, box.end <= track.end else {
        return
      }
      bytes.replaceSubrange(Int(box.offset) + 4..<Int(box.offset) + 8, with: Array("free".utf8))
    }
    let entries = edits.flatMap { u32($0.duration) + u32($0.mediaTime) + u32(Int($0.rate * 65536)) }
    let new = box("edts", box("elst", u32(0) + u32(edits.count) + entries))
    bytes.insert(contentsOf: new, at: Int(track.end))
    for parent in [movie.box, track] {
      bytes.replaceSubrange(Int(parent.offset)..<Int(parent.offset) + 4, with: u32(Int(parent.size) + new.count))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
