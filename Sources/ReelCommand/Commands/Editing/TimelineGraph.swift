import ArgumentParser
import MediaGraph

/// The graph that renders a timeline to a file.
///
///     timeline ┬▷ encoder ─┐
///              └▷ encoder ─┴▷ muxer ─▷ file
struct TimelineGraph {
  let graph: Graph

  /// - Throws: `ValidationError` for an output that no muxer writes, and for codecs that copy.
  init(_ node: TimelineNode, _ options: EditingOptions, preset: ExportPreset.Preset? = nil) throws {
    let file = try options.file()
    var graph = Graph()
    let edit = graph.add("edit", node)
    let movie: Output<Container>
    if let preset {
      guard options.video == nil, options.audio == nil else {
        throw ValidationError("--preset says what the codecs are: leave out --video and --audio, or it.")
      }
      let export = graph.add("export", ExportPreset { ($0.preset, $0.fileType) = (preset, file.type) })
      graph.connect(edit.video, to: export.video)
      graph.connect(edit.audio, to: export.audio)
      movie = export.movie
    } else {
      let (video, audio) = try options.codecs(of: file.type)
      let muxer = graph.add(
        "muxer", NamedNode(use: NodeType("mux.\(file.type.text)"), with: file.type.muxerArguments(for: nil)))
      let inputs = muxer.port(in: "in", as: AnyTrack.self)
      if let (codec, settings) = try Self.encoder(video) {
        let encoder = graph.add("video", TranscodeGraph.encoder("video", codec, settings))
        graph.connect(edit.video, to: encoder.port(in: "in", as: RawVideo.self))
        graph.connect(encoder.port(out: "out", as: Coded<Video>.self), to: inputs)
      }
      if let (codec, settings) = try Self.encoder(audio) {
        let encoder = graph.add("audio", TranscodeGraph.encoder("audio", codec, settings))
        graph.connect(edit.audio, to: encoder.port(in: "in", as: RawAudio.self))
        graph.connect(encoder.port(out: "out", as: Coded<Audio>.self), to: inputs)
      }
      movie = muxer.port(out: "out", as: Container.self)
    }
    let output = graph.add("file", FileWrite { $0.url = file.location })
    graph.connect(movie, to: output.input)
    self.graph = graph
  }

  private static func encoder(_ choice: CodecChoice) throws -> (String, [String: String])? {
    switch choice {
    case .none: return nil
    case .copy: throw ValidationError("What is rendered cannot be copied: name a codec, such as h264 or aac.")
    case .encode(let codec, let settings): return (codec, settings)
    }
  }
}
