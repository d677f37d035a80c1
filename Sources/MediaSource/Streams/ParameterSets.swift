import CoreMedia
import Foundation

/// Parameter sets of H.264 or HEVC within the stream, as in MPEG transport streams.
struct ParameterSets {
  private let sets: [Data]
  private let isHEVC: Bool

  /// - Parameter unit: The first bytes of the stream, NAL units with start codes (ITU-T H.264, annex B).
  init?(inStream unit: [UInt8], isHEVC: Bool) {
    self.isHEVC = isHEVC
    sets = Self.units(unit).filter { unit in
      guard let first = unit.first else { return false }
      return isHEVC ? (32...34).contains(first >> 1 & 0x3f) : [7, 8].contains(first & 0x1f)
    }.map { Data($0) }
    if sets.isEmpty { return nil }
  }

  /// Returns the format description; nil if the sets are incomplete.
  func formatDescription(_ extensions: CMFormatDescription.Extensions) throws -> CMFormatDescription? {
    if isHEVC { return try? CMFormatDescription(hevcParameterSets: sets, extensions: extensions) }
    return try? CMFormatDescription(h264ParameterSets: sets)
  }

  /// Returns the NAL units between start codes.
  private static func units(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var starts: [(code: Int, unit: Int)] = []
    var index = 0
    while index + 2 < bytes.count {
      if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
        starts.append((index > 0 && bytes[index - 1] == 0 ? index - 1 : index, index + 3))
        index += 3
      } else {
        index += 1
      }
    }
    return starts.enumerated().map { number, start in
      let end = number + 1 < starts.count ? starts[number + 1].code : bytes.count
      return bytes[start.unit..<max(start.unit, end)]
    }
  }
}
