internal import GStreamer
import MovieFile

extension Codec {
  /// The coding that caps describe; nil for one that is not known.
  init?(_ structure: Structure) {
    switch structure.name {
    case "video/x-h264": self = .h264
    case "video/x-h265": self = .hevc
    case "video/x-vp8": self = .vp8
    case "video/x-vp9": self = .vp9
    case "video/x-av1": self = .av1
    case "video/x-prores": self = .proRes
    case "image/jpeg": self = .motionJPEG
    case "video/mpeg", "video/x-divx": self = structure["mpegversion"]?.int ?? 4 < 4 ? .mpeg2 : .mpeg4
    case "video/x-h263": self = .h263
    case "video/x-theora": self = .theora
    case "video/x-flash-video": self = .sorenson
    case "video/x-dnxhd": self = .dnxhd
    case "image/png": self = .png
    case "video/x-rle": self = .animation
    case "video/x-raw": self = .raw
    case "audio/mpeg": self = structure["mpegversion"]?.int == 1 ? .mpegAudio : .aac
    case "audio/x-opus": self = .opus
    case "audio/x-vorbis": self = .vorbis
    case "audio/x-flac": self = .flac
    case "audio/x-alac": self = .alac
    case "audio/x-ac3": self = .ac3
    case "audio/x-eac3": self = .enhancedAC3
    case "audio/AMR": self = .amr
    case "audio/AMR-WB": self = .amrWideband
    case "audio/x-speex": self = .speex
    case "audio/x-mulaw": self = .uLaw
    case "audio/x-alaw": self = .aLaw
    case "audio/x-adpcm": self = .adpcm
    case "audio/x-raw": self = .pcm
    default: return nil
    }
  }
}
