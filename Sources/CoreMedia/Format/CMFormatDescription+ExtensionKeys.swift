import CoreGraphics
import Foundation

extension CMFormatDescription.Extensions {
  /// The name of an extension.
  public struct Key: StringKey {
    /// The name.
    public var rawValue: CFString { name as NSString }
    let name: String

    /// Creates a key from its name.
    public init(rawValue: CFString) {
      name = rawValue as String
    }
  }
}

extension CMFormatDescription.Extensions.Key {
  /// Settings of the encoder, a dictionary.
  public static let originalCompressionSettings = Self(
    rawValue: kCMFormatDescriptionExtension_OriginalCompressionSettings)
  /// Boxes of the sample description by type, as data: 'avcC', 'hvcC', 'esds' and so on.
  public static let sampleDescriptionExtensionAtoms = Self(
    rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
  /// The QuickTime sample description, as data.
  public static let verbatimSampleDescription = Self(rawValue: kCMFormatDescriptionExtension_VerbatimSampleDescription)
  /// The ISO sample entry, as data.
  public static let verbatimISOSampleEntry = Self(rawValue: kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
  /// A name for people, a string.
  public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)
  /// Bits a pixel, as QuickTime counts them.
  public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)
  /// The clean aperture of the frame, a dictionary.
  public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)
  /// 1 for progressive, 2 for interlaced video.
  public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)
  /// The order of the fields, a string.
  public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)
  /// The shape of a pixel, a dictionary.
  public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)
  /// The primary colours, a string.
  public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)
  /// The transfer function, a string.
  public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)
  /// The gamma, if the transfer function is `UseGamma`.
  public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)
  /// The matrix between RGB and Y'CbCr, a string.
  public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)
  /// True for full-range luma, which uses all codes.
  public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)
  /// An ICC profile, as data.
  public static let iccProfile = Self(rawValue: kCMFormatDescriptionExtension_ICCProfile)
  /// Bytes from row to row.
  public static let bytesPerRow = Self(rawValue: kCMFormatDescriptionExtension_BytesPerRow)
  /// The place of chroma samples, a string.
  public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)
  /// The place of chroma samples in the second field, a string.
  public static let chromaLocationBottomField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField)
  /// The MPEG-2 profile, a number.
  public static let conformsToMPEG2VideoProfile = Self(
    rawValue: kCMFormatDescriptionExtension_ConformsToMPEG2VideoProfile)
  /// QuickTime's temporal quality.
  public static let temporalQuality = Self(rawValue: kCMFormatDescriptionExtension_TemporalQuality)
  /// QuickTime's spatial quality.
  public static let spatialQuality = Self(rawValue: kCMFormatDescriptionExtension_SpatialQuality)
  /// The version of the coded data.
  public static let version = Self(rawValue: kCMFormatDescriptionExtension_Version)
  /// The revision of the coded data.
  public static let revisionLevel = Self(rawValue: kCMFormatDescriptionExtension_RevisionLevel)
  /// The maker of the encoder, a string of four characters.
  public static let vendor = Self(rawValue: kCMFormatDescriptionExtension_Vendor)
  /// The mastering display, as data.
  public static let masteringDisplayColorVolume = Self(
    rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume)
  /// Peak and average light, as data.
  public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)
  /// A transfer function to prefer, a string.
  public static let alternativeTransferCharacteristics = Self(
    rawValue: kCMFormatDescriptionExtension_AlternativeTransferCharacteristics)
  /// The kind of an auxiliary image, a string.
  public static let auxiliaryTypeInfo = Self(rawValue: kCMFormatDescriptionExtension_AuxiliaryTypeInfo)
  /// The premultiplication of colours by alpha, a string.
  public static let alphaChannelMode = Self(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)
  /// True if there is an alpha channel.
  public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)
  /// Bits of one component.
  public static let bitsPerComponent = Self(rawValue: kCMFormatDescriptionExtension_BitsPerComponent)
  /// Thousandths of a degree.
  public static let horizontalFieldOfView = Self(rawValue: kCMFormatDescriptionExtension_HorizontalFieldOfView)
  /// The display flags of text, a number.
  public static let displayFlags = Self(rawValue: kCMTextFormatDescriptionExtension_DisplayFlags)
  /// The colour behind the text, a dictionary.
  public static let backgroundColor = Self(rawValue: kCMTextFormatDescriptionExtension_BackgroundColor)
  /// The text box, a dictionary of four edges.
  public static let defaultTextBox = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultTextBox)
  /// The default style of text, a dictionary.
  public static let defaultStyle = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultStyle)
  /// Left, centre or right, a number.
  public static let horizontalJustification = Self(rawValue: kCMTextFormatDescriptionExtension_HorizontalJustification)
  /// Top, centre or bottom, a number.
  public static let verticalJustification = Self(rawValue: kCMTextFormatDescriptionExtension_VerticalJustification)
  /// Font names by number, a dictionary.
  public static let fontTable = Self(rawValue: kCMTextFormatDescriptionExtension_FontTable)
  /// QuickTime's justification, a number.
  public static let textJustification = Self(rawValue: kCMTextFormatDescriptionExtension_TextJustification)
  /// The font's name, a string.
  public static let defaultFontName = Self(rawValue: kCMTextFormatDescriptionExtension_DefaultFontName)
  /// The name of the source of a time code, a dictionary.
  public static let sourceReferenceName = Self(rawValue: kCMTimeCodeFormatDescriptionExtension_SourceReferenceName)
  /// The keys of boxed metadata, by local identifier.
  public static let metadataKeyTable = Self(rawValue: kCMFormatDescriptionExtensionKey_MetadataKeyTable)
}
