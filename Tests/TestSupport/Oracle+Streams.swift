extension Oracle {
  /// Returns fields of a file's streams, one stream a line: `h264,320,180`.
  public static func streams(_ path: String, _ entries: String) throws -> [String] {
    try text(
      "ffprobe", ["-v", "error", "-count_frames", "-show_entries", "stream=\(entries)", "-of", "csv=p=0", path]
    ).split(separator: "\n").map(String.init)
  }

  /// Returns ffmpeg's warnings when it decodes a whole file; empty if there are none.
  public static func warnings(_ path: String) throws -> String {
    try text("ffmpeg", ["-nostdin", "-v", "warning", "-i", path, "-f", "null", "-"], withErrors: true)
  }

  /// Returns the MD5 of a file's decoded or copied streams.
  public static func md5(_ path: String, _ options: [String]) throws -> String {
    try text("ffmpeg", ["-nostdin", "-v", "error", "-i", path] + options + ["-f", "md5", "-"])
  }
}
