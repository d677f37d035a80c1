internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// Maps buffers as blocks of sound: what audio effects, sources and sinks share.
class AudioInstance: ElementInstance {
  fileprivate var format: AudioFormat?

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps) != 0 else { return false }
    format = AudioFormat(info)
    return true
  }

  /// Maps a buffer for the length of a call; `position` is that of the first frame, read from the stamp when it is not given.
  fileprivate func withBlock<R>(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, at position: Int64? = nil, isSink: Bool = false,
    _ body: (inout AudioBlock) throws -> R
  ) throws -> R {
    guard let format, format.bytesPerFrame > 0 else { throw GStreamerError.notMapped("sound without a format") }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, flags) != 0 else { throw GStreamerError.notMapped("a block of sound") }
    defer { gst_buffer_unmap(buffer, &map) }
    var (first, time) = (position, CMTime.invalid)
    if let position {
      time = CMTime(value: position, timescale: Int32(format.rate))
    } else if let stamp = withSegment(of: element, isSink: isSink, { streamTime(buffer.pointee.pts, in: &$0) }) {
      first = Int64(gst_util_uint64_scale_round(stamp.nanoseconds, UInt(format.rate), ClockTime.second.nanoseconds))
      time = CMTime(stamp, onGridOf: format.rate, over: 1)
    }
    // An empty buffer has no memory; no sample of it is ever read.
    let base = map.data.map { UnsafeMutableRawPointer($0) } ?? UnsafeMutableRawPointer(bitPattern: 16)!
    var block = AudioBlock(
      base: base, format: format, frameCount: Int(map.size) / format.bytesPerFrame, samplePosition: first, time: time)
    return try body(&block)
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
    // What the closure leaves alone is silence, not what the memory held before.
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
