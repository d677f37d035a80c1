import ArgumentParser
import MediaEngine
import MediaGraph
import MediaTimeline

/// The graph that writes a timeline with its sources' samples, and encodes only what has to be.
///
///     timeline.copy ┬▷ video ───────────┐
///                   ├▷ audio ───────────┤
///                   └▷ samples ─────────┼▷ muxer ─▷ file     subtitles, captions, timecode
///     timeline ──────▷ encoder ─────────┤                    where samples cannot be copied, or not into such a file
///     asset.read ┬───▷ encoder ─────────┤                    the same pictures of the one file that it has
///                └───▷ text, metadata ──┘
struct CopyGraph {
  /// The file of a timeline that has but one, for what belongs to the whole of it.
  struct Source {
    let read: AssetRead
    /// The file, if it is open.
    let opened: OpenedAssets
    /// Chooses the file's tracks; gets true if subtitles are taken as text, and not as samples.
    let tracks: (_ hasText: Bool) throws -> TrackSelection
  }

  /// The way in which a track gets into the file.
  private enum Treatment {
    case copied
    case encoded(String, [String: String])
    case absent

    var isThere: Bool { if case .absent = self { false } else { true } }

    init(_ codec: CodecChoice) {
      switch codec {
      case .none: self = .absent
      case .copy: self = .copied
      case .encode(let codec, let settings): self = .encoded(codec, settings)
      }
    }
  }

  private(set) var graph = Graph()
  /// Lines about tracks that the file does not have, or not as they are stored.
  private(set) var notes: [String] = []
  private let copying: TimelineCopy
  private let type: ExportPreset.FileType
  private var copied: NodeHandle<TimelineCopy>?
  private var rendered: NodeHandle<TimelineNode>?
  /// The one file as it is read; nil for a timeline that may have several.
  private var file: AssetRead?
  private var reader: NodeHandle<AssetRead>?

  /// Opens the files of the timeline.
  ///
  /// - Throws: `Diagnostic` for what is wrong with a file; `ValidationError` for options that do not go with it.
  init(_ timeline: Timeline, edges: TimelineCopy.Edges, _ options: EditingOptions, of source: Source) throws {
    let file = try options.file()
    guard options.video.map({ $0 == "none" }) ?? true else {
      throw ValidationError("--video says how pictures are encoded, and --smart copies them: leave one of them out.")
    }
    let copying = TimelineCopy {
      ($0.edges, $0.movie, $0.timeline) = (edges, file.type.isMovie, timeline)
    }
    let codec: CodecChoice? = options.audio == nil ? nil : try options.codecs(of: file.type).audio
    try self.init(copying, to: file.location, file.type, hasVideo: options.video == nil, audio: codec, of: source)
  }

  /// Opens the files of the timeline.
  ///
  /// - Parameters:
  ///   - audio: The codec of the audio; nil for that of the sources, where it can be copied.
  ///   - tags: Metadata of the file.
  /// - Throws: `Diagnostic` for what is wrong with a file; `ValidationError` for audio that shall be copied, and cannot.
  init(
    _ copying: TimelineCopy, to location: Location, _ type: ExportPreset.FileType, isM4V: Bool = false,
    hasVideo: Bool = true, audio: CodecChoice? = nil, tags: TextMap = TextMap(), of source: Source? = nil
  ) throws {
    (self.copying, self.type) = (copying, type)
    file = source?.read
    let plan = try copying.plan(opened: source?.opened ?? OpenedAssets())
    let pictures = hasVideo ? treatment(ofVideo: plan) : .absent
    let sound = try treatment(ofAudio: plan, audio)
    let isMovie = type.isMovie && type != .threeGP
    let others = plan.samples.enumerated().filter { isMovie && $1.obstacle == nil }
    let isText = source != nil && !others.contains { $0.element.report.isText }
    for track in plan.samples where !(isText && track.report.isText) {
      guard let reason = isMovie ? track.obstacle : "only movies get copies of it" else { continue }
      notes.append("the \(track.report.kind) track is left out: \(reason)")
    }
    let selection = try source?.tracks(isText)
    if let selection, selection.hasSubtitles { file?.textTracks = TrackChoice(.all) }
    var tracks = selection?.settings(hasVideo: pictures.isThere, hasAudio: sound.isThere) ?? []
    if tracks.isEmpty, !others.isEmpty {
      tracks = [pictures, sound].filter(\.isThere).map { _ in TrackSettings() }
    }
    if pictures.isThere, let place = others.firstIndex(where: { $0.element.report.mediaType == "tmcd" }) {
      let number = tracks.count + place + 1
      tracks[0].references = [.init { ($0.kind, $0.track) = ("tmcd", number) }]
    }
    tracks += others.map(\.element.settings)
    var arguments = type.muxerArguments(for: source?.read.url)
    if isM4V { arguments["brand"] = .text("m4v") }
    if !tags.entries.isEmpty { arguments["metadata"] = tags.argument }
    if !tracks.isEmpty { arguments["tracks"] = tracks.argument }
    let muxer = graph.add("muxer", NamedNode(use: Self.muxer(of: type), with: arguments))
    let inputs = muxer.port(in: "in", as: AnyTrack.self)
    connect(pictures, "video", \.video, to: inputs) { $0.frames() }
    connect(sound, "audio", \.audio, to: inputs) { $0.edit().audio }
    // The settings of tracks are in the order of the inputs; metadata have none.
    if let selection, selection.hasSubtitles, let read = read() {
      selection.connectSubtitles(of: read, to: inputs, in: &graph)
    }
    for (index, _) in others { graph.connect(copy().samples[index + 1], to: inputs) }
    if type.holdsMetadata, let read = read() { graph.connect(read.metadata, to: inputs) }
    let output = graph.add("file", FileWrite { $0.url = location })
    graph.connect(muxer.port(out: "out", as: Container.self), to: output.input)
  }

