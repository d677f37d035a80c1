import CoreGraphics

/// Returns the colour space of a buffer's attachments; that of `kCVImageBufferCGColorSpaceKey` if it is attached.
///
/// Nil if no attachment names a space of CoreGraphics: one of BT.709, P3 or BT.2020 primaries.
public func CVImageBufferGetColorSpace(_ imageBuffer: CVImageBuffer) -> Unmanaged<CGColorSpace>? {
  // The buffer retains the attachment; a derived space must be retained too.
  if let own = CVBufferCopyAttachment(imageBuffer, kCVImageBufferCGColorSpaceKey, nil) as? CGColorSpace {
    return Unmanaged.passUnretained(own)
  }
  guard
    let derived = CVImageBufferCreateColorSpaceFromAttachments(
      CVBufferCopyAttachments(imageBuffer, .shouldPropagate) ?? [:])?.takeRetainedValue()
  else { return nil }
  CVBufferSetAttachment(imageBuffer, kCVImageBufferCGColorSpaceKey, derived, .shouldNotPropagate)
  return Unmanaged.passUnretained(derived)
}

/// The names of colour spaces by their primaries and transfer functions.
nonisolated(unsafe) private let colorSpaceNames: [(primaries: String, transfer: String, name: CFString)] = [
  ("ITU_R_709_2", "ITU_R_709_2", CGColorSpace.itur_709), ("ITU_R_709_2", "IEC_sRGB", CGColorSpace.sRGB),
  ("ITU_R_709_2", "Linear", CGColorSpace.linearSRGB),
  ("ITU_R_709_2", "SMPTE_ST_2084_PQ", CGColorSpace.itur_709_PQ),
  ("ITU_R_709_2", "ITU_R_2100_HLG", CGColorSpace.itur_709_HLG),
  ("P3_D65", "IEC_sRGB", CGColorSpace.displayP3), ("P3_D65", "Linear", CGColorSpace.linearDisplayP3),
  ("P3_D65", "SMPTE_ST_2084_PQ", CGColorSpace.displayP3_PQ),
  ("P3_D65", "ITU_R_2100_HLG", CGColorSpace.displayP3_HLG),
  ("ITU_R_2020", "ITU_R_2020", CGColorSpace.itur_2020), ("ITU_R_2020", "ITU_R_709_2", CGColorSpace.itur_2020),
  ("ITU_R_2020", "IEC_sRGB", CGColorSpace.itur_2020_sRGBGamma),
  ("ITU_R_2020", "Linear", CGColorSpace.linearITUR_2020),
  ("ITU_R_2020", "SMPTE_ST_2084_PQ", CGColorSpace.itur_2100_PQ),
  ("ITU_R_2020", "ITU_R_2100_HLG", CGColorSpace.itur_2100_HLG),
]

/// Returns the colour space of attached primaries and transfer function, retained; nil if CoreGraphics has none.
public func CVImageBufferCreateColorSpaceFromAttachments(_ attachments: CFDictionary) -> Unmanaged<CGColorSpace>? {
  let primaries = attachments[kCVImageBufferColorPrimariesKey] as? String
  let transfer = attachments[kCVImageBufferTransferFunctionKey] as? String
  guard let name = colorSpaceNames.first(where: { $0.primaries == primaries && $0.transfer == transfer })?.name else {
    return nil
  }
  return CGColorSpace(name: name).map { Unmanaged.passRetained($0) }
}

// Code points of ITU-T H.273, as stored in streams and files.

nonisolated(unsafe) private let primariesCodes: [(Int32, CFString)] = [
  (1, kCVImageBufferColorPrimaries_ITU_R_709_2), (5, kCVImageBufferColorPrimaries_EBU_3213),
  (6, kCVImageBufferColorPrimaries_SMPTE_C), (9, kCVImageBufferColorPrimaries_ITU_R_2020),
  (11, kCVImageBufferColorPrimaries_DCI_P3), (12, kCVImageBufferColorPrimaries_P3_D65),
  // The other 525-line system has the same primaries; strings go to the first number.
  (7, kCVImageBufferColorPrimaries_SMPTE_C),
]

nonisolated(unsafe) private let transferCodes: [(Int32, CFString)] = [
  (1, kCVImageBufferTransferFunction_ITU_R_709_2), (7, kCVImageBufferTransferFunction_SMPTE_240M_1995),
  (8, kCVImageBufferTransferFunction_Linear), (13, kCVImageBufferTransferFunction_sRGB),
  (14, kCVImageBufferTransferFunction_ITU_R_2020), (16, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
  (17, kCVImageBufferTransferFunction_SMPTE_ST_428_1), (18, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
  // BT.601's curve is that of BT.709; BT.2020's for 12 bits that for 10.
  (6, kCVImageBufferTransferFunction_ITU_R_709_2), (15, kCVImageBufferTransferFunction_ITU_R_2020),
]

nonisolated(unsafe) private let matrixCodes: [(Int32, CFString)] = [
  (1, kCVImageBufferYCbCrMatrix_ITU_R_709_2), (6, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
  (7, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995), (9, kCVImageBufferYCbCrMatrix_ITU_R_2020),
  (5, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
]

/// "Unspecified" in H.273: the code of a string without a number.
private let unspecified: Int32 = 2

/// Returns the code point of primaries; 2, unspecified, for an unknown string.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  primariesCodes.first { $0.1 == colorPrimariesString }?.0 ?? unspecified
}

/// Returns the primaries of a code point, or nil if it has no name here.
public func CVColorPrimariesGetStringForIntegerCodePoint(
  _ colorPrimariesCodePoint: Int32
) -> Unmanaged<CFString>? {
  primariesCodes.first { $0.0 == colorPrimariesCodePoint }.map { Unmanaged.passUnretained($0.1) }
}

/// Returns the code point of a transfer function; 2, unspecified, for an unknown string.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  transferCodes.first { $0.1 == transferFunctionString }?.0 ?? unspecified
}

/// Returns the transfer function of a code point, or nil if it has no name here.
public func CVTransferFunctionGetStringForIntegerCodePoint(
  _ transferFunctionCodePoint: Int32
) -> Unmanaged<CFString>? {
  transferCodes.first { $0.0 == transferFunctionCodePoint }.map { Unmanaged.passUnretained($0.1) }
}

/// Returns the code point of a matrix; 2, unspecified, for an unknown string.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  matrixCodes.first { $0.1 == yCbCrMatrixString }?.0 ?? unspecified
}

/// Returns the matrix of a code point, or nil if it has no name here.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> Unmanaged<CFString>? {
  matrixCodes.first { $0.0 == yCbCrMatrixCodePoint }.map { Unmanaged.passUnretained($0.1) }
}
