package import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia
import Synchronization

/// Converts frames from one format and size to another, as the elements of a graph do, bit for bit: where colours stay what they are, with the
/// arithmetic of layers of timelines, otherwise with the settings of GStreamer's `videoconvert` and `videoscale`; never with dither.
///
/// May be used from any thread; one frame is converted at a time.
package final class VideoConverter: Sendable {
  /// The interpolation of pixels when the size changes.
  package enum Interpolation: Sendable { case nearest, bilinear, lanczos }

  /// The format of the converted frames.
  package let caps: Caps
  private let state: Mutex<State>
  /// Makes what this one converts; nil where it takes the source's frames.
  private let preceding: VideoConverter?

  /// Unchecked: the converter's pointer is used under the lock alone.
  private struct State: @unchecked Sendable {
    let converter: OpaquePointer
    /// Converts frames that keep their colours; nil where libgstvideo's converter does it.
    let frameConverter: OpaquePointer?
    var source: GstVideoInfo
    var target: GstVideoInfo
    let scaler: RangeScaler?
  }

  /// - Throws: `GStreamerError.badCaps` for caps that are not one format of raw video, `DecoderError` with `unsupported` for a pair that
  ///   cannot be converted.
  ///
  /// - Parameters:
  ///   - convertsColors: True if pixels are converted to the primaries and the transfer function of the target, instead of the matrix and
  ///     the range alone.
  package convenience init(
    from wholeSource: Caps, to targetCaps: Caps, _ interpolation: Interpolation = .bilinear,
    convertsColors: Bool = false
  ) throws {
    let target = try Self.info(targetCaps)
    let isScaled = try !convertsColors && RangeScaler.isNeeded(from: Self.info(wholeSource), to: target)
    let scaler = isScaled ? RangeScaler(to: target) : nil
    // Samples that do not begin at bytes get their range before they are packed.
    let preceding =
      isScaled && scaler == nil
      ? try VideoConverter(
        from: wholeSource, to: targetCaps.replacing([("format", .string("I422_10LE"))]), interpolation) : nil
    let sourceCaps = preceding?.caps ?? wholeSource
    let source = try Self.info(sourceCaps)
    let options = gst_structure_new_empty("options")!
    let method =
      switch interpolation {
      case .nearest: GST_VIDEO_RESAMPLER_METHOD_NEAREST
      case .bilinear: GST_VIDEO_RESAMPLER_METHOD_LINEAR
      case .lanczos: GST_VIDEO_RESAMPLER_METHOD_LANCZOS
      }
    options.set(GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, gst_video_resampler_method_get_type(), method.rawValue)
    // As GStreamer's scaler says it: two taps also where a frame becomes much smaller.
    if interpolation == .bilinear { options.set(GST_VIDEO_RESAMPLER_OPT_MAX_TAPS, 2) }
    // By way of linear light, values are scaled to the target's range anyway.
    if convertsColors {
      options.set(
        GST_VIDEO_CONVERTER_OPT_GAMMA_MODE, gst_video_gamma_mode_get_type(), GST_VIDEO_GAMMA_MODE_REMAP.rawValue)
      options.set(
        GST_VIDEO_CONVERTER_OPT_PRIMARIES_MODE, gst_video_primaries_mode_get_type(),
        GST_VIDEO_PRIMARIES_MODE_FAST.rawValue)
    }
    let isLinear = interpolation == .bilinear || (source.width, source.height) == (target.width, target.height)
    var frameConverter: OpaquePointer?
    if isLinear, !convertsColors {
      var (from, to) = (source, target)
      from.interlace_mode = to.interlace_mode
      creel_take_chroma_site(&from, sourceCaps.caps)
      creel_take_chroma_site(&to, targetCaps.caps)
      frameConverter = creel_frame_converter_new(&from, &to)
    }
    try self.init(source, target, options, scaler, frameConverter, preceding)
  }

  /// - Parameters:
  ///   - options: The converter's settings, which are given away.
  ///   - frameConverter: Given away, too.
  private init(
    _ source: GstVideoInfo, _ target: GstVideoInfo, _ options: UnsafeMutablePointer<GstStructure>,
    _ scaler: RangeScaler? = nil, _ frameConverter: OpaquePointer? = nil, _ preceding: VideoConverter? = nil
  ) throws {
    self.preceding = preceding
    options.set(
      GST_VIDEO_CONVERTER_OPT_DITHER_METHOD, gst_video_dither_method_get_type(), GST_VIDEO_DITHER_NONE.rawValue)
    var (source, target) = (source, target)
    // The converter wants both to be alike; nothing depends on them.
    (source.fps_n, source.fps_d) = (target.fps_n, target.fps_d)
    source.interlace_mode = target.interlace_mode
    caps = Caps(adopting: gst_video_info_to_caps(&target))
    guard let converter = gst_video_converter_new(&source, &target, options) else {
      creel_frame_converter_free(frameConverter)
      throw DecoderError(
        .unsupported, "frames cannot be converted",
        cause: "from \(Caps(adopting: gst_video_info_to_caps(&source)).text) to \(caps.text)")
    }
    state = Mutex(
      State(converter: converter, frameConverter: frameConverter, source: source, target: target, scaler: scaler))
  }

  deinit {
    state.withLock {
      gst_video_converter_free($0.converter)
      creel_frame_converter_free($0.frameConverter)
    }
  }

  private static func info(_ caps: Caps) throws -> GstVideoInfo {
    var info = GstVideoInfo()
    guard caps.isFixed, gst_video_info_from_caps(&info, caps.caps) != 0 else { throw GStreamerError.badCaps(caps.text) }
    return info
  }

  /// A frame in the new format, with the times of the old one.
  package func convert(_ buffer: Buffer) throws -> Buffer {
    let buffer = try preceding?.convert(buffer) ?? buffer
    return try state.withLock { state in
      let result = Buffer(adopting: gst_buffer_new_allocate(nil, state.target.size, nil)!)
      var (source, target) = (GstVideoFrame(), GstVideoFrame())
      guard creel_frame_map(&source, &state.source, buffer.buffer, GST_MAP_READ) != 0 else {
        throw GStreamerError.notMapped("a picture")
      }
      defer { gst_video_frame_unmap(&source) }
      guard creel_frame_map(&target, &state.target, result.buffer, GST_MAP_WRITE) != 0 else {
        throw GStreamerError.notMapped("a picture")
      }
      if state.frameConverter.map({ !creel_frame_converter_convert($0, &source, &target) }) ?? true {
        gst_video_converter_frame(state.converter, &source, &target)
        state.scaler?.scale(&target)
      }
      gst_video_frame_unmap(&target)
      (result.presentationTime, result.duration) = (buffer.presentationTime, buffer.duration)
      return result
    }
  }
}

extension VideoConverter {
  /// A converter to a format of Core Video that keeps every bit of a frame, for formats that Core Video does not have.
  ///
  /// - Throws: `DecoderError` with `unsupported` for formats that none of Core Video's can hold.
  convenience init(toCoreVideoFrom caps: Caps) throws {
    let source = try Self.info(caps)
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
    // Samples are moved, not made: colour planes keep their size, and nothing is mixed.
    let options = gst_structure_new_empty("options")!
    options.set(
      GST_VIDEO_CONVERTER_OPT_CHROMA_MODE, gst_video_chroma_mode_get_type(), GST_VIDEO_CHROMA_MODE_NONE.rawValue)
    options.set(
      GST_VIDEO_CONVERTER_OPT_MATRIX_MODE, gst_video_matrix_mode_get_type(), GST_VIDEO_MATRIX_MODE_NONE.rawValue)
    try self.init(source, target, options)
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
