import CoreGraphics

/// The memory layout of a pixel format's pixels.
///
/// A plane is a grid of blocks: usually a block is a pixel; packed 4:2:2 has blocks of two pixels, v210 of six.
struct PixelFormat: Sendable {
  /// One plane of a format.
  struct Plane: Sendable {
    /// The number of bytes in a block.
    var bytesPerBlock: Int
    /// The number of the plane's pixels in a block, side by side.
    var pixelsPerBlock = 1
    /// The number of the image's pixels in a pixel of the plane, horizontally.
    var horizontalSubsampling = 1
    /// The number of the image's pixels in a pixel of the plane, vertically.
    var verticalSubsampling = 1
  }

  var planes: [Plane]
  /// True if `CVPixelBufferGetPlaneCount` counts the planes, as for all formats with two or more.
  var isPlanar: Bool { planes.count > 1 }
  /// The divisor of every row's bytes, beyond the caller's.
  var rowAlignment = 1

  /// Returns a format of one plane with whole pixels.
  private static func packed(_ bytes: Int) -> PixelFormat {
    PixelFormat(planes: [Plane(bytesPerBlock: bytes)])
  }

  /// Returns a format of one plane with pairs of pixels.
  private static func pairs(_ bytes: Int) -> PixelFormat {
    PixelFormat(planes: [Plane(bytesPerBlock: bytes, pixelsPerBlock: 2)])
  }

  /// Returns a format of luma, and chroma pairs of lower resolution.
  private static func biPlanar(_ h: Int, _ v: Int, bytes: Int) -> PixelFormat {
    PixelFormat(planes: [
      Plane(bytesPerBlock: bytes),
      Plane(bytesPerBlock: 2 * bytes, horizontalSubsampling: h, verticalSubsampling: v),
    ])
  }

  /// Returns a format of `biPlanar`, and alpha of full resolution.
  private static func triPlanar(_ h: Int, _ v: Int, bytes: Int) -> PixelFormat {
    var format = biPlanar(h, v, bytes: bytes)
    format.planes.append(Plane(bytesPerBlock: bytes))
    return format
  }

  /// Returns the description of a format, or nil if it is unknown.
  static func named(_ type: OSType) -> PixelFormat? {
    known[type]
  }

  /// The codes of all formats that can be created.
  static var all: [OSType] { known.keys.sorted() }

  private static let known: [OSType: PixelFormat] = {
    let planar420 = PixelFormat(planes: [
      Plane(bytesPerBlock: 1), Plane(bytesPerBlock: 1, horizontalSubsampling: 2, verticalSubsampling: 2),
      Plane(bytesPerBlock: 1, horizontalSubsampling: 2, verticalSubsampling: 2),
    ])
    var v210 = PixelFormat(planes: [Plane(bytesPerBlock: 16, pixelsPerBlock: 6)])
    v210.rowAlignment = 128
    var a2vy = pairs(4)
    a2vy.planes.append(Plane(bytesPerBlock: 1))

    var formats: [OSType: PixelFormat] = [
      kCVPixelFormatType_422YpCbCr8: pairs(4),
      kCVPixelFormatType_422YpCbCr8_yuvs: pairs(4),
      kCVPixelFormatType_422YpCbCr8FullRange: pairs(4),
      kCVPixelFormatType_422YpCbCr16: pairs(8),
      kCVPixelFormatType_422YpCbCr10: v210,
      kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: a2vy,
      kCVPixelFormatType_420YpCbCr8Planar: planar420,
      kCVPixelFormatType_420YpCbCr8PlanarFullRange: planar420,
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: biPlanar(2, 2, bytes: 1),
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: biPlanar(2, 2, bytes: 1),
      kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: biPlanar(2, 1, bytes: 1),
      kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: biPlanar(2, 1, bytes: 1),
      kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: biPlanar(1, 1, bytes: 1),
      kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: biPlanar(1, 1, bytes: 1),
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: biPlanar(2, 2, bytes: 2),
      kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: biPlanar(2, 2, bytes: 2),
      kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: biPlanar(2, 1, bytes: 2),
      kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: biPlanar(2, 1, bytes: 2),
      kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: biPlanar(1, 1, bytes: 2),
      kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: biPlanar(1, 1, bytes: 2),
      kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: biPlanar(2, 1, bytes: 2),
      kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: biPlanar(1, 1, bytes: 2),
      kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: triPlanar(2, 2, bytes: 1),
      kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: triPlanar(1, 1, bytes: 2),
    ]
    for (bytes, types) in packedTypes {
      for type in types { formats[type] = packed(bytes) }
    }
    return formats
  }()

  private static let packedTypes: [(Int, [OSType])] = [
    (
      1,
      [kCVPixelFormatType_OneComponent8, kCVPixelFormatType_8Indexed, kCVPixelFormatType_8IndexedGray_WhiteIsZero]
    ),
    (
      2,
      [
        kCVPixelFormatType_16BE555, kCVPixelFormatType_16LE555, kCVPixelFormatType_16LE5551,
        kCVPixelFormatType_16BE565, kCVPixelFormatType_16LE565, kCVPixelFormatType_16Gray,
        kCVPixelFormatType_TwoComponent8, kCVPixelFormatType_OneComponent10, kCVPixelFormatType_OneComponent12,
        kCVPixelFormatType_OneComponent16, kCVPixelFormatType_OneComponent16Half,
        kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_14Bayer_GRBG,
        kCVPixelFormatType_14Bayer_RGGB, kCVPixelFormatType_14Bayer_BGGR, kCVPixelFormatType_14Bayer_GBRG,
        kCVPixelFormatType_16VersatileBayer,
      ]
    ),
    (3, [kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR, kCVPixelFormatType_444YpCbCr8]),
    (
      4,
      [
        kCVPixelFormatType_32ARGB, kCVPixelFormatType_32BGRA, kCVPixelFormatType_32ABGR, kCVPixelFormatType_32RGBA,
        kCVPixelFormatType_32AlphaGray, kCVPixelFormatType_30RGB, kCVPixelFormatType_ARGB2101010LEPacked,
        kCVPixelFormatType_4444YpCbCrA8, kCVPixelFormatType_4444YpCbCrA8R, kCVPixelFormatType_4444AYpCbCr8,
        kCVPixelFormatType_444YpCbCr10, kCVPixelFormatType_TwoComponent16, kCVPixelFormatType_TwoComponent16Half,
        kCVPixelFormatType_OneComponent32Float, kCVPixelFormatType_DisparityFloat32, kCVPixelFormatType_DepthFloat32,
        kCVPixelFormatType_30RGB_r210, kCVPixelFormatType_30RGBLEPackedWideGamut,
      ]
    ),
    (6, [kCVPixelFormatType_48RGB]),
    (
      8,
      [
        kCVPixelFormatType_40ARGBLEWideGamut, kCVPixelFormatType_40ARGBLEWideGamutPremultiplied,
        kCVPixelFormatType_64ARGB, kCVPixelFormatType_64RGBALE, kCVPixelFormatType_64RGBAHalf,
        kCVPixelFormatType_4444AYpCbCr16, kCVPixelFormatType_TwoComponent32Float,
      ]
    ),
    (16, [kCVPixelFormatType_128RGBAFloat]),
  ]
}
