import CoreMedia
import MovieFile

extension CMFormatDescription {
  /// The samples and colours that the headers of a video stream state; nil for codecs whose descriptions have no such headers.
  package var videoSignal: VideoSignal? {
    switch Codec.found(BoxType(rawValue: mediaSubType.rawValue), where: { $0 == .video })?.codec {
    case .h264: parameterSets.lazy.compactMap { VideoSignal(h264: $0) }.first
    case .hevc: parameterSets.lazy.compactMap { VideoSignal(hevc: $0) }.first
    case .av1: VideoSignal(av1: atom("av1C").map { [UInt8]($0) } ?? [])
    case .vp9: VideoSignal(vp9: atom("vpcC").map { [UInt8]($0) } ?? [])
    default: nil
    }
  }
}
