import CoreGraphics

// Options of sources.

/// True to keep the decoded image; accepted with no effect.
public nonisolated(unsafe) let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// True to decode at once; accepted with no effect: images are always decoded at once.
public nonisolated(unsafe) let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// True to decode to floating-point numbers where a file has them; accepted with no effect: no file here has.
public nonisolated(unsafe) let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// The probable type of a file; accepted with no effect: the first bytes decide.
public nonisolated(unsafe) let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// The factor by which an image's sides are divided: 2, 4 or 8.
public nonisolated(unsafe) let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"
/// True to make a thumbnail from the image if the file has none.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString =
  "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// True to make a thumbnail from the image even if the file has one.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailFromImageAlways: CFString =
  "kCGImageSourceCreateThumbnailFromImageAlways"
/// The longer side of a thumbnail, in pixels.
public nonisolated(unsafe) let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// True to rotate a thumbnail upright, by the orientation property.
public nonisolated(unsafe) let kCGImageSourceCreateThumbnailWithTransform: CFString =
  "kCGImageSourceCreateThumbnailWithTransform"

// Types of auxiliary data. No codec here reads or writes them: sources have none, and a destination that gets some
// fails.

/// Depth.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeDepth: CFString = "kCGImageAuxiliaryDataTypeDepth"
/// Disparity.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeDisparity: CFString = "kCGImageAuxiliaryDataTypeDisparity"
/// A matte of persons.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypePortraitEffectsMatte: CFString =
  "kCGImageAuxiliaryDataTypePortraitEffectsMatte"
/// A mask of skin.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationSkinMatte"
/// A mask of hair.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationHairMatte"
/// A mask of teeth.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationTeethMatte"
/// A mask of glasses.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationGlassesMatte"
/// A mask of sky.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte: CFString =
  "kCGImageAuxiliaryDataTypeSemanticSegmentationSkyMatte"
/// The gains from standard to high dynamic range.
public nonisolated(unsafe) let kCGImageAuxiliaryDataTypeHDRGainMap: CFString = "kCGImageAuxiliaryDataTypeHDRGainMap"
/// The bytes of auxiliary data.
public nonisolated(unsafe) let kCGImageAuxiliaryDataInfoData: CFString = "kCGImageAuxiliaryDataInfoData"
/// The description of auxiliary data: a dictionary.
public nonisolated(unsafe) let kCGImageAuxiliaryDataInfoDataDescription: CFString =
  "kCGImageAuxiliaryDataInfoDataDescription"
/// The metadata of auxiliary data.
public nonisolated(unsafe) let kCGImageAuxiliaryDataInfoMetadata: CFString = "kCGImageAuxiliaryDataInfoMetadata"
/// The colour space of auxiliary data.
public nonisolated(unsafe) let kCGImageAuxiliaryDataInfoColorSpace: CFString = "kCGImageAuxiliaryDataInfoColorSpace"
