internal import MediaGraph

/// The colours that settings and compositions name, as graphs name them.
enum ColorNames {
  /// Values for `AVVideoColorPrimariesKey`.
  static let primaries: [String: ColorPrimaries] = [
    AVVideoColorPrimaries_ITU_R_709_2: .bt709, AVVideoColorPrimaries_EBU_3213: .ebu3213,
    AVVideoColorPrimaries_SMPTE_C: .bt601, AVVideoColorPrimaries_P3_D65: .p3,
    AVVideoColorPrimaries_ITU_R_2020: .bt2020,
  ]
  /// Values for `AVVideoTransferFunctionKey`.
  static let transfers: [String: TransferFunction] = [
    AVVideoTransferFunction_ITU_R_709_2: .bt709, AVVideoTransferFunction_SMPTE_240M_1995: .smpte240m,
    AVVideoTransferFunction_SMPTE_ST_2084_PQ: .pq, AVVideoTransferFunction_ITU_R_2100_HLG: .hlg,
    AVVideoTransferFunction_Linear: .linear, AVVideoTransferFunction_IEC_sRGB: .srgb,
  ]
  /// Values for `AVVideoYCbCrMatrixKey`.
  static let matrices: [String: ColorMatrix] = [
    AVVideoYCbCrMatrix_ITU_R_709_2: .bt709, AVVideoYCbCrMatrix_ITU_R_601_4: .bt601,
    AVVideoYCbCrMatrix_SMPTE_240M_1995: .smpte240m, AVVideoYCbCrMatrix_ITU_R_2020: .bt2020,
  ]
}
