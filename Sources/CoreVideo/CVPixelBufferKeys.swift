import CoreGraphics

// Keys of the attributes that pixel buffers and pools are created with.

/// The pixel format, as a number or an array of numbers.
public nonisolated(unsafe) let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// An allocator for the pixels; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferMemoryAllocatorKey: CFString = "MemoryAllocator"
/// The width in pixels.
public nonisolated(unsafe) let kCVPixelBufferWidthKey: CFString = "Width"
/// The height in pixels.
public nonisolated(unsafe) let kCVPixelBufferHeightKey: CFString = "Height"
/// Pixels of padding left of the picture.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// Pixels of padding above the picture.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// Pixels of padding right of the picture.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// Pixels of padding below the picture.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// A power of two, up to 65,536, that divides the bytes of each row.
public nonisolated(unsafe) let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// A power of two, up to 65,536, that divides the offset of each plane.
public nonisolated(unsafe) let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// Whether a `CGContext` can draw into the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// Whether a `CGImage` can be made of the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// Whether OpenGL can use the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// Whether OpenGL ES can use the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// Whether Metal can use the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// A dictionary that asks for memory shared between processes; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// Whether layers can show the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString =
  "IOSurfaceCoreAnimationCompatibility"
/// Whether a texture cache can use the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLTextureCacheCompatibilityKey: CFString =
  "OpenGLTextureCacheCompatibility"
/// Whether a texture cache can use the buffer; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLESTextureCacheCompatibilityKey: CFString =
  "OpenGLESTextureCacheCompatibility"
