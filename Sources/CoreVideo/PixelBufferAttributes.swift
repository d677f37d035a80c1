import CoreGraphics

/// The attributes of a pixel buffer that have an effect here, read from the caller's dictionary.
struct PixelBufferAttributes: Sendable {
  /// The padding around the image, in pixels.
  struct ExtendedPixels: Equatable, Sendable {
    var left = 0
    var right = 0
    var top = 0
    var bottom = 0
  }

  var pixelFormats: [OSType] = []
  var width: Int?
  var height: Int?
  var extendedPixels = ExtendedPixels()
  /// 64 bytes: a cache line, and the alignment of the widest vectors.
  var rowAlignment = 64
  var planeAlignment = 64

  init() {}

  /// Reads a dictionary; nil if a value of a known key has the wrong type or is invalid.
  init?(_ dictionary: CFDictionary?) {
    guard let dictionary else { return }
    do throws(InvalidAttribute) {
      width = try Self.integer(dictionary, kCVPixelBufferWidthKey, 1...Int(Int32.max))
      height = try Self.integer(dictionary, kCVPixelBufferHeightKey, 1...Int(Int32.max))
      let padding = 0...Int(Int32.max)
      extendedPixels.left = try Self.integer(dictionary, kCVPixelBufferExtendedPixelsLeftKey, padding) ?? 0
      extendedPixels.right = try Self.integer(dictionary, kCVPixelBufferExtendedPixelsRightKey, padding) ?? 0
      extendedPixels.top = try Self.integer(dictionary, kCVPixelBufferExtendedPixelsTopKey, padding) ?? 0
      extendedPixels.bottom = try Self.integer(dictionary, kCVPixelBufferExtendedPixelsBottomKey, padding) ?? 0
      rowAlignment = try Self.alignment(dictionary, kCVPixelBufferBytesPerRowAlignmentKey) ?? rowAlignment
      planeAlignment = try Self.alignment(dictionary, kCVPixelBufferPlaneAlignmentKey) ?? planeAlignment
      pixelFormats = try Self.formats(dictionary)
    } catch {
      return nil
    }
  }

  private struct InvalidAttribute: Error {}

  private static func integer(
    _ dictionary: CFDictionary, _ key: CFString, _ range: ClosedRange<Int>
  ) throws(InvalidAttribute) -> Int? {
    guard let value = dictionary[key] else { return nil }
    guard let number = wholeNumber(value), range.contains(number) else { throw InvalidAttribute() }
    return number
  }

  private static func alignment(_ dictionary: CFDictionary, _ key: CFString) throws(InvalidAttribute) -> Int? {
    guard let value = try integer(dictionary, key, 0...65_536) else { return nil }
    // Callers pass zero for the default.
    guard value & (value - 1) == 0 || value == 0 else { throw InvalidAttribute() }
    return max(value, 1)
  }

  private static func formats(_ dictionary: CFDictionary) throws(InvalidAttribute) -> [OSType] {
    guard let value = dictionary[kCVPixelBufferPixelFormatTypeKey] else { return [] }
    let values = value as? [Any] ?? [value]
    var result: [OSType] = []
    for value in values {
      guard let number = wholeNumber(value) else { throw InvalidAttribute() }
      // Codes above 2^31 arrive as negative numbers from callers that hold them in 32 signed bits.
      guard let type = OSType(exactly: number) ?? Int32(exactly: number).map(OSType.init(bitPattern:)) else {
        throw InvalidAttribute()
      }
      result.append(type)
    }
    return result
  }
}

/// Returns an integer that was stored as any numeric type, or nil if it is none.
func wholeNumber(_ value: Any) -> Int? {
  switch value {
  case let value as any BinaryInteger: Int(exactly: value)
  case let value as any BinaryFloatingPoint: Int(exactly: Double(value))
  case let value as NSNumber: Int(exactly: value) ?? Int(exactly: value.doubleValue)
  default: nil
  }
}