  private static func muxer(of type: ExportPreset.FileType) -> NodeType { NodeType("mux.\(type.text)") }

  // MARK: - Treatment

  private mutating func treatment(ofVideo plan: CopyPlan) -> Treatment {
    guard type.usualCodecs.video != .none, let track = plan.video.first else { return .absent }
    let missing = track.codec(missingIn: Self.muxer(of: type)).map { "\(type.text) files cannot hold \($0)" }
    // Several files are rendered by the node that copies.
    guard let reason = missing ?? (file == nil ? nil : track.report.fallback) else { return .copied }
    notes.append("the pictures are encoded: \(reason)")
    return Treatment(type.usualCodecs.video)
  }

  private mutating func treatment(ofAudio plan: CopyPlan, _ choice: CodecChoice?) throws -> Treatment {
    guard choice != .some(.none), let track = plan.audio.first else { return .absent }
    let missing = track.codec(missingIn: Self.muxer(of: type))
    let reason = track.obstacle ?? missing.map { "\(type.text) files cannot hold \($0)" }
    if let choice, choice != .copy { return Treatment(choice) }
    guard let reason else { return .copied }
    guard choice == nil, type.usualCodecs.audio != .copy else {
      throw ValidationError("The sound cannot be copied: \(reason).")
    }
    notes.append("the sound is encoded: \(reason)")
    return Treatment(type.usualCodecs.audio)
  }

  // MARK: - Links

  /// The node that gives samples, which is there if something reads it.
  private mutating func copy() -> NodeHandle<TimelineCopy> {
    let node = copied ?? graph.add("copy", copying)
    copied = node
    return node
  }

  /// The node that gives frames and sound to encoders, which is there if something reads it.
  private mutating func edit() -> NodeHandle<TimelineNode> {
    let node =
      rendered
      ?? graph.add(
        "edit", TimelineNode { ($0.from, $0.to, $0.timeline) = (copying.from, copying.to, copying.timeline) })
    rendered = node
    return node
  }

  /// The node that reads the one file, which is there if something reads it; nil where it is not one.
  private mutating func read() -> NodeHandle<AssetRead>? {
    guard let file else { return nil }
    let node = reader ?? graph.add("source", file)
    reader = node
    return node
  }

  /// The frames that are encoded: of the one file upright and at their own times, else those of the timeline.
  private mutating func frames() -> Output<RawVideo> {
    guard let source = read() else { return edit().video }
    let upright = graph.add("upright", VideoOrient())
    graph.connect(source.video, to: upright.input)
    return upright.output
  }

  private mutating func connect<Medium, Raw>(
    _ treatment: Treatment, _ kind: String, _ stored: KeyPath<NodeHandle<TimelineCopy>, Output<Coded<Medium>>>,
    to inputs: Input<AnyTrack>, raw: (inout CopyGraph) -> Output<Raw>
  ) {
    switch treatment {
    case .absent: break
    case .copied: graph.connect(copy()[keyPath: stored], to: inputs)
    case .encoded(let codec, let settings):
      let frames = raw(&self)
      let encoder = graph.add(kind, TranscodeGraph.encoder(kind, codec, settings))
      graph.connect(frames, to: encoder.port(in: "in", as: Raw.self))
      graph.connect(encoder.port(out: "out", as: Coded<Medium>.self), to: inputs)
    }
  }
}

extension CopyTrackReport {
  /// True for subtitles, which files that hold no samples of movies may have as text.
  fileprivate var isText: Bool { ["sbtl", "text", "subt"].contains(mediaType) }
}

extension ExportPreset.FileType {
  /// True if a track may have several sample descriptions, and edits.
  var isMovie: Bool { ["mp4", "mov", "m4v", "m4a", "3gp"].contains(text) }
}
