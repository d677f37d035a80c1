internal import GStreamer
import MediaGraph
import Synchronization

extension NodeBin {
  /// Ends the node with the reason if frames of a format come that it cannot take.
  ///
  /// They go no further: where an element refuses them, their source stops, which knows no reason, and all other branches with it.
  ///
  /// - Parameter reason: Returns the reason for the format of frames that cannot be taken; nil for others.
  func refuseFrames(on pad: Pad, _ reason: @escaping @Sendable (Structure) -> Diagnostic?) {
    let isRefusing = Mutex(false)
    pad.addProbe([.buffers, .events]) { [fail] info in
      if let format = info.caps?.first {
        let problem = reason(format)
        isRefusing.withLock { $0 = problem != nil }
        if let problem { fail(problem) }
      }
      // A pad that has no segment warns of the frames, which come to it before they are dropped.
      return isRefusing.withLock(\.self) && !info.isSegment ? .drop : .pass
    }
  }
}
