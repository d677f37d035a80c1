import Foundation

extension CGColorSpace {
  /// sRGB, IEC 61966-2-1.
  public nonisolated(unsafe) static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The primaries of sRGB in linear light.
  public nonisolated(unsafe) static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// The primaries of DCI P3 with the white and transfer function of sRGB.
  public nonisolated(unsafe) static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// The primaries of Display P3 with the curve of ITU-R BT.2100 HLG for a display of 1000 cd/m²; white as of
  /// `itur_2100_PQ`.
  public nonisolated(unsafe) static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"
  /// The primaries of Display P3 with the curve of ITU-R BT.2100 PQ; white as of `itur_2100_PQ`.
  public nonisolated(unsafe) static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"
  /// The primaries of Display P3 in linear light.
  public nonisolated(unsafe) static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
  /// Adobe RGB (1998).
  public nonisolated(unsafe) static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
  /// High-definition video, ITU-R BT.709, with its camera curve.
  public nonisolated(unsafe) static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// Ultra-high-definition video, ITU-R BT.2020, with its camera curve.
  public nonisolated(unsafe) static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// The primaries of BT.2020 with the curve of sRGB.
  public nonisolated(unsafe) static let itur_2020_sRGBGamma: CFString = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// The primaries of BT.2020 in linear light.
  public nonisolated(unsafe) static let linearITUR_2020: CFString = "kCGColorSpaceLinearITUR_2020"
  /// The primaries of BT.709 with the curve of ITU-R BT.2100 PQ; white as of `itur_2100_PQ`.
  public nonisolated(unsafe) static let itur_709_PQ: CFString = "kCGColorSpaceITUR_709_PQ"
  /// The primaries of BT.709 with the curve of ITU-R BT.2100 HLG for a display of 1000 cd/m²; white as of
  /// `itur_2100_PQ`.
  public nonisolated(unsafe) static let itur_709_HLG: CFString = "kCGColorSpaceITUR_709_HLG"
  /// The primaries of BT.2020 with the curve of ITU-R BT.2100 PQ. Its white is that of graphics and text, 203 cd/m²
  /// (ITU-R BT.2408): brighter light is clipped by conversions.
  public nonisolated(unsafe) static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// The primaries of BT.2020 with the curve of ITU-R BT.2100 HLG for a display of 1000 cd/m²; white as of
  /// `itur_2100_PQ`.
  public nonisolated(unsafe) static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// RGB in linear light; Reel gives it the primaries of sRGB.
  public nonisolated(unsafe) static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
  /// Gray with a gamma of 2.2.
  public nonisolated(unsafe) static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// Gray in linear light.
  public nonisolated(unsafe) static let linearGray: CFString = "kCGColorSpaceLinearGray"

  static let named: [String: (model: CGColorSpaceModel, definition: ColorSpaceDefinition)] = [
    "kCGColorSpaceSRGB": (.rgb, .sRGB),
    "kCGColorSpaceLinearSRGB": (.rgb, ColorSpaceDefinition(primaries: .bt709, transfer: .linear)),
    "kCGColorSpaceDisplayP3": (.rgb, ColorSpaceDefinition(primaries: .p3, transfer: .sRGB)),
    "kCGColorSpaceDisplayP3_HLG": (.rgb, ColorSpaceDefinition(primaries: .p3, transfer: .hlg)),
    "kCGColorSpaceDisplayP3_PQ": (.rgb, ColorSpaceDefinition(primaries: .p3, transfer: .pq)),
    "kCGColorSpaceLinearDisplayP3": (.rgb, ColorSpaceDefinition(primaries: .p3, transfer: .linear)),
    "kCGColorSpaceITUR_2020_sRGBGamma": (.rgb, ColorSpaceDefinition(primaries: .bt2020, transfer: .sRGB)),
    "kCGColorSpaceLinearITUR_2020": (.rgb, ColorSpaceDefinition(primaries: .bt2020, transfer: .linear)),
    "kCGColorSpaceITUR_709_PQ": (.rgb, ColorSpaceDefinition(primaries: .bt709, transfer: .pq)),
    "kCGColorSpaceITUR_709_HLG": (.rgb, ColorSpaceDefinition(primaries: .bt709, transfer: .hlg)),
    "kCGColorSpaceAdobeRGB1998": (.rgb, ColorSpaceDefinition(primaries: .adobe, transfer: .gamma(563.0 / 256))),
    "kCGColorSpaceITUR_709": (.rgb, ColorSpaceDefinition(primaries: .bt709, transfer: .camera)),
    "kCGColorSpaceITUR_2020": (.rgb, ColorSpaceDefinition(primaries: .bt2020, transfer: .camera)),
    "kCGColorSpaceITUR_2100_PQ": (.rgb, ColorSpaceDefinition(primaries: .bt2020, transfer: .pq)),
    "kCGColorSpaceITUR_2100_HLG": (.rgb, ColorSpaceDefinition(primaries: .bt2020, transfer: .hlg)),
    "kCGColorSpaceGenericRGBLinear": (.rgb, ColorSpaceDefinition(primaries: .bt709, transfer: .linear)),
    "kCGColorSpaceGenericGrayGamma2_2": (
      .monochrome, ColorSpaceDefinition(primaries: .bt709, transfer: .gamma(2.2))
    ),
    "kCGColorSpaceLinearGray": (.monochrome, ColorSpaceDefinition(primaries: .bt709, transfer: .linear)),
  ]
}
