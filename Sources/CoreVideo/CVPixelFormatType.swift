import CoreGraphics

// Codes of pixel formats, with the values of Apple's SDK. Each of them can be created, pooled and wrapped.

/// 16 bits big-endian: 1 unused, 5 red, 5 green, 5 blue.
public let kCVPixelFormatType_16BE555: OSType = 0x10
/// 16 bits little-endian: 1 unused, 5 red, 5 green, 5 blue ('L555').
public let kCVPixelFormatType_16LE555: OSType = 0x4C35_3535
/// 16 bits little-endian: 5 red, 5 green, 5 blue, 1 alpha ('5551').
public let kCVPixelFormatType_16LE5551: OSType = 0x3535_3531
/// 16 bits big-endian: 5 red, 6 green, 5 blue ('B565').
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635
/// 16 bits little-endian: 5 red, 6 green, 5 blue ('L565').
public let kCVPixelFormatType_16LE565: OSType = 0x4C35_3635
/// Bytes R, G, B.
public let kCVPixelFormatType_24RGB: OSType = 0x18
/// Bytes B, G, R ('24BG').
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247
/// Bytes A, R, G, B.
public let kCVPixelFormatType_32ARGB: OSType = 0x20
/// Bytes B, G, R, A ('BGRA').
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
/// Bytes A, B, G, R ('ABGR').
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752
/// Bytes R, G, B, A ('RGBA').
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
/// 16-bit big-endian A, R, G, B ('b64a').
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461
/// 16-bit little-endian R, G, B, A ('l64r').
public let kCVPixelFormatType_64RGBALE: OSType = 0x6C36_3472
/// 16-bit big-endian R, G, B ('b48r').
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872
/// 16-bit big-endian alpha, gray ('b32a').
public let kCVPixelFormatType_32AlphaGray: OSType = 0x6233_3261
/// 16-bit big-endian gray ('b16g').
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667
/// 32 bits big-endian: 10 red, 10 green, 10 blue, 2 unused at the low end ('R10k').
public let kCVPixelFormatType_30RGB: OSType = 0x5231_306B
/// 32 bits little-endian: 2 alpha, 10 red, 10 green, 10 blue ('l10r').
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6C31_3072
/// 16-bit floating point R, G, B, A ('RGhA').
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841
/// 32-bit floating point R, G, B, A ('RGfA').
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641
/// 4:2:2, bytes Cb, Y, Cr, Y of two pixels, video range (GStreamer: UYVY) ('2vuy').
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579
/// 4:2:2, bytes Y, Cb, Y, Cr of two pixels, video range (GStreamer: YUY2) ('yuvs').
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673
/// 4:2:2, bytes Y, Cb, Y, Cr of two pixels, full range ('yuvf').
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666
/// Bytes Cb, Y, Cr, A ('v408').
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
/// Bytes A, Y, Cb, Cr, with zero-based luma, for rendering ('r408').
public let kCVPixelFormatType_4444YpCbCrA8R: OSType = 0x7234_3038
/// Bytes A, Y, Cb, Cr, full-range alpha, video-range colour ('y408').
public let kCVPixelFormatType_4444AYpCbCr8: OSType = 0x7934_3038
/// 16-bit little-endian A, Y, Cb, Cr ('y416').
public let kCVPixelFormatType_4444AYpCbCr16: OSType = 0x7934_3136
/// Bytes Cr, Y, Cb ('v308').
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038
/// 4:2:2, 10 to 16 bits in 16-bit little-endian Cb, Y, Cr, Y ('v216').
public let kCVPixelFormatType_422YpCbCr16: OSType = 0x7632_3136
/// 4:2:2 of 10 bits, six pixels in 16 bytes, rows padded to 128 bytes ('v210').
public let kCVPixelFormatType_422YpCbCr10: OSType = 0x7632_3130
/// 4:4:4 of 10 bits, Cb, Y, Cr in 32 bits ('v410').
public let kCVPixelFormatType_444YpCbCr10: OSType = 0x7634_3130
/// 4:2:0 in three planes Y, Cb, Cr, video range (GStreamer: I420) ('y420').
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
/// 4:2:0 in three planes Y, Cb, Cr, full range ('f420').
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
/// 4:2:2 as '2vuy' in the first plane, alpha in the second ('a2vy').
public let kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: OSType = 0x6132_7679
/// 4:2:0 in two planes Y and Cb, Cr; luma 16 to 235, chroma 16 to 240 (GStreamer: NV12) ('420v').
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
/// 4:2:0 in two planes Y and Cb, Cr; luma 0 to 255, chroma 1 to 255 (GStreamer: NV12) ('420f').
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
/// 4:2:2 in two planes Y and Cb, Cr, video range ('422v').
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276
/// 4:2:2 in two planes Y and Cb, Cr, full range ('422f').
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266
/// 4:4:4 in two planes Y and Cb, Cr, video range ('444v').
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476
/// 4:4:4 in two planes Y and Cb, Cr, full range ('444f').
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466
/// 4:2:0 in two planes, 10 bits at the high end of 16, video range (GStreamer: P010_10LE) ('x420').
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230
/// 4:2:0 in two planes, 10 bits at the high end of 16, full range ('xf20').
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230
/// 4:2:2 in two planes, 10 bits at the high end of 16, video range ('x422').
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232
/// 4:2:2 in two planes, 10 bits at the high end of 16, full range ('xf22').
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232
/// 4:4:4 in two planes, 10 bits at the high end of 16, video range ('x444').
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434
/// 4:4:4 in two planes, 10 bits at the high end of 16, full range ('xf44').
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434
/// 4:2:2 in two planes of 16 bits, video range ('sv22').
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232
/// 4:4:4 in two planes of 16 bits, video range ('sv44').
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
/// 4:2:0 in planes Y, Cb Cr and full-range alpha ('v0a8').
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138
/// 4:4:4 in planes Y, Cb Cr and full-range alpha of 16 bits ('s4as').
public let kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: OSType = 0x7334_6173
/// One component of 8 bits ('L008').
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
/// Two components of 8 bits ('2C08').
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038
/// One component of 10 bits at the high end of 16 ('L010').
public let kCVPixelFormatType_OneComponent10: OSType = 0x4C30_3130
/// One component of 12 bits at the high end of 16 ('L012').
public let kCVPixelFormatType_OneComponent12: OSType = 0x4C30_3132
/// One component of 16 bits, little-endian ('L016').
public let kCVPixelFormatType_OneComponent16: OSType = 0x4C30_3136
/// Two components of 16 bits, little-endian ('2C16').
public let kCVPixelFormatType_TwoComponent16: OSType = 0x3243_3136
/// One component of 16-bit floating point ('L00h').
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068
/// One component of 32-bit floating point ('L00f').
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
/// Two components of 16-bit floating point ('2C0h').
public let kCVPixelFormatType_TwoComponent16Half: OSType = 0x3243_3068
/// Two components of 32-bit floating point ('2C0f').
public let kCVPixelFormatType_TwoComponent32Float: OSType = 0x3243_3066
/// Disparity, 16-bit floating point, in 1/m ('hdis').
public let kCVPixelFormatType_DisparityFloat16: OSType = 0x6864_6973
/// Disparity, 32-bit floating point, in 1/m ('fdis').
public let kCVPixelFormatType_DisparityFloat32: OSType = 0x6664_6973
/// Depth, 16-bit floating point, in metres ('hdep').
public let kCVPixelFormatType_DepthFloat16: OSType = 0x6864_6570
/// Depth, 32-bit floating point, in metres ('fdep').
public let kCVPixelFormatType_DepthFloat32: OSType = 0x6664_6570
/// Indices of 8 bits into a table of colours.
public let kCVPixelFormatType_8Indexed: OSType = 0x08
/// Grays of 8 bits; 0 is white.
public let kCVPixelFormatType_8IndexedGray_WhiteIsZero: OSType = 0x28
/// 32 bits big-endian: 2 unused, 10 red, 10 green, 10 blue ('r210').
public let kCVPixelFormatType_30RGB_r210: OSType = 0x7232_3130
/// 32 bits little-endian: 2 unused, 10 red, 10 green, 10 blue; 384 is black, 895 white ('w30r').
public let kCVPixelFormatType_30RGBLEPackedWideGamut: OSType = 0x7733_3072
/// 16-bit little-endian B, G, R, A with 10 bits at the high end; 384 is black, 895 white ('w40a').
public let kCVPixelFormatType_40ARGBLEWideGamut: OSType = 0x7734_3061
/// As `kCVPixelFormatType_40ARGBLEWideGamut`, with premultiplied colours ('w40m').
public let kCVPixelFormatType_40ARGBLEWideGamutPremultiplied: OSType = 0x7734_306D
/// Little-endian samples of 14 bits in 16 of a sensor with rows G R G R, B G B G ('grb4').
public let kCVPixelFormatType_14Bayer_GRBG: OSType = 0x6772_6234
/// Little-endian samples of 14 bits in 16 of a sensor with rows R G R G, G B G B ('rgg4').
public let kCVPixelFormatType_14Bayer_RGGB: OSType = 0x7267_6734
/// Little-endian samples of 14 bits in 16 of a sensor with rows B G B G, G R G R ('bgg4').
public let kCVPixelFormatType_14Bayer_BGGR: OSType = 0x6267_6734
/// Little-endian samples of 14 bits in 16 of a sensor with rows G B G B, R G R G ('gbr4').
public let kCVPixelFormatType_14Bayer_GBRG: OSType = 0x6762_7234
/// Little-endian samples of 16 bits of a sensor whose pattern attachments describe ('bp16').
public let kCVPixelFormatType_16VersatileBayer: OSType = 0x6270_3136
