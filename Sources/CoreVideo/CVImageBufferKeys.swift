import CoreGraphics

// Keys and values of attachments that describe an image. CoreMedia's format descriptions use the same strings.

/// The colour space, a `CGColorSpace`.
public nonisolated(unsafe) let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// The clean aperture: a dictionary of width, height and offsets from the centre.
public nonisolated(unsafe) let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// The clean aperture's width in pixels.
public nonisolated(unsafe) let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// The clean aperture's height in pixels.
public nonisolated(unsafe) let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// The offset of the aperture's centre to the right of the image's, in pixels.
public nonisolated(unsafe) let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// The offset of the aperture's centre below the image's, in pixels.
public nonisolated(unsafe) let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// A clean aperture that a decoder prefers to the stream's.
public nonisolated(unsafe) let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
/// The number of fields, 1 or 2.
public nonisolated(unsafe) let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
/// The order of two fields.
public nonisolated(unsafe) let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
/// The top field is the earlier one.
public nonisolated(unsafe) let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
/// The bottom field is the earlier one.
public nonisolated(unsafe) let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
/// The first line belongs to the earlier field.
public nonisolated(unsafe) let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
/// The first line belongs to the later field.
public nonisolated(unsafe) let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"
/// The shape of a pixel: a dictionary of two spacings.
public nonisolated(unsafe) let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// The width of a pixel in any unit.
public nonisolated(unsafe) let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// The height of a pixel in the same unit.
public nonisolated(unsafe) let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
/// The display size: a dictionary of width and height.
public nonisolated(unsafe) let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
/// The display width, in pixels.
public nonisolated(unsafe) let kCVImageBufferDisplayWidthKey: CFString = "Width"
/// The display height, in pixels.
public nonisolated(unsafe) let kCVImageBufferDisplayHeightKey: CFString = "Height"
/// The gamma, for the transfer function `UseGamma`.
public nonisolated(unsafe) let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// An ICC profile as data.
public nonisolated(unsafe) let kCVImageBufferICCProfileKey: CFString = "CVImageBufferICCProfile"
/// The matrix between RGB and YCbCr.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// The matrix of ITU-R BT.709.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The matrix of ITU-R BT.601.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// The matrix of SMPTE 240M.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The matrix of ITU-R BT.2020, non-constant luminance.
public nonisolated(unsafe) let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"
/// The primary colours.
public nonisolated(unsafe) let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// The primaries of ITU-R BT.709.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The primaries of EBU Tech. 3213, for 625 lines.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// The primaries of SMPTE 170M, for 525 lines.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// The primaries of P22 phosphors.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// The primaries of P3 with white at D65.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// The primaries of DCI P3.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// The primaries of ITU-R BT.2020.
public nonisolated(unsafe) let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The transfer function.
public nonisolated(unsafe) let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// The transfer function of ITU-R BT.709.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// The transfer function of SMPTE 240M.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// A pure gamma, given by `kCVImageBufferGammaLevelKey`.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// The transfer function of sRGB.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// The transfer function of ITU-R BT.2020.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// The transfer function of digital cinema.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// Perceptual quantisation, for high dynamic range.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// Hybrid log-gamma, for high dynamic range.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// Linear light.
public nonisolated(unsafe) let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// The location of chroma samples in frames and top fields.
public nonisolated(unsafe) let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// The location of chroma samples in bottom fields.
public nonisolated(unsafe) let kCVImageBufferChromaLocationBottomFieldKey: CFString =
  "CVImageBufferChromaLocationBottomField"
/// Left, vertically centred.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// In the centre of the pixels.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// On the top left pixel.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// Between the top pixels.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// On the bottom left pixel.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// Between the bottom pixels.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// As in 4:2:0 DV.
public nonisolated(unsafe) let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"
/// The original subsampling of converted images.
public nonisolated(unsafe) let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
/// 4:2:0.
public nonisolated(unsafe) let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
/// 4:2:2.
public nonisolated(unsafe) let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
/// 4:1:1.
public nonisolated(unsafe) let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
/// True if the whole alpha channel is opaque.
public nonisolated(unsafe) let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// The premultiplication of colours by alpha.
public nonisolated(unsafe) let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colours are not multiplied by alpha.
public nonisolated(unsafe) let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colours are multiplied by alpha.
public nonisolated(unsafe) let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"
/// The mastering display, as the 24 bytes of H.265's message.
public nonisolated(unsafe) let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The light level, as the 4 bytes of H.265's message.
public nonisolated(unsafe) let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// The viewing environment, as the 8 bytes of H.265's message.
public nonisolated(unsafe) let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"
/// The region of interest of the image.
public nonisolated(unsafe) let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"

/// The time in a movie: a dictionary of value and scale.
public nonisolated(unsafe) let kCVBufferMovieTimeKey: CFString = "QTMovieTime"
/// The numerator of a time.
public nonisolated(unsafe) let kCVBufferTimeValueKey: CFString = "TimeValue"
/// Units in a second of a time.
public nonisolated(unsafe) let kCVBufferTimeScaleKey: CFString = "TimeScale"
/// Attachments that propagate, inside another dictionary.
public nonisolated(unsafe) let kCVBufferPropagatedAttachmentsKey: CFString = "PropagatedAttachments"
/// Attachments that do not propagate, inside another dictionary.
public nonisolated(unsafe) let kCVBufferNonPropagatedAttachmentsKey: CFString = "NonPropagatedAttachments"
