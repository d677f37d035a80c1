internal import CoreMedia
internal import GStreamer
internal import MediaEngine
internal import MediaSource
import Foundation
import MovieFile

/// Frames that are encoded when their samples are asked for, in order; from the first again for an earlier one.
///
/// May be used from several threads: calls wait for each other, and block.
final class EncodedRun: Sendable {
  /// The number of frames.
  let count: Int
  let settings: FrameEncoder.Settings
  private let makeFrames: @Sendable () throws -> any PulledFrames
  private let lock = NSLock()
  /// Used under the lock alone.
  private nonisolated(unsafe) var state: State?
  /// The form of samples, which is known before the first is asked for.
  private nonisolated(unsafe) var units: SampleUnits?

  private struct State {
    let frames: any PulledFrames
    let encoder: FrameEncoder
    /// The access units that are kept, and the number of the first.
    var made: [[UInt8]] = []
    var first = 0
    var isFinished = false
  }

  /// The bytes that are kept for other readers of the same samples.
  private static let room = 8 << 20

  /// - Parameter makeFrames: Makes the frames anew, from the first on.
  init(count: Int, _ settings: FrameEncoder.Settings, _ makeFrames: @escaping @Sendable () throws -> any PulledFrames) {
    (self.count, self.settings, self.makeFrames) = (count, settings, makeFrames)
  }

  /// True for the first frame of a group.
  func isSync(_ number: Int) -> Bool { number % FrameEncoder.groupLength == 0 }

  /// The parameter sets that the first frames are encoded with; of HEVC, they declare as much reordering as the frames beside have.
  func parameterSets() throws -> [[UInt8]] {
    let bytes = try lock.withLock { try unit(0) }
    let sets = SampleUnits.parameterSets(inByteStream: bytes, isHEVC: settings.codec == .hevc)
    return sets.map { settings.pictureBuffer?.declared(in: $0) ?? $0 }
  }

  /// Sets the form of samples.
  func setUnits(_ units: SampleUnits) { lock.withLock { self.units = units } }

  /// A sample, without parameter sets.
  func sample(_ number: Int) throws -> [UInt8] {
    try lock.withLock {
      let bytes = try unit(number)
      let hasSets = !SampleUnits.parameterSets(inByteStream: bytes, isHEVC: settings.codec == .hevc).isEmpty
      guard let sample = units?.sample(ofByteStream: bytes), hasSets == isSync(number) else {
        throw MediaError(
          .failed, "the encoder has coded frame \(number) in another way than it was told", family: .encoding)
      }
      return sample
    }
  }

  private func unit(_ number: Int) throws -> [UInt8] {
    var state = try self.state.take() ?? begin()
    if number < state.first { state = try begin() }
    defer { self.state = state }
    while number >= state.first + state.made.count {
      guard !state.isFinished else {
        throw MediaError(
          .damaged, "\(state.first + state.made.count) of \(count) frames could be encoded", family: .encoding)
      }
      if let frame = try state.frames.next(Cancellation()) {
        state.made += try state.encoder.encode(frame.buffer, frame.caps)
      } else {
        state.made += try state.encoder.finish()
        state.isFinished = true
        guard state.first + state.made.count == count else { continue }
      }
    }
    let unit = state.made[number - state.first]
    while state.first < number, state.made.reduce(0, { $0 + $1.count }) > Self.room {
      state.made.removeFirst()
      state.first += 1
    }
    return unit
  }

  private func begin() throws -> State { State(frames: try makeFrames(), encoder: try FrameEncoder(settings)) }
}

/// The frames of a part of a track, at its own times, as many as are wanted.
final class EdgeFrames: PulledFrames {
  private let cursor: FrameCursor
  private var left: Int

  init(_ track: any CodedTrack, in range: CMTimeRange, count: Int) {
    (cursor, left) = (FrameCursor(track, range: range), count)
  }

  var orientation: FrameOrientation? { nil }
  func firstCaps() throws -> Caps? { nil }

  func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    guard left > 0, let frame = try cursor.next(cancellation) else { return nil }
    left -= 1
    return PulledFrame(
      time: frame.time, duration: frame.duration, buffer: Buffer(retaining: frame.buffer.buffer), caps: frame.caps)
  }

  func move(to range: CMTimeRange) { cursor.move(to: range) }
}

/// The frames of a timeline that begin in a range, and if wanted the one that is shown at its start.
final class SpanFrames: PulledFrames {
  private let frames: TimelineFrames
  private var range: CMTimeRange
  private let hasFirst: Bool

  /// - Parameter hasFirst: True if the frame that has begun before the range and is shown at its start is one of them.
  init(_ plan: RenderPlan, in range: CMTimeRange, hasFirst: Bool = false) throws {
    (frames, self.range, self.hasFirst) = (try TimelineFrames(plan), range, hasFirst)
    frames.move(to: range)
  }

  var orientation: FrameOrientation? { nil }
  func firstCaps() throws -> Caps? { try frames.firstCaps() }

  func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    while let frame = try frames.next(cancellation) {
      let isShown = hasFirst && frame.time + frame.duration > range.start
      if isShown || frame.time >= range.start, frame.time < range.end { return frame }
    }
    return nil
  }

  func move(to range: CMTimeRange) {
    self.range = range
    frames.move(to: range)
  }
}
