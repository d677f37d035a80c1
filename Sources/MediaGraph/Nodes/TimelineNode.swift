/// Renders a timeline.
///
///     edit:
///       use: timeline
///       with:
///         size: 1920x1080
///         frame_rate: 30000/1001
///         items:
///           - { clip: a.mov, from: 2s, to: 00:00:10:15 }
///           - { transition: crossfade, duration: 30f, audio: equal_power }
///           - { clip: b.mov, to: 8s, opacity: { 0s: 0, 1s: 1 } }
public struct TimelineNode: SelfCheckingNode {
  public static let type: NodeType = "timeline"
  public static let summary = "Clips in turn and in layers, with transitions and ramps."

  @Port(out: "video", "The canvas, frame by frame.") public var video: Output<RawVideo>
  @Port(out: "audio", "The sum of all that is heard.") public var audio: Output<RawAudio>
  @Port(out: "frames", "The frames of a layer's sources at their own times, without the canvas.", repeats: true)
  public var frames: Output<RawVideo>
  @Port(out: "sounds", "The audio of a layer without its volume.", repeats: true) public var sounds: Output<RawAudio>

  @Parameter(
    "Where rendering begins, on the timeline; files that are written begin there. At its beginning, without it.")
  public var from: MediaTime?
  @Parameter("Where rendering ends, on the timeline; at its end, without it.") public var to: MediaTime?
  @ParameterGroup public var timeline = Timeline()

  public init() {}

  public var problems: [ArgumentError] { TimelineCheck.problems(of: timeline, from: from, to: to) }
}
