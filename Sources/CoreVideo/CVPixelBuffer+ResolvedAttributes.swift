import CoreGraphics
import Foundation

/// Makes attributes that satisfy several dictionaries, as their consumers demand them: a pixel format that all of them name, one size,
/// the largest padding, and alignments that divide by all.
///
/// Fails with `kCVReturnInvalidArgument` for no dictionaries, `kCVReturnInvalidPixelBufferAttributes` for values that no buffer can
/// have, and where no format or size is common to all. Source: `CVPixelBufferCreateResolvedAttributesDictionary`.
@discardableResult
public func CVPixelBufferCreateResolvedAttributesDictionary(
  _ allocator: CFAllocator?, _ attributes: CFArray?, _ resolvedDictionaryOut: UnsafeMutablePointer<CFDictionary?>
) -> CVReturn {
  guard let attributes, attributes.count > 0 else { return kCVReturnInvalidArgument }
  var resolved: [String: Any] = [:]
  var formats: [OSType]?
  for element in attributes {
    guard let dictionary = element as? [String: Any], let demands = PixelBufferAttributes(dictionary as CFDictionary)
    else { return kCVReturnInvalidPixelBufferAttributes }
    for (key, value) in dictionary where !ResolvedRule.isMerged(key) { resolved[key] = value }
    for (key, rule) in ResolvedRule.all {
      guard let value = dictionary[key].flatMap({ wholeNumber($0) }) else { continue }
      guard let common = rule.common(resolved[key] as? Int, value) else { return kCVReturnInvalidPixelBufferAttributes }
      resolved[key] = common
    }
    if !demands.pixelFormats.isEmpty {
      formats = formats.map { known in known.filter(demands.pixelFormats.contains) } ?? demands.pixelFormats
    }
  }
  if let formats {
    guard let first = formats.first else { return kCVReturnInvalidPixelBufferAttributes }
    resolved["\(kCVPixelBufferPixelFormatTypeKey)"] = NSNumber(value: first)
  }
  resolvedDictionaryOut.initialize(to: resolved as CFDictionary)
  return kCVReturnSuccess
}

/// The way in which the demands of several dictionaries become one.
private enum ResolvedRule {
  case equal, largest, leastCommonMultiple

  static let all: [String: ResolvedRule] = Dictionary(
    uniqueKeysWithValues: [
      (kCVPixelBufferWidthKey, equal), (kCVPixelBufferHeightKey, equal),
      (kCVPixelBufferExtendedPixelsLeftKey, largest), (kCVPixelBufferExtendedPixelsRightKey, largest),
      (kCVPixelBufferExtendedPixelsTopKey, largest), (kCVPixelBufferExtendedPixelsBottomKey, largest),
      (kCVPixelBufferBytesPerRowAlignmentKey, leastCommonMultiple),
      (kCVPixelBufferPlaneAlignmentKey, leastCommonMultiple),
    ].map { ("\($0)", $1) })

  static func isMerged(_ key: String) -> Bool { all[key] != nil || key == "\(kCVPixelBufferPixelFormatTypeKey)" }

  /// The value for both; nil if there is none. Alignments are powers of two: the larger divides by the smaller.
  func common(_ known: Int?, _ value: Int) -> Int? {
    guard let known else { return value }
    switch self {
    case .equal: return known == value ? value : nil
    case .largest, .leastCommonMultiple: return max(known, value)
    }
  }
}
