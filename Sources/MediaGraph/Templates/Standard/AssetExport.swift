/// A whole export: reads an asset, encodes it with a preset, writes a file.
///
///     source ─▷ export.preset ─▷ file
///
/// The metadata of the asset and its chapters are carried over where the kind of file has a place for them.
public struct AssetExport: TemplateNode {
  public static let type: NodeType = "asset.export"
  public static let summary = "Reads an asset, encodes it as a preset says and writes a file."

  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("The file to write.") public var output: Location
  @Parameter("The preset: codecs, bit rates and the largest size of frames.") public var preset: ExportPreset.Preset =
    .hd1280x720
  @Parameter("The kind of file; without it, mov for ProRes, else what the output's name says, or mp4.")
  public var fileType: ExportPreset.FileType?
  @Parameter("Passes of the H.264 or HEVC encoder; with 2, the first measures the frames.", in: 1...2)
  public var passes = 1
  @Parameter("More that the file says about itself: title, artist and other names, or its own keys.")
  public var tags = TextMap()
  @Parameter("Which video track is exported.") public var videoTracks = TrackChoice()
  @Parameter("Which audio track is exported.") public var audioTracks = TrackChoice()
  @Parameter("Where the file begins, on the asset's timeline; at its beginning, without it.") public var from:
    MediaTime?
  @Parameter("Where the file ends, on the asset's timeline; at its end, without it.") public var to: MediaTime?

  public init() {}

  public func build(_ template: inout Template) {
    let source = template.addSource(url, video: videoTracks, audio: audioTracks, from: from, to: to)
    let export = template.add(
      "export",
      ExportPreset {
        $0.preset = preset
        $0.fileType = fileType ?? preset.fileType(of: output)
        if passes > 1 { $0.passes = passes }
        if !tags.entries.isEmpty { $0.tags = tags }
      })
    if preset.videoCoding != nil { template.connect(source.video, to: export.video) }
    template.connect(source.audio, to: export.audio)
    if (fileType ?? preset.fileType(of: output)).holdsMetadata {
      template.connect(source.metadata, to: export.metadata)
    }
    template.connect(export.movie, to: template.add("file", FileWrite { $0.url = output }).input)
  }
}
