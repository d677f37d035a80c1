/// A whole export: reads an asset, encodes it with a preset, writes a file.
///
///     source ─▷ export.preset ─▷ file
public struct AssetExport: TemplateNode {
  public static let type: NodeType = "asset.export"
  public static let summary = "Reads an asset, encodes it as a preset says and writes a file."

  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("The file to write.") public var output: Location
  @Parameter("What the file is like; sizes are the largest that pictures get.") public var preset: ExportPreset.Preset =
    .hd1280x720
  @Parameter("The kind of file; without it, mov for ProRes, else what the output's name says, or mp4.")
  public var fileType: ExportPreset.FileType?
  @Parameter("Which video track is exported.") public var videoTracks = TrackChoice()
  @Parameter("Which audio track is exported.") public var audioTracks = TrackChoice()

  public init() {}

  public func build(_ template: inout Template) {
    let source = template.addSource(url, video: videoTracks, audio: audioTracks)
    let export = template.add(
      "export",
      ExportPreset {
        $0.preset = preset
        $0.fileType = fileType ?? preset.fileType(of: output)
      })
    if preset.videoCoding != nil { template.connect(source.video, to: export.video) }
    template.connect(source.audio, to: export.audio)
    template.connect(export.movie, to: template.add("file", FileWrite { $0.url = output }).input)
  }
}
