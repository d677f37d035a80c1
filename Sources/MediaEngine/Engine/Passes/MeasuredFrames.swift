internal import GStreamer
import Foundation
import MediaGraph
import Synchronization

/// Keeps frames beyond those that were measured from an encoder in its second pass: x264 ends the whole process by them.
///
/// A file that has grown since, or statistics of another one, lead to more.
final class MeasuredFrames: Sendable {
  private let count: Int
  private let taken = Mutex(0)

  /// - Parameter path: The path of the statistics of x264 or x265, which have a line for each frame.
  /// - Throws: Read errors.
  init(path: String) throws {
    let statistics = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    count = statistics.withUnsafeBytes { bytes in
      var (count, isAtStart) = (0, true)
      for index in bytes.indices {
        if isAtStart, bytes[index...].starts(with: "in:".utf8) { count += 1 }
        isAtStart = bytes[index] == UInt8(ascii: "\n")
      }
      return count
    }
  }

  /// - Parameter fail: Called once, on a streaming thread, with the first frame that is too much.
  func watch(_ encoder: Element, fail: @escaping @Sendable (Int) -> Void) throws {
    try encoder.pad("sink").addProbe(.buffers) { [self] _ in
      let number = taken.withLock { taken in
        taken += 1
        return taken
      }
      if number == count + 1 { fail(count) }
      return number > count ? .drop : .pass
    }
  }
}
