package import CoreGraphics
package import CoreMedia
package import MediaEngine
package import MediaGraph

/// A timeline that is ready to be rendered: every time exact, every length known, every source there to be opened.
///
///     layers  top     ────────|██████|──────────────
///                     |███████████▒▒▒▒██████|───────    ▒ a transition: two clips at a time
///             bottom  |█████|█████|────|████████████|
///
/// Files are opened when their clips are near, by ``PlannedMedia``; the plan itself holds none of them open.
package struct RenderPlan: Sendable {
  /// The canvas; 0 by 0 if nothing is seen.
  package var size: PixelSize
  /// Frame n is at n frame durations, unless a layer says when frames begin; frames a second.
  package var frameRate: FrameRate
  package var background: PlanRamp<RGBColor>
  /// The colours of the canvas; nil for those of the first movie.
  package var color: Timeline.Color?
  /// The number of the layer whose sources' frames say when frames begin; nil if the frame rate does.
  package var timedBy: Int?
  /// True if the frame rate is written, or that of a movie; false for one that stands in because there are only pictures.
  package var hasOwnRate = true
  /// Samples a second of the audio; nil for the highest rate of what is heard. A nested plan has the outer one's.
  package var sampleRate: Int?
  /// The number of channels of the audio; nil for that of the clip with the most. A nested plan has the outer one's.
  package var channels: Int?
  /// From the bottom up: the first are the timeline's items.
  package var layers: [RenderLayer]
  /// The end of the last clip or gap.
  package var duration: CMTime

  package var frameDuration: CMTime {
    CMTime(value: Int64(frameRate.denominator), timescale: frameRate.numerator)
  }

  /// True if a source has a video track that is seen. Opens files, until one has.
  package func hasVideo() throws -> Bool { try layers.contains { try $0.hasVideo() } }

  /// True if a source has an audio track that is heard. Opens files, until one has.
  package func hasAudio() throws -> Bool { try layers.contains { try $0.hasAudio() } }

  /// Notes for people from the rendering of its sources, each once.
  package var notes: [String] {
    var notes: [String] = []
    for clip in layers.flatMap(\.clips) {
      let found =
        switch clip.source {
        case .media(let media): media.notes
        case .timeline(let plan): plan.notes
        case .title: [String]()
        }
      notes += found.filter { !notes.contains($0) }
    }
    return notes
  }
}

/// A sequence of clips over other sequences.
package struct RenderLayer: Sendable {
  /// In the order of their beginnings; two overlap where a transition joins them.
  package var clips: [RenderClip]
  /// The factor of the layer's audio, behind its tap.
  package var volume = PlanRamp(1.0)
  /// The program's closure that the layer's audio goes through.
  package var tap: RenderTap?

  package func hasVideo() throws -> Bool {
    try clips.contains { clip in try clip.naming(at: clip.range.start) { try clip.hasVideo() } }
  }

  package func hasAudio() throws -> Bool {
    try clips.contains { clip in try clip.naming(at: clip.range.start) { try clip.hasAudio() } }
  }
}

/// A closure of the program that a layer's audio goes through.
package struct RenderTap: Sendable {
  package let name: String
  /// Nil if the program that renders has no such closure, as when a printed graph is run by another one.
  package let process: AudioTap?
}

/// A part of a source in its place on a timeline.
package struct RenderClip: Sendable {
  package var source: RenderSource
  /// Its place and its part of the source; that of a still picture is as long as its place.
  package var map: TimeMap
  package var video = TrackChoice()
  package var audio = TrackChoice()
  /// The source's tracks of other kinds, which are copied only.
  package var samples = TrackChoice(.none)
  package var fit = Timeline.Clip.Fit.contain
  package var opacity = PlanRamp(1.0)
  /// After the fit.
  package var transform = PlanRamp(CGAffineTransform.identity)
  /// In pixels of the source's upright frame, from the top left; nil for all of it.
  package var crop: PlanRamp<CGRect>?
  /// The factor of its audio.
  package var volume = PlanRamp(1.0)
  package var pitch = Timeline.Pitch.spectral
  /// The transition at its beginning, in which the clip before is still there.
  package var entry: RenderTransition?
  /// The transition at its end, in which the next clip is there already.
  package var exit: RenderTransition?
  /// The place in the description, for errors: `items[2]`.
  package var place = ""

  package init(_ source: RenderSource, _ map: TimeMap) { (self.source, self.map) = (source, map) }

  /// The place on the timeline.
  package var range: CMTimeRange { map.range }

  /// False for a clip without audio, and one that is silent throughout.
  var isHeard: Bool { audio.rule != .none && volume.constant != 0 }

  /// True if the source has a video track that is chosen, or is a picture. Opens it the first time.
  package func hasVideo() throws -> Bool {
    if video.rule == .none { return false }
    switch source {
    case .media(let media): return try media.isStill() || media.hasTrack(video, isVideo: true)
    case .timeline(let plan): return try plan.hasVideo()
    case .title: return true
    }
  }

  /// True if the source has an audio track that is chosen. Opens it the first time.
  package func hasAudio() throws -> Bool {
    if audio.rule == .none { return false }
    switch source {
    case .media(let media): return try !media.isStill() && media.hasTrack(audio, isVideo: false)
    case .timeline(let plan): return try plan.hasAudio()
    case .title: return false
    }
  }
}

/// The source of a clip.
package indirect enum RenderSource: Sendable {
  /// A file or URL: its tracks, or a still picture.
  case media(PlannedMedia)
  case timeline(RenderPlan)
  /// Text, drawn in the size of the canvas.
  case title(Timeline.Title)

  /// The name in errors.
  package var name: String {
    switch self {
    case .media(let media): media.name
    case .timeline: "a timeline"
    case .title(let title): "the title \(title.text.replacing("\n", with: " "))"
    }
  }

  /// The name in an error of a file, whose path is nil if it names none.
  package func name(for path: String?) -> String {
    if case .media(let media) = self, path == media.absolutePath { return name }
    return path ?? name
  }
}

/// The time in which two clips of a layer are there.
package struct RenderTransition: Hashable, Sendable {
  package let range: CMTimeRange
  package let kind: Timeline.Transition.Kind
  package let audio: Timeline.Transition.AudioFade
  package let direction: Timeline.Transition.Direction
  /// The colour in the middle of a fade.
  package let color: RGBColor

  package init(_ transition: Timeline.Transition, _ range: CMTimeRange) {
    self.range = range
    (kind, audio, color) = (transition.transition, transition.audio, transition.color)
    direction = transition.direction ?? (transition.transition == .wipe ? .right : .left)
  }

  /// The part of the transition that has passed, from 0 to 1.
  package func progress(at time: CMTime) -> Double {
    max(0, min(1, PlanRamp<Double>.fraction(of: time, from: range.start, to: range.end)))
  }
}
