import Foundation
import TestSupport

/// A file whose frames turn white at 0.52 seconds, and whose audio begins to sound at 0.5.
enum FlashAndBeep {
  static func make(_ path: String) throws {
    try Oracle.make([
      "-f", "lavfi", "-i",
      "color=black:size=64x48:rate=25:duration=1,drawbox=color=white:t=fill:enable='gte(t,0.51)'", "-f", "lavfi", "-i",
      "aevalsrc='if(gte(t,0.5),sin(6283*t),0)':s=48000:d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-qp", "1",
      "-c:a", "pcm_s16le", path,
    ])
  }

  /// When the frames become bright, and the audio loud, in seconds, as ffmpeg decodes them.
  static func times(_ path: String) throws -> (flash: Double, beep: Double) {
    func lines(_ source: String, _ entries: String) throws -> [[Double]] {
      try Oracle.text(
        "ffprobe", ["-v", "error", "-f", "lavfi", "-i", source, "-show_entries", entries, "-of", "csv=p=0"]
      ).split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    }
    let video = try lines("movie=\(path),signalstats", "frame=pts_time:frame_tags=lavfi.signalstats.YAVG")
    let audio = try lines(
      "amovie=\(path),asetnsamples=48,astats=metadata=1:reset=1",
      "frame=pts_time:frame_tags=lavfi.astats.Overall.Peak_level")
    // A block that is silent has no number.
    return (
      video.first { $0.count == 2 && $0[1] > 128 }?[0] ?? -1, audio.first { $0.count == 2 && $0[1] > -10 }?[0] ?? -1
    )
  }
}
