import CoreMedia
import Foundation
import MediaSource
import TestSupport
import MovieFile
import Testing

/// Clips that ffmpeg makes: small, moving in every frame, so that no two pictures are alike.
package enum CodedClips {
  /// The arguments of ffmpeg for the pictures of a test.
  package enum VideoKind: String, CaseIterable, Sendable {
    case h264Closed, h264Open, h264Pyramid, h264OneKey, hevcClosed, hevcOpen, hevc10, vp8, vp9, av1, proRes, mjpeg
    case mpeg4, h264NoB

    package var arguments: [String] {
      let x264 = ["-c:v", "libx264", "-preset", "veryfast", "-x264-params"]
      let x265 = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params"]
      switch self {
      case .h264Closed: return x264 + ["keyint=12:min-keyint=12:scenecut=0:bframes=3:b-pyramid=none:open-gop=0"]
      case .h264Open: return x264 + ["keyint=10:min-keyint=10:scenecut=0:bframes=3:b-adapt=0:open-gop=1"]
      case .h264Pyramid: return x264 + ["keyint=24:min-keyint=24:scenecut=0:bframes=7:b-adapt=0:b-pyramid=normal"]
      case .h264OneKey: return x264 + ["keyint=infinite:scenecut=0:bframes=2"]
      case .h264NoB: return x264 + ["keyint=12:scenecut=0:bframes=0"]
      case .hevcClosed:
        return x265 + ["log-level=none:keyint=12:min-keyint=12:scenecut=0:bframes=4:open-gop=0:b-adapt=0"]
      case .hevcOpen:
        return x265 + ["log-level=none:keyint=10:min-keyint=10:scenecut=0:bframes=4:open-gop=1:b-adapt=0"]
      case .hevc10:
        return ["-pix_fmt", "yuv420p10le"] + x265
          + ["log-level=none:keyint=10:min-keyint=10:scenecut=0:bframes=4:open-gop=1:b-adapt=0"]
      case .vp8: return ["-c:v", "libvpx", "-b:v", "300k", "-g", "12", "-auto-alt-ref", "1", "-lag-in-frames", "10"]
      case .vp9:
        return [
          "-c:v", "libvpx-vp9", "-b:v", "300k", "-g", "12", "-deadline", "realtime", "-cpu-used", "8",
          "-auto-alt-ref", "1", "-lag-in-frames", "10",
        ]
      case .av1: return ["-c:v", "libaom-av1", "-cpu-used", "8", "-usage", "realtime", "-b:v", "300k", "-g", "12"]
      case .proRes: return ["-c:v", "prores_ks", "-profile:v", "2", "-pix_fmt", "yuv422p10le"]
      case .mjpeg: return ["-c:v", "mjpeg", "-q:v", "5", "-pix_fmt", "yuvj420p"]
      case .mpeg4: return ["-c:v", "mpeg4", "-bf", "2", "-g", "12", "-q:v", "4"]
      }
    }

    package var container: String {
      switch self {
      case .vp8: "webm"
      case .proRes, .mjpeg: "mov"
      default: "mp4"
      }
    }
  }

  /// Makes a clip of pictures.
  package static func frames(
    _ kind: VideoKind, in folder: TemporaryFolder, count: Int = 48, container: String? = nil, options: [String] = []
  ) throws -> String {
    let path = folder.file("\(kind.rawValue).\(container ?? kind.container)")
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30000/1001:duration=20", "-frames:v", "\(count)"]
        + (kind.arguments.contains("-pix_fmt") ? [] : ["-pix_fmt", "yuv420p"]) + kind.arguments + options + [path])
    return path
  }

  /// The MD5 of each picture that ffmpeg decodes, in order, and the bytes of one.
  package static func checksums(_ path: String, _ options: [String] = []) throws -> [String] {
    try Oracle.text(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough"] + options
        + ["-f", "framemd5", "-"]
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The audio that ffmpeg decodes of a file, as raw samples.
  package static func audio(_ path: String, _ format: String, _ options: [String] = [], before: [String] = []) throws
    -> Data
  {
    let raw = path + ".raw"
    defer { try? FileManager.default.removeItem(atPath: raw) }
    try Oracle.make(before + ["-i", path, "-map", "0:a:0"] + options + ["-f", format, raw])
    return try Data(contentsOf: URL(fileURLWithPath: raw))
  }

  /// The first track of a kind, through the movie's own tables or GStreamer's parsers.
  package static func track(_ path: String, isVideo: Bool) throws -> any CodedTrack {
    let tracks = try OpenedMedia(path: path).container.codedTracks()
    return try #require(tracks.first { $0.formats[0].codec.isVideo == isVideo })
  }
}
