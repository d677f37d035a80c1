import MediaEngine
import MediaGraph

/// The graph of a transcode: a source, conversions, encoders, a muxer and a file.
///
///            ┌▷ upright ─▷ scale ─▷ rate ─▷ encoder ─┐
///     source ┼▷ convert ───────────────────▷ encoder ┼▷ muxer ─▷ file
///            └▷ text, metadata ──────────────────────┘
///
/// Each audio track that is chosen has an encoder of its own. Conversions that are not asked for are left out.
struct TranscodeGraph {
  let input: Location
  let output: Location
  let fileType: ExportPreset.FileType
  let video: CodecChoice
  let audio: CodecChoice
  /// The box that pictures fit into; nil for their own size.
  let size: PixelSize?
  /// The part of the input; nil for its beginning and its end.
  let range: (from: MediaTime?, to: MediaTime?)
  let tracks: TrackSelection
  /// The rate at which pictures come; nil for their own.
  var frameRate: FrameRate?
  /// The number of channels of the sound; nil for its own.
  var channels: Int?
  /// The samples a second of the sound; nil for its own.
  var sampleRate: Int?

  var graph: Graph {
    var graph = Graph()
    let source = graph.add(
      "source",
      AssetRead {
        $0.url = input
        $0.from = range.from
        $0.to = range.to
        if tracks.audio.rule != .first { $0.audioTracks = tracks.audio }
        if tracks.hasSubtitles { $0.textTracks = TrackChoice(.all) }
      })
    let (seen, heard) = (pictures(of: source, in: &graph), sound(of: source, in: &graph))
    var arguments = fileType.muxerArguments(for: input, isWhole: range.from == nil && range.to == nil)
    let settings = tracks.settings(hasVideo: seen != nil, hasAudio: !heard.isEmpty)
    if !settings.isEmpty { arguments["tracks"] = settings.argument }
    let muxer = graph.add("muxer", NamedNode(use: NodeType("mux.\(fileType.text)"), with: arguments))
    let inputs = muxer.port(in: "in", as: AnyTrack.self)
    for connect in [seen].compactMap(\.self) + heard { connect(&graph, inputs) }
    tracks.connectSubtitles(of: source, to: inputs, in: &graph)
    if fileType.holdsMetadata { graph.connect(source.metadata, to: inputs) }
    let file = graph.add("file", FileWrite { $0.url = output })
    graph.connect(muxer.port(out: "out", as: Container.self), to: file.input)
    return graph
  }

  /// The link of a track, whose medium is known where the track is made, to the muxer.
  private typealias Link = (inout Graph, Input<AnyTrack>) -> Void

  private func pictures(of source: NodeHandle<AssetRead>, in graph: inout Graph) -> Link? {
    let coded: Output<Coded<Video>>
    switch video {
    case .none: return nil
    case .copy: coded = source.codedVideo
    case .encode(let codec, let settings):
      let frames = frames(of: source, in: &graph)
      let encoder = graph.add("video", Self.encoder("video", codec, settings))
      graph.connect(frames, to: encoder.port(in: "in", as: RawVideo.self))
      coded = encoder.port(out: "out", as: Coded<Video>.self)
    }
    return { $0.connect(coded, to: $1) }
  }

  private func sound(of source: NodeHandle<AssetRead>, in graph: inout Graph) -> [Link] {
    if audio == .none { return [] }
    return (1...tracks.audioCount).map { number in
      let coded: Output<Coded<Audio>>
      switch audio {
      case .encode(let codec, let settings):
        let samples = samples(of: source, number, in: &graph)
        let encoder = graph.add(Self.name("audio", number), Self.encoder("audio", codec, settings))
        graph.connect(samples, to: encoder.port(in: "in", as: RawAudio.self))
        coded = encoder.port(out: "out", as: Coded<Audio>.self)
      case .copy, .none: coded = number == 1 ? source.codedAudio : source.codedAudio[number]
      }
      return { $0.connect(coded, to: $1) }
    }
  }

  /// Encoded frames have no orientation: they are turned before.
  private func frames(of source: NodeHandle<AssetRead>, in graph: inout Graph) -> Output<RawVideo> {
    let upright = graph.add("upright", VideoOrient())
    graph.connect(source.video, to: upright.input)
    var frames = upright.output
    if let size {
      let scale = graph.add("scale", VideoScale { ($0.width, $0.height, $0.fit) = (size.width, size.height, .contain) })
      graph.connect(frames, to: scale.input)
      frames = scale.output
    }
    if let frameRate {
      let rate = graph.add("rate", VideoRate { $0.frameRate = frameRate })
      graph.connect(frames, to: rate.input)
      frames = rate.output
    }
    return frames
  }

  /// The sound of an audio track, by its number, in the format that is asked for.
  private func samples(
    of source: NodeHandle<AssetRead>, _ number: Int, in graph: inout Graph
  ) -> Output<RawAudio> {
    let samples = number == 1 ? source.audio : source.audio[number]
    guard channels != nil || sampleRate != nil else { return samples }
    let convert = graph.add(
      Self.name("convert", number), AudioConvert { ($0.channels, $0.rate) = (channels, sampleRate) })
    graph.connect(samples, to: convert.input)
    return convert.output
  }

  private static func name(_ node: String, _ number: Int) -> String { number == 1 ? node : "\(node)\(number)" }

  /// Returns the encoding node of a codec with its settings.
  static func encoder(_ media: String, _ codec: String, _ settings: [String: String]) -> NamedNode {
    var settings = settings
    if media == "video", let quality = UsualQuality.of(codec, settings) { settings["quality"] = "\(quality)" }
    return NamedNode(use: NodeType("\(media).encode.\(codec)"), with: settings.mapValues { .text($0) })
  }
}
