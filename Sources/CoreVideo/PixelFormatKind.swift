import CoreGraphics

/// The meaning of a pixel format's components.
struct PixelFormatKind {
  enum Colors: Sendable {
    case yCbCr, rgb, gray
    /// Indices, samples of a sensor, depths.
    case other
  }

  let colors: Colors
  let hasAlpha: Bool
  /// The value of `kCVPixelFormatComponentRange`; nil where components have no colours.
  let range: CFString?

  init(_ type: OSType) {
    hasAlpha = Self.withAlpha.contains(type)
    if Self.yCbCr.contains(type) {
      colors = .yCbCr
      range =
        Self.fullRange.contains(type)
        ? kCVPixelFormatComponentRange_FullRange : kCVPixelFormatComponentRange_VideoRange
    } else if Self.other.contains(type) {
      (colors, range) = (.other, nil)
    } else {
      colors = Self.gray.contains(type) ? .gray : .rgb
      range =
        Self.wideRange.contains(type)
        ? kCVPixelFormatComponentRange_WideRange : kCVPixelFormatComponentRange_FullRange
    }
  }

  private static let yCbCr: Set<OSType> = [
    kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange,
    kCVPixelFormatType_4444YpCbCrA8, kCVPixelFormatType_4444YpCbCrA8R, kCVPixelFormatType_4444AYpCbCr8,
    kCVPixelFormatType_4444AYpCbCr16, kCVPixelFormatType_444YpCbCr8, kCVPixelFormatType_422YpCbCr16,
    kCVPixelFormatType_422YpCbCr10, kCVPixelFormatType_444YpCbCr10, kCVPixelFormatType_420YpCbCr8Planar,
    kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_422YpCbCr_4A_8BiPlanar,
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange,
    kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar, kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar,
  ]
  private static let fullRange: Set<OSType> = [
    kCVPixelFormatType_422YpCbCr8FullRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_444YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
    kCVPixelFormatType_4444YpCbCrA8R,
  ]
  private static let withAlpha: Set<OSType> = [
    kCVPixelFormatType_16LE5551, kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ABGR,
    kCVPixelFormatType_32RGBA, kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBALE,
    kCVPixelFormatType_32AlphaGray, kCVPixelFormatType_ARGB2101010LEPacked, kCVPixelFormatType_64RGBAHalf,
    kCVPixelFormatType_128RGBAFloat, kCVPixelFormatType_40ARGBLEWideGamut,
    kCVPixelFormatType_40ARGBLEWideGamutPremultiplied, kCVPixelFormatType_4444YpCbCrA8,
    kCVPixelFormatType_4444YpCbCrA8R, kCVPixelFormatType_4444AYpCbCr8, kCVPixelFormatType_4444AYpCbCr16,
    kCVPixelFormatType_422YpCbCr_4A_8BiPlanar, kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar,
    kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar,
  ]
  private static let gray: Set<OSType> = [
    kCVPixelFormatType_32AlphaGray, kCVPixelFormatType_16Gray, kCVPixelFormatType_8IndexedGray_WhiteIsZero,
    kCVPixelFormatType_OneComponent8, kCVPixelFormatType_OneComponent10, kCVPixelFormatType_OneComponent12,
    kCVPixelFormatType_OneComponent16, kCVPixelFormatType_OneComponent16Half, kCVPixelFormatType_OneComponent32Float,
  ]
  private static let other: Set<OSType> = [
    kCVPixelFormatType_TwoComponent8, kCVPixelFormatType_TwoComponent16, kCVPixelFormatType_TwoComponent16Half,
    kCVPixelFormatType_TwoComponent32Float, kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32,
    kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DepthFloat32, kCVPixelFormatType_8Indexed,
    kCVPixelFormatType_14Bayer_GRBG, kCVPixelFormatType_14Bayer_RGGB, kCVPixelFormatType_14Bayer_BGGR,
    kCVPixelFormatType_14Bayer_GBRG, kCVPixelFormatType_16VersatileBayer,
  ]
  private static let wideRange: Set<OSType> = [
    kCVPixelFormatType_30RGBLEPackedWideGamut, kCVPixelFormatType_40ARGBLEWideGamut,
    kCVPixelFormatType_40ARGBLEWideGamutPremultiplied,
  ]
}
