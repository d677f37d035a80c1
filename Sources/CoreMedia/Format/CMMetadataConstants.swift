import CoreGraphics

// Data types of metadata, for specifications of boxed metadata and for items. Source: well-known types of the QuickTime
// File Format Specification, under the names of Apple's CMMetadata.

/// Bytes whose meaning is between writer and reader.
public nonisolated(unsafe) let kCMMetadataBaseDataType_RawData: CFString = "com.apple.metadata.datatype.raw-data"
/// Text in UTF-8, without a zero at the end.
public nonisolated(unsafe) let kCMMetadataBaseDataType_UTF8: CFString = "com.apple.metadata.datatype.UTF-8"
/// Text in UTF-16, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_UTF16: CFString = "com.apple.metadata.datatype.UTF-16"
/// A GIF file.
public nonisolated(unsafe) let kCMMetadataBaseDataType_GIF: CFString = "com.apple.metadata.datatype.GIF"
/// A JPEG file.
public nonisolated(unsafe) let kCMMetadataBaseDataType_JPEG: CFString = "com.apple.metadata.datatype.JPEG"
/// A PNG file.
public nonisolated(unsafe) let kCMMetadataBaseDataType_PNG: CFString = "com.apple.metadata.datatype.PNG"
/// A Windows bitmap file.
public nonisolated(unsafe) let kCMMetadataBaseDataType_BMP: CFString = "com.apple.metadata.datatype.BMP"
/// A floating-point number of 32 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_Float32: CFString = "com.apple.metadata.datatype.float32"
/// A floating-point number of 64 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_Float64: CFString = "com.apple.metadata.datatype.float64"
/// A signed integer of 8 bits.
public nonisolated(unsafe) let kCMMetadataBaseDataType_SInt8: CFString = "com.apple.metadata.datatype.int8"
/// A signed integer of 16 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_SInt16: CFString = "com.apple.metadata.datatype.int16"
/// A signed integer of 32 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_SInt32: CFString = "com.apple.metadata.datatype.int32"
/// A signed integer of 64 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_SInt64: CFString = "com.apple.metadata.datatype.int64"
/// An unsigned integer of 8 bits.
public nonisolated(unsafe) let kCMMetadataBaseDataType_UInt8: CFString = "com.apple.metadata.datatype.uint8"
/// An unsigned integer of 16 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_UInt16: CFString = "com.apple.metadata.datatype.uint16"
/// An unsigned integer of 32 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_UInt32: CFString = "com.apple.metadata.datatype.uint32"
/// An unsigned integer of 64 bits, big-endian.
public nonisolated(unsafe) let kCMMetadataBaseDataType_UInt64: CFString = "com.apple.metadata.datatype.uint64"
/// A point: x and y, 32-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_PointF32: CFString = "com.apple.metadata.datatype.point-float32"
/// A size: width and height, 32-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_DimensionsF32: CFString =
  "com.apple.metadata.datatype.dimensions-float32"
/// A rectangle: x, y, width and height, 32-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_RectF32: CFString = "com.apple.metadata.datatype.rect-float32"
/// A matrix of 3 by 3 numbers, row by row, 64-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_AffineTransformF64: CFString =
  "com.apple.metadata.datatype.affine-transform-float64"
/// A closed outline: points, 32-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_PolygonF32: CFString =
  "com.apple.metadata.datatype.polygon-float32"
/// A line of several points, 32-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_PolylineF32: CFString =
  "com.apple.metadata.datatype.polyline-float32"
/// A JSON text in UTF-8.
public nonisolated(unsafe) let kCMMetadataBaseDataType_JSON: CFString = "com.apple.metadata.datatype.JSON"
/// A matrix of 3 by 3 numbers with perspective, row by row, 64-bit floating point.
public nonisolated(unsafe) let kCMMetadataBaseDataType_PerspectiveTransformF64: CFString =
  "com.apple.metadata.perspective-transform-float64"

// Identifiers of metadata that tracks of movies carry: the key space 'mdta', a slash, the key.

/// The location of the recording, as ISO 6709 text.
public nonisolated(unsafe) let kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709: CFString =
  "mdta/com.apple.quicktime.location.ISO6709"
/// The direction of the camera.
public nonisolated(unsafe) let kCMMetadataIdentifier_QuickTimeMetadataDirection_Facing: CFString =
  "mdta/com.apple.quicktime.direction.facing"
/// The transform of a frame for display, a matrix.
public nonisolated(unsafe) let kCMMetadataIdentifier_QuickTimeMetadataPreferredAffineTransform: CFString =
  "mdta/com.apple.quicktime.preferred-affine-transform"
/// The orientation of a frame for display, as in Exif.
public nonisolated(unsafe) let kCMMetadataIdentifier_QuickTimeMetadataVideoOrientation: CFString =
  "mdta/com.apple.quicktime.video-orientation"
