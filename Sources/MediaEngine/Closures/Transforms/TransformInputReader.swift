internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Foundation

/// Shows buffers to Swift code as frames, blocks or packets; one for each element.
class TransformInputReader<Unit: ~Copyable> {
  /// Reads what was agreed on; `false` refuses it.
  func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool { true }

  /// The presentation time of a unit, and its duration.
  typealias Times = (start: CMTime, duration: CMTime)

  /// Maps a buffer for the duration of the call.
  func read(
    _ buffer: UnsafeMutablePointer<GstBuffer>, in segment: inout GstSegment,
    _ body: (borrowing Unit, Times) throws -> Void
  ) throws {}
}

/// Reads frames.
final class MappedFrameReader: TransformInputReader<VideoFrame> {
  // Allocated once: a GstVideoFrame is over 600 bytes, and none outlives its call.
  private let frame = UnsafeMutablePointer<GstVideoFrame>.allocate(capacity: 1)
  private let info = UnsafeMutablePointer<GstVideoInfo>.allocate(capacity: 1)
  private(set) var format: VideoFormat?

  deinit {
    frame.deallocate()
    info.deallocate()
  }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    gst_video_info_init(info)
    guard gst_video_info_from_caps(info, caps) != 0 else { return false }
    format = VideoFormat(info.pointee)
    return true
  }

  override func read(
    _ buffer: UnsafeMutablePointer<GstBuffer>, in segment: inout GstSegment,
    _ body: (borrowing VideoFrame, Times) throws -> Void
  ) throws {
    let (start, duration) = (streamTime(buffer.pointee.pts, in: &segment), ClockTime(buffer.pointee.duration))
    try withFrame(buffer, GST_MAP_READ) { format in
      (
        CMTime(start, onGridOf: format.rate.numerator, over: format.rate.denominator),
        CMTime(duration, onGridOf: format.rate.numerator, over: format.rate.denominator)
      )
    } body: { unit in
      try body(unit, (unit.presentationTime, unit.duration))
    }
  }

  /// Maps a frame for drawing.
  func draw(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at time: CMTime, duration: CMTime,
    _ body: (inout VideoFrame) throws -> Void
  ) throws {
    try withFrame(buffer, readWrite, at: { _ in (time, duration) }, body: body)
  }

  /// Maps a buffer for the duration of the call.
  ///
  /// - Parameter times: Returns the frame's presentation time and duration.
  func withFrame<Value>(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, at times: (VideoFormat) -> (CMTime, CMTime),
    body: (inout VideoFrame) throws -> Value
  ) throws -> Value {
    guard let format else { throw GStreamerError.notMapped("a picture without a format") }
    guard creel_frame_map(frame, info, buffer, flags) != 0 else { throw GStreamerError.notMapped("a picture") }
    defer { gst_video_frame_unmap(frame) }
    let (time, duration) = times(format)
    var view = VideoFrame(mapped: frame, format: format, time: time, duration: duration)
    return try body(&view)
  }
}

/// Reads audio.
final class BlockReader: TransformInputReader<AudioBlock> {
  private(set) var format: AudioFormat?

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    var info = GstAudioInfo()
    guard gst_audio_info_from_caps(&info, caps) != 0 else { return false }
    format = AudioFormat(info)
    return true
  }

  override func read(
    _ buffer: UnsafeMutablePointer<GstBuffer>, in segment: inout GstSegment,
    _ body: (borrowing AudioBlock, Times) throws -> Void
  ) throws {
    let start = streamTime(buffer.pointee.pts, in: &segment)
    try withBlock(buffer, GST_MAP_READ) { format in
      (start?.samples(at: format.rate), CMTime(start, onGridOf: format.rate, over: 1))
    } body: { unit in
      try body(unit, (unit.presentationTime, unit.duration))
    }
  }

  /// Maps a block for filling.
  func fill(
    _ buffer: UnsafeMutablePointer<GstBuffer>, at time: CMTime, _ body: (inout AudioBlock) throws -> Void
  ) throws {
    try withBlock(
      buffer, readWrite, at: { (ClockTime.stamp(time)?.samples(at: $0.rate), time) }, body: body)
  }

  /// Maps a buffer for the duration of the call.
  ///
  /// - Parameter start: Returns the position of the first frame, and its presentation time.
  func withBlock<Value>(
    _ buffer: UnsafeMutablePointer<GstBuffer>, _ flags: GstMapFlags, at start: (AudioFormat) -> (Int64?, CMTime),
    body: (inout AudioBlock) throws -> Value
  ) throws -> Value {
    guard let format, format.bytesPerFrame > 0 else { throw GStreamerError.notMapped("sound without a format") }
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, flags) != 0 else { throw GStreamerError.notMapped("a block of sound") }
    defer { gst_buffer_unmap(buffer, &map) }
    // An empty buffer has no memory; no sample of it is ever read.
    let base = map.data.map { UnsafeMutableRawPointer($0) } ?? UnsafeMutableRawPointer(bitPattern: 16)!
    let (position, time) = start(format)
    var block = AudioBlock(
      base: base, format: format, frameCount: Int(map.size) / format.bytesPerFrame, samplePosition: position,
      time: time)
    return try body(&block)
  }
}

/// Reads coded media, text, metadata and bytes.
final class PacketReader: TransformInputReader<DataBlock> {
  private var format = ""
  private var header: Data?

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    format = takeText(gst_caps_to_string(caps)) ?? ""
    header = Self.header(of: caps)
    return true
  }

  override func read(
    _ buffer: UnsafeMutablePointer<GstBuffer>, in segment: inout GstSegment,
    _ body: (borrowing DataBlock, Times) throws -> Void
  ) throws {
    var map = GstMapInfo()
    guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { throw GStreamerError.notMapped("a buffer") }
    defer { gst_buffer_unmap(buffer, &map) }
    let flags = creel_buffer_flags(buffer)
    let block = DataBlock(
      bytes: UnsafeRawBufferPointer(start: map.data, count: Int(map.size)), format: format, header: header,
      presentationTime: mediaTime(buffer.pointee.pts, in: &segment),
      decodeTime: mediaTime(buffer.pointee.dts, in: &segment),
      duration: CMTime(ClockTime(buffer.pointee.duration)),
      isSync: flags & GST_BUFFER_FLAG_DELTA_UNIT.rawValue == 0, isHeader: flags & GST_BUFFER_FLAG_HEADER.rawValue != 0,
      isDiscontinuous: flags & GST_BUFFER_FLAG_DISCONT.rawValue != 0)
    try body(block, (block.presentationTime, block.duration))
  }

  private static func header(of caps: UnsafeMutablePointer<GstCaps>) -> Data? {
    guard gst_caps_get_size(caps) > 0,
      let value = gst_structure_get_value(gst_caps_get_structure(caps, 0), "codec_data"),
      creel_value_holds(value, gst_buffer_get_type()) != 0, let boxed = g_value_get_boxed(value)
    else { return nil }
    return try? Buffer(retaining: boxed.assumingMemoryBound(to: GstBuffer.self)).withBytes { bytes in
      bytes.withUnsafeBytes { Data($0) }
    }
  }
}
