import CoreVideo
import Foundation
import Testing

@Suite struct ColorSpaceAttachmentTests {
  @Test(
    arguments: [
      ("ITU_R_2020", "SMPTE_ST_2084_PQ", "kCGColorSpaceITUR_2100_PQ"),
      ("P3_D65", "ITU_R_2100_HLG", "kCGColorSpaceDisplayP3_HLG"),
      ("ITU_R_709_2", "ITU_R_709_2", "kCGColorSpaceITUR_709"), ("ITU_R_2020", "Linear", "kCGColorSpaceLinearITUR_2020"),
      ("SMPTE_C", "ITU_R_709_2", nil),
    ] as [(String, String, String?)])
  func attachments_nameASpace(primaries: String, transfer: String, name: String?) {
    let attachments: [CFString: Any] = [
      kCVImageBufferColorPrimariesKey: primaries, kCVImageBufferTransferFunctionKey: transfer,
    ]
    let space = CVImageBufferCreateColorSpaceFromAttachments(attachments as CFDictionary)?.takeRetainedValue()
    #expect(space?.name as String? == name)
  }
}
