import CoreMedia
import Foundation
import MovieFile

/// Parameter sets of H.264 or HEVC within the stream, as in MPEG transport streams.
struct ParameterSets {
  private let sets: [Data]
  private let isHEVC: Bool

  /// - Parameter unit: The first bytes of the stream, NAL units with start codes (ITU-T H.264, annex B).
  init?(inStream unit: [UInt8], isHEVC: Bool) {
    self.isHEVC = isHEVC
    sets = ByteStreamConversion.parameterSets(in: unit, isHEVC: isHEVC)
    if sets.isEmpty { return nil }
  }

  /// Returns the format description; nil if the sets are incomplete.
  func formatDescription(_ extensions: CMFormatDescription.Extensions) throws -> CMFormatDescription? {
    if isHEVC { return try? CMFormatDescription(hevcParameterSets: sets, extensions: extensions) }
    return try? CMFormatDescription(h264ParameterSets: sets)
  }
}
