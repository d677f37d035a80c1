import CoreMedia
import Foundation

extension CMFormatDescription {
  /// The samples and colours that the headers of a video stream state; nil for codecs whose descriptions have no such headers.
  package var videoSignal: VideoSignal? {
    func bytes(_ box: BoxType) -> [UInt8] { atoms.first { $0.type == box }?.payload ?? [] }
    return switch Codec.found(BoxType(rawValue: mediaSubType.rawValue), where: { $0 == .video })?.codec {
    case .h264: parameterSets.lazy.compactMap { VideoSignal(h264: $0) }.first
    case .hevc: parameterSets.lazy.compactMap { VideoSignal(hevc: $0) }.first
    case .av1: VideoSignal(av1: bytes("av1C"))
    case .vp9: VideoSignal(vp9: bytes("vpcC"))
    default: nil
    }
  }

  /// ProRes has headers in its frames only: the names of its kinds tell the depth.
  private static let depthsOfProRes: [BoxType: Int] = [
    "apco": 10, "apcs": 10, "apcn": 10, "apch": 10, "ap4h": 12, "ap4x": 12,
  ]

  /// Returns the description of video with the depth, the range and the colours of the stream's headers, as far as the container states none.
  func addingVideoSignal() throws -> CMFormatDescription {
    var extensions = extensions
    if let signal = videoSignal {
      // Limited range is that of video that says nothing.
      extensions.addStream(
        bitDepth: signal.bitDepth, isFullRange: signal.isFullRange == true ? true : nil, primaries: signal.primaries,
        transfer: signal.transfer, matrix: signal.matrix)
    } else if let depth = Self.depthsOfProRes[BoxType(rawValue: mediaSubType.rawValue)] {
      extensions.addStream(bitDepth: depth)
    } else {
      return self
    }
    return try CMFormatDescription(
      videoCodecType: mediaSubType, width: Int(dimensions.width), height: Int(dimensions.height),
      extensions: extensions)
  }
}
