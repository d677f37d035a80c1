/// Plays an asset: its video in a window and its audio on the speakers, synchronised by one clock.
///
///     source ─┬▷ upright ─▷ screen
///             └▷ speaker
///
/// A movie without audio, or audio without video, plays the track that it has.
public struct Player: TemplateNode {
  public static let type: NodeType = "player"
  public static let summary = "Plays an asset in a window and on the speakers."

  @Parameter("The file or URL to play.") public var url: Location
  @Parameter("The sound device by the sound server's name; without it, the default.") public var device: String?
  @Parameter("Which video track is shown; none for sound alone.") public var videoTracks = TrackChoice()
  @Parameter("Which audio track is heard; none for pictures alone.") public var audioTracks = TrackChoice()

  public init() {}

  public func build(_ template: inout Template) {
    let source = template.addSource(url, video: videoTracks, audio: audioTracks)
    if videoTracks.rule != .none {
      let upright = template.add("upright", VideoOrient())
      template.connect(source.video, to: upright.input)
      template.connect(upright.output, to: template.add("screen", DisplayVideo()).input)
    }
    if audioTracks.rule != .none {
      template.connect(source.audio, to: template.add("speaker", Speaker { $0.device = device }).input)
    }
  }
}
