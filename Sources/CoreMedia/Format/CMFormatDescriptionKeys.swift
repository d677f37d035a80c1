import CoreGraphics
import CoreVideo

// Keys of the extensions of format descriptions. If image buffers have an equivalent attachment, the keys are equal:
// attachments become extensions without translation.

/// Settings of the encoder, a dictionary.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString =
  "OriginalCompressionSettings"
/// Boxes of the sample description by type, as data: 'avcC', 'hvcC', 'esds' and so on.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString =
  "SampleDescriptionExtensionAtoms"
/// The QuickTime sample description, as data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString =
  "VerbatimSampleDescription"
/// The ISO sample entry, as data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
/// A name for people, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
/// Bits a pixel, as QuickTime counts them.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// The clean aperture of the frame, a dictionary.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// 1 for progressive, 2 for interlaced video.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
/// The order of the fields, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
/// The shape of a pixel, a dictionary.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_PixelAspectRatio: CFString =
  kCVImageBufferPixelAspectRatioKey
/// The primary colours, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// The transfer function, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_TransferFunction: CFString =
  kCVImageBufferTransferFunctionKey
/// The gamma, if the transfer function is `UseGamma`.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// The matrix between RGB and Y'CbCr, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// True for full-range luma, which uses all codes.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// An ICC profile, as data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
/// Bytes from row to row.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
/// The place of chroma samples, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString =
  kCVImageBufferChromaLocationTopFieldKey
/// The place of chroma samples in the second field, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
  kCVImageBufferChromaLocationBottomFieldKey
/// The MPEG-2 profile, a number.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ConformsToMPEG2VideoProfile: CFString =
  "ConformsToMPEG2VideoProfile"
/// QuickTime's temporal quality.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
/// QuickTime's spatial quality.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
/// The version of the coded data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_Version: CFString = "Version"
/// The revision of the coded data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
/// The maker of the encoder, a string of four characters.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
/// The mastering display, as data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey
/// Peak and average light, as data.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString =
  kCVImageBufferContentLightLevelInfoKey
/// A transfer function to prefer, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
  "AlternativeTransferCharacteristics"
/// The kind of an auxiliary image, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
/// The premultiplication of colours by alpha, a string.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_AlphaChannelMode: CFString =
  kCVImageBufferAlphaChannelModeKey
/// True if there is an alpha channel.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// Bits of one component.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Thousandths of a degree.
public nonisolated(unsafe) let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"

// Keys inside the dictionaries of the clean aperture and the pixel aspect ratio.

/// The width, in pixels.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureWidth: CFString =
  kCVImageBufferCleanApertureWidthKey
/// The height, in pixels.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureHeight: CFString =
  kCVImageBufferCleanApertureHeightKey
/// The offset of its centre to the right of the frame's, in pixels.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
  kCVImageBufferCleanApertureHorizontalOffsetKey
/// The offset of its centre below the frame's, in pixels.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString =
  kCVImageBufferCleanApertureVerticalOffsetKey
/// The width as an array of numerator and denominator; preferred when present.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
/// The height as numerator and denominator.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
/// The horizontal offset as numerator and denominator.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString =
  "HorizontalOffsetRational"
/// The vertical offset as numerator and denominator.
public nonisolated(unsafe) let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString =
  "VerticalOffsetRational"
/// The width of a pixel, in any unit.
public nonisolated(unsafe) let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
  kCVImageBufferPixelAspectRatioHorizontalSpacingKey
/// The height of a pixel, in the same unit.
public nonisolated(unsafe) let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
  kCVImageBufferPixelAspectRatioVerticalSpacingKey
