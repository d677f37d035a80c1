internal import MediaEngine
internal import MediaGraph
internal import MediaSource

extension AVAssetWriter {
  /// A graph, and the sources in it that the program feeds.
  struct Plan {
    var graph: Graph
    /// The sources of the inputs, in their order.
    var feeds: [WriterCore.Feed] = []
    /// The file's metadata, and the source that takes them.
    var metadata: (source: ProgramSource<Metadata>, packets: [DataPacket])?
    /// The end that takes the file's bytes, of a writer that gives segments.
    var sink: ProgramSink<Container>?
  }

  /// Makes the graph of the present inputs and options.
  ///
  /// - Throws: `AVError`.
  func plan() throws -> Plan {
    let options = options.withLock { $0 }
    var plan = Plan(graph: Graph())
    do {
      let isFragmented = isFragmented(options)
      if isFragmented, options.inputs.contains(where: { [.metadata, .timecode].contains($0.mediaType) }) {
        throw AVError(
          .unknown,
          reason:
            "timed metadata and timecode are written into files in one piece: other programs refuse fragments of them",
          suggestion: "set no movieFragmentInterval")
      }
      var tracks: [AVAssetWriterInput: Int] = [:]
      for (index, input) in options.inputs.enumerated() { tracks[input] = index + 1 }
      let settings = try options.inputs.map {
        try $0.trackSettings(tracks, group: options.group(of: $0), in: fileType, isFragmented: isFragmented)
      }
      let muxer = fileType.node
      if let reason = settings.lazy.compactMap({ MuxerSupport.refusal(of: $0, in: muxer) }).first {
        throw AVError(.unknown, reason: "a property of an input cannot be written: \(reason)")
      }
      let mux = try addMuxer(to: &plan, options, settings)
      if isFragmented, settings.contains(where: \.first) {
        throw AVError(
          .unknown, reason: "mediaDataLocation of an input is for files in one piece",
          suggestion: "set no movieFragmentInterval")
      }
      for (index, input) in options.inputs.enumerated() {
        // Several media types have one name.
        let kind = Self.name(of: input.mediaType)
        let number = options.inputs[..<index].count { Self.name(of: $0.mediaType) == kind } + 1
        let name = kind + (number > 1 ? "\(number)" : "")
        plan.feeds.append(
          try input.addSource(to: &plan.graph, name, before: mux, in: fileType, isFragmented: isFragmented))
      }
      let packets = try options.metadata.map { item in
        guard let stored = item.fileItem, let packet = try DataPacket(stored) else {
          throw SettingsError("metadata", "has \(item.refusal)")
        }
        return packet
      }
      if !packets.isEmpty {
        guard fileType.hasMetadata else {
          throw SettingsError(
            "metadata", "is given, but '\(outputFileType.rawValue)' files say nothing about themselves")
        }
        let source = ProgramSource(metadata: "metadata")
        plan.graph.connect(plan.graph.add("metadata", source).output, to: mux)
        plan.metadata = (source, packets)
      }
    } catch let error as SettingsError {
      throw AVError(error)
    }
    return plan
  }

  private static func name(of type: AVMediaType) -> String {
    switch type {
    case .video: "video"
    case .audio: "audio"
    case .metadata: "items"
    case .timecode: "timecode"
    default: "text"
    }
  }

  /// True if the file is written in fragments.
  private func isFragmented(_ options: Options) -> Bool {
    let interval = interval(options)
    return interval.isNumber && interval > .zero && fileType.hasFragments
  }

  private func interval(_ options: Options) -> CMTime {
    givesSegments ? options.segments.fragmentInterval : options.fragmentInterval
  }

  /// Returns the duration of fragments; nil for a file in one piece.
  private func fragment(_ options: Options) throws(SettingsError) -> MediaTime? {
    guard isFragmented(options) else { return nil }
    return try MediaTime(
      interval(options), of: givesSegments ? "preferredOutputSegmentInterval" : "movieFragmentInterval")
  }

