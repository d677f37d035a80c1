import CGStreamer
import CReel
import CoreVideo
import Testing

@testable import GStreamer
@testable import MediaSource

/// A GStreamer buffer of one frame, and GStreamer's places of its planes.
struct RawFrame {
  let buffer: Buffer
  let info: GstVideoInfo
  /// The first byte of the memory.
  let address: UnsafeRawPointer

  /// Makes a frame in the layout of `gst_video_info_set_format`, or of `gst_video_info_align` with padding on all
  /// sides.
  init(_ type: OSType, _ width: UInt32, _ height: UInt32, isPadded: Bool = false) throws {
    let known = try #require(PixelFormatTable.format(of: type))
    var info = GstVideoInfo()
    try #require(gst_video_info_set_format(&info, known.format, width, height) != 0)
    if known.isFullRange { info.colorimetry.range = GST_VIDEO_COLOR_RANGE_0_255 }
    var alignment = GstVideoAlignment()
    if isPadded {
      gst_video_alignment_reset(&alignment)
      (alignment.padding_left, alignment.padding_right) = (48, 2)
      (alignment.padding_top, alignment.padding_bottom) = (2, 4)
      alignment.stride_align = (63, 63, 63, 63)
      try #require(gst_video_info_align(&info, &alignment) != 0)
    }
    buffer = Buffer(adopting: gst_buffer_new_allocate(nil, info.size, nil))
    gst_buffer_memset(buffer.buffer, 0, 0x55, info.size)
    if isPadded {
      var (offsets, strides) = (info.planeOffsets, info.planeStrides)
      let meta = gst_buffer_add_video_meta_full(
        buffer.buffer, GST_VIDEO_FRAME_FLAG_NONE, known.format, width, height, info.finfo.pointee.n_planes,
        &offsets, &strides)
      gst_video_meta_set_alignment(meta, alignment)
    }
    self.info = info
    address = try buffer.withBytes { $0.withUnsafeBytes { $0.baseAddress! } }
  }

  var caps: Caps {
    var info = info
    return Caps(adopting: gst_video_info_to_caps(&info))
  }
}

extension GstVideoInfo {
  var planeOffsets: [gsize] { [offset.0, offset.1, offset.2, offset.3] }
  var planeStrides: [gint] { [stride.0, stride.1, stride.2, stride.3] }
}

/// The addresses of planes and their row strides.
struct PlanePlaces: Equatable {
  var addresses: [UnsafeRawPointer]
  var strides: [Int]

  /// The places in a Core Video buffer.
  init(of pixelBuffer: CVPixelBuffer) {
    let planes = pixelBuffer.planeBytes
    addresses = planes.map { UnsafeRawPointer($0.baseAddress) }
    strides = planes.map(\.bytesPerRow)
  }

  /// The places in a GStreamer layout.
  init(of info: GstVideoInfo, at address: UnsafeRawPointer) {
    let count = Int(info.finfo.pointee.n_planes)
    addresses = info.planeOffsets.prefix(count).map { address + Int($0) }
    strides = info.planeStrides.prefix(count).map(Int.init)
  }

  /// The places that elements see when they map a buffer for reading.
  init(mapping buffer: Buffer, _ format: PixelBufferFormat) throws {
    var (info, frame) = (format.info, GstVideoFrame())
    try #require(creel_frame_map(&frame, &info, buffer.buffer, GST_MAP_READ) != 0)
    defer { gst_video_frame_unmap(&frame) }
    let planes = 0..<frame.info.finfo.pointee.n_planes
    addresses = planes.map { UnsafeRawPointer(creel_frame_plane(&frame, $0)) }
    strides = planes.map { Int(creel_frame_stride(&frame, $0)) }
  }
}
