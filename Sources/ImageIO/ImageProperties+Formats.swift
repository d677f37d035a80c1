import CoreGraphics

// Keys of other dictionaries, and of what an image is made of.

// MARK: The image

/// True if components are floating-point numbers; images here have none.
public nonisolated(unsafe) let kCGImagePropertyIsFloat: CFString = "IsFloat"
/// True if pixels are numbers of a palette; decoded images have colours.
public nonisolated(unsafe) let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// The format of pixels.
public nonisolated(unsafe) let kCGImagePropertyPixelFormat: CFString = "PixelFormat"
/// The name of the colour profile.
public nonisolated(unsafe) let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The name of the colour space.
public nonisolated(unsafe) let kCGImagePropertyNamedColorSpace: CFString = "NamedColorSpace"
/// The index of the main image.
public nonisolated(unsafe) let kCGImagePropertyPrimaryImage: CFString = "PrimaryImage"
/// The number of images.
public nonisolated(unsafe) let kCGImagePropertyImageCount: CFString = "ImageCount"
/// The index of the image.
public nonisolated(unsafe) let kCGImagePropertyImageIndex: CFString = "ImageIndex"
/// The images of a file.
public nonisolated(unsafe) let kCGImagePropertyImages: CFString = "Images"
/// The thumbnails of an image.
public nonisolated(unsafe) let kCGImagePropertyThumbnailImages: CFString = "ThumbnailImages"
/// The width of an image of a file.
public nonisolated(unsafe) let kCGImagePropertyWidth: CFString = "Width"
/// The height of an image of a file.
public nonisolated(unsafe) let kCGImagePropertyHeight: CFString = "Height"
/// The bytes from one row to the next.
public nonisolated(unsafe) let kCGImagePropertyBytesPerRow: CFString = "BytesPerRow"
/// The auxiliary data of an image.
public nonisolated(unsafe) let kCGImagePropertyAuxiliaryData: CFString = "AuxiliaryData"
/// The type of auxiliary data.
public nonisolated(unsafe) let kCGImagePropertyAuxiliaryDataType: CFString = "AuxiliaryDataType"
/// The dictionary of a file and its images.
public nonisolated(unsafe) let kCGImagePropertyFileContentsDictionary: CFString = "{FileContents}"
/// The colour model of printing inks.
public nonisolated(unsafe) let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// The colour model of CIE L*a*b*.
public nonisolated(unsafe) let kCGImagePropertyColorModelLab: CFString = "Lab"

// MARK: Formats

/// The dictionary of JFIF properties, which is read of JPEG files.
public nonisolated(unsafe) let kCGImagePropertyJFIFDictionary: CFString = "{JFIF}"
/// The version: two or three numbers.
public nonisolated(unsafe) let kCGImagePropertyJFIFVersion: CFString = "JFIFVersion"
/// The density of pixels, horizontally.
public nonisolated(unsafe) let kCGImagePropertyJFIFXDensity: CFString = "XDensity"
/// The density of pixels, vertically.
public nonisolated(unsafe) let kCGImagePropertyJFIFYDensity: CFString = "YDensity"
/// 0 for a ratio, 1 for inches, 2 for centimetres.
public nonisolated(unsafe) let kCGImagePropertyJFIFDensityUnit: CFString = "DensityUnit"
/// True for a file that is refined step by step.
public nonisolated(unsafe) let kCGImagePropertyJFIFIsProgressive: CFString = "IsProgressive"
/// The dictionary of raw properties.
public nonisolated(unsafe) let kCGImagePropertyRawDictionary: CFString = "{Raw}"
/// The dictionary of digital negatives.
public nonisolated(unsafe) let kCGImagePropertyDNGDictionary: CFString = "{DNG}"
/// The dictionary of Photoshop properties.
public nonisolated(unsafe) let kCGImageProperty8BIMDictionary: CFString = "{8BIM}"
/// The dictionary of CIFF properties.
public nonisolated(unsafe) let kCGImagePropertyCIFFDictionary: CFString = "{CIFF}"
/// The dictionary of TGA properties.
public nonisolated(unsafe) let kCGImagePropertyTGADictionary: CFString = "{TGA}"
/// The dictionary of high-efficiency files.
public nonisolated(unsafe) let kCGImagePropertyHEIFDictionary: CFString = "{HEIF}"
/// The dictionary of OpenEXR properties.
public nonisolated(unsafe) let kCGImagePropertyOpenEXRDictionary: CFString = "{EXR}"
/// The shape of pixels of an OpenEXR file.
public nonisolated(unsafe) let kCGImagePropertyOpenEXRAspectRatio: CFString = "AspectRatio"
/// The compression of an OpenEXR file.
public nonisolated(unsafe) let kCGImagePropertyOpenEXRCompression: CFString = "Compression"
/// The dictionary of further Exif properties.
public nonisolated(unsafe) let kCGImagePropertyExifAuxDictionary: CFString = "{ExifAux}"
/// The lens' range of focal lengths and apertures.
public nonisolated(unsafe) let kCGImagePropertyExifAuxLensInfo: CFString = "LensInfo"
/// The lens' name.
public nonisolated(unsafe) let kCGImagePropertyExifAuxLensModel: CFString = "LensModel"
/// The camera's serial number.
public nonisolated(unsafe) let kCGImagePropertyExifAuxSerialNumber: CFString = "SerialNumber"
/// The lens' number among its maker's.
public nonisolated(unsafe) let kCGImagePropertyExifAuxLensID: CFString = "LensID"
/// The lens' serial number.
public nonisolated(unsafe) let kCGImagePropertyExifAuxLensSerialNumber: CFString = "LensSerialNumber"
/// The image's number among those of the camera.
public nonisolated(unsafe) let kCGImagePropertyExifAuxImageNumber: CFString = "ImageNumber"
/// The flash's correction.
public nonisolated(unsafe) let kCGImagePropertyExifAuxFlashCompensation: CFString = "FlashCompensation"
/// The camera owner's name.
public nonisolated(unsafe) let kCGImagePropertyExifAuxOwnerName: CFString = "OwnerName"
/// The camera's program.
public nonisolated(unsafe) let kCGImagePropertyExifAuxFirmware: CFString = "Firmware"

