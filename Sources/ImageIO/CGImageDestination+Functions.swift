import CoreGraphics
import Foundation

// MARK: Options

/// The quality of a JPEG from 0 to 1; 0.8 if absent.
public nonisolated(unsafe) let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
/// The `CGColor` behind transparent pixels of a JPEG; white if absent.
public nonisolated(unsafe) let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The longer side to which a larger image is scaled, in pixels.
public nonisolated(unsafe) let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"
/// True to add a small image to a JPEG's Exif block.
public nonisolated(unsafe) let kCGImageDestinationEmbedThumbnail: CFString = "kCGImageDestinationEmbedThumbnail"
/// True to write colours that all programs show alike; accepted with no effect: images are always written in sRGB.
public nonisolated(unsafe) let kCGImageDestinationOptimizeColorForSharing: CFString =
  "kCGImageDestinationOptimizeColorForSharing"
/// The `CGImageMetadata` of a copy.
public nonisolated(unsafe) let kCGImageDestinationMetadata: CFString = "kCGImageDestinationMetadata"
/// True if the metadata of a copy are added to those of the source, rather than replace them.
public nonisolated(unsafe) let kCGImageDestinationMergeMetadata: CFString = "kCGImageDestinationMergeMetadata"
/// The date and time of a copy: YYYY:MM:DD HH:MM:SS.
public nonisolated(unsafe) let kCGImageDestinationDateTime: CFString = "kCGImageDestinationDateTime"
/// The orientation of a copy: 1 to 8.
public nonisolated(unsafe) let kCGImageDestinationOrientation: CFString = "kCGImageDestinationOrientation"
/// True to leave out the place where the image was taken.
public nonisolated(unsafe) let kCGImageMetadataShouldExcludeGPS: CFString = "kCGImageMetadataShouldExcludeGPS"
/// True to leave out XMP.
public nonisolated(unsafe) let kCGImageMetadataShouldExcludeXMP: CFString = "kCGImageMetadataShouldExcludeXMP"

// MARK: Functions

/// Creates a destination that appends to data, or nil if the type is none of public.png, public.jpeg and
/// com.compuserve.gif, or a JPEG shall have several images.
///
/// PNG and GIF files of several images are animations, whose times and repetitions are in the dictionaries of PNG and GIF.
/// A count of 0 stands for as many images as are added.
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(CGDataConsumer(data: data), type: type, count: count)
}

/// Creates a destination that writes a file, which appears complete or not at all; nil as for
/// `CGImageDestinationCreateWithData`.
public func CGImageDestinationCreateWithURL(
  _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(CGDataConsumer(url: url), type: type, count: count)
}

/// Creates a destination that gives its bytes to a consumer; nil as for `CGImageDestinationCreateWithData`.
public func CGImageDestinationCreateWithDataConsumer(
  _ consumer: CGDataConsumer, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
  CGImageDestination(consumer, type: type, count: count)
}

/// Returns the identifier of the class of destinations within this process.
public func CGImageDestinationGetTypeID() -> CFTypeID { typeID(of: CGImageDestination.self) }

/// Returns the identifiers of the writable types.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
  (ImageCodec.allCases.map(\.rawValue) + [gifType]) as CFArray
}

/// Sets properties of the file, which those of the image override.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
  idst.properties = properties as? [String: Any] ?? [:]
}

/// Adds an image, with its quality and the dictionaries of TIFF, Exif, GPS, Apple's notes, IPTC (JPEG), PNG and GIF.
///
/// The size of an animation is that of its first image.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
  idst.set(.image(image, properties as? [String: Any] ?? [:], nil))
}

/// Adds an image, with metadata and options; properties among the options take precedence.
///
/// Tags that match properties of Exif, TIFF, GPS or (JPEG) IPTC are written as these, and all but those of Exif and TIFF as
/// an XMP packet.
public func CGImageDestinationAddImageAndMetadata(
  _ idst: CGImageDestination, _ image: CGImage, _ metadata: CGImageMetadata?, _ options: CFDictionary?
) {
  idst.set(.image(image, options as? [String: Any] ?? [:], metadata))
}

/// Adds the image of a source, with its properties and the given ones; null removes one.
///
/// Between files of one type, without options that change the image, it is copied unchanged and not compressed again. An
/// XMP packet goes along, with the values of properties that are given.
public func CGImageDestinationAddImageFromSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
  if index >= 0, index < max(1, CGImageSourceGetCount(isrc)) {
    idst.set(.source(isrc, index, properties as? [String: Any] ?? [:]))
  }
}

/// Adds depth, mattes or other data to the image. Neither PNG nor JPEG files hold any here: the destination fails.
public func CGImageDestinationAddAuxiliaryDataInfo(
  _ idst: CGImageDestination, _ auxiliaryImageDataType: CFString, _ auxiliaryDataInfoDictionary: CFDictionary
) {
  idst.refuse()
}

/// Writes the file; returns true for success, and false if images are missing. A destination is written once.
@discardableResult
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finish() }

/// Writes a JPEG or PNG source's file with other metadata, its image unchanged; instead of adding images and finalizing.
///
/// - Parameters:
///   - options: `kCGImageDestinationMetadata`, `…MergeMetadata`, `…Orientation`, `…DateTime`,
///     `kCGImageMetadataShouldExcludeGPS`, `…ExcludeXMP`.
///   - err: Becomes an error that says why the file was not written.
/// - Returns: True for success; false for a source of another type than the destination, and metadata that do not fit.
@discardableResult
public func CGImageDestinationCopyImageSource(
  _ idst: CGImageDestination, _ isrc: CGImageSource, _ options: CFDictionary?,
  _ err: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  if idst.copy(isrc, options as? [String: Any] ?? [:]) { return true }
  let reason =
    isrc.codec == idst.codec && idst.codec != nil
    ? "the metadata do not fit into the file, or it is damaged or was written already"
    : "only JPEG and PNG files can be copied with other metadata, and only to their own type"
  let error = NSError(
    domain: "kCGImageSourceErrorDomain", code: -1, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
  err?.pointee = Unmanaged.passRetained(error)
  return false
}
