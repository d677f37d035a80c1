/// A graph whose sources run until they are stopped; it writes `out.mp4`.
enum EndlessGraph {
  /// - Parameters:
  ///   - type: The muxer.
  ///   - mux: The muxer's parameters.
  ///   - overwrites: True if the graph itself permits replacing a file.
  static func description(type: String = "mux.mp4", mux: String, overwrites: Bool = false) -> String {
    """
    format: 1
    nodes:
      picture: { use: test.video, with: { size: 160x90 } }
      tone: { use: test.audio }
      h264: { use: video.encode.h264, in: picture, with: { speed: ultrafast } }
      aac: { use: audio.encode.aac, in: tone }
      mp4: { use: \(type), in: [h264, aac], with: { \(mux) } }
      file: { use: file.write, in: mp4, with: { url: out.mp4\(overwrites ? ", overwrite: true" : "") } }
    """
  }
}