// MARK: TIFF

/// TIFF compression.
public nonisolated(unsafe) let kCGImagePropertyTIFFCompression: CFString = "Compression"
/// TIFF photometric interpretation.
public nonisolated(unsafe) let kCGImagePropertyTIFFPhotometricInterpretation: CFString = "PhotometricInterpretation"
/// TIFF transfer function.
public nonisolated(unsafe) let kCGImagePropertyTIFFTransferFunction: CFString = "TransferFunction"
/// TIFF white point.
public nonisolated(unsafe) let kCGImagePropertyTIFFWhitePoint: CFString = "WhitePoint"
/// TIFF primary chromaticities.
public nonisolated(unsafe) let kCGImagePropertyTIFFPrimaryChromaticities: CFString = "PrimaryChromaticities"
/// TIFF tile width.
public nonisolated(unsafe) let kCGImagePropertyTIFFTileWidth: CFString = "TileWidth"
/// TIFF tile length.
public nonisolated(unsafe) let kCGImagePropertyTIFFTileLength: CFString = "TileLength"
/// TIFFX position.
public nonisolated(unsafe) let kCGImagePropertyTIFFXPosition: CFString = "XPosition"
/// TIFFY position.
public nonisolated(unsafe) let kCGImagePropertyTIFFYPosition: CFString = "YPosition"

// MARK: Makers

/// The dictionary of Apple's notes, by the numbers of their tags: "17" is the identifier of a live photo.
public nonisolated(unsafe) let kCGImagePropertyMakerAppleDictionary: CFString = "{MakerApple}"
/// The dictionary of Canon's notes; it is not read.
public nonisolated(unsafe) let kCGImagePropertyMakerCanonDictionary: CFString = "{MakerCanon}"
/// The dictionary of Nikon's notes; it is not read.
public nonisolated(unsafe) let kCGImagePropertyMakerNikonDictionary: CFString = "{MakerNikon}"
/// The dictionary of Minolta's notes; it is not read.
public nonisolated(unsafe) let kCGImagePropertyMakerMinoltaDictionary: CFString = "{MakerMinolta}"
/// The dictionary of Fuji's notes; it is not read.
public nonisolated(unsafe) let kCGImagePropertyMakerFujiDictionary: CFString = "{MakerFuji}"
/// The dictionary of Olympus's notes; it is not read.
public nonisolated(unsafe) let kCGImagePropertyMakerOlympusDictionary: CFString = "{MakerOlympus}"
/// The dictionary of Pentax's notes; it is not read.
public nonisolated(unsafe) let kCGImagePropertyMakerPentaxDictionary: CFString = "{MakerPentax}"
