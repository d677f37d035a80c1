package import GStreamer
internal import CGStreamer

extension Caps {
  /// The caps of decoded frames with a matrix, which is the usual one for their size if they tell their range or their primaries alone: GStreamer
  /// passes over such colours of Y'CbCr, and so over the full range, and makes other colours of gray.
  func withMatrix() -> Caps {
    var info = GstVideoInfo()
    var colors = GstVideoColorimetry()
    guard let text = first?["colorimetry"]?.string, gst_video_colorimetry_from_string(&colors, text) != 0,
      colors.matrix == GST_VIDEO_COLOR_MATRIX_UNKNOWN, gst_video_info_from_caps(&info, caps) != 0
    else { return self }
    let kinds = GST_VIDEO_FORMAT_FLAG_YUV.rawValue | GST_VIDEO_FORMAT_FLAG_GRAY.rawValue
    guard info.finfo.pointee.flags.rawValue & kinds != 0 else { return self }
    colors.matrix = info.height > 576 ? GST_VIDEO_COLOR_MATRIX_BT709 : GST_VIDEO_COLOR_MATRIX_BT601
    return replacing([("colorimetry", Self.field(&colors))])
  }

  /// The caps of frames for an encoder or a scaler, with the colours and the place of chroma that are taken for granted: colours by the size,
  /// which may become another, and chroma at the left pixel of each pair. GStreamer passes over the place if the colours are not told, and
  /// takes the centre.
  package func withStatedColors() -> Caps {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0, let format = info.finfo?.pointee,
      format.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0
    else { return self }
    var fields = [("colorimetry", Self.field(&info.colorimetry))]
    if format.w_sub.1 > 0, first?["chroma-site"] == nil { fields.append(("chroma-site", .string("mpeg2"))) }
    return replacing(fields)
  }

  /// The place of chroma, by GStreamer's name; nil for frames that do not say it, and those whose rows have as much chroma as luma.
  package var chromaSite: String? {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0, let format = info.finfo?.pointee, format.w_sub.1 > 0 else {
      return nil
    }
    return first?["chroma-site"]?.string
  }

  /// The most bits that frames have for a value; nil for caps of several pixel formats, and of none.
  package var bitDepth: Int? {
    guard let name = first?["format"]?.string else { return nil }
    let format = gst_video_format_from_string(name)
    guard format != GST_VIDEO_FORMAT_UNKNOWN, let depth = gst_video_format_get_info(format)?.pointee.depth else {
      return nil
    }
    return Int(max(depth.0, depth.1, depth.2))
  }

  /// The name of a transfer function of HDR; nil for other frames.
  package var dynamicRange: String? {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0 else { return nil }
    return switch info.colorimetry.transfer {
    case GST_VIDEO_TRANSFER_SMPTE2084: "PQ"
    case GST_VIDEO_TRANSFER_ARIB_STD_B67: "HLG"
    default: nil
    }
  }

  /// The colours of frames of Y'CbCr with the full range, and the same with the limited one; nil for other frames.
  package var rangedColors: (full: String, limited: String)? {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0, let format = info.finfo?.pointee,
      format.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0,
      info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
    else { return nil }
    let full = takeText(gst_video_colorimetry_to_string(&info.colorimetry))
    info.colorimetry.range = GST_VIDEO_COLOR_RANGE_16_235
    guard let full, let limited = takeText(gst_video_colorimetry_to_string(&info.colorimetry)) else { return nil }
    return (full, limited)
  }

  /// The caps of frames for a conversion of colours, with the given primaries and transfer function where they do not say theirs: GStreamer's
  /// converter makes black of unknown ones.
  ///
  /// - Parameters:
  ///   - primaries: A `GstVideoColorPrimaries`.
  ///   - transfer: A `GstVideoTransferFunction`.
  package func completed(primaries: UInt32, transfer: UInt32) -> Caps {
    var info = GstVideoInfo()
    guard gst_video_info_from_caps(&info, caps) != 0 else { return self }
    if info.colorimetry.primaries == GST_VIDEO_COLOR_PRIMARIES_UNKNOWN {
      info.colorimetry.primaries = GstVideoColorPrimaries(primaries)
    }
    if info.colorimetry.transfer == GST_VIDEO_TRANSFER_UNKNOWN {
      info.colorimetry.transfer = GstVideoTransferFunction(transfer)
    }
    return replacing([("colorimetry", Self.field(&info.colorimetry))])
  }

  private static func field(_ colors: inout GstVideoColorimetry) -> FieldChange {
    takeText(gst_video_colorimetry_to_string(&colors)).map { .string($0) } ?? .none
  }
}
