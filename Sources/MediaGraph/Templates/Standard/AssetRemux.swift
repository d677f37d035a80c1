/// Puts the tracks of an asset into another file as they are stored: an export that encodes nothing.
///
///     source ─┬▷ video ─┐
///             └▷ audio ─┴▷ mp4 ─▷ file
public struct AssetRemux: TemplateNode {
  public static let type: NodeType = "asset.remux"
  public static let summary = "Puts the tracks of an asset into another file as they are stored."

  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("The file to write.") public var output: Location
  @Parameter("The kind of file.") public var fileType: ExportPreset.FileType = .mp4
  @Parameter("Which video track is taken over.") public var videoTracks = TrackChoice()
  @Parameter("Which audio track is taken over.") public var audioTracks = TrackChoice()

  public init() {}

  public func build(_ template: inout Template) {
    let source = template.add(
      "source",
      AssetRead {
        $0.url = url
        $0.videoTracks = videoTracks
        $0.audioTracks = audioTracks
      })
    let file = template.add("file", FileWrite { $0.url = output })
    let muxer: Input<AnyTrack>
    switch fileType {
    case .mp4:
      let mp4 = template.add("mp4", MuxMP4 { $0.fastStart = true })
      template.connect(mp4.output, to: file.input)
      muxer = mp4.input
    case .mov:
      let mov = template.add("mov", MuxMOV { $0.fastStart = true })
      template.connect(mov.output, to: file.input)
      muxer = mov.input
    case .mkv:
      let mkv = template.add("mkv", MuxMKV())
      template.connect(mkv.output, to: file.input)
      muxer = mkv.input
    }
    template.connect(source.codedVideo, to: muxer)
    template.connect(source.codedAudio, to: muxer)
  }
}
