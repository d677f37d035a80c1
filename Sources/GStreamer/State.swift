package import CGStreamer

/// The state of an element.
package enum State: Int, Comparable, Sendable, CustomStringConvertible {
  /// Holds no resources.
  case null = 1
  /// Has opened devices and files.
  case ready
  /// Has prerolled data; the clock is stopped.
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

/// The result of a request for a state.
package enum StateChange: Sendable {
  /// The state is reached.
  case done
  /// The state is reached once data arrive; ``Message/asyncDone`` reports it.
  case asynchronous
  /// Done, but a live source produces no data before `playing`.
  case noPreroll
}
