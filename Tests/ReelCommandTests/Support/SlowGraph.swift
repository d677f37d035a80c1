/// A slow graph: it takes a tenth of a second for each frame, and up to three dozen frames wait in queues.
enum SlowGraph {
  static let description = """
    format: 1
    parameters:
      buffers: { type: string, default: "-1" }
      output: { type: url, default: slow.mkv }
    nodes:
      picture:
        use: gst
        with: { element: videotestsrc, properties: { num-buffers: $(buffers) }, to: video/raw }
      slow:
        use: gst
        in: picture
        with: { element: identity, properties: { sleep-time: 100000 }, type: video/raw }
      h264: { use: video.encode.h264, in: slow, with: { latency: low, speed: ultrafast } }
      mkv: { use: mux.mkv, in: h264 }
      file: { use: file.write, in: mkv, with: { url: $output } }
    """
}
