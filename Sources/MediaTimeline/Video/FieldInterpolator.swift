import CGStreamer
internal import CReel
internal import GStreamer
internal import MediaSource

/// Makes progressive frames of interlaced ones: the lines of the first field, which is the one at the frame's time, stay, and those
/// between are the means of their neighbours. The same that `video.composite` does.
///
/// Belongs to one thread at a time.
final class FieldInterpolator {
  private struct Format {
    var info = GstVideoInfo()
    /// The caps of the frames that are made; nil for frames that stay as they are.
    var progressive: Caps?

    init(_ caps: Caps) {
      guard gst_video_info_from_caps(&info, caps.caps) != 0,
        [GST_VIDEO_INTERLACE_MODE_INTERLEAVED, GST_VIDEO_INTERLACE_MODE_MIXED].contains(info.interlace_mode),
        info.hasPlainSamples
      else { return }
      var target = info
      target.interlace_mode = GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
      progressive = Caps(adopting: gst_video_info_to_caps(&target))
    }
  }

  private var last: (caps: Caps, format: Format)?

  /// Returns a progressive frame with its format: the frame itself if it is none of two fields.
  func progressive(_ buffer: Buffer, _ caps: Caps) throws -> (buffer: Buffer, caps: Caps) {
    if last.map({ $0.caps !== caps && $0.caps != caps }) ?? true { last = (caps, Format(caps)) }
    guard let format = last?.format, let progressive = format.progressive else { return (buffer, caps) }
    guard let fields = try Self.fields(of: buffer, format.info) else { return (buffer, progressive) }
    guard let made = gst_buffer_copy_deep(buffer.buffer) else { throw GStreamerError.notMapped("a frame") }
    let copy = Buffer(adopting: made)
    try Self.interpolate(copy, format.info, from: fields == .bottomFirst ? 1 : 0)
    return (copy, progressive)
  }

  /// The order of the fields of a frame; nil for a progressive one among interlaced ones.
  private static func fields(of buffer: Buffer, _ info: GstVideoInfo) throws -> FrameAttributes.FieldOrder? {
    var (frame, info) = (GstVideoFrame(), info)
    guard gst_video_frame_map(&frame, &info, buffer.buffer, GST_MAP_READ) != 0 else {
      throw GStreamerError.notMapped("a frame")
    }
    defer { gst_video_frame_unmap(&frame) }
    return FrameAttributes(frame).fields
  }

  /// - Parameter first: The first line of the field that stays.
  private static func interpolate(_ buffer: Buffer, _ info: GstVideoInfo, from first: Int) throws {
    var (frame, info) = (GstVideoFrame(), info)
    guard gst_video_frame_map(&frame, &info, buffer.buffer, readWrite) != 0 else {
      throw GStreamerError.notMapped("a frame")
    }
    defer { gst_video_frame_unmap(&frame) }
    let isWide = info.finfo.pointee.depth.0 > 8
    for index in 0..<info.finfo.pointee.n_planes {
      var (width, height, pixelStride): (gint, gint, gint) = (0, 0, 0)
      creel_frame_plane_layout(&frame, index, &width, &height, &pixelStride)
      guard let base = UnsafeMutableRawPointer(creel_frame_plane(&frame, index)) else { continue }
      let (stride, bytes) = (Int(creel_frame_stride(&frame, index)), Int(width) * Int(pixelStride))
      for line in Swift.stride(from: 1 - first, to: Int(height), by: 2) where height > 1 {
        let above = line > 0 ? line - 1 : line + 1
        let below = line + 1 < Int(height) ? line + 1 : line - 1
        let lines = (base + line * stride, base + above * stride, base + below * stride)
        if isWide {
          mean(lines, count: bytes / 2, of: UInt16.self)
        } else {
          mean(lines, count: bytes, of: UInt8.self)
        }
      }
    }
  }

  private static func mean<Sample: FixedWidthInteger & UnsignedInteger>(
    _ lines: (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer), count: Int, of: Sample.Type
  ) {
    let target = lines.0.assumingMemoryBound(to: Sample.self)
    let (above, below) = (lines.1.assumingMemoryBound(to: Sample.self), lines.2.assumingMemoryBound(to: Sample.self))
    for x in 0..<count { target[x] = Sample(truncatingIfNeeded: (UInt32(above[x]) + UInt32(below[x]) + 1) >> 1) }
  }
}

extension GstVideoInfo {
  /// True if samples are bytes, or words in the machine's order: not bits of larger units.
  fileprivate var hasPlainSamples: Bool {
    let flags = finfo.pointee.flags.rawValue
    let others = GST_VIDEO_FORMAT_FLAG_COMPLEX.rawValue | GST_VIDEO_FORMAT_FLAG_TILED.rawValue
    guard flags & others == 0 else { return false }
    let depth = finfo.pointee.depth.0
    if depth == 8 { return true }
    // In words that hold all components of a pixel, the first two begin at the same byte.
    let (planes, offsets) = (finfo.pointee.plane, finfo.pointee.poffset)
    let sharesWords = finfo.pointee.n_components > 1 && planes.0 == planes.1 && offsets.0 == offsets.1
    return depth > 8 && !sharesWords && flags & GST_VIDEO_FORMAT_FLAG_LE.rawValue != 0
  }
}
