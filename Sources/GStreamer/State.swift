package import CGStreamer

/// How far an element is from doing its work.
package enum State: Int, Comparable, Sendable, CustomStringConvertible {
  /// Holds no resources.
  case null = 1
  /// Has opened devices and files.
  case ready
  /// Has data waiting; the clock stands.
  case paused
  case playing

  package static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }

  package init(_ state: GstState) { self = State(rawValue: Int(state.rawValue)) ?? .null }
  package var gst: GstState { GstState(rawValue: UInt32(rawValue)) }

  package var description: String {
    switch self {
    case .null: "null"
    case .ready: "ready"
    case .paused: "paused"
    case .playing: "playing"
    }
  }
}

/// What came of asking for a state.
package enum StateChange: Sendable {
  /// The state is reached.
  case done
  /// The state is reached once data arrive; ``Message/asyncDone`` tells when.
  case underWay
  /// Done, but a live source gives no data before `playing`.
  case noPreroll
}
