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
/// The number of padding pixels left of the image.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsLeftKey: CFString = "ExtendedPixelsLeft"
/// The number of padding pixels above the image.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsTopKey: CFString = "ExtendedPixelsTop"
/// The number of padding pixels right of the image.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsRightKey: CFString = "ExtendedPixelsRight"
/// The number of padding pixels below the image.
public nonisolated(unsafe) let kCVPixelBufferExtendedPixelsBottomKey: CFString = "ExtendedPixelsBottom"
/// A power of two, up to 65,536, that divides the bytes of each row.
public nonisolated(unsafe) let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// A power of two, up to 65,536, that divides the offset of each plane.
public nonisolated(unsafe) let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"
/// True for use by a `CGContext`; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"
/// True for use by a `CGImage`; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// True for use by OpenGL; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"
/// True for use by OpenGL ES; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
/// True for use by Metal; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"
/// A dictionary that requests memory shared between processes; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
/// True for use by layers; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfaceCoreAnimationCompatibilityKey: CFString =
  "IOSurfaceCoreAnimationCompatibility"
/// True for use by a texture cache; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLTextureCacheCompatibilityKey: CFString =
  "OpenGLTextureCacheCompatibility"
/// True for use by a texture cache; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferOpenGLESTextureCacheCompatibilityKey: CFString =
  "OpenGLESTextureCacheCompatibility"
/// True for memory that OpenGL's objects share; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfaceOpenGLTextureCompatibilityKey: CFString =
  "IOSurfaceOpenGLTextureCompatibility"
/// True for memory that OpenGL's objects share; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfaceOpenGLFBOCompatibilityKey: CFString =
  "IOSurfaceOpenGLFBOCompatibility"
/// True for memory that OpenGL's objects share; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfaceOpenGLESTextureCompatibilityKey: CFString =
  "IOSurfaceOpenGLESTextureCompatibility"
/// True for memory that OpenGL's objects share; accepted with no effect.
public nonisolated(unsafe) let kCVPixelBufferIOSurfaceOpenGLESFBOCompatibilityKey: CFString =
  "IOSurfaceOpenGLESFBOCompatibility"
