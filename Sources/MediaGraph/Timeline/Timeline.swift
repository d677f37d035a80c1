/// A sequence of clips with layers and transitions: the value of `use: timeline`.
///
///     let timeline = Timeline {
///       $0.size = PixelSize(width: 1920, height: 1080)
///       $0.frameRate = FrameRate(25)
///       $0.items = [
///         .clip(.init { $0.clip = "a.mov"; $0.from = .seconds(2); $0.to = .seconds(10) }),
///         .transition(.init { $0.transition = .crossfade; $0.duration = .frames(25) }),
///         .clip(.init { $0.clip = "b.mov"; $0.to = .seconds(8) }),
///       ]
///     }
///
/// Times are rational. A time in frames counts frames of the timeline; a nested timeline without a rate has that of the
/// outer one, and all are in the outer one's audio format.
public struct Timeline: RecordValue {
  public static let recordName = "timeline"

  @Parameter("Width and height of the canvas; without it, those of the first clip.") public var size: PixelSize?
  @Parameter("Frames a second; without it, those of the first clip.") public var frameRate: FrameRate?
  @Parameter("The colour where no clip covers the canvas.") public var background = Ramp(RGBColor())
  @Parameter("The colours of the canvas; without them, those of the first movie.") public var color: Color?
  @Parameter(
    "The layer whose sources' frames say when frames begin, the items being 1; without it, the frame rate does.",
    in: 1...1_000_000)
  public var timedBy: Int?
  @Parameter(
    "Samples a second of the audio; without it, the highest rate of the clips that are heard, or 48000.", unit: "Hz",
    in: 4000...768000)
  public var sampleRate: Int?
  @Parameter(
    "The number of audio channels; that of the audible clip with the most, or 2, if left out.", in: 1...63)
  public var channels: Int?
  @Parameter("Clips, gaps and transitions, one after the other.") public var items: [Item] = []
  @Parameter("Sequences over the items, later ones over earlier ones; their audio is added up.")
  public var layers: [Layer] = []
  @Parameter("Notes at times of the timeline.") public var markers: [Marker] = []

  public init() {}

  /// A sequence over the others, which begins with the timeline.
  ///
  /// Its audio is that of its clips, each with its own volume, then changed by the tap, then at the layer's volume. The times of
  /// `volume` are those of the timeline.
  public struct Layer: RecordValue {
    public static let recordName = "layer"

    @Parameter("Clips, gaps and transitions, one after the other.") public var items: [Item] = []
    @Parameter("The gain of all of its sound; between keys, its factor is interpolated.") public var volume = Ramp(
      Gain())
    @Parameter("The program's closure that hears and changes its sound before the volume.") public var tap: String?

    public init() {}
  }

  /// A note at a time, for people and other programs; nothing is rendered of it.
  public struct Marker: RecordValue {
    public static let recordName = "marker"

    @Parameter("Where it begins.") public var at: MediaTime
    @Parameter("The duration.") public var duration = MediaTime()
    @Parameter("Its name.") public var name = ""
    @Parameter("The text of the marker.") public var comment = ""
    @Parameter("Its colour, by name, such as red.") public var color = "green"

    public init() {}
  }
}
