import CoreGraphics
import CoreVideo
import Foundation

// Values of extensions that are one of a list of strings.

extension CMFormatDescription.Extensions.Value {
  /// The order of the fields of interlaced video.
  public struct FieldDetail: StringKey {
    /// The value as a string.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a value from its string.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// Fields stored apart, the upper one first.
    public static let temporalTopFirst = FieldDetail(rawValue: kCVImageBufferFieldDetailTemporalTopFirst)
    /// Fields stored apart, the lower one first.
    public static let temporalBottomFirst = FieldDetail(rawValue: kCVImageBufferFieldDetailTemporalBottomFirst)
    /// Fields interleaved, the first line's is earlier.
    public static let spatialFirstLineEarly = FieldDetail(rawValue: kCVImageBufferFieldDetailSpatialFirstLineEarly)
    /// Fields interleaved, the first line's is later.
    public static let spatialFirstLineLate = FieldDetail(rawValue: kCVImageBufferFieldDetailSpatialFirstLineLate)
  }

  /// Returns the order of the fields of interlaced video.
  public static func fieldDetail(_ fieldDetail: FieldDetail) -> CMFormatDescription.Extensions.Value {
    .string(fieldDetail.rawValue)
  }

  /// The primary colours.
  public struct ColorPrimaries: StringKey {
    /// The value as a string.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a value from its string.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// ITU-R BT.709.
    public static let itu_R_709_2 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_ITU_R_709_2)
    /// EBU Tech. 3213.
    public static let ebu_3213 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_EBU_3213)
    /// SMPTE C.
    public static let smpte_C = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_SMPTE_C)
    /// DCI P3.
    public static let dci_P3 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_DCI_P3)
    /// P3 with D65 white.
    public static let p3_D65 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_P3_D65)
    /// ITU-R BT.2020.
    public static let itu_R_2020 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_ITU_R_2020)
    /// P22 phosphors.
    public static let p22 = ColorPrimaries(rawValue: kCVImageBufferColorPrimaries_P22)
  }

  /// The primary colours.
  public static func colorPrimaries(_ colorPrimaries: ColorPrimaries) -> CMFormatDescription.Extensions.Value {
    .string(colorPrimaries.rawValue)
  }

  /// The function between light and code.
  public struct TransferFunction: StringKey {
    /// The value as a string.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a value from its string.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// ITU-R BT.709.
    public static let itu_R_709_2 = TransferFunction(rawValue: kCVImageBufferTransferFunction_ITU_R_709_2)
    /// SMPTE 240M.
    public static let smpte_240M_1995 = TransferFunction(rawValue: kCVImageBufferTransferFunction_SMPTE_240M_1995)
    /// The gamma of `gammaLevel`.
    public static let useGamma = TransferFunction(rawValue: kCVImageBufferTransferFunction_UseGamma)
    /// ITU-R BT.2020.
    public static let itu_R_2020 = TransferFunction(rawValue: kCVImageBufferTransferFunction_ITU_R_2020)
    /// SMPTE ST 428-1.
    public static let smpte_ST_428_1 = TransferFunction(rawValue: kCVImageBufferTransferFunction_SMPTE_ST_428_1)
    /// SMPTE ST 2084, PQ.
    public static let smpte_ST_2084_PQ = TransferFunction(rawValue: kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
    /// ITU-R BT.2100, HLG.
    public static let itu_R_2100_HLG = TransferFunction(rawValue: kCVImageBufferTransferFunction_ITU_R_2100_HLG)
    /// Linear light.
    public static let linear = TransferFunction(rawValue: kCVImageBufferTransferFunction_Linear)
    /// IEC 61966-2-1.
    public static let sRGB = TransferFunction(rawValue: kCVImageBufferTransferFunction_sRGB)
  }

  /// The function between light and code.
  public static func transferFunction(_ transferFunction: TransferFunction) -> CMFormatDescription.Extensions.Value {
    .string(transferFunction.rawValue)
  }

  /// The matrix between RGB and Y'CbCr.
  public struct YCbCrMatrix: StringKey {
    /// The value as a string.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a value from its string.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// ITU-R BT.709.
    public static let itu_R_709_2 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_709_2)
    /// ITU-R BT.601.
    public static let itu_R_601_4 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_601_4)
    /// SMPTE 240M.
    public static let smpted_240M_1995 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995)
    /// ITU-R BT.2020.
    public static let itu_R_2020 = YCbCrMatrix(rawValue: kCVImageBufferYCbCrMatrix_ITU_R_2020)
  }

  /// The matrix between RGB and Y'CbCr.
  public static func yCbCrMatrix(_ yCbCrMatrix: YCbCrMatrix) -> CMFormatDescription.Extensions.Value {
    .string(yCbCrMatrix.rawValue)
  }

  /// The location of chroma samples.
  public struct ChromaLocation: StringKey {
    /// The value as a string.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a value from its string.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// Beside the left luma sample.
    public static let left = ChromaLocation(rawValue: kCVImageBufferChromaLocation_Left)
    /// Between the luma samples.
    public static let center = ChromaLocation(rawValue: kCVImageBufferChromaLocation_Center)
    /// On the upper left luma sample.
    public static let topLeft = ChromaLocation(rawValue: kCVImageBufferChromaLocation_TopLeft)
    /// Between the upper luma samples.
    public static let top = ChromaLocation(rawValue: kCVImageBufferChromaLocation_Top)
    /// On the lower left luma sample.
    public static let bottomLeft = ChromaLocation(rawValue: kCVImageBufferChromaLocation_BottomLeft)
    /// Between the lower luma samples.
    public static let bottom = ChromaLocation(rawValue: kCVImageBufferChromaLocation_Bottom)
    /// As in DV 4:2:0.
    public static let dv420 = ChromaLocation(rawValue: kCVImageBufferChromaLocation_DV420)
  }

  /// Returns the location of chroma samples.
  public static func chromaLocation(_ chromaLocation: ChromaLocation) -> CMFormatDescription.Extensions.Value {
    .string(chromaLocation.rawValue)
  }

  /// The premultiplication of colours by alpha.
  public struct AlphaChannelMode: StringKey {
    /// The value as a string.
    public var rawValue: CFString { name as NSString }
    private let name: String

    /// Creates a value from its string.
    public init(rawValue: CFString) {
      name = rawValue as String
    }

    /// They are not.
    public static let straightAlpha = AlphaChannelMode(rawValue: kCVImageBufferAlphaChannelMode_StraightAlpha)
    /// They are.
    public static let premultipliedAlpha = AlphaChannelMode(rawValue: kCVImageBufferAlphaChannelMode_PremultipliedAlpha)
  }

  /// Returns the premultiplication of colours by alpha.
  public static func alphaChannelMode(_ alphaChannelMode: AlphaChannelMode) -> CMFormatDescription.Extensions.Value {
    .string(alphaChannelMode.rawValue)
  }
}
