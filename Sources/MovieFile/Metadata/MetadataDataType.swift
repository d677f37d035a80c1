import CoreMedia
import Foundation

/// QuickTime's well-known types of metadata values (QuickTime File Format, "Well-known types"), also used by iTunes.
package enum MetadataDataType {
  /// Decodes bytes of a type; data if the type is unknown, or the bytes do not fit it.
  package static func value(_ type: UInt32, _ bytes: [UInt8]) -> MetadataValue {
    decoded(type, bytes) ?? .data(bytes)
  }

  /// The numbers of types by Core Media's names.
  package static let numbers: [String: UInt32] = [
    kCMMetadataBaseDataType_RawData as String: 0,
    kCMMetadataBaseDataType_UTF8 as String: 1, kCMMetadataBaseDataType_UTF16 as String: 2,
    kCMMetadataBaseDataType_GIF as String: 12, kCMMetadataBaseDataType_JPEG as String: 13,
    kCMMetadataBaseDataType_PNG as String: 14, kCMMetadataBaseDataType_BMP as String: 27,
    kCMMetadataBaseDataType_Float32 as String: 23, kCMMetadataBaseDataType_Float64 as String: 24,
    kCMMetadataBaseDataType_SInt8 as String: 65, kCMMetadataBaseDataType_SInt16 as String: 66,
    kCMMetadataBaseDataType_SInt32 as String: 67, kCMMetadataBaseDataType_SInt64 as String: 74,
    kCMMetadataBaseDataType_UInt8 as String: 75, kCMMetadataBaseDataType_UInt16 as String: 76,
    kCMMetadataBaseDataType_UInt32 as String: 77, kCMMetadataBaseDataType_UInt64 as String: 78,
  ]

  private static func decoded(_ type: UInt32, _ bytes: [UInt8]) -> MetadataValue? {
    switch type {
    // Plain text, sort keys; HTML, XML, addresses.
    case 1, 4, 6, 7, 15: MetadataTextEncoding.utf8.text(bytes).map { .text($0, .utf8) }
    case 2, 5:
      bytes.count % 2 == 0 ? MetadataTextEncoding.utf16BigEndian.text(bytes).map { .text($0, .utf16BigEndian) } : nil
    case 12: .image(.gif, bytes)
    // Writers confuse these types.
    case 13: .image(MetadataImageFormat(signatureOf: bytes) ?? .jpeg, bytes)
    case 14: .image(MetadataImageFormat(signatureOf: bytes) ?? .png, bytes)
    case 27: .image(MetadataImageFormat(signatureOf: bytes) ?? .bmp, bytes)
    case 21: bytes.count <= 8 ? .integer(bigEndian: bytes) : nil
    case 22: bytes.count <= 8 ? .unsigned(bigEndian: bytes) : nil
    case 23: bytes.count == 4 ? .float(bigEndian: bytes) : nil
    case 24: bytes.count == 8 ? .float(bigEndian: bytes) : nil
    case 65: bytes.count == 1 ? .integer(bigEndian: bytes) : nil
    case 66: bytes.count == 2 ? .integer(bigEndian: bytes) : nil
    case 67: bytes.count == 4 ? .integer(bigEndian: bytes) : nil
    case 74: bytes.count == 8 ? .integer(bigEndian: bytes) : nil
    case 75: bytes.count == 1 ? .unsigned(bigEndian: bytes) : nil
    case 76: bytes.count == 2 ? .unsigned(bigEndian: bytes) : nil
    case 77: bytes.count == 4 ? .unsigned(bigEndian: bytes) : nil
    case 78: bytes.count == 8 ? .unsigned(bigEndian: bytes) : nil
    default: nil
    }
  }
}
