/// The codec: an `AVVideoCodecType` or its string.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width of encoded frames: a number, in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height of encoded frames: a number, in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"

// MARK: - Pixel aspect ratio

/// The shape of pixels: a dictionary of the two spacings.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// The width of a pixel, in the units of its height: a number.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// The height of a pixel: a number.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"

// MARK: - Clean aperture

/// The part of frames without their edges: a dictionary of its size and the distances of its middle from that of the frame.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// The width of the clean aperture: a number, in pixels.
public let AVVideoCleanApertureWidthKey = "Width"
/// The height of the clean aperture: a number, in pixels.
public let AVVideoCleanApertureHeightKey = "Height"
/// The distance of its middle from the frame's, to the right: a number, in pixels.
public let AVVideoCleanApertureHorizontalOffsetKey = "HorizontalOffset"
/// The distance of its middle from the frame's, downwards: a number, in pixels.
public let AVVideoCleanApertureVerticalOffsetKey = "VerticalOffset"

// MARK: - Scaling

/// The way in which frames of another size or shape are fitted to the width and height: one of the modes below.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Frames keep their shape, by reducing the width or the height; they are never enlarged.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Frames are stretched to the width and the height; also without a mode.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Frames keep their shape, and get black bars. Shapes are those of display: the pixel aspect ratio counts.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Frames keep their shape, and are cut to that of the width and the height.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"

// MARK: - Colours

/// The colours of encoded frames, to which others are converted: a dictionary of primaries, transfer function and matrix.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// True if colours beyond those of high-definition video may be encoded: a number with a Boolean. False converts frames of all colours to
/// those of high-definition video; without the key, frames keep their colours. It has no effect beside
/// `AVVideoColorPropertiesKey`.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColorKey"
/// The primaries: one of the values below.
public let AVVideoColorPrimariesKey = "ColorPrimaries"
/// The primaries of high-definition video (ITU-R BT.709).
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// The primaries of European standard-definition video (EBU Tech 3213).
public let AVVideoColorPrimaries_EBU_3213 = "EBU_3213"
/// The primaries of American standard-definition video (SMPTE C).
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// The primaries of Apple's displays: those of digital cinema, with daylight white (SMPTE EG 432-1).
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// The primaries of ultra-high-definition video (ITU-R BT.2020).
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// The transfer function: one of the values below.
public let AVVideoTransferFunctionKey = "TransferFunction"
/// The transfer function of high-definition video (ITU-R BT.709).
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// The transfer function of SMPTE 240M.
public let AVVideoTransferFunction_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// The perceptual quantizer (SMPTE ST 2084).
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// Hybrid log-gamma (ITU-R BT.2100).
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// Linear light.
public let AVVideoTransferFunction_Linear = "Linear"
/// The transfer function of computers' images (IEC 61966-2-1).
public let AVVideoTransferFunction_IEC_sRGB = "IEC_sRGB"
/// The matrix between colours and luma: one of the values below.
public let AVVideoYCbCrMatrixKey = "YCbCrMatrix"
/// The matrix of high-definition video (ITU-R BT.709).
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of standard-definition video (ITU-R BT.601).
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// The matrix of SMPTE 240M.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// The matrix of ultra-high-definition video (ITU-R BT.2020).
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
