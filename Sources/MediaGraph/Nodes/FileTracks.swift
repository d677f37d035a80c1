/// The parameters of a muxer for the tracks of its file: parameters of the node itself in files, help and schemas.
public struct FileTracks: RecordValue {
  public static let recordName = "tracks"

  @Parameter("Settings of the tracks, in the order of the inputs.") public var tracks: [TrackSettings] = []
  @Parameter(
    "Units a second of the movie's timeline; without it, units in which all tracks' times are exact.",
    in: 1...90_000_000)
  public var timescale: Int?
  @Parameter(
    "The largest size of the file in bytes; where samples would make it larger, it ends. Without it, any size.")
  public var sizeLimit: Int?

  public init() {}
}

/// The properties of a track of a file: its language, how it is shown, what it belongs to.
public struct TrackSettings: RecordValue {
  public static let recordName = "track"

  @Parameter("The language: three letters of ISO 639-2, or a BCP 47 tag.") public var language: String?
  @Parameter("True if players show it by default.") public var enabled = true
  @Parameter("Units a second of the times of frames; without it, those of the source.", in: 1...90_000_000)
  public var timescale: Int?
  @Parameter("Six numbers a, b, c, d, tx, ty, by which frames are turned, scaled and moved for display.")
  public var transform: [Double] = []
  @Parameter("The size at which frames are shown; without it, that of the frames.") public var size: PixelSize?
  @Parameter("The part of frames without their edges: width, height, and the distances of its middle from theirs.")
  public var cleanAperture: [Double] = []
  @Parameter("The volume; 1 is full.", in: 0...1) public var volume = 1.0
  @Parameter("The layer; those with lower numbers are in front.", in: -32768...32767) public var layer = 0
  @Parameter("The number of a group of tracks of which one is chosen; 0 for none.", in: 0...32767)
  public var alternateGroup = 0
  @Parameter("Other tracks that it refers to.") public var references: [Reference] = []
  @Parameter("Metadata of the track, by the file's own keys such as 'udta:name'.")
  public var metadata = TextMap()
  @Parameter(
    "More that it says, also in several languages, as numbers and as data: each item as the JSON object of a metadata stream."
  )
  public var items: [String] = []
  @Parameter(
    "True for a track of timed metadata, false for metadata of the file.")
  public var timed = false
  @Parameter("True to store its samples before those of other tracks, in files in one piece.") public var first =
    false
  @Parameter(
    duration:
      "The longest duration of chunks, runs of its samples between those of other tracks, in files in one piece; half a second if left out."
  )
  public var chunk: MediaTime?
  @Parameter(
    "The number of bytes, a power of two, at whose multiples in the file its chunks begin; 1, without padding, if left out.",
    in: 1...65_536)
  public var alignment: Int?

  public init() {}

  /// A reference to another track of the file.
  public struct Reference: RecordValue {
    public static let recordName = "reference"

    @Parameter("The kind: four letters such as 'chap' or 'tmcd'.") public var kind: String = "chap"
    @Parameter("The number of the other track, counted from 1 in the order of the inputs.", in: 1...65535)
    public var track = 1

    public init() {}
  }
}

/// A muxer whose file says something about its tracks.
public protocol TrackWritingNode: Node {
  var fileTracks: FileTracks { get set }
}

extension TrackWritingNode {
  /// The properties of the file's tracks, in the order of the inputs.
  public var tracks: [TrackSettings] {
    get { fileTracks.tracks }
    set { fileTracks.tracks = newValue }
  }
  /// Units a second of the movie's timeline.
  public var timescale: Int? {
    get { fileTracks.timescale }
    set { fileTracks.timescale = newValue }
  }
  /// The largest size of the file in bytes.
  public var sizeLimit: Int? {
    get { fileTracks.sizeLimit }
    set { fileTracks.sizeLimit = newValue }
  }
}
