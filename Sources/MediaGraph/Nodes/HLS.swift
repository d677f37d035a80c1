/// Writes a presentation of HTTP Live Streaming into a folder.
///
/// Every track becomes a stream of segments with a playlist of its own, and `master.m3u8` has them all: pictures as
/// alternatives for the speed of the network, sound and subtitles as groups of renditions. Segments begin at key frames of
/// the first video, which encoders make at multiples of the duration; other videos must have key frames there too.
public struct HLSWrite: Node {
  public static let type: NodeType = "hls.write"
  public static let summary = "Writes a folder of playlists and segments for HTTP Live Streaming."

  @Port(in: "video", "Coded pictures, the best first.", required: false, repeats: true)
  public var video: Input<Coded<Video>>
  @Port(in: "audio", "Coded sound, a rendition each; the first is the default.", required: false, repeats: true)
  public var audio: Input<Coded<Audio>>
  @Port(in: "text", "Subtitles, a rendition each.", required: false, repeats: true) public var text: Input<Text>
  @Parameter("The folder to write, which appears complete or not at all.") public var url: Location
  @Parameter("The duration of a segment, a second or more; each ends at the next key frame.")
  public var segment: MediaTime = .seconds(6)
  @Parameter("The format of segments: fragmented MP4 or MPEG-2 transport stream.") public var format: Form = .fmp4
  @Parameter(
    "The languages of the sound as BCP 47 tags, in the order of the inputs; without them, those of the streams.")
  public var audioLanguages: [SpokenLanguage] = []
  @Parameter("The languages of the subtitles, in the order of the inputs; without them, those of the streams.")
  public var textLanguages: [SpokenLanguage] = []
  @Parameter(
    "The number of the subtitles that players show without being asked to, in the order of the inputs from 1; without it, none.",
    in: 1...32)
  public var defaultText: Int?
  @Parameter("The numbers of the subtitles for those who show none, such as translations of signs.")
  public var forcedTexts: [Int] = []
  @Parameter("True to replace an existing folder that has nothing but playlists and segments.")
  public var overwrite = false

  public init() {}

  /// The container of segments.
  public enum Form: String, ChoiceValue { case fmp4, ts }
}
