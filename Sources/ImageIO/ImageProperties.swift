import CoreGraphics

// Keys of an image's properties, with the values of Apple's SDK.

/// The number of pixels in a row.
public nonisolated(unsafe) let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The number of rows.
public nonisolated(unsafe) let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The number of bits per component.
public nonisolated(unsafe) let kCGImagePropertyDepth: CFString = "Depth"
/// The colour model: RGB or Gray.
public nonisolated(unsafe) let kCGImagePropertyColorModel: CFString = "ColorModel"
/// The colour model of red, green and blue.
public nonisolated(unsafe) let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model of gray.
public nonisolated(unsafe) let kCGImagePropertyColorModelGray: CFString = "Gray"
/// True if there is an alpha channel.
public nonisolated(unsafe) let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// The orientation of the image: 1 upright to 8, as in Exif.
public nonisolated(unsafe) let kCGImagePropertyOrientation: CFString = "Orientation"
/// The number of pixels per inch, horizontally.
public nonisolated(unsafe) let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The number of pixels per inch, vertically.
public nonisolated(unsafe) let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The size of the file in bytes.
public nonisolated(unsafe) let kCGImagePropertyFileSize: CFString = "FileSize"
/// The dictionary of Exif properties; also the key of a still-image buffer's attachment.
public nonisolated(unsafe) let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The dictionary of TIFF properties.
public nonisolated(unsafe) let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The dictionary of the location where the image was taken.
public nonisolated(unsafe) let kCGImagePropertyGPSDictionary: CFString = "{GPS}"

// Keys of the TIFF dictionary.

/// Document name.
public nonisolated(unsafe) let kCGImagePropertyTIFFDocumentName: CFString = "DocumentName"
/// Image description.
public nonisolated(unsafe) let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// Make.
public nonisolated(unsafe) let kCGImagePropertyTIFFMake: CFString = "Make"
/// Model.
public nonisolated(unsafe) let kCGImagePropertyTIFFModel: CFString = "Model"
/// Orientation: 1 upright to 8, as in Exif.
public nonisolated(unsafe) let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// X resolution.
public nonisolated(unsafe) let kCGImagePropertyTIFFXResolution: CFString = "XResolution"
/// Y resolution.
public nonisolated(unsafe) let kCGImagePropertyTIFFYResolution: CFString = "YResolution"
/// Resolution unit.
public nonisolated(unsafe) let kCGImagePropertyTIFFResolutionUnit: CFString = "ResolutionUnit"
/// Software.
public nonisolated(unsafe) let kCGImagePropertyTIFFSoftware: CFString = "Software"
/// Date time: local time as YYYY:MM:DD HH:MM:SS.
public nonisolated(unsafe) let kCGImagePropertyTIFFDateTime: CFString = "DateTime"
/// Artist.
public nonisolated(unsafe) let kCGImagePropertyTIFFArtist: CFString = "Artist"
/// Host computer.
public nonisolated(unsafe) let kCGImagePropertyTIFFHostComputer: CFString = "HostComputer"
/// Copyright.
public nonisolated(unsafe) let kCGImagePropertyTIFFCopyright: CFString = "Copyright"
