/// The same transcode of a 720p clip by `reel run`, by gst-launch-1.0 and by ffmpeg.
struct Transcode {
  let folder: String

  private var clip: String { "\(folder)/clip.mp4" }
  private var log: String { "\(folder)/log" }

  func rows(pairs: Int) async throws -> [Row] {
    let values = [("duration", "10s"), ("output", clip)]
    _ = try Command.reel(
      ["run", "Pipelines/test-clip.yaml", "--progress", "none"] + values.flatMap { ["--set", "\($0.0)=\($0.1)"] }
    ).run(log: log)
    let reel = Command.reelRun("transcode.yaml", [("input", clip), ("output", "\(folder)/reel.mp4")])
    let launched = try await alternatingPairs(pairs) {
      try reel.run(log: log)
    } _: {
      try gstLaunch.run(log: log)
    }
    let ffmpeged = try await alternatingPairs(pairs) {
      try reel.run(log: log)
    } _: {
      try ffmpeg.run(log: log)
    }
    return [
      Row("transcode, wall, over gst-launch-1.0", launched.map { $0.first.wall / $0.second.wall }, target: 1.05),
      Row("transcode, CPU, over gst-launch-1.0", launched.map { $0.first.cpu / $0.second.cpu }, target: 1.05),
      Row("transcode, wall, over ffmpeg", ffmpeged.map { $0.first.wall / $0.second.wall }),
      Row("transcode, CPU, over ffmpeg", ffmpeged.map { $0.first.cpu / $0.second.cpu }),
    ]
  }

  /// The pipeline of transcode.yaml, with equal elements and settings.
  private var gstLaunch: Command {
    let source = "filesrc location=\(clip) ! parsebin name=parse multiqueue name=queues"
    let video = """
      parse. ! video/x-h264 ! queues.sink_0 queues.src_0 ! avdec_h264 thread-type=frame max-threads=4 \
      ! videoconvert ! capsfilter caps=video/x-raw,format=I420 \
      ! queue max-size-buffers=4 max-size-bytes=0 max-size-time=0 \
      ! x264enc bitrate=3000 key-int-max=250 speed-preset=veryfast tune=0 \
      ! capsfilter caps=video/x-h264,profile=high ! h264parse ! \(muxQueue) ! mux.video_0
      """
    let audio = """
      parse. ! audio/mpeg ! queues.sink_1 queues.src_1 ! avdec_aac \
      ! audioconvert ! audioresample ! queue ! avenc_aac bitrate=128000 ! aacparse ! \(muxQueue) ! mux.audio_0
      """
    let sink = "mp4mux name=mux faststart=false ! filesink location=\(folder)/gst.mp4 sync=false async=true"
    let words = [source, video, audio, sink].flatMap { $0.split(separator: " ").map(String.init) }
    return Command("gst-launch-1.0", ["-q"] + words)
  }

  private var muxQueue: String { "queue max-size-buffers=0 max-size-bytes=33554432 max-size-time=20000000000" }

  /// The rate control that x264enc derives from its bit rate: at most that, over a buffer of 600 ms.
  private var ffmpeg: Command {
    Command(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-i", clip, "-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high",
        "-b:v", "3000k", "-maxrate", "3000k", "-bufsize", "1800k", "-g", "250", "-c:a", "aac", "-b:a", "128k",
        "\(folder)/ffmpeg.mp4",
      ])
  }
}
