/// Generates images of an asset at or near given times; corresponds to AVAssetImageGenerator.
///
///     frames ─▷ render ─▷ images
public struct ImageGenerate: TemplateNode {
  public static let type: NodeType = "image.generate"
  public static let summary = "Makes images of an asset at or near some times, in their right colours."

  @Port(out: "images", "The images, in order of their times.") public var images: Output<RawVideo>
  @Parameter("The file to read.") public var url: Location
  @Parameter("The times in seconds, in any order: an image for each.") public var times: [MediaTime] = []
  @Parameter("The tolerance before a requested time; 0s for the exact frame, unlimited if left out.")
  public var toleranceBefore: MediaTime?
  @Parameter("The tolerance after a requested time; 0s for the exact frame, unlimited if left out.")
  public var toleranceAfter: MediaTime?
  @Parameter("Which part is shown, and whether its pixels are made square.")
  public var aperture: ImageRender.Aperture = .clean
  @Parameter("The largest width of an image; none is enlarged.", unit: "pixels", in: 1...16384) public var maxWidth:
    Int?
  @Parameter("The largest height of an image; none is enlarged.", unit: "pixels", in: 1...16384)
  public var maxHeight: Int?
  @Parameter("True to apply the track's orientation.") public var orient = true
  @Parameter("Which video track is shown.") public var videoTracks = TrackChoice()

  public init() {}

  public func build(_ template: inout Template) {
    let frames = template.add(
      "frames",
      AssetFrames {
        $0.url = url
        $0.times = times
        $0.toleranceBefore = toleranceBefore
        $0.toleranceAfter = toleranceAfter
        $0.videoTracks = videoTracks
      })
    let render = template.add(
      "render",
      ImageRender {
        $0.aperture = aperture
        $0.maxWidth = maxWidth
        $0.maxHeight = maxHeight
        $0.orient = orient
      })
    template.connect(frames.output, to: render.input)
    template.connect(render.output, to: images)
  }
}
