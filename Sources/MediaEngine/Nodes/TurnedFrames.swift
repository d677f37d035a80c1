internal import GStreamer
import Synchronization

/// Notes on frames that a node draws on as they are stored, where a tag says that they are to be turned.
final class TurnedFrames: Sendable {
  private let sources = Mutex<Set<String>>([])

  /// - Parameter source: The name of the node that gives the frames.
  func watch(_ pad: Pad, of source: String) {
    pad.addProbe(.events) { [self] info in
      guard case .tags(let tags)? = info.retainedEvent?.content, let turn = tags["image-orientation"] else {
        return .pass
      }
      if turn != "rotate-0" { sources.withLock { _ = $0.insert(source) } }
      return .pass
    }
  }

  var notes: [String] {
    sources.withLock { $0.sorted() }.map {
      "frames of '\($0)' are taken as they are stored: put video.orient between to turn them"
    }
  }
}
