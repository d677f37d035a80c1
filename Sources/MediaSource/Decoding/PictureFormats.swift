package import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Synchronization

/// The formats of a track's pictures, made once each.
package final class PictureFormats: Sendable {
  /// How pictures of one format become pixel buffers.
  package struct Wrapping: Sendable {
    package let format: PictureFormat
    /// For formats that Core Video lacks.
    let converter: PictureConverter?

    package func pixelBuffer(_ buffer: Buffer) throws -> CVPixelBuffer {
      try format.pixelBuffer(converter.map { try $0.convert(buffer) } ?? buffer)
    }
  }

  private let known = Mutex<[(caps: Caps, wrapping: Wrapping)]>([])

  package func format(of caps: Caps) throws -> Wrapping {
    try known.withLock { known in
      if let entry = known.first(where: { $0.caps === caps || $0.caps == caps }) { return entry.wrapping }
      let wrapping = try Self.make(caps)
      known.append((caps, wrapping))
      return wrapping
    }
  }

  private static func make(_ caps: Caps) throws -> Wrapping {
    if let format = try? PictureFormat(caps) { return Wrapping(format: format, converter: nil) }
    let converter = try PictureConverter(from: caps)
    return Wrapping(format: try PictureFormat(converter.caps), converter: converter)
  }
}

/// Rewrites pictures of formats that Core Video does not have in one that it has, with at least as many bits.
final class PictureConverter: Sendable {
  /// What the pictures become.
  let caps: Caps
  private let state: Mutex<State>

  private struct State {
    var converter: OpaquePointer
    var source: GstVideoInfo
    var target: GstVideoInfo
  }

  /// - Throws: `DecoderError` with `unsupported` for formats that nothing can hold.
  init(from caps: Caps) throws {
    var source = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&source, caps.caps) != 0 else {
      throw GStreamerError.badCaps(caps.text)
    }
    guard let format = Self.substitute(source.finfo.pointee) else {
      throw DecoderError(.unsupported, "there is no pixel format for \(caps.text)")
    }
    var target = GstVideoInfo()
    gst_video_info_set_format(&target, format, guint(source.width), guint(source.height))
    // Y'CbCr stays what it is: only its bits are put elsewhere.
    target.colorimetry = source.colorimetry
    target.chroma_site = source.chroma_site
    (target.par_n, target.par_d, target.fps_n, target.fps_d) = (source.par_n, source.par_d, source.fps_n, source.fps_d)
    target.interlace_mode = source.interlace_mode
    guard let converter = gst_video_converter_new(&source, &target, Self.options()) else {
      throw DecoderError(.unsupported, "pictures of \(caps.text) can't be converted")
    }
    self.caps = Caps(adopting: gst_video_info_to_caps(&target))
    state = Mutex(State(converter: converter, source: source, target: target))
  }

  deinit { state.withLock { gst_video_converter_free($0.converter) } }

  /// Samples are moved, not made: colour planes keep their size, and nothing is mixed.
  private static func options() -> UnsafeMutablePointer<GstStructure>? {
    let options = gst_structure_new_empty("options")
    for (name, type, choice) in [
      (GST_VIDEO_CONVERTER_OPT_CHROMA_MODE, gst_video_chroma_mode_get_type(), GST_VIDEO_CHROMA_MODE_NONE.rawValue),
      (GST_VIDEO_CONVERTER_OPT_MATRIX_MODE, gst_video_matrix_mode_get_type(), GST_VIDEO_MATRIX_MODE_NONE.rawValue),
      (GST_VIDEO_CONVERTER_OPT_DITHER_METHOD, gst_video_dither_method_get_type(), GST_VIDEO_DITHER_NONE.rawValue),
    ] {
      var value = GValue()
      g_value_init(&value, type)
      g_value_set_enum(&value, gint(choice))
      gst_structure_set_value(options, name, &value)
      g_value_unset(&value)
    }
    return options
  }

  func convert(_ buffer: Buffer) throws -> Buffer {
    try state.withLock { state in
      let result = Buffer(adopting: gst_buffer_new_allocate(nil, state.target.size, nil)!)
      var (source, target) = (GstVideoFrame(), GstVideoFrame())
      guard creel_frame_map(&source, &state.source, buffer.buffer, GST_MAP_READ) != 0 else {
        throw GStreamerError.notMapped("a picture")
      }
      defer { gst_video_frame_unmap(&source) }
      guard creel_frame_map(&target, &state.target, result.buffer, GST_MAP_WRITE) != 0 else {
        throw GStreamerError.notMapped("a picture")
      }
      defer { gst_video_frame_unmap(&target) }
      gst_video_converter_frame(state.converter, &source, &target)
      return result
    }
  }

  /// A format of Core Video with the same sampling and at least the same depth.
  private static func substitute(_ info: GstVideoFormatInfo) -> GstVideoFormat? {
    let flags = info.flags.rawValue
    let hasAlpha = flags & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
    let isDeep = info.depth.0 > 8
    if flags & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0 {
      return isDeep ? GST_VIDEO_FORMAT_GRAY16_LE : GST_VIDEO_FORMAT_GRAY8
    }
    if flags & GST_VIDEO_FORMAT_FLAG_RGB.rawValue != 0 {
      return isDeep ? GST_VIDEO_FORMAT_ARGB64_BE : GST_VIDEO_FORMAT_BGRA
    }
    guard flags & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 else { return nil }
    if hasAlpha { return isDeep ? GST_VIDEO_FORMAT_AYUV64 : GST_VIDEO_FORMAT_AYUV }
    // Subsampling of the colour planes, as powers of two.
    switch (info.w_sub.1, info.h_sub.1, isDeep) {
    case (1, 1, false): return GST_VIDEO_FORMAT_NV12
    case (1, 1, true): return info.depth.0 == 10 ? GST_VIDEO_FORMAT_P010_10LE : GST_VIDEO_FORMAT_AYUV64
    case (1, 0, false): return GST_VIDEO_FORMAT_NV16
    case (1, 0, true): return GST_VIDEO_FORMAT_v216
    case (_, _, false): return GST_VIDEO_FORMAT_NV24
    default: return GST_VIDEO_FORMAT_AYUV64
    }
  }
}
