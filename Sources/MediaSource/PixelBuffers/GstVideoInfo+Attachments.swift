package import CGStreamer
import CoreVideo

extension GstVideoInfo {
  /// Core Video's attachments of all frames of a format: colorimetry by the code points of H.273, chroma location, and
  /// pixel aspect ratio.
  package var attachments: [CFString: CFTypeRef] {
    let codes = [
      (
        kCVImageBufferColorPrimariesKey,
        CVColorPrimariesGetStringForIntegerCodePoint(Int32(gst_video_color_primaries_to_iso(colorimetry.primaries)))
      ),
      (
        kCVImageBufferTransferFunctionKey,
        CVTransferFunctionGetStringForIntegerCodePoint(Int32(gst_video_transfer_function_to_iso(colorimetry.transfer)))
      ),
      (
        kCVImageBufferYCbCrMatrixKey,
        CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(gst_video_color_matrix_to_iso(colorimetry.matrix)))
      ),
    ]
    var result: [CFString: CFTypeRef] = [:]
    for (key, value) in codes { result[key] = value?.takeUnretainedValue() }
    if let place = chromaPlaces.first(where: { $0.site == chroma_site })?.name {
      result[kCVImageBufferChromaLocationTopFieldKey] = place
      // GStreamer has one location for both fields.
      if interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE {
        result[kCVImageBufferChromaLocationBottomFieldKey] = place
      }
    }
    if par_n != par_d, par_n > 0, par_d > 0 {
      result[kCVImageBufferPixelAspectRatioKey] =
        [
          kCVImageBufferPixelAspectRatioHorizontalSpacingKey: NSNumber(value: par_n),
          kCVImageBufferPixelAspectRatioVerticalSpacingKey: NSNumber(value: par_d),
        ] as NSDictionary
    }
    return result
  }

  /// Applies the attached colorimetry; other values remain those of the format.
  mutating func takeColors(of attached: BufferAttachments, isFullRange: Bool) {
    let usual = attachments
    func code(_ key: CFString, _ codePoint: (CFString?) -> Int32) -> UInt32? {
      guard let name = attached.string(key) else { return nil }
      // Several code points share a name (BT.601's transfer function is that of BT.709): a value with that name
      // remains.
      if name == usual[key] as? NSString { return nil }
      return UInt32(exactly: codePoint(name))
    }
    if isFullRange { colorimetry.range = GST_VIDEO_COLOR_RANGE_0_255 }
    if let code = code(kCVImageBufferColorPrimariesKey, CVColorPrimariesGetIntegerCodePointForString) {
      colorimetry.primaries = gst_video_color_primaries_from_iso(code)
    }
    if let code = code(kCVImageBufferTransferFunctionKey, CVTransferFunctionGetIntegerCodePointForString) {
      colorimetry.transfer = gst_video_transfer_function_from_iso(code)
    }
    // RGB has a matrix of its own in GStreamer, whatever is attached.
    if isYCbCr, let code = code(kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetIntegerCodePointForString) {
      colorimetry.matrix = gst_video_color_matrix_from_iso(code)
    }
  }

  /// Applies the attached pixel aspect ratio, and the chroma location, if GStreamer has it.
  mutating func takeShape(of attached: BufferAttachments) {
    if let place = attached.string(kCVImageBufferChromaLocationTopFieldKey),
      let known = chromaPlaces.first(where: { $0.name == place }), isYCbCr
    {
      chroma_site = known.site
    }
    let ratio = attached.dictionary(kCVImageBufferPixelAspectRatioKey)
    guard let width = ratio?.rational(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
      let height = ratio?.rational(kCVImageBufferPixelAspectRatioVerticalSpacingKey),
      let (n, d) = fraction(width, height)
    else { return }
    (par_n, par_d) = (n, d)
  }

  /// Applies the attached fields: two fields, and their order.
  mutating func takeFields(of attached: BufferAttachments) {
    guard (attached[kCVImageBufferFieldCountKey as String]?.value as? NSNumber)?.intValue == 2 else { return }
    interlace_mode = GST_VIDEO_INTERLACE_MODE_INTERLEAVED
    switch attached.string(kCVImageBufferFieldDetailKey) {
    case kCVImageBufferFieldDetailTemporalTopFirst, kCVImageBufferFieldDetailSpatialFirstLineEarly:
      ABI.abi.field_order = GST_VIDEO_FIELD_ORDER_TOP_FIELD_FIRST
    case kCVImageBufferFieldDetailTemporalBottomFirst, kCVImageBufferFieldDetailSpatialFirstLineLate:
      ABI.abi.field_order = GST_VIDEO_FIELD_ORDER_BOTTOM_FIELD_FIRST
    default: break
    }
  }

  private var isYCbCr: Bool { finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 }

  private func fraction(_ width: Double, _ height: Double) -> (Int32, Int32)? {
    guard width > 0, height > 0 else { return nil }
    var (n, d): (gint, gint) = (0, 0)
    gst_util_double_to_fraction(width / height, &n, &d)
    return n > 0 && d > 0 ? (n, d) : nil
  }
}

/// The chroma locations of GStreamer and of Core Video. GStreamer has none at the bottom.
nonisolated(unsafe) private let chromaPlaces: [(site: GstVideoChromaSite, name: CFString)] = [
  (GST_VIDEO_CHROMA_SITE_H_COSITED, kCVImageBufferChromaLocation_Left),
  (GST_VIDEO_CHROMA_SITE_NONE, kCVImageBufferChromaLocation_Center),
  (GST_VIDEO_CHROMA_SITE_COSITED, kCVImageBufferChromaLocation_TopLeft),
  (GST_VIDEO_CHROMA_SITE_V_COSITED, kCVImageBufferChromaLocation_Top),
  (GST_VIDEO_CHROMA_SITE_DV, kCVImageBufferChromaLocation_DV420),
]
