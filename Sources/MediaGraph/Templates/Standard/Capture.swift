/// Records a camera and a microphone; corresponds to a capture session with a movie file output.
///
///     camera ─────┬▷ video of export.preset ─▷ file
///     microphone ─┴▷ audio
public struct Capture: TemplateNode {
  public static let type: NodeType = "capture"
  public static let summary = "Records a camera and a microphone to a file, until the run is stopped."

  @Parameter("The camera; none records no pictures.") public var camera: Device = "camera:0"
  @Parameter("The microphone; none records no sound.") public var microphone: Device = "microphone:0"
  @Parameter("The file to write.") public var output: Location
  @Parameter("The preset: codecs, bit rates and the largest size of frames.") public var preset: ExportPreset.Preset =
    .highest
  @Parameter("The kind of file; without it, mov for ProRes, else what the output's name says, or mp4.")
  public var fileType: ExportPreset.FileType?

  public init() {}

  public func build(_ template: inout Template) {
    let export = template.add(
      "export",
      ExportPreset {
        $0.preset = preset
        $0.fileType = fileType ?? preset.fileType(of: output)
      })
    if preset.videoCoding != nil, camera.text != "none" {
      let source = template.add("camera", CaptureVideo { $0.device = camera })
      template.connect(source.output, to: export.video)
    }
    if microphone.text != "none" {
      let source = template.add("microphone", CaptureAudio { $0.device = microphone })
      template.connect(source.output, to: export.audio)
    }
    template.connect(export.movie, to: template.add("file", FileWrite { $0.url = output }).input)
  }
}