  /// The duration of the first fragment of a file; nil for that of the others, and without fragments.
  var initialFragment: CMTime? {
    let options = options.withLock { $0 }
    let interval = options.initialFragmentInterval
    return !givesSegments && isFragmented(options) && interval.isNumber && interval > .zero ? interval : nil
  }

  /// Adds the muxer and what takes its file.
  ///
  /// - Returns: The input of the tracks.
  private func addMuxer(
    to plan: inout Plan, _ options: Options, _ tracks: [TrackSettings]
  ) throws -> Input<AnyTrack> {
    let fragment = try fragment(options)
    var file = FileTracks()
    // Values that a file has anyway are left out.
    if tracks.contains(where: { $0 != TrackSettings() }) { file.tracks = tracks }
    file.timescale = options.timescale > 0 ? min(Int(options.timescale), 90_000_000) : nil
    let fastStart = options.isOptimizedForNetwork && fragment == nil
    let number = options.initialFragmentNumber
    let hint = options.durationHint
    let durationHint =
      fragment != nil && hint.isNumber && hint > .zero ? try MediaTime(hint, of: "overallDurationHint") : nil
    switch fileType.muxer {
    case .mp4(let brand):
      let node = MuxMP4 {
        if fastStart { $0.fastStart = true }
        if let fragment { $0.fragment = fragment }
        if fragment != nil, number != 1 { $0.firstFragmentNumber = number }
        if let durationHint { $0.durationHint = durationHint }
        if brand != .mp4 { $0.brand = brand }
        $0.fileTracks = file
      }
      return try finish(&plan, node, \.input, \.output)
    case .mov:
      let node = MuxMOV {
        if fastStart { $0.fastStart = true }
        if let fragment { $0.fragment = fragment }
        if fragment != nil, number != 1 { $0.firstFragmentNumber = number }
        if let durationHint { $0.durationHint = durationHint }
        $0.fileTracks = file
      }
      return try finish(&plan, node, \.input, \.output)
    case .m4a: return try finish(&plan, MuxM4A { ($0.fastStart, $0.fileTracks) = (fastStart, file) }, \.input, \.output)
    case .threeGP:
      return try finish(&plan, Mux3GP { ($0.fastStart, $0.fileTracks) = (fastStart, file) }, \.input, \.output)
    case .caf: return try finish(&plan, MuxCAF(), \.input, \.output)
    case .wav: return try finish(&plan, MuxWAV(), \.input, \.output)
    case .aiff: return try finish(&plan, MuxAIFF(), \.input, \.output)
    case .aifc: return try finish(&plan, MuxAIFC(), \.input, \.output)
    case .mp3: return try finish(&plan, MuxMP3(), \.input, \.output)
    case .matroska: return try finish(&plan, MuxMKV { $0.fileTracks = file }, \.input, \.output)
    case .webM: return try finish(&plan, MuxWebM { $0.fileTracks = file }, \.input, \.output)
    case .transportStream: return try finish(&plan, MuxTS(), \.input, \.output)
    case .amr:
      let mux = plan.graph.add("mux", MuxAMR())
      try addFile(&plan, mux.output)
      return Input(node: "mux", port: "in")
    }
  }

  private func finish<N: Node>(
    _ plan: inout Plan, _ node: N, _ input: KeyPath<N, Input<AnyTrack>>, _ output: KeyPath<N, Output<Container>>
  ) throws -> Input<AnyTrack> {
    let mux = plan.graph.add("mux", node)
    try addFile(&plan, mux[dynamicMember: output])
    return mux[dynamicMember: input]
  }

  private func addFile(_ plan: inout Plan, _ output: Output<Container>) throws {
    guard givesSegments else {
      let path = outputURL.path
      return plan.graph.connect(output, to: plan.graph.add("file", FileWrite { $0.url = Location(path) }).input)
    }
    let sink = try ProgramSink<Container>("segments", packets: nil, capacity: 64)
    plan.graph.connect(output, to: plan.graph.add("segments", sink).input)
    plan.sink = sink
  }
}
