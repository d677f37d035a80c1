internal import CGStreamer
import CoreVideo

extension GstVideoInfo {
  /// What Core Video attaches to pictures: colours by the code points of H.273, and the shape of pixels.
  var attachments: [CFString: CFTypeRef] {
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
    if par_n != par_d, par_n > 0, par_d > 0 {
      result[kCVImageBufferPixelAspectRatioKey] =
        [
          kCVImageBufferPixelAspectRatioHorizontalSpacingKey: NSNumber(value: par_n),
          kCVImageBufferPixelAspectRatioVerticalSpacingKey: NSNumber(value: par_d),
        ] as NSDictionary
    }
    return result
  }

  /// Takes over the colours that are attached; what is not attached stays as the format has it.
  mutating func takeColors(of pixelBuffer: CVPixelBuffer, isFullRange: Bool) {
    let usual = attachments
    func code(_ key: CFString, _ codePoint: (CFString?) -> Int32) -> UInt32? {
      guard let name = CVBufferCopyAttachment(pixelBuffer, key, nil) as? NSString else { return nil }
      // Several code points share a name (BT.601's curve is that of BT.709): what fits already stays.
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
    let isYCbCr = finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0
    if isYCbCr, let code = code(kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetIntegerCodePointForString) {
      colorimetry.matrix = gst_video_color_matrix_from_iso(code)
    }
  }

  /// Takes over the attached shape of pixels, if it is one.
  mutating func takeShape(of pixelBuffer: CVPixelBuffer) {
    let ratio = CVBufferCopyAttachment(pixelBuffer, kCVImageBufferPixelAspectRatioKey, nil) as? NSDictionary
    guard
      let width = ratio?[kCVImageBufferPixelAspectRatioHorizontalSpacingKey] as? NSNumber,
      let height = ratio?[kCVImageBufferPixelAspectRatioVerticalSpacingKey] as? NSNumber,
      let (n, d) = fraction(width.doubleValue, height.doubleValue)
    else { return }
    (par_n, par_d) = (n, d)
  }

  private func fraction(_ width: Double, _ height: Double) -> (Int32, Int32)? {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    var (n, d): (gint, gint) = (0, 0)
    gst_util_double_to_fraction(width / height, &n, &d)
    return n > 0 && d > 0 ? (n, d) : nil
  }
}
