import Foundation

/// Another program that renders a timeline of raw frames.
///
/// Raw frames are I420 of 1080p at 25 frames a second; melt reads them from a file with a header before each, which is all that it knows.
enum TimelineContestant: String, CaseIterable {
  case ffmpeg
  case compositor = "gst-launch-1.0"
  case melt

  /// True if the program is there.
  var isInstalled: Bool { Self.isInstalled(rawValue) }

  static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// The run over some inputs.
  ///
  /// - Parameters:
  ///   - raws: The files of raw frames, one an input.
  ///   - count: The number of frames of each.
  func command(_ kind: Timelines.Kind, _ raws: [String], count: Int) -> Command {
    switch self {
    case .ffmpeg:
      let inputs = raws.flatMap {
        ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "1920x1080", "-framerate", "25", "-i", $0]
      }
      return Command(
        "ffmpeg", ["-nostdin", "-v", "error"] + inputs + ["-filter_complex", kind.filters, "-f", "null", "-"])
    case .compositor: return Command("gst-launch-1.0", ["-q"] + Self.pipeline(kind, raws))
    case .melt:
      let tracks = raws.enumerated().flatMap { index, raw in
        (index == 0 ? [] : ["-track"]) + [raw.replacingOccurrences(of: ".yuv", with: ".y4m"), "out=\(count - 1)"]
      }
      return .melt(tracks + Self.transitions(kind, last: count - 1))
    }
  }

  // MARK: GStreamer

  /// The dissolve is one of a constant weight: a launch line knows no ramps.
  private static func pipeline(_ kind: Timelines.Kind, _ raws: [String]) -> [String] {
    let parse = ["rawvideoparse", "format=i420", "width=1920", "height=1080", "framerate=25/1", "!", "queue", "!"]
    let small = ["videoscale", "!", "video/x-raw,width=960,height=540", "!"]
    let turned = small + ["videoconvert", "!", "rotate", "angle=0.122173", "!", "videoconvert", "!"]
    let places: [String]
    let effects: (Int) -> [String]
    switch kind {
    case .dissolve: (places, effects) = (["sink_1::alpha=0.5"], { _ in [] })
    case .pictureInPicture:
      (places, effects) = (["sink_1::xpos=800", "sink_1::ypos=60"], { $0 == 0 ? [] : turned })
    case .grid:
      places = (0..<4).flatMap { ["sink_\($0)::xpos=\($0 % 2 * 960)", "sink_\($0)::ypos=\($0 / 2 * 540)"] }
      effects = { _ in small }
    }
    let canvas = ["!", "video/x-raw,format=I420,width=1920,height=1080,framerate=25/1", "!", "fakesink", "sync=false"]
    let inputs = raws.enumerated().flatMap { index, raw in
      ["filesrc", "location=\(raw)", "!"] + parse + effects(index) + ["c.sink_\(index)"]
    }
    return ["compositor", "name=c"] + places + canvas + inputs
  }

  // MARK: melt

  private static func transitions(_ kind: Timelines.Kind, last: Int) -> [String] {
    func transition(_ name: String, _ track: Int, _ more: [String]) -> [String] {
      ["-transition", name, "in=0", "out=\(last)", "a_track=0", "b_track=\(track)"] + more
    }
    return switch kind {
    case .dissolve: transition("luma", 1, [])
    case .pictureInPicture: transition("affine", 1, ["rect=800 60 960 540 1", "fix_rotate_x=7"])
    case .grid:
      (1..<4).flatMap { transition("affine", $0, ["rect=\($0 % 2 * 960) \($0 / 2 * 540) 960 540 1"]) }
    }
  }
}

extension Command {
  /// A run of melt whose frames go nowhere, on both cores, without leaving any out.
  static func melt(_ arguments: [String]) -> Command {
    Command(
      "env",
      ["QT_QPA_PLATFORM=offscreen", "SDL_VIDEODRIVER=dummy", "melt", "-silent", "-profile", "atsc_1080p_25"] + arguments
        + [
          "-consumer", "avformat:/dev/null", "f=rawvideo", "vcodec=rawvideo", "pix_fmt=yuv420p", "an=1", "real_time=-2",
          "terminate_on_pause=1",
        ])
  }
}

/// Another editor that plays cuts of movies.
enum CutContestant: String, CaseIterable {
  case melt
  case ges = "ges-launch-1.0"
  case moviePy = "MoviePy"

  var isInstalled: Bool {
    switch self {
    case .melt, .ges: TimelineContestant.isInstalled(rawValue)
    case .moviePy: (try? Command("python3", ["-c", "import moviepy"]).run(log: "/dev/null")) != nil
    }
  }

  /// The run over parts of half a second, each of a movie of 25 frames a second.
  func command(_ parts: [(movie: String, start: Double)]) -> Command {
    switch self {
    case .melt:
      return .melt(
        parts.flatMap { part -> [String] in
          let first = Int(part.start * 25)
          return [part.movie, "in=\(first)", "out=\(first + 11)"]
        })
    case .ges:
      return Command(
        "ges-launch-1.0",
        ["--track-types", "video", "--videosink", "fakesink sync=false"]
          + parts.flatMap { ["+clip", $0.movie, "inpoint=\($0.start)", "duration=0.5"] })
    case .moviePy:
      let list = parts.map { "('\($0.movie)', \($0.start))" }.joined(separator: ", ")
      let program = """
        try:
            from moviepy import VideoFileClip, concatenate_videoclips
            cut = lambda clip, a, b: clip.subclipped(a, b)
        except ImportError:
            from moviepy.editor import VideoFileClip, concatenate_videoclips
            cut = lambda clip, a, b: clip.subclip(a, b)
        edit = concatenate_videoclips([cut(VideoFileClip(path, audio=False), start, start + 0.5) for path, start in [\(list)]])
        for frame in edit.iter_frames(fps=25): pass
        """
      return Command("python3", ["-c", program])
    }
  }
}
