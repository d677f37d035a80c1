import Foundation
import Testing

/// A movie that ffmpeg makes.
struct Recipe: Sendable, CustomTestStringConvertible {
  let file: String
  let arguments: [String]

  init(_ file: String, _ arguments: String) {
    self.file = file
    self.arguments = arguments.split(separator: " ").map(String.init)
  }

  var testDescription: String { file }

  /// 1.2 seconds of small frames, or of a tone.
  static let picture = "-f lavfi -i testsrc=size=64x48:rate=25:duration=1.2"
  static let tone = "-f lavfi -i sine=duration=1.2:sample_rate=44100"
  static let h264 = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10"

  /// Every video codec that ffmpeg stores in these files.
  static let video: [Recipe] = [
    Recipe(
      "closed.mp4", "\(picture) -c:v libx264 -bf 3 -b_strategy 0 -x264-params b-pyramid=normal -g 12 -pix_fmt yuv420p"),
    Recipe("open.mp4", "\(picture) -c:v libx264 -bf 3 -x264-params open-gop=1:keyint=10 -pix_fmt yuv420p"),
    Recipe("open.mov", "\(picture) -c:v libx264 -bf 3 -x264-params open-gop=1:keyint=10 -pix_fmt yuv420p"),
    Recipe(
      "hevc.mp4",
      "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=10:bframes=3 -tag:v hvc1"),
    Recipe("hev1.mp4", "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none -pix_fmt yuv420p10le"),
    Recipe("negative.mp4", "\(picture) \(h264) -bf 2 -preset medium -movflags negative_cts_offsets"),
    Recipe("vfr.mp4", "\(picture) -vf select=not(mod(n\\,3))+eq(n\\,1) -vsync vfr \(h264)"),
    Recipe("prores.mov", "\(picture) -c:v prores_ks"),
    Recipe("mjpeg.mov", "\(picture) -c:v mjpeg"),
    Recipe("mpeg4.mp4", "\(picture) -c:v mpeg4 -bf 2"),
    Recipe("vp9.mp4", "\(picture) -c:v libvpx-vp9 -deadline realtime -cpu-used 8"),
    Recipe("av1.mp4", "\(picture) -c:v libaom-av1 -cpu-used 8 -usage realtime -t 0.4"),
    Recipe("h263.3gp", "\(picture) -c:v h263 -s 176x144"),
    Recipe("mpeg2.mov", "\(picture) -c:v mpeg2video -bf 2"),
    Recipe("raw.mov", "\(picture) -c:v rawvideo -pix_fmt uyvy422"),
    Recipe("animation.mov", "\(picture) -c:v qtrle"),
  ]

  static let audio: [Recipe] =
    [
      "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s32be", "pcm_f32le", "pcm_f64be", "pcm_u8", "pcm_s8", "pcm_mulaw",
      "pcm_alaw", "alac", "adpcm_ima_qt", "libmp3lame",
    ].map { Recipe("\($0).mov", "\(tone) -c:a \($0)") } + [
      Recipe("aac.m4a", "\(tone) -c:a aac"), Recipe("alac.m4a", "\(tone) -c:a alac"),
      Recipe("opus.mp4", "\(tone) -c:a libopus -ar 48000"), Recipe("flac.mp4", "\(tone) -c:a flac -strict -2"),
      Recipe("ac3.mp4", "\(tone) -c:a ac3"), Recipe("eac3.mp4", "\(tone) -c:a eac3"),
      Recipe("mp3.mp4", "\(tone) -c:a libmp3lame"), Recipe("vorbis.mp4", "\(tone) -c:a libvorbis"),
    ]

  /// Ways to store the same media.
  static let containers: [Recipe] = [
    Recipe("plain.mp4", "\(picture) \(tone) \(h264) -c:a aac"),
    Recipe("faststart.mp4", "\(picture) \(tone) \(h264) -c:a aac -movflags faststart"),
    Recipe("quicktime.mov", "\(picture) \(tone) \(h264) -c:a pcm_s16le"),
    Recipe("3gpp.3gp", "\(picture) \(tone) \(h264) -c:a aac"),
    Recipe("fragments.mp4", "\(picture) \(tone) \(h264) -bf 2 -c:a aac -movflags frag_keyframe+empty_moov"),
    Recipe("half.mp4", "\(picture) \(tone) \(h264) -bf 2 -c:a aac -movflags frag_keyframe"),
    Recipe("relative.mp4", "\(picture) \(tone) \(h264) -c:a aac -movflags frag_keyframe+omit_tfhd_offset"),
    Recipe("chunks.mp4", "\(picture) \(tone) \(h264) -c:a aac -movflags frag_every_frame+default_base_moof"),
    Recipe("sidx.mp4", "\(picture) \(h264) -movflags dash+global_sidx+frag_keyframe"),
    Recipe("late.mp4", "-itsoffset 0.4 \(picture) \(tone) \(h264) -c:a aac"),
  ]

  /// Makes the movie.
  func make(in folder: TemporaryFolder) throws -> String {
    let path = folder.file(file)
    try Oracle.make(arguments + [path])
    return path
  }
}
