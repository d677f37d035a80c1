/// Gives the samples of a timeline as they are stored, as far as that goes.
///
///     edit:
///       use: timeline.copy
///       with:
///         edges: encode
///         items:
///           - { clip: a.mp4, from: 2s, to: 12s }
///           - { clip: b.mp4, to: 8s }
///     mux: { use: mux.mp4, in: [edit.video, edit.audio] }
///
/// With `edges: keep`, nothing is decoded: each cut keeps the samples that its first frame depends on, and edits hide them. Timelines of
/// cuts only are copied so, at any speed; audio only at its own. Each layer is a track.
///
/// With `edges: encode`, H.264 and HEVC have no hidden frames: those between a cut and the next group of pictures, and spans that show
/// more than one clip as it is stored, are encoded anew. All layers are one track. Audio is copied where it is a part of one file.
///
/// Tracks of other kinds, such as subtitles, captions and timecode, are copied where clips have `samples`. Their samples begin and end
/// with the clips, so that no edit hides a part of them. A muxer takes them as metadata that belong to times: its `tracks` have `timed`.
public struct TimelineCopy: SelfCheckingNode {
  public static let type: NodeType = "timeline.copy"
  public static let summary = "Clips in turn as they are stored, of which only cuts and transitions are encoded."

  /// The treatment of samples that a cut needs and does not show.
  public enum Edges: String, ChoiceValue {
    /// They are kept, and hidden by edits.
    case keep
    /// The frames up to the next group of pictures are encoded.
    case encode
  }

  @Port(out: "video", "The samples of the video.", repeats: true) public var video: Output<Coded<Video>>
  @Port(out: "audio", "The samples of the audio.", repeats: true) public var audio: Output<Coded<Audio>>
  @Port(out: "samples", "The samples of other tracks: subtitles, captions, timecode.", repeats: true)
  public var samples: Output<Metadata>

  @Parameter("The treatment of samples at the edges that a cut needs but does not show.") public var edges: Edges =
    .keep
  @Parameter(
    "True for movies: tracks of other files have one sample description, and no edits that hide samples.")
  public var movie = true
  @Parameter(
    "Where the copy begins, on the timeline; files that are written begin there. At its beginning, without it.")
  public var from: MediaTime?
  @Parameter("Where the copy ends, on the timeline; at its end, without it.") public var to: MediaTime?
  @ParameterGroup public var timeline = Timeline()

  public init() {}

  public var problems: [ArgumentError] { TimelineCheck.problems(of: timeline, from: from, to: to) }
}
