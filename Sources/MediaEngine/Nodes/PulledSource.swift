internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MovieFile

/// The media of a `PulledStream`, pulled on the element's streaming thread.
final class PulledSource: TrackSource {
  private let output: PulledOutput
  private var stream: PulledStream?
  /// The range to go on in; nil if the stream is there.
  private var sought: CMTimeRange?
  private let cancellation = Cancellation()

  /// - Parameter reception: Cancelled when the run is over, which does not wait for media that are being made.
  init(_ output: PulledOutput, _ reception: Reception) {
    self.output = output
    super.init()
    self.reception = reception
    // A run that is only told to end stops at its pads, with what is complete.
    reception.whenOver { [cancellation, weak reception] in if reception?.isCancelled ?? true { cancellation.cancel() } }
  }

  override var end: CMTime { output.end }
  override var units: MediaUnits? { output.timescale.flatMap { MediaUnits(timescale: $0) } }
  override var isSeekable: Bool { true }

  override func seek(to segment: SeekSegment) { sought = timeline(of: segment) }

  override func flow(afterThrowing error: any Error) -> GstFlowReturn? {
    error is CancellationError && cancellation.isCancelled ? GST_FLOW_FLUSHING : super.flow(afterThrowing: error)
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    let stream = try self.stream ?? output.make()
    self.stream = stream
    let range = sought.take()
    switch stream {
    case .frames(let frames):
      if let range { frames.move(to: range) }
      guard let frame = try frames.next(cancellation) else { return nil }
      setFormat(frame.caps)
      let buffer = try copy(frame.buffer, frame.caps)
      let start = stamp(of: frame.time)
      buffer.presentationTime = start
      buffer.decodeTime = nil
      buffer.duration = ClockTime(
        nanoseconds: stamp(of: frame.time + frame.duration).nanoseconds - start.nanoseconds)
      return buffer.give()
    case .audio(let audio):
      if let range { audio.move(to: range) }
      return try audio.next(cancellation).map { try buffer(of: $0) }
    case .packets:
      throw MediaError(.unsupported, "coded samples are only pulled by programs", family: .rendering)
    }
  }

  override func stop() { stream = nil }
}
