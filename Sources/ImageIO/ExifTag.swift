/// A tag with a key: its number, and the forms of its value in the file and in a dictionary.
struct ExifTag: Sendable {
  /// The form of a value.
  enum Kind: Sendable {
    case ascii, byte, short, long, rational, signedRational, undefined
    /// An array in the dictionary even if it holds one number.
    case shorts
    /// Three rationals in the file, one number of degrees in the dictionary.
    case degrees
    /// Three rationals in the file, HH:MM:SS in the dictionary.
    case time
    /// Text after eight bytes that name its encoding.
    case comment
  }

  var key: String
  var number: UInt16
  var kind: Kind

  init(_ key: String, _ number: UInt16, _ kind: Kind) {
    self.key = key
    self.number = number
    self.kind = kind
  }

  static let tiff: [ExifTag] = [
    ExifTag("DocumentName", 0x010D, .ascii),
    ExifTag("ImageDescription", 0x010E, .ascii),
    ExifTag("Make", 0x010F, .ascii),
    ExifTag("Model", 0x0110, .ascii),
    ExifTag("Orientation", 0x0112, .short),
    ExifTag("XResolution", 0x011A, .rational),
    ExifTag("YResolution", 0x011B, .rational),
    ExifTag("ResolutionUnit", 0x0128, .short),
    ExifTag("Software", 0x0131, .ascii),
    ExifTag("DateTime", 0x0132, .ascii),
    ExifTag("Artist", 0x013B, .ascii),
    ExifTag("HostComputer", 0x013C, .ascii),
    ExifTag("Copyright", 0x8298, .ascii),
  ]

  static let exif: [ExifTag] = [
    ExifTag("ExposureTime", 0x829A, .rational),
    ExifTag("FNumber", 0x829D, .rational),
    ExifTag("ExposureProgram", 0x8822, .short),
    ExifTag("SpectralSensitivity", 0x8824, .ascii),
    ExifTag("ISOSpeedRatings", 0x8827, .shorts),
    ExifTag("ExifVersion", 0x9000, .undefined),
    ExifTag("DateTimeOriginal", 0x9003, .ascii),
    ExifTag("DateTimeDigitized", 0x9004, .ascii),
    ExifTag("OffsetTime", 0x9010, .ascii),
    ExifTag("OffsetTimeOriginal", 0x9011, .ascii),
    ExifTag("OffsetTimeDigitized", 0x9012, .ascii),
    ExifTag("ComponentsConfiguration", 0x9101, .undefined),
    ExifTag("CompressedBitsPerPixel", 0x9102, .rational),
    ExifTag("ShutterSpeedValue", 0x9201, .signedRational),
    ExifTag("ApertureValue", 0x9202, .rational),
    ExifTag("BrightnessValue", 0x9203, .signedRational),
    ExifTag("ExposureBiasValue", 0x9204, .signedRational),
    ExifTag("MaxApertureValue", 0x9205, .rational),
    ExifTag("SubjectDistance", 0x9206, .rational),
    ExifTag("MeteringMode", 0x9207, .short),
    ExifTag("LightSource", 0x9208, .short),
    ExifTag("Flash", 0x9209, .short),
    ExifTag("FocalLength", 0x920A, .rational),
    ExifTag("SubjectArea", 0x9214, .short),
    ExifTag("UserComment", 0x9286, .comment),
    ExifTag("SubsecTime", 0x9290, .ascii),
    ExifTag("SubsecTimeOriginal", 0x9291, .ascii),
    ExifTag("SubsecTimeDigitized", 0x9292, .ascii),
    ExifTag("FlashPixVersion", 0xA000, .undefined),
    ExifTag("ColorSpace", 0xA001, .short),
    ExifTag("PixelXDimension", 0xA002, .long),
    ExifTag("PixelYDimension", 0xA003, .long),
    ExifTag("FocalPlaneXResolution", 0xA20E, .rational),
    ExifTag("FocalPlaneYResolution", 0xA20F, .rational),
    ExifTag("FocalPlaneResolutionUnit", 0xA210, .short),
    ExifTag("SensingMethod", 0xA217, .short),
    ExifTag("FileSource", 0xA300, .undefined),
    ExifTag("SceneType", 0xA301, .undefined),
    ExifTag("CustomRendered", 0xA401, .short),
    ExifTag("ExposureMode", 0xA402, .short),
    ExifTag("WhiteBalance", 0xA403, .short),
    ExifTag("DigitalZoomRatio", 0xA404, .rational),
    ExifTag("FocalLenIn35mmFilm", 0xA405, .short),
    ExifTag("SceneCaptureType", 0xA406, .short),
    ExifTag("GainControl", 0xA407, .short),
    ExifTag("Contrast", 0xA408, .short),
    ExifTag("Saturation", 0xA409, .short),
    ExifTag("Sharpness", 0xA40A, .short),
    ExifTag("SubjectDistRange", 0xA40C, .short),
    ExifTag("ImageUniqueID", 0xA420, .ascii),
    ExifTag("CameraOwnerName", 0xA430, .ascii),
    ExifTag("BodySerialNumber", 0xA431, .ascii),
    ExifTag("LensSpecification", 0xA432, .rational),
    ExifTag("LensMake", 0xA433, .ascii),
    ExifTag("LensModel", 0xA434, .ascii),
    ExifTag("LensSerialNumber", 0xA435, .ascii),
  ]

  static let gps: [ExifTag] = [
    ExifTag("GPSVersion", 0x0000, .byte),
    ExifTag("LatitudeRef", 0x0001, .ascii),
    ExifTag("Latitude", 0x0002, .degrees),
    ExifTag("LongitudeRef", 0x0003, .ascii),
    ExifTag("Longitude", 0x0004, .degrees),
    ExifTag("AltitudeRef", 0x0005, .byte),
    ExifTag("Altitude", 0x0006, .rational),
    ExifTag("TimeStamp", 0x0007, .time),
    ExifTag("Satellites", 0x0008, .ascii),
    ExifTag("Status", 0x0009, .ascii),
    ExifTag("MeasureMode", 0x000A, .ascii),
    ExifTag("DOP", 0x000B, .rational),
    ExifTag("SpeedRef", 0x000C, .ascii),
    ExifTag("Speed", 0x000D, .rational),
    ExifTag("TrackRef", 0x000E, .ascii),
    ExifTag("Track", 0x000F, .rational),
    ExifTag("ImgDirectionRef", 0x0010, .ascii),
    ExifTag("ImgDirection", 0x0011, .rational),
    ExifTag("MapDatum", 0x0012, .ascii),
    ExifTag("DestLatitudeRef", 0x0013, .ascii),
    ExifTag("DestLatitude", 0x0014, .degrees),
    ExifTag("DestLongitudeRef", 0x0015, .ascii),
    ExifTag("DestLongitude", 0x0016, .degrees),
    ExifTag("DestBearingRef", 0x0017, .ascii),
    ExifTag("DestBearing", 0x0018, .rational),
    ExifTag("DestDistanceRef", 0x0019, .ascii),
    ExifTag("DestDistance", 0x001A, .rational),
    ExifTag("DateStamp", 0x001D, .ascii),
    ExifTag("Differental", 0x001E, .short),
    ExifTag("HPositioningError", 0x001F, .rational),
  ]
}
