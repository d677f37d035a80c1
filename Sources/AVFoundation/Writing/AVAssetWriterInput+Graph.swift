internal import MediaEngine
internal import MediaGraph
internal import MovieFile

extension AVAssetWriterInput {
  /// The frames for which there is room before a slow encoder; more of a program that cannot wait.
  private static let frameCapacity = (usual: 4, realTime: 8)
  private static let blockCapacity = 16

  /// Adds the source that the program feeds, and what encodes its samples.
  ///
  /// - Parameter name: The source's name, and the end of the others'.
  /// - Throws: `SettingsError`; errors of the hint.
  func addSource(
    to graph: inout Graph, _ name: String, before mux: Input<AnyTrack>, in file: WriterFileType
  ) throws -> WriterCore.Feed {
    let isRealTime = expectsMediaDataInRealTime
    func feed(_ source: any ProgramFeed, isCoded: Bool = false) -> WriterCore.Feed {
      WriterCore.Feed(source: source, isRealTime: isRealTime, isCoded: isCoded)
    }
    switch (mediaType, outputSettings) {
    case (.video, let settings?):
      let encoding = try VideoEncoding(VideoSettings(settings), hint: sourceFormatHint?.dimensions)
      let capacity = isRealTime ? Self.frameCapacity.realTime : Self.frameCapacity.usual
      let source = ProgramSource<RawVideo>(
        name, capacity: capacity, frameRate: encoding.settings.compression.frameRate)
      let coded = try encoding.add(to: &graph, name, from: graph.add(name, source).output)
      graph.connect(coded, to: mux)
      return feed(source)
    case (.audio, let settings?):
      let source = ProgramSource<RawAudio>(name, capacity: Self.blockCapacity)
      let encoding = try AudioEncoding(AudioSettings(settings), in: file)
      graph.connect(encoding.add(to: &graph, name, from: graph.add(name, source).output), to: mux)
      return feed(source)
    case (.video, nil):
      let source = ProgramSource<Coded<Video>>(name)
      graph.connect(graph.add(name, source).output, to: mux)
      return feed(source, isCoded: true)
    case (.audio, nil):
      let source = ProgramSource<Coded<Audio>>(name)
      graph.connect(graph.add(name, source).output, to: mux)
      return feed(source, isCoded: true)
    default:
      let source = ProgramSource<Text>(name, format: .text)
      graph.connect(graph.add(name, source).output, to: mux)
      return feed(source)
    }
  }

  /// The track's properties in the file.
  ///
  /// - Parameter tracks: The numbers of all inputs' tracks.
  func trackSettings(
    _ tracks: [AVAssetWriterInput: Int], group: (number: Int, isDefault: Bool)?
  ) -> TrackSettings {
    let options = options.withLock { $0 }
    return TrackSettings {
      // Only what differs from the usual: the graph prints what is set.
      if let language = options.extendedLanguageTag ?? options.languageCode { $0.language = language }
      if !options.isEnabled || group?.isDefault == false { $0.enabled = false }
      if let group { $0.alternateGroup = group.number }
      if options.timescale > 0, mediaType != .audio { $0.timescale = min(Int(options.timescale), 90_000_000) }
      let transform = options.transform
      if !transform.isIdentity {
        $0.transform = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map {
          Double($0)
        }
      }
      if options.naturalSize.width >= 1, options.naturalSize.height >= 1 {
        $0.size = PixelSize(
          width: Int(min(options.naturalSize.width.rounded(), 32767)),
          height: Int(min(options.naturalSize.height.rounded(), 32767)))
      }
      if options.volume != 1 { $0.volume = Double(min(max(options.volume, 0), 1)) }
      let references = options.associations.compactMap { input, type in
        tracks[input].map { number in
          TrackSettings.Reference { ($0.kind, $0.track) = (type, number) }
        }
      }
      if !references.isEmpty { $0.references = references }
      if mediaType == .video, let settings = outputSettings, let video = try? VideoSettings(settings) {
        if let aperture = video.cleanAperture { $0.cleanAperture = aperture }
      }
      var map = TextMap()
      for item in options.metadata {
        guard let item = item.fileItem, case .text(let text, _) = item.value else { continue }
        map.entries["\(TagKey(item))"] = text
      }
      if !map.entries.isEmpty { $0.metadata = map }
    }
  }
}

extension AVAssetWriter.Options {
  /// The number of the group of an input, from 1, and if it is the one that players choose.
  func group(of input: AVAssetWriterInput) -> (number: Int, isDefault: Bool)? {
    guard let index = groups.firstIndex(where: { $0.inputs.contains(input) }) else { return nil }
    let group = groups[index]
    return (index + 1, (group.defaultInput ?? group.inputs.first) === input)
  }
}
