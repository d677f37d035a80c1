internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation

/// Frames that several readers pull: made once for readers that stay near each other.
///
///     reader 1 ─┐    ┌ FrameSession ───────────────────┐
///     reader 2 ─┴─▷  │ the last frames ◁─ PulledFrames │
///                    └─────────────────────────────────┘
///     reader 3 ───▷    a session of its own, in another range
///
/// No reader waits for another, and few frames are kept: a reader that falls far behind, or goes on elsewhere, gets frames of its own,
/// made by a decoder of its own. Readers may be on different threads.
final class FrameFanOut {
  private let make: () throws -> any PulledFrames
  private let lock = NSLock()
  /// Sessions that a reader may join.
  private var sessions: [FrameSession]
  private var count = 0

  /// - Parameters:
  ///   - first: The frames that all readers begin with.
  ///   - make: Makes the same frames anew; called on the thread of a reader.
  init(_ first: any PulledFrames, make: @escaping () throws -> any PulledFrames) {
    self.make = make
    sessions = [FrameSession(first, in: nil)]
  }

  /// Makes a reader, before any frame is read.
  func reader() -> FrameBranch {
    lock.withLock {
      count += 1
      sessions[0].join(count)
      return FrameBranch(self, sessions[0], number: count)
    }
  }

  /// Takes a reader out of its session, and returns one that begins with a range: one that another reader waits to begin, if there is any.
  fileprivate func session(for number: Int, leaving old: FrameSession, in range: CMTimeRange) -> FrameSession {
    lock.withLock {
      old.leave(number)
      sessions.removeAll { $0.isUnused }
      if let session = sessions.first(where: { $0.hasNotBegun(range) }) {
        session.join(number)
        return session
      }
      // A decoder that no other reader uses goes on with the range.
      let session = FrameSession(old.isUnused ? old.takeInput() : nil, in: range)
      session.join(number)
      sessions.append(session)
      return session
    }
  }

  /// Makes the frames anew.
  fileprivate func frames() throws -> any PulledFrames { try make() }
}

/// One reader of a fan-out. Belongs to the thread of its sink.
final class FrameBranch: PulledFrames {
  private let fanOut: FrameFanOut
  private let number: Int
  private var session: FrameSession
  private var range = CMTimeRange(start: .zero, end: .positiveInfinity)
  /// The time of the last frame that was given; nil before the first of the range.
  private var last: CMTime?

  fileprivate init(_ fanOut: FrameFanOut, _ session: FrameSession, number: Int) {
    (self.fanOut, self.session, self.number) = (fanOut, session, number)
  }

  var orientation: FrameOrientation? { session.withInput { $0?.orientation } }
  func firstCaps() throws -> Caps? { try session.withInput { try $0?.firstCaps() } }

  func move(to range: CMTimeRange) {
    (last, self.range) = (nil, range)
    session = fanOut.session(for: number, leaving: session, in: range)
  }

  func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    while true {
      switch try session.next(for: number, of: fanOut, cancellation) {
      case .end: return nil
      case .frame(let frame):
        // A session that takes over begins with the frame that was given last.
        if let last, frame.time <= last { continue }
        last = frame.time
        return frame
      case .missed:
        let rest = CMTimeRange(start: last ?? range.start, end: range.end)
        session = fanOut.session(for: number, leaving: session, in: rest)
      }
    }
  }
}

/// Frames of one decoder, for the readers that are near each other in them.
private final class FrameSession {
  enum Next {
    case frame(PulledFrame)
    case end
    /// The reader's next frame is gone.
    case missed
  }

  /// The number of frames that a reader may be behind.
  private static let room = 8

  private let lock = NSLock()
  private let range: CMTimeRange?
  private var input: (any PulledFrames)?
  private var isPlaced: Bool
  /// The frames that some reader has not got yet, and the number of the first of them.
  private var window: [PulledFrame] = []
  private var first = 0
  private var isAtEnd = false
  /// The number of the next frame of each reader.
  private var places: [Int: Int] = [:]

  /// - Parameters:
  ///   - input: Frames to be moved to the range; nil for new ones.
  ///   - range: The range; nil for where `input` is.
  init(_ input: (any PulledFrames)?, in range: CMTimeRange?) {
    (self.input, self.range, isPlaced) = (input, range, range == nil)
  }

  // MARK: Readers

  func join(_ reader: Int) { lock.withLock { places[reader] = first } }

  func leave(_ reader: Int) {
    lock.withLock {
      places[reader] = nil
      trim()
    }
  }

  var isUnused: Bool { lock.withLock { places.isEmpty } }

  /// True if the session is for a range, and no frame has been made.
  func hasNotBegun(_ range: CMTimeRange) -> Bool {
    lock.withLock { self.range == range && first == 0 && window.isEmpty && !isAtEnd }
  }

  func takeInput() -> (any PulledFrames)? { lock.withLock { input.take() } }

  // MARK: Frames

  func withInput<Value>(_ body: ((any PulledFrames)?) throws -> Value) rethrows -> Value {
    try lock.withLock { try body(input) }
  }

  func next(for reader: Int, of fanOut: FrameFanOut, _ cancellation: Cancellation) throws -> Next {
    try lock.withLock {
      guard let place = places[reader], place >= first else { return .missed }
      if place - first >= window.count {
        guard !isAtEnd, let frame = try made(fanOut, cancellation) else {
          isAtEnd = true
          return .end
        }
        window.append(frame)
      }
      let frame = window[place - first]
      places[reader] = place + 1
      trim()
      // A buffer with several references is copied when a program writes to it.
      return .frame(
        PulledFrame(
          time: frame.time, duration: frame.duration, buffer: Buffer(retaining: frame.buffer.buffer), caps: frame.caps))
    }
  }

  private func made(_ fanOut: FrameFanOut, _ cancellation: Cancellation) throws -> PulledFrame? {
    let frames = try input ?? fanOut.frames()
    input = frames
    if !isPlaced, let range { frames.move(to: range) }
    isPlaced = true
    return try frames.next(cancellation)
  }

  /// Lets go of frames that all readers have got, and of those beyond the room: who has not got them falls out.
  private func trim() {
    let needed = places.values.filter { $0 >= first }.min() ?? first + window.count
    let gone = max(min(needed - first, window.count), window.count - Self.room)
    guard gone > 0 else { return }
    window.removeFirst(gone)
    first += gone
  }
}
