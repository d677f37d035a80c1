internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Maps buffers as blocks of audio: what audio effects, sources and sinks share.
class AudioInstance: ElementInstance {
  private let reader = BlockReader()
  fileprivate var format: AudioFormat? { reader.format }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool { reader.setCaps(caps) }

  /// Maps a buffer for the duration of a call; `position` is that of the first frame, by default read from the time
  /// stamp.
  fileprivate func withBlock<R>(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, at position: Int64? = nil, isSink: Bool = false,
    _ body: (inout AudioBlock) throws -> R
  ) throws -> R {
    try reader.withBlock(buffer, flags) { format in
      if let position { return (position, CMTime(value: position, timescale: Int32(clamping: format.rate))) }
      let stamp = withSegment(of: element, isSink: isSink) { streamTime(buffer.pointee.pts, in: &$0) }
      return (stamp?.samples(at: format.rate), CMTime(stamp, onGridOf: format.rate, over: 1))
    } body: { block in
      try body(&block)
    }
  }
}

final class AudioEffectInstance: AudioInstance {
  private let body: ClosureElements.AudioEffect
  init(_ body: @escaping ClosureElements.AudioEffect) { self.body = body }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    try withBlock(buffer, readWrite) { try body(&$0) }
    return GST_FLOW_OK
  }
}

final class AudioSinkInstance: AudioInstance {
  private let body: ClosureElements.AudioSink
  private let atEnd: ClosureElements.Finish

  init(_ body: @escaping ClosureElements.AudioSink, _ finish: @escaping ClosureElements.Finish) {
    self.body = body
    atEnd = finish
  }

  override func attached() { configureSink() }
  override func finish() throws { try atEnd() }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    try withBlock(buffer, GST_MAP_READ, isSink: true) { try body($0) }
    return GST_FLOW_OK
  }
}

final class AudioSourceInstance: AudioInstance {
  private let body: ClosureElements.AudioSource
  private let framesPerBlock: Int
  private var position = 0
  private var isAtEnd = false

  init(framesPerBlock: Int, _ body: @escaping ClosureElements.AudioSource) {
    self.framesPerBlock = framesPerBlock
    self.body = body
  }

  override func attached() { configureSource() }

  override func start() {
    position = 0
    isAtEnd = false
  }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    guard super.setCaps(caps), let format else { return false }
    let source = UnsafeMutableRawPointer(element).assumingMemoryBound(to: GstBaseSrc.self)
    gst_base_src_set_blocksize(source, guint(framesPerBlock * format.bytesPerFrame))
    return true
  }

  override func process(_ buffer: UnsafeMutablePointer<GstBuffer>) throws -> GstFlowReturn {
    if isAtEnd { return GST_FLOW_EOS }
    guard let format else { return GST_FLOW_NOT_NEGOTIATED }
    // Samples that the closure does not write are silence, not old contents of the memory.
    gst_buffer_memset(buffer, 0, format.sampleFormat == .u8 ? 0x80 : 0, gst_buffer_get_size(buffer))
    let written = try withBlock(buffer, readWrite, at: Int64(position)) { block in
      min(max(0, try body(&block)), block.frameCount)
    }
    isAtEnd = written < framesPerBlock
    if written == 0 { return GST_FLOW_EOS }
    gst_buffer_set_size(buffer, gssize(written * format.bytesPerFrame))
    let start = ClockTime(UInt(position), times: 1, over: UInt(format.rate))
    let end = ClockTime(UInt(position + written), times: 1, over: UInt(format.rate))
    buffer.pointee.pts = start.nanoseconds
    buffer.pointee.duration = end.nanoseconds - start.nanoseconds
    buffer.pointee.offset = UInt(position)
    buffer.pointee.offset_end = UInt(position + written)
    position += written
    return GST_FLOW_OK
  }
}
