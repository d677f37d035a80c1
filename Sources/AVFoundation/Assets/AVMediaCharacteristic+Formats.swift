extension AVMediaCharacteristic {
  /// The characteristics that the formats of video have, whatever tags say.
  static let ofFormats: [(AVMediaCharacteristic, @Sendable (CMFormatDescription) -> Bool)] = [
    (.containsAlphaChannel, \.hasAlphaChannel),
    (
      .containsHDRVideo,
      {
        $0.has(
          kCMFormatDescriptionExtension_TransferFunction,
          [
            kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ, kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG,
          ])
      }
    ),
    (
      .usesWideGamutColorSpace,
      {
        $0.has(
          kCMFormatDescriptionExtension_ColorPrimaries,
          [
            kCMFormatDescriptionColorPrimaries_P3_D65, kCMFormatDescriptionColorPrimaries_DCI_P3,
            kCMFormatDescriptionColorPrimaries_ITU_R_2020,
          ])
      }
    ),
  ]
}

extension CMFormatDescription {
  fileprivate func has(_ key: CFString, _ values: [CFString]) -> Bool {
    let value = CMFormatDescriptionGetExtension(self, extensionKey: key) as? NSString
    return values.contains { $0 == value }
  }

  /// True if the format says that there is alpha, or has the depth of 32 bits by which QuickTime says so.
  fileprivate var hasAlphaChannel: Bool {
    func number(_ key: CFString) -> Int? {
      (CMFormatDescriptionGetExtension(self, extensionKey: key) as? NSNumber)?.intValue
    }
    return number(kCMFormatDescriptionExtension_ContainsAlphaChannel).map { $0 != 0 } ?? false
      || number(kCMFormatDescriptionExtension_Depth) == 32
  }
}
