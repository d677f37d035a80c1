import CoreVideo
import Foundation

// The values of format descriptions' extensions: Core Video's, under Core Media's names. Source:
// CMFormatDescription.h, which defines them so.

/// The top field is the earlier one.
public var kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString { kCVImageBufferFieldDetailTemporalTopFirst }
/// The bottom field is the earlier one.
public var kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString {
  kCVImageBufferFieldDetailTemporalBottomFirst
}
/// The first line belongs to the earlier field.
public var kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString {
  kCVImageBufferFieldDetailSpatialFirstLineEarly
}
/// The first line belongs to the later field.
public var kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString {
  kCVImageBufferFieldDetailSpatialFirstLineLate
}
/// The matrix of ITU-R BT.709.
public var kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString { kCVImageBufferYCbCrMatrix_ITU_R_709_2 }
/// The matrix of ITU-R BT.601.
public var kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString { kCVImageBufferYCbCrMatrix_ITU_R_601_4 }
/// The matrix of SMPTE 240M.
public var kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString { kCVImageBufferYCbCrMatrix_SMPTE_240M_1995 }
/// The matrix of ITU-R BT.2020, non-constant luminance.
public var kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString { kCVImageBufferYCbCrMatrix_ITU_R_2020 }
/// The primaries of ITU-R BT.709.
public var kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString { kCVImageBufferColorPrimaries_ITU_R_709_2 }
/// The primaries of EBU Tech. 3213, for 625 lines.
public var kCMFormatDescriptionColorPrimaries_EBU_3213: CFString { kCVImageBufferColorPrimaries_EBU_3213 }
/// The primaries of SMPTE 170M, for 525 lines.
public var kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString { kCVImageBufferColorPrimaries_SMPTE_C }
/// The primaries of P22 phosphors.
public var kCMFormatDescriptionColorPrimaries_P22: CFString { kCVImageBufferColorPrimaries_P22 }
/// The primaries of P3 with white at D65.
public var kCMFormatDescriptionColorPrimaries_P3_D65: CFString { kCVImageBufferColorPrimaries_P3_D65 }
/// The primaries of DCI P3.
public var kCMFormatDescriptionColorPrimaries_DCI_P3: CFString { kCVImageBufferColorPrimaries_DCI_P3 }
/// The primaries of ITU-R BT.2020.
public var kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString { kCVImageBufferColorPrimaries_ITU_R_2020 }
/// The transfer function of ITU-R BT.709.
public var kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString { kCVImageBufferTransferFunction_ITU_R_709_2 }
/// The transfer function of SMPTE 240M.
public var kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString {
  kCVImageBufferTransferFunction_SMPTE_240M_1995
}
/// A pure gamma, given by `kCVImageBufferGammaLevelKey`.
public var kCMFormatDescriptionTransferFunction_UseGamma: CFString { kCVImageBufferTransferFunction_UseGamma }
/// The transfer function of sRGB.
public var kCMFormatDescriptionTransferFunction_sRGB: CFString { kCVImageBufferTransferFunction_sRGB }
/// The transfer function of ITU-R BT.2020.
public var kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString { kCVImageBufferTransferFunction_ITU_R_2020 }
/// The transfer function of digital cinema.
public var kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString {
  kCVImageBufferTransferFunction_SMPTE_ST_428_1
}
/// Perceptual quantisation, for high dynamic range.
public var kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString {
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
}
/// Hybrid log-gamma, for high dynamic range.
public var kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString {
  kCVImageBufferTransferFunction_ITU_R_2100_HLG
}
/// Linear light.
public var kCMFormatDescriptionTransferFunction_Linear: CFString { kCVImageBufferTransferFunction_Linear }
/// Left, vertically centred.
public var kCMFormatDescriptionChromaLocation_Left: CFString { kCVImageBufferChromaLocation_Left }
/// In the centre of the pixels.
public var kCMFormatDescriptionChromaLocation_Center: CFString { kCVImageBufferChromaLocation_Center }
/// On the top left pixel.
public var kCMFormatDescriptionChromaLocation_TopLeft: CFString { kCVImageBufferChromaLocation_TopLeft }
/// Between the top pixels.
public var kCMFormatDescriptionChromaLocation_Top: CFString { kCVImageBufferChromaLocation_Top }
/// On the bottom left pixel.
public var kCMFormatDescriptionChromaLocation_BottomLeft: CFString { kCVImageBufferChromaLocation_BottomLeft }
/// Between the bottom pixels.
public var kCMFormatDescriptionChromaLocation_Bottom: CFString { kCVImageBufferChromaLocation_Bottom }
/// As in 4:2:0 DV.
public var kCMFormatDescriptionChromaLocation_DV420: CFString { kCVImageBufferChromaLocation_DV420 }
