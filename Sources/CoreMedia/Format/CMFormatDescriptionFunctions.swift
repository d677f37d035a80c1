import CoreGraphics
import CoreVideo
import Foundation

/// Creates a description of any kind.
@discardableResult
public func CMFormatDescriptionCreate(
  allocator: CFAllocator?, mediaType: CMMediaType, mediaSubType: FourCharCode, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.initialize(
    to: CMFormatDescription(mediaType: mediaType, subType: mediaSubType, detail: .none, extensions: extensions))
  return noErr
}

/// The identifier of format descriptions, as `CFGetTypeID(_:)` returns it.
public func CMFormatDescriptionGetTypeID() -> CFTypeID { CMFormatDescription.typeID }

/// Returns true if two descriptions are equal; nil equals nil.
public func CMFormatDescriptionEqual(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?
) -> Bool {
  formatDescription == otherFormatDescription
}

/// Returns true if two descriptions are equal, apart from some extensions and some boxes of the sample description.
public func CMFormatDescriptionEqualIgnoringExtensionKeys(
  _ formatDescription: CMFormatDescription?, otherFormatDescription: CMFormatDescription?,
  extensionKeysToIgnore formatDescriptionExtensionKeysToIgnore: CFTypeRef?,
  sampleDescriptionExtensionAtomKeysToIgnore: CFTypeRef?
) -> Bool {
  func strings(_ object: CFTypeRef?) -> [String] {
    (object as? String).map { [$0] } ?? (object as? [Any])?.compactMap { $0 as? String } ?? []
  }
  guard let formatDescription, let otherFormatDescription else {
    return formatDescription == nil && otherFormatDescription == nil
  }
  return formatDescription.equalTo(
    otherFormatDescription,
    extensionKeysToIgnore: strings(formatDescriptionExtensionKeysToIgnore).map { .init(rawValue: $0 as NSString) },
    sampleDescriptionExtensionAtomKeysToIgnore: strings(sampleDescriptionExtensionAtomKeysToIgnore))
}

/// The kind of the media.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType {
  desc.mediaTypeCode
}

/// Returns the format within its media type; for video the codec, or the pixel format of uncompressed frames.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
  desc.mediaSubTypeCode
}

/// All extensions, or nil if there are none.
public func CMFormatDescriptionGetExtensions(_ desc: CMFormatDescription) -> CFDictionary? {
  desc.extensionDictionary
}

/// The extension of a key, or nil.
public func CMFormatDescriptionGetExtension(
  _ desc: CMFormatDescription, extensionKey: CFString
) -> CFPropertyList? {
  desc.extensions[extensionKey]
}

/// Creates a video format description.
@discardableResult
public func CMVideoFormatDescriptionCreate(
  allocator: CFAllocator?, codecType: CMVideoCodecType, width: Int32, height: Int32, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_AllocationFailed) {
    try CMFormatDescription(
      videoCodecType: .init(rawValue: codecType), width: Int(width), height: Int(height),
      extensions: .init(dictionary: extensions))
  }
}

/// Creates a description of an image buffer.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_AllocationFailed) {
    try CMFormatDescription(imageBuffer: imageBuffer)
  }
}

/// Returns the size of coded frames, in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
  videoDesc.dimensions
}

/// The size to show; see `CMFormatDescription.presentationDimensions(usePixelAspectRatio:useCleanAperture:)`.
public func CMVideoFormatDescriptionGetPresentationDimensions(
  _ videoDesc: CMVideoFormatDescription, usePixelAspectRatio: Bool, useCleanAperture: Bool
) -> CGSize {
  videoDesc.presentationDimensions(usePixelAspectRatio: usePixelAspectRatio, useCleanAperture: useCleanAperture)
}

/// Returns the clean aperture; see `CMFormatDescription.cleanAperture(originIsAtTopLeft:)`.
public func CMVideoFormatDescriptionGetCleanAperture(
  _ videoDesc: CMVideoFormatDescription, originIsAtTopLeft: Bool
) -> CGRect {
  videoDesc.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
}

/// Returns the keys of image buffer attachments that are also keys of format description extensions.
public func CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers() -> CFArray {
  CMFormatDescription.extensionKeysCommonWithImageBuffers.map(\.rawValue) as NSArray
}

/// Returns true if an image buffer has the format of a description.
public func CMVideoFormatDescriptionMatchesImageBuffer(
  _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool {
  desc.matchesImageBuffer(imageBuffer)
}

/// Creates a description of a stream of several kinds.
@discardableResult
public func CMMuxedFormatDescriptionCreate(
  allocator: CFAllocator?, muxType: CMMuxedStreamType, extensions: CFDictionary?,
  formatDescriptionOut: UnsafeMutablePointer<CMMuxedFormatDescription?>
) -> OSStatus {
  CMFormatDescriptionCreate(
    allocator: allocator, mediaType: kCMMediaType_Muxed, mediaSubType: muxType, extensions: extensions,
    formatDescriptionOut: formatDescriptionOut)
}
