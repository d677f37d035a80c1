/// The commands that make a clip, in order, with file names relative to the folder in which they run.
struct Recipe: Sendable {
  /// The sources of all clips: a flash at 0.4 s and every second from there on, and a beep with it.
  ///
  /// The other frames are identifiable: frame N has a luma of 40 + 2N, so that lost, repeated or misplaced frames are
  /// detected.
  enum Source: String, CaseIterable, Sendable {
    case picture = "picture.y4m"
    case beep = "beep.wav"
    case speech = "beep.amr"

    var command: [String] {
      switch self {
      case .picture:
        Recipe.ffmpeg(
          "-f lavfi -i color=black:s=176x144:r=25:d=3,format=yuv420p,geq=lum=if(eq(mod(N\\,25)\\,10)\\,235\\,40+2*N):cb=128:cr=128 -f yuv4mpegpipe",
          rawValue)
      case .beep:
        Recipe.ffmpeg(
          "-f lavfi -i aevalsrc=0.5*sin(2*PI*1000*t)*gte(mod(t\\,1)\\,0.4)*lt(mod(t\\,1)\\,0.44):s=48000:d=3 -c:a pcm_s16le",
          rawValue)
      case .speech:
        Recipe.words(
          "gst-launch-1.0 -q filesrc location=beep.wav ! wavparse ! audioconvert ! audioresample ! amrnbenc ! filesink location=\(rawValue)"
        )
      }
    }
  }

  var sources: [Source]
  var commands: [[String]]

  init(_ clip: Clip, output: String) {
    sources =
      (clip.video == .none ? [] : [.picture]) + (clip.audio == .none ? [] : [.beep])
      + (clip.audio == .amr ? [.speech] : [])
    switch (clip.maker, clip.timing) {
    case (.gstreamer, _): commands = [Self.gstreamer(clip, output)]
    case (.ffmpeg, .edited):
      var whole = clip
      whole.timing = .whole
      let base = "whole-" + output
      // A copy from 1.28 s begins at the key frame before, which is hidden by an edit.
      commands = [Self.ffmpeg(whole, base), Self.ffmpeg("-ss 1.28 -i \(base) -c copy -strict -2", output)]
    case (.ffmpeg, _): commands = [Self.ffmpeg(clip, output)]
    }
  }

  static func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  static func ffmpeg(_ arguments: String, _ output: String) -> [String] {
    words("ffmpeg -nostdin -y -v error \(arguments)") + [output]
  }

  private static func ffmpeg(_ clip: Clip, _ output: String) -> [String] {
    var (inputs, options): ([String], [String]) = ([], [])
    if clip.video != .none {
      inputs.append("-i \(Source.picture.rawValue)")
      options.append("-c:v \(clip.video.ffmpegEncoder)")
      options += frameOptions(clip)
    }
    if clip.audio != .none {
      inputs.append("-i \(clip.audio == .amr ? Source.speech.rawValue : Source.beep.rawValue)")
      options.append("-c:a \(clip.audio.ffmpegEncoder(in: clip.container))")
      if clip.audio != .amr { options.append("-af \(soundFilter(clip))") }
    }
    return ffmpeg((inputs + options + [containerOptions(clip.container)]).joined(separator: " "), output)
  }

  private static func frameOptions(_ clip: Clip) -> [String] {
    switch clip.frames {
    case .plain:
      switch clip.video {
      case .h264: ["-bf 0"]
      case .hevc: ["-bf 0"]
      default: []
      }
    case .bframes: clip.video == .h264 ? ["-bf 2 -b_strategy 0"] : ["-bf 2"]
    // Flashes remain, and with them the frames that differ from their neighbours.
    case .variable: ["-vf select=lt(mod(n\\,7)\\,4)+eq(mod(n\\,25)\\,10) -fps_mode passthrough"]
    case .odd: ["-vf scale=97:61,setsar=1"]
    case .tenBit: ["-pix_fmt yuv420p10le"]
    case .interlaced: ["-vf setfield=tff -flags +ildct+ilme -top 1"]
    case .single: ["-vf trim=end_frame=1"]
    }
  }

  private static func soundFilter(_ clip: Clip) -> String {
    let channels = (0..<clip.speakers.count).map { "|c\($0)=c0" }.joined()
    let part =
      switch clip.timing {
      case .late: "atrim=start=1.2,"
      case .short: "atrim=end=0.9,"
      case .whole, .edited: ""
      }
    return "\(part)pan=\(clip.speakers.rawValue)\(channels)"
  }

  private static func containerOptions(_ container: Container) -> String {
    switch container {
    case .fmp4: "-strict -2 -movflags frag_keyframe+delay_moov+default_base_moof -frag_duration 1000000"
    case .mp4, .mov: "-strict -2"
    case .mpg: "-f vob"
    default: ""
    }
  }

  private static func gstreamer(_ clip: Clip, _ output: String) -> [String] {
    var branches: [String] = []
    if let encoder = clip.video.gstreamerEncoder {
      let order = clip.video == .h264 ? "bframes=\(clip.frames == .bframes ? 2 : 0) b-adapt=false " : ""
      let parts = encoder.split(separator: " ", maxSplits: 1).map(String.init)
      let element = ([parts[0], order] + parts[1...]).joined(separator: " ")
      branches.append(
        "filesrc location=\(Source.picture.rawValue) ! y4mdec ! videoconvert ! \(element) ! queue ! mux.")
    }
    if let encoder = clip.audio.gstreamerEncoder {
      // FLV by GStreamer takes MP3 of 44.1 kHz.
      let rate = clip.container == .flv && clip.audio == .mp3 ? "audioresample ! audio/x-raw,rate=44100 ! " : ""
      branches.append(
        "filesrc location=\(Source.beep.rawValue) ! wavparse ! audioconvert ! audio/x-raw,channels=\(clip.speakers.count) ! audioconvert ! \(rate)\(encoder) ! queue ! mux."
      )
    }
    let muxer = (clip.container.gstreamerMuxer ?? "") + " name=mux"
    return words("gst-launch-1.0 -q \(muxer) ! filesink location=\(output) \(branches.joined(separator: " "))")
  }

  /// Returns the number of frames of a correct clip; nil if it depends on an edit.
  static func frameCount(of clip: Clip) -> Int? {
    switch (clip.timing, clip.frames) {
    case (_, _) where clip.video == .none: 0
    case (.edited, _): nil
    case (_, .variable): (0..<75).count { $0 % 7 < 4 || $0 % 25 == 10 }
    case (_, .single): 1
    default: 75
    }
  }
}
