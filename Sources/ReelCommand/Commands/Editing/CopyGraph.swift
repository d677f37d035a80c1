import ArgumentParser
import MediaGraph
import MediaTimeline

/// The graph that writes a timeline with its sources' samples, and encodes only what has to be.
///
///     timeline.copy ┬▷ video ───────────┐
///                   ├▷ audio ───────────┤
///                   └▷ samples ─────────┴▷ muxer ─▷ file     subtitles, captions, timecode
///     timeline ──────▷ audio ─▷ encoder ┘                    where its audio cannot be copied
struct CopyGraph {
  let graph: Graph
  /// Lines about tracks that the file does not have.
  private(set) var notes: [String] = []

  /// Opens the files of the timeline.
  ///
  /// - Parameter metadata: The file whose title and the like the output has; nil for none.
  /// - Throws: `Diagnostic` for what is wrong with a file; `ValidationError` for options that do not go with it.
  init(
    _ timeline: Timeline, edges: TimelineCopy.Edges, _ options: EditingOptions,
    metadata: (inout Graph) -> Output<Metadata>? = { _ in nil }
  ) throws {
    let file = try options.file()
    guard options.video.map({ $0 == "none" }) ?? true else {
      throw ValidationError("--video says how pictures are encoded, and --smart copies them: leave one of them out.")
    }
    let copying = TimelineCopy {
      ($0.edges, $0.movie, $0.timeline) = (edges, file.type.isMovie, timeline)
    }
    let codec: CodecChoice? = options.audio == nil ? nil : try options.codecs(of: file.type).audio
    try self.init(
      copying, to: file.location, file.type, hasVideo: options.video == nil, audio: codec, metadata: metadata)
  }

  /// Opens the files of the timeline.
  ///
  /// - Parameters:
  ///   - audio: The codec of the audio; nil for that of the sources, where it can be copied.
  ///   - tags: Metadata of the file.
  /// - Throws: `Diagnostic` for what is wrong with a file.
  init(
    _ copying: TimelineCopy, to location: Location, _ type: ExportPreset.FileType, isM4V: Bool = false,
    hasVideo: Bool = true, audio choice: CodecChoice? = nil, tags: TextMap = TextMap(),
    metadata: (inout Graph) -> Output<Metadata>? = { _ in nil }
  ) throws {
    let plan = try copying.plan()
    var graph = Graph()
    let copy = graph.add("copy", copying)
    var arguments: [String: MediaGraph.Argument] = type.hasFastStart ? ["fast_start": .text("true")] : [:]
    if isM4V { arguments["brand"] = .text("m4v") }
    if !tags.entries.isEmpty { arguments["metadata"] = tags.argument }
    let isMovie = type.isMovie && type != .threeGP
    let others = plan.samples.enumerated().filter { isMovie && $1.obstacle == nil }
    for track in plan.samples {
      guard let reason = isMovie ? track.obstacle : "only movies get copies of it; text is kept where all is encoded"
      else { continue }
      notes.append("the \(track.report.kind) track is left out: \(reason)")
    }
    let isSeen = hasVideo && type.usualCodecs.video != .none && !plan.video.isEmpty
    let isHeard = choice != .some(.none) && !plan.audio.isEmpty
    if !others.isEmpty {
      var tracks = [isSeen, isHeard].filter(\.self).map { _ in TrackSettings() }
      if isSeen, let place = others.firstIndex(where: { $0.element.report.mediaType == "tmcd" }) {
        let number = tracks.count + place + 1
        tracks[0].references = [.init { ($0.kind, $0.track) = ("tmcd", number) }]
      }
      arguments["tracks"] = (tracks + others.map(\.element.settings)).argument
    }
    let muxer = graph.add("muxer", NamedNode(use: NodeType("mux.\(type.text)"), with: arguments))
    let inputs = muxer.port(in: "in", as: AnyTrack.self)
    if isSeen { graph.connect(copy.video, to: inputs) }
    if choice != .some(.none), let audio = plan.audio.first {
      if choice == nil, audio.obstacle == nil {
        graph.connect(copy.audio, to: inputs)
      } else if let (codec, settings) = Self.encoder(choice ?? type.usualCodecs.audio) {
        let edit = graph.add(
          "edit", TimelineNode { ($0.from, $0.to, $0.timeline) = (copying.from, copying.to, copying.timeline) })
        let encoder = graph.add("audio", TranscodeGraph.encoder("audio", codec, settings))
        graph.connect(edit.audio, to: encoder.port(in: "in", as: RawAudio.self))
        graph.connect(encoder.port(out: "out", as: Coded<Audio>.self), to: inputs)
      }
    }
    for (index, _) in others { graph.connect(copy.samples[index + 1], to: inputs) }
    if type.holdsMetadata, let metadata = metadata(&graph) { graph.connect(metadata, to: inputs) }
    let output = graph.add("file", FileWrite { $0.url = location })
    graph.connect(muxer.port(out: "out", as: Container.self), to: output.input)
    self.graph = graph
  }

  private static func encoder(_ choice: CodecChoice) -> (String, [String: String])? {
    switch choice {
    case .none, .copy: nil
    case .encode(let codec, let settings): (codec, settings)
    }
  }
}

extension ExportPreset.FileType {
  /// True if a track may have several sample descriptions, and edits.
  var isMovie: Bool { ["mp4", "mov", "m4v", "m4a", "3gp"].contains(text) }
}
