import CoreGraphics

// Keys of the PNG dictionary, which is read of PNG files; its texts are written, too.

/// The dictionary of PNG properties.
public nonisolated(unsafe) let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// PNG author.
public nonisolated(unsafe) let kCGImagePropertyPNGAuthor: CFString = "Author"
/// PNG comment.
public nonisolated(unsafe) let kCGImagePropertyPNGComment: CFString = "Comment"
/// PNG copyright.
public nonisolated(unsafe) let kCGImagePropertyPNGCopyright: CFString = "Copyright"
/// PNG creation time.
public nonisolated(unsafe) let kCGImagePropertyPNGCreationTime: CFString = "Creation Time"
/// PNG description.
public nonisolated(unsafe) let kCGImagePropertyPNGDescription: CFString = "Description"
/// PNG disclaimer.
public nonisolated(unsafe) let kCGImagePropertyPNGDisclaimer: CFString = "Disclaimer"
/// PNG modification time.
public nonisolated(unsafe) let kCGImagePropertyPNGModificationTime: CFString = "ModificationTime"
/// PNG software.
public nonisolated(unsafe) let kCGImagePropertyPNGSoftware: CFString = "Software"
/// PNG source.
public nonisolated(unsafe) let kCGImagePropertyPNGSource: CFString = "Source"
/// PNG title.
public nonisolated(unsafe) let kCGImagePropertyPNGTitle: CFString = "Title"
/// PNG warning.
public nonisolated(unsafe) let kCGImagePropertyPNGWarning: CFString = "Warning"
/// The exponent from light to components.
public nonisolated(unsafe) let kCGImagePropertyPNGGamma: CFString = "Gamma"
/// 1 for an interlaced file, else 0.
public nonisolated(unsafe) let kCGImagePropertyPNGInterlaceType: CFString = "InterlaceType"
/// Pixels in a metre, horizontally.
public nonisolated(unsafe) let kCGImagePropertyPNGXPixelsPerMeter: CFString = "XPixelsPerMeter"
/// Pixels in a metre, vertically.
public nonisolated(unsafe) let kCGImagePropertyPNGYPixelsPerMeter: CFString = "YPixelsPerMeter"
/// The rendering intent of a file in sRGB.
public nonisolated(unsafe) let kCGImagePropertyPNGsRGBIntent: CFString = "sRGBIntent"
/// White, red, green and blue: eight numbers.
public nonisolated(unsafe) let kCGImagePropertyPNGChromaticities: CFString = "Chromaticities"
/// The shape of pixels.
public nonisolated(unsafe) let kCGImagePropertyPNGPixelsAspectRatio: CFString = "PixelAspectRatio"
/// The transparent colour.
public nonisolated(unsafe) let kCGImagePropertyPNGTransparency: CFString = "kCGImagePropertyPNGTransparency"
/// The filters of the compression.
public nonisolated(unsafe) let kCGImagePropertyPNGCompressionFilter: CFString = "kCGImagePropertyPNGCompressionFilter"
