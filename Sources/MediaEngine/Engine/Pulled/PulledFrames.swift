package import MediaSource
package import GStreamer
package import CoreMedia
import MediaGraph

// asset.read ─▷ cursor ─▷ PulledFrames ─▷ PulledFrames ─▷ ProgramSink        each pulled by the next, on the program's own thread

/// A frame that a program has pulled through a graph.
package struct PulledFrame {
  package let time: CMTime
  package let duration: CMTime
  package let buffer: Buffer
  package let caps: Caps

  package init(time: CMTime, duration: CMTime, buffer: Buffer, caps: Caps) {
    (self.time, self.duration, self.buffer, self.caps) = (time, duration, buffer, caps)
  }
}

/// Frames that are made when they are asked for. Belongs to the thread of its sink.
package protocol PulledFrames: AnyObject {
  /// The way in which the file says that its frames are to be turned; nil if they are upright.
  var orientation: FrameOrientation? { get }
  /// The format of the first frame; nil if there is none.
  func firstCaps() throws -> Caps?
  /// The next frame; nil after the last.
  func next(_ cancellation: Cancellation) throws -> PulledFrame?
  /// Goes on in another range, with the frame that is shown at its start.
  func move(to range: CMTimeRange)
}

/// A stream between two nodes.
package enum PulledStream {
  case frames(any PulledFrames)
  case audio(any PulledAudio)
  case packets(any PulledPackets)
}

/// A node that can be pulled.
protocol PullableNode: ElementNode {
  /// The node's output for a stream; nil if only elements can make it.
  func pulled(_ input: PulledStream) throws -> PulledStream?
}

/// A node with any number of inputs that can be pulled.
protocol PullableMixer: ElementNode {
  /// The node's output for the streams of its inputs; nil if only elements can make it.
  func pulled(_ inputs: [PulledStream]) throws -> PulledStream?
}

/// A source that can be pulled.
protocol PullableSource: ElementNode {
  /// Makes a stream of an output anew, each time that it is called, on any thread.
  typealias Maker = () throws -> PulledStream

  /// The streams of output ports that are read; nil if only elements can give one of them.
  ///
  /// - Parameter opened: The files that the program has opened already.
  func pulled(_ outputs: [OutputKey], _ node: GraphNode, _ opened: OpenedAssets) throws -> [OutputKey: Maker]?
}

/// The frames of a track.
final class TrackFrames: PulledFrames {
  let orientation: FrameOrientation?
  private let cursor: FrameCursor
  private var first: DecodedFrame?

  init(_ track: any CodedTrack, in range: CMTimeRange, orientation: FrameOrientation?) {
    cursor = FrameCursor(track, range: range)
    self.orientation = orientation
  }

  func firstCaps() throws -> Caps? {
    if first == nil { first = try cursor.next() }
    return first?.caps
  }

  func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    guard let frame = try first.take() ?? cursor.next(cancellation) else { return nil }
    // The cursor may keep the frame for the next edit: a reference of its own shows that to a program that would write.
    let buffer = Buffer(retaining: frame.buffer.buffer)
    return PulledFrame(time: frame.time, duration: frame.duration, buffer: buffer, caps: frame.caps)
  }

  func move(to range: CMTimeRange) {
    first = nil
    cursor.move(to: range)
  }
}

/// Frames in another format or size.
final class ConvertedFrames: PulledFrames {
  private let input: any PulledFrames
  private let interpolation: VideoConverter.Interpolation
  private let target: (Caps) throws -> Caps
  private var last: (source: Caps, target: Caps, converter: VideoConverter?)?

  init(
    _ input: any PulledFrames, _ interpolation: VideoConverter.Interpolation = .bilinear,
    to target: @escaping (Caps) throws -> Caps
  ) {
    (self.input, self.interpolation, self.target) = (input, interpolation, target)
  }

  var orientation: FrameOrientation? { input.orientation }
  func firstCaps() throws -> Caps? { try input.firstCaps().map { try target($0) } }
  func move(to range: CMTimeRange) { input.move(to: range) }

  func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    guard let frame = try input.next(cancellation) else { return nil }
    if last.map({ $0.source !== frame.caps && $0.source != frame.caps }) ?? true {
      let caps = try target(frame.caps)
      let converter = caps == frame.caps ? nil : try VideoConverter(from: frame.caps, to: caps, interpolation)
      last = (frame.caps, caps, converter)
    }
    guard let last, let converter = last.converter else { return frame }
    return PulledFrame(
      time: frame.time, duration: frame.duration, buffer: try converter.convert(frame.buffer), caps: last.target)
  }
}

/// Frames that are turned.
final class RotatedFrames: PulledFrames {
  private let input: any PulledFrames
  private let wanted: FrameOrientation
  private var last: (source: Caps, rotator: FrameRotator)?

  /// Nil for frames that only an element can turn.
  init?(_ input: any PulledFrames, _ wanted: FrameOrientation) throws {
    (self.input, self.wanted) = (input, wanted)
    guard let caps = try input.firstCaps(), let rotator = try FrameRotator(wanted, of: caps) else { return nil }
    last = (caps, rotator)
  }

  var orientation: FrameOrientation? { nil }
  func firstCaps() throws -> Caps? { last?.rotator.caps }
  func move(to range: CMTimeRange) { input.move(to: range) }

  func next(_ cancellation: Cancellation) throws -> PulledFrame? {
    guard let frame = try input.next(cancellation) else { return nil }
    if last.map({ $0.source !== frame.caps && $0.source != frame.caps }) ?? true {
      guard let rotator = try FrameRotator(wanted, of: frame.caps) else {
        throw DecoderError(.unsupported, "frames of \(frame.caps.text) cannot be turned")
      }
      last = (frame.caps, rotator)
    }
    guard let rotator = last?.rotator else { return frame }
    return PulledFrame(
      time: frame.time, duration: frame.duration, buffer: try rotator.rotate(frame.buffer), caps: rotator.caps)
  }
}
