import CoreGraphics

// Codes of pixel formats that no buffer here can have: creating one fails with `kCVReturnInvalidPixelFormat`. Those of
// fewer than 8 bits have no whole bytes; those of Apple's hardware are not described.

/// One bit a pixel.
public let kCVPixelFormatType_1Monochrome: OSType = 0x01
/// Indices of 2 bits.
public let kCVPixelFormatType_2Indexed: OSType = 0x02
/// Indices of 4 bits.
public let kCVPixelFormatType_4Indexed: OSType = 0x04
/// Grays of 1 bit; 0 is white.
public let kCVPixelFormatType_1IndexedGray_WhiteIsZero: OSType = 0x21
/// Grays of 2 bits; 0 is white.
public let kCVPixelFormatType_2IndexedGray_WhiteIsZero: OSType = 0x22
/// Grays of 4 bits; 0 is white.
public let kCVPixelFormatType_4IndexedGray_WhiteIsZero: OSType = 0x24
/// 32-bit floating point A, Y, Cb, Cr ('r4fl').
public let kCVPixelFormatType_4444AYpCbCrFloat: OSType = 0x7234_666C
/// Colours as those of 30RGBLEPackedWideGamut, and 8 bits of alpha in a plane of its own ('b3a8').
public let kCVPixelFormatType_30RGBLE_8A_BiPlanar: OSType = 0x6233_6138
/// Eight samples of 12 bits of a sensor in 12 bytes ('btp2').
public let kCVPixelFormatType_96VersatileBayerPacked12: OSType = 0x6274_7032
/// A smaller picture of ProRes RAW ('bp64').
public let kCVPixelFormatType_64RGBA_DownscaledProResRAW: OSType = 0x6270_3634
/// Compressed without loss in memory: 32BGRA ('&BGA').
public let kCVPixelFormatType_Lossless_32BGRA: OSType = 0x2642_4741
/// Compressed without loss in memory: 64RGBAHalf ('&RhA').
public let kCVPixelFormatType_Lossless_64RGBAHalf: OSType = 0x2652_6841
/// Compressed without loss in memory: 420YpCbCr8BiPlanarVideoRange ('&8v0').
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarVideoRange: OSType = 0x2638_7630
/// Compressed without loss in memory: 420YpCbCr8BiPlanarFullRange ('&8f0').
public let kCVPixelFormatType_Lossless_420YpCbCr8BiPlanarFullRange: OSType = 0x2638_6630
/// Compressed without loss in memory: 420YpCbCr10PackedBiPlanarVideoRange ('&xv0').
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7630
/// Compressed without loss in memory: 422YpCbCr10PackedBiPlanarVideoRange ('&xv2').
public let kCVPixelFormatType_Lossless_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2678_7632
/// Compressed without loss in memory: 420YpCbCr10PackedBiPlanarFullRange ('&xf0').
public let kCVPixelFormatType_Lossless_420YpCbCr10PackedBiPlanarFullRange: OSType = 0x2678_6630
/// Compressed without loss in memory: 30RGBLEPackedWideGamut ('&w3r').
public let kCVPixelFormatType_Lossless_30RGBLEPackedWideGamut: OSType = 0x2677_3372
/// Compressed without loss in memory: 30RGBLE_8A_BiPlanar ('&b38').
public let kCVPixelFormatType_Lossless_30RGBLE_8A_BiPlanar: OSType = 0x2662_3338
/// Compressed with loss in memory: 32BGRA ('-BGA').
public let kCVPixelFormatType_Lossy_32BGRA: OSType = 0x2D42_4741
/// Compressed with loss in memory: 420YpCbCr8BiPlanarVideoRange ('-8v0').
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarVideoRange: OSType = 0x2D38_7630
/// Compressed with loss in memory: 420YpCbCr8BiPlanarFullRange ('-8f0').
public let kCVPixelFormatType_Lossy_420YpCbCr8BiPlanarFullRange: OSType = 0x2D38_6630
/// Compressed with loss in memory: 420YpCbCr10PackedBiPlanarVideoRange ('-xv0').
public let kCVPixelFormatType_Lossy_420YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2D78_7630
/// Compressed with loss in memory: 422YpCbCr10PackedBiPlanarVideoRange ('-xv2').
public let kCVPixelFormatType_Lossy_422YpCbCr10PackedBiPlanarVideoRange: OSType = 0x2D78_7632
