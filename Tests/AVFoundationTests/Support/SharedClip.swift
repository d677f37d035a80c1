import Foundation

/// Files that tests share; made once a process.
enum SharedClip {
  private static let folder = try? TemporaryFolder()

  /// One second of 30 frames (160×90, H.264 with B-frames, a key frame every 10) and of a tone (AAC, 48 kHz, stereo).
  static let movie: URL = make(
    "movie.mp4",
    [
      "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=30:duration=1", "-f", "lavfi", "-i",
      "sine=frequency=440:sample_rate=48000:duration=1", "-ac", "2", "-c:v", "libx264", "-preset", "veryfast", "-g",
      "10", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata:s:a:0", "language=deu",
    ])

  private static func make(_ name: String, _ arguments: [String]) -> URL {
    guard let folder else { return URL(fileURLWithPath: "/nowhere") }
    try? Oracle.make(arguments + [folder.file(name)])
    return folder.url(name)
  }
}
