/// Copies the tracks of an asset into another container without encoding. Of a movie, audio files get only the audio.
///
///     source ─┬▷ video ────┐
///             ├▷ audio ────┼▷ mp4 ─▷ file
///             └▷ metadata ─┘
public struct AssetRemux: TemplateNode {
  public static let type: NodeType = "asset.remux"
  public static let summary = "Puts the tracks of an asset into another file as they are stored."

  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("The file to write.") public var output: Location
  @Parameter("The kind of file; without it, what the output's name says, or mp4.")
  public var fileType: ExportPreset.FileType?
  @Parameter("Which video track is taken over.") public var videoTracks = TrackChoice()
  @Parameter("Which audio track is taken over.") public var audioTracks = TrackChoice()
  @Parameter("Where the file begins, on the asset's timeline; at its beginning, without it.") public var from:
    MediaTime?
  @Parameter("Where the file ends, on the asset's timeline; at its end, without it.") public var to: MediaTime?

  public init() {}

  public func build(_ template: inout Template) {
    let source = template.addSource(url, video: videoTracks, audio: audioTracks, from: from, to: to)
    let fileType = fileType ?? .init(nameOf: output) ?? .mp4
    let muxer = template.addMuxer(fileType, fastStart: true, metadataFrom: url, isWhole: from == nil && to == nil)
    // Audio files get only the audio of a movie.
    if fileType.holdsVideo { template.connect(source.codedVideo, to: muxer.tracks) }
    template.connect(source.codedAudio, to: muxer.tracks)
    if fileType.holdsMetadata { template.connect(source.metadata, to: muxer.tracks) }
    template.connect(muxer.file, to: template.add("file", FileWrite { $0.url = output }).input)
  }
}
