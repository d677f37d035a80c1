internal import GStreamer
import Synchronization

/// The inputs of a transport stream that end without a sample. Its muxer fails at one that has no format, so they are removed from it; the
/// last input stays, by which the muxer ends.
final class EmptyInputs: Sendable {
  private let state: Mutex<(left: Int, notes: [String])>

  /// - Parameter count: The number of the muxer's inputs.
  init(of count: Int) { state = Mutex((count, [])) }

  /// Notes for the user on the tracks that the file is without.
  var notes: [String] { state.withLock { $0.notes } }

  /// Releases the muxer's pad behind an output, on whose thread this is called.
  ///
  /// - Parameter note: The note on the input.
  /// - Returns: False if it is the last one.
  func remove(_ output: Pad, note: String) -> Bool {
    let isOther = state.withLock { state in
      guard state.left > 1 else { return false }
      state.left -= 1
      state.notes.append(note)
      return true
    }
    guard isOther, let pad = output.peer, let muxer = pad.parent else { return false }
    muxer.release(pad)
    return true
  }
}
