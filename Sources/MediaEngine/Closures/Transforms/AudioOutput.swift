internal import GStreamer
internal import CGStreamer
internal import MediaSource
public import CoreMedia

/// The output of a `Transform` for audio. Valid only during the call that receives it.
public struct AudioOutput: ~Copyable {
  private let stream: TransformOutputStream
  private let format: SampleFormat
  private let negotiatedFormat = OutputAudioFormat()

  init(stream: TransformOutputStream, format: SampleFormat) {
    self.stream = stream
    self.format = format
  }

  /// Fills an audio block and sends it; blocks while the next node is busy.
  ///
  /// - Parameters:
  ///   - frameCount: the number of frames, 0 to 2^24; 0 sends nothing.
  ///   - rate: frames a second, 1 to 768000.
  ///   - channels: 1 to 63; those of more than two have no positions.
  ///   - time: the presentation time, on the input's timeline.
  ///   - body: fills the whole block.
  /// - Throws: The errors of `body`, and an error when the stream is being torn down; rethrow it.
  public borrowing func write(
    _ frameCount: Int, rate: Int, channels: Int, at time: CMTime, _ body: (inout AudioBlock) throws -> Void
  ) throws {
    guard (0...1 << 24).contains(frameCount), (1...768_000).contains(rate),
      (1...AudioConverter.mostChannels).contains(channels)
    else {
      throw GStreamerError.badCaps("a block of \(frameCount) frames at \(rate) Hz with \(channels) channels")
    }
    if frameCount == 0 { return }
    let reader = try negotiatedFormat.reader(stream, format, rate: rate, channels: channels)
    guard let bytesPerFrame = reader.format?.bytesPerFrame,
      let made = gst_buffer_new_allocate(nil, gsize(frameCount * bytesPerFrame), nil)
    else { throw GStreamerError.notMapped("a block of sound") }
    let buffer = Buffer(adopting: made)
    try reader.fill(made, at: time, body)
    try stream.push(buffer, at: time, duration: CMTime(value: Int64(frameCount), timescale: Int32(rate)))
  }
}

/// The format of an output's audio.
final class OutputAudioFormat {
  private let blockReader = BlockReader()
  private var caps: (text: String, value: Caps)?

  fileprivate func reader(
    _ stream: TransformOutputStream, _ format: SampleFormat, rate: Int, channels: Int
  ) throws -> BlockReader {
    var text = ClosureElements.audioCaps([])
    text += ", format=(string)\(format), rate=(int)\(rate), channels=(int)\(channels)"
    if channels > 2 { text += ", channel-mask=(bitmask)0" }
    if text != caps?.text {
      let caps = try Caps(text)
      guard blockReader.setCaps(caps.caps) else { throw GStreamerError.badCaps(text) }
      self.caps = (text, caps)
    }
    if let caps { try stream.announce(caps.value) }
    return blockReader
  }
}
