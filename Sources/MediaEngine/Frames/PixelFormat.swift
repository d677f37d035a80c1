/// The memory layout of a frame's samples, by GStreamer's name (`I420`, `NV12`, `BGRA`).
///
/// Formats without a constant here work as well: `PixelFormat(rawValue: "Y444_12LE")`.
public struct PixelFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }

  /// 4:2:0 in three planes, 8 bits: the output of most decoders.
  public static let i420 = PixelFormat(rawValue: "I420")
  /// 4:2:0 in two planes, the second of Cb Cr pairs, 8 bits.
  public static let nv12 = PixelFormat(rawValue: "NV12")
  /// 4:2:2 in three planes, 8 bits.
  public static let i422 = PixelFormat(rawValue: "Y42B")
  /// 4:4:4 in three planes, 8 bits.
  public static let i444 = PixelFormat(rawValue: "Y444")
  /// Like ``i420``, with an alpha plane.
  public static let a420 = PixelFormat(rawValue: "A420")
  /// 4:2:0 in three planes, 10 bits in the low bits of 16, little endian.
  public static let i42010LE = PixelFormat(rawValue: "I420_10LE")
  /// 4:2:2 in three planes, 10 bits in the low bits of 16, little endian.
  public static let i42210LE = PixelFormat(rawValue: "I422_10LE")
  /// 4:2:0 in two planes, 10 bits in the high bits of 16, little endian.
  public static let p01010LE = PixelFormat(rawValue: "P010_10LE")
  /// 4:2:2 packed as Cb Y Cr Y, 8 bits.
  public static let uyvy = PixelFormat(rawValue: "UYVY")
  /// 4:2:2 packed as Y Cb Y Cr, 8 bits.
  public static let yuy2 = PixelFormat(rawValue: "YUY2")
  public static let ayuv = PixelFormat(rawValue: "AYUV")
  public static let bgra = PixelFormat(rawValue: "BGRA")
  public static let rgba = PixelFormat(rawValue: "RGBA")
  public static let argb = PixelFormat(rawValue: "ARGB")
  public static let bgrx = PixelFormat(rawValue: "BGRx")
  public static let rgb = PixelFormat(rawValue: "RGB")
  public static let gray8 = PixelFormat(rawValue: "GRAY8")
  public static let gray16LE = PixelFormat(rawValue: "GRAY16_LE")
}
