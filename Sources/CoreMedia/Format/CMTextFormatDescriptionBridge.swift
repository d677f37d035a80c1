import CoreGraphics
import Foundation

// Conversions between format descriptions of text and the sample descriptions of files. Source:
// CMFormatDescriptionBridge.h.

/// The family of files that a sample description of text is of: nil or `"QuickTimeMovie"`, `"ISOFamily"` or `"3GPFamily"`.
///
/// The bytes are the same in all of them.
public typealias CMTextDescriptionFlavor = CFString

/// Creates the description of a sample description of text as files have it: 3GPP timed text (`tx3g`), QuickTime text
/// (`text`) or WebVTT (`wvtt`).
///
/// Writers store the sample description as it is.
///
/// - Parameter mediaType: `kCMMediaType_Text` or `kCMMediaType_Subtitle`.
/// - Returns: 0; `kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription` for bytes that are no such
///   description, or end before it does.
@discardableResult
public func CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
  allocator: CFAllocator?, bigEndianTextDescriptionData: UnsafePointer<UInt8>, size: Int,
  flavor: CMTextDescriptionFlavor?, mediaType: CMMediaType,
  formatDescriptionOut: UnsafeMutablePointer<CMTextFormatDescription?>
) -> OSStatus {
  let bytes = Array(UnsafeBufferPointer(start: bigEndianTextDescriptionData, count: max(0, size)))
  return create(bytes, flavor, mediaType, formatDescriptionOut)
}

/// Creates the description of a sample description of text in a block buffer; see
/// `CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(allocator:…)`.
@discardableResult
public func CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer(
  allocator: CFAllocator?, bigEndianTextDescriptionBlockBuffer: CMBlockBuffer, flavor: CMTextDescriptionFlavor?,
  mediaType: CMMediaType, formatDescriptionOut: UnsafeMutablePointer<CMTextFormatDescription?>
) -> OSStatus {
  let bytes = (try? bigEndianTextDescriptionBlockBuffer.dataBytes()).map { [UInt8]($0) } ?? []
  return create(bytes, flavor, mediaType, formatDescriptionOut)
}

private func create(
  _ bytes: [UInt8], _ flavor: CMTextDescriptionFlavor?, _ mediaType: CMMediaType,
  _ formatDescriptionOut: UnsafeMutablePointer<CMTextFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.initialize(to: nil)
  guard [kCMMediaType_Text, kCMMediaType_Subtitle].contains(mediaType) else {
    return kCMFormatDescriptionBridgeError_InvalidParameter
  }
  guard let isQuickTime = isQuickTime(flavor) else {
    return kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor
  }
  guard let entry = TextSampleEntry(bytes),
    let description = try? entry.formatDescription(.init(rawValue: mediaType), isQuickTime: isQuickTime)
  else { return kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription }
  formatDescriptionOut.initialize(to: description)
  return noErr
}

/// Copies the sample description that a description of text was made of, or read with; otherwise one of its extensions.
///
/// Its data reference index is 65 535: files have their own.
///
/// - Returns: 0; `kCMFormatDescriptionBridgeError_InvalidFormatDescription` for a description without one, whose type is
///   neither 3GPP timed text nor QuickTime text, or whose extensions have no room in one.
@discardableResult
public func CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
  allocator: CFAllocator?, textFormatDescription: CMTextFormatDescription, flavor: CMTextDescriptionFlavor?,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  blockBufferOut.initialize(to: nil)
  guard isQuickTime(flavor) != nil else { return kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor }
  guard let entry = TextSampleEntry(textFormatDescription) else {
    return kCMFormatDescriptionBridgeError_InvalidFormatDescription
  }
  return status(orElse: kCMFormatDescriptionBridgeError_AllocationFailed) {
    let block = try CMBlockBuffer(length: entry.bytes.count, allocator: allocator)
    var bytes = entry.bytes
    bytes.replaceSubrange(14..<16, with: [0xff, 0xff])
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    blockBufferOut.initialize(to: block)
  }
}

/// Returns true for the flavor of QuickTime, false for those of ISO files, and nil for others.
private func isQuickTime(_ flavor: CMTextDescriptionFlavor?) -> Bool? {
  switch flavor.map({ $0 as String }) {
  case nil, "QuickTimeMovie": true
  case "ISOFamily", "3GPFamily": false
  default: nil
  }
}
