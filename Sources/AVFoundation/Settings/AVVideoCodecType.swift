/// A video codec, as the value of `AVVideoCodecKey`.
public struct AVVideoCodecType: StringConstant {
  /// The four-character code.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// H.264.
  public static let h264 = AVVideoCodecType("avc1")
  /// HEVC (H.265).
  public static let hevc = AVVideoCodecType("hvc1")
  /// HEVC with alpha; no encoder of this module makes it.
  public static let hevcWithAlpha = AVVideoCodecType("muxa")
  /// JPEG, each frame for itself.
  public static let jpeg = AVVideoCodecType("jpeg")
  /// Apple ProRes 422.
  public static let proRes422 = AVVideoCodecType("apcn")
  /// Apple ProRes 422 HQ.
  public static let proRes422HQ = AVVideoCodecType("apch")
  /// Apple ProRes 422 LT.
  public static let proRes422LT = AVVideoCodecType("apcs")
  /// Apple ProRes 422 Proxy.
  public static let proRes422Proxy = AVVideoCodecType("apco")
  /// Apple ProRes 4444, which keeps alpha.
  public static let proRes4444 = AVVideoCodecType("ap4h")
  /// AV1; an addition of this module.
  public static let av1 = AVVideoCodecType("av01")
  /// VP9; an addition of this module.
  public static let vp9 = AVVideoCodecType("vp09")
  /// VP8, for WebM and Matroska; an addition of this module.
  public static let vp8 = AVVideoCodecType("vp08")
}

/// H.264: `AVVideoCodecType.h264` as a string.
public let AVVideoCodecH264 = "avc1"
/// HEVC: `AVVideoCodecType.hevc` as a string.
public let AVVideoCodecHEVC = "hvc1"
/// JPEG: `AVVideoCodecType.jpeg` as a string.
public let AVVideoCodecJPEG = "jpeg"
/// Apple ProRes 422: `AVVideoCodecType.proRes422` as a string.
public let AVVideoCodecAppleProRes422 = "apcn"
/// Apple ProRes 4444: `AVVideoCodecType.proRes4444` as a string.
public let AVVideoCodecAppleProRes4444 = "ap4h"
