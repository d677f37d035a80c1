/// Decodes an asset's video and audio to one format each, regardless of their codecs; corresponds to AVAssetReader.
///
///     source ─┬▷ (upright) ─▷ pixels ─▷ video
///             └▷ samples ─▷ audio
public struct AssetReader: TemplateNode {
  public static let type: NodeType = "asset.reader"
  public static let summary = "Reads an asset's pictures and sound in one format, whatever they are stored in."

  @Port(out: "video", "Pictures, as they are stored or upright.") public var video: Output<RawVideo>
  @Port(out: "audio", "Sound.") public var audio: Output<RawAudio>
  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("The pixel format.") public var pixelFormat: VideoConvert.PixelLayout = .bgra
  @Parameter("True to apply the track's orientation; false gives frames as they are stored.")
  public var orient = false
  @Parameter("The sample format.") public var sampleFormat: AudioConvert.SampleLayout = .s16
  @Parameter("Which video track is read.") public var videoTracks = TrackChoice()
  @Parameter("Which audio track is read.") public var audioTracks = TrackChoice()

  public init() {}

  public func build(_ template: inout Template) {
    let source = template.addSource(url, video: videoTracks, audio: audioTracks)
    let pixels = template.add("pixels", VideoConvert { $0.format = pixelFormat })
    let samples = template.add("samples", AudioConvert { $0.format = sampleFormat })
    if orient {
      let upright = template.add("upright", VideoOrient())
      template.connect(source.video, to: upright.input)
      template.connect(upright.output, to: pixels.input)
    } else {
      template.connect(source.video, to: pixels.input)
    }
    template.connect(pixels.output, to: video)
    template.connect(source.audio, to: samples.input)
    template.connect(samples.output, to: audio)
  }
}
