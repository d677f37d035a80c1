internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MovieFile

extension AVAssetWriterInput {
  /// The frames for which there is room before a slow encoder; more of a program that cannot wait.
  private static let frameCapacity = (usual: 4, realTime: 8)
  /// The audio for which there is room: more than passes while the first graph of a process starts.
  private static let audioSeconds = 2

  /// Adds the source that the program feeds, and what encodes its samples.
  ///
  /// - Parameters:
  ///   - name: The source's name, and the end of the others'.
  ///   - isFragmented: True if the file is written in fragments.
  /// - Throws: `SettingsError`; errors of the hint.
  func addSource(
    to graph: inout Graph, _ name: String, before mux: Input<AnyTrack>, in file: WriterFileType, isFragmented: Bool
  ) throws -> WriterCore.Feed {
    let isRealTime = expectsMediaDataInRealTime
    let areStored = storesSamples(in: file, isFragmented: isFragmented)
    func feed(_ source: any ProgramFeed, isCoded: Bool = false) -> WriterCore.Feed {
      WriterCore.Feed(source: source, isRealTime: isRealTime, isCoded: isCoded) { [weak self] in
        // The program may hold a lock while it appends, and take it where it observes.
        Task(executorPreference: RunThreads.shared) { self?.follow() }
      }
    }
    switch (mediaType, try encoderSettings?.get()) {
    case (_, .video(let settings)?):
      let encoding = try VideoEncoding(settings, hint: sourceFormatHint?.dimensions)
      let frameRate = encoding.settings.compression.frameRate
      let source: ProgramSource<RawVideo> =
        isRealTime
        ? ProgramSource(live: name, capacity: Self.frameCapacity.realTime, frameRate: frameRate)
        : ProgramSource(name, capacity: Self.frameCapacity.usual, frameRate: frameRate)
      let coded = try encoding.add(to: &graph, name, from: graph.add(name, source).output)
      graph.connect(coded, to: mux)
      return feed(source)
    case (_, .audio(let settings)?):
      let encoding = try AudioEncoding(settings, in: file)
      let source = ProgramSource<RawAudio>(
        name, seconds: Self.audioSeconds,
        continuation: encoding.continuation(in: file, isFragmented: isFragmented))
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
    case (_, nil) where areStored:
      // Fragments begin with the tracks, maybe long before the first sample.
      let source = ProgramSource<MediaGraph.Metadata>(boxes: name, keys: isFragmented ? sourceFormatHint : nil)
      graph.connect(graph.add(name, source).output, to: mux)
      return feed(source)
    default:
      let source = ProgramSource<Text>(name, format: .markup)
      graph.connect(graph.add(name, source).output, to: mux)
      return feed(source)
    }
  }

  /// The track's properties in the file.
  ///
  /// - Parameters:
  ///   - tracks: The numbers of all inputs' tracks.
  ///   - isFragmented: True if the file is written in fragments.
  /// - Throws: `SettingsError` for chunks that no file has, numbers that are none, and metadata without a key or a value that files hold.
  func trackSettings(
    _ tracks: [AVAssetWriterInput: Int], group: Int?, in file: WriterFileType, isFragmented: Bool
  ) throws(SettingsError) -> TrackSettings {
    let options = options.withLock { $0 }
    let (transform, alignment) = (options.transform, options.chunkAlignment)
    let chunk =
      options.chunkDuration.isValid
      ? try MediaTime(options.chunkDuration, of: "preferredMediaChunkDuration", subject: "of an input is") : nil
    let matrix = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty].map { Double($0) }
    if let number = matrix.first(where: { !$0.isFinite }) {
      throw SettingsError("transform", "of an input has \(number), no finite number")
    }
    guard options.volume.isFinite else {
      throw SettingsError("preferredVolume", "of an input is \(options.volume), no finite number: it is from 0 to 1")
    }
    guard alignment == 0 || 1...65_536 ~= alignment && alignment.nonzeroBitCount == 1 else {
      throw SettingsError("preferredMediaChunkAlignment", "of an input is \(alignment), no power of two up to 65536")
    }
    let isInOnePiece = file.isMovie && !isFragmented
    var settings = TrackSettings {
      // Only what differs from the usual: the graph prints what is set.
      if let language = options.extendedLanguageTag ?? options.languageCode { $0.language = language }
      if !options.isEnabled { $0.enabled = false }
      if let group { $0.alternateGroup = group }
      if options.timescale > 0, mediaType != .audio { $0.timescale = min(Int(options.timescale), 90_000_000) }
      if !transform.isIdentity { $0.transform = matrix }
      if options.naturalSize.width >= 1, options.naturalSize.height >= 1 {
        $0.size = PixelSize(
          width: Int(min(options.naturalSize.width.rounded(), 32767)),
          height: Int(min(options.naturalSize.height.rounded(), 32767)))
      }
      if storesSamples(in: file, isFragmented: isFragmented) { $0.timed = true }
      if let chunk, isInOnePiece { $0.chunk = chunk }
      if alignment > 1, isInOnePiece { $0.alignment = alignment }
      if options.dataLocation == .beforeMainMediaDataNotInterleaved { $0.first = true }
      if options.volume != 1 { $0.volume = Double(min(max(options.volume, 0), 1)) }
      let references = options.associations.compactMap { association in
        association.input.flatMap { tracks[$0] }.map { number in
          TrackSettings.Reference { ($0.kind, $0.track) = (association.type, number) }
        }
      }
      if !references.isEmpty { $0.references = references }
      if case .success(.video(let video))? = encoderSettings, let aperture = video.cleanAperture {
        $0.cleanAperture = aperture
      }
    }
    for item in options.metadata {
      guard let stored = item.fileItem, (try? settings.add(stored)) == true else {
        throw SettingsError("metadata", "of an input has \(item.refusal)")
      }
    }
    return settings
  }
}

extension MediaTime {
  /// Creates the time of an option that is above zero.
  ///
  /// - Parameter subject: The words between the name of the option and its time.
  /// - Throws: `SettingsError` for times that are not, and for those of a million hours and more, which no graph can state.
  init(_ time: CMTime, of option: String, subject: String = "is") throws(SettingsError) {
    guard time.isNumber, time > .zero else {
      throw SettingsError(option, "\(subject) \(time.text), no time above zero")
    }
    guard time.seconds < 3_600_000_000 else {
      throw SettingsError(option, "\(subject) \(time.text), a million hours or more")
    }
    self = .rational(time.value, time.timescale)
  }
}

/// The settings of the encoder of an input.
enum EncoderSettings {
  case video(VideoSettings)
  case audio(AudioSettings)

  init(_ dictionary: [String: Any], _ type: AVMediaType) throws(SettingsError) {
    switch type {
    case .video: self = .video(try VideoSettings(dictionary))
    case .audio: self = .audio(try AudioSettings(dictionary))
    default:
      throw SettingsError("outputSettings", "are given, but samples of type '\(type.rawValue)' are not encoded")
    }
  }
}

extension AVMetadataItem {
  /// The item in the error of one that no file holds, with what it lacks.
  var refusal: String {
    let name = "the item '\(identifier?.rawValue ?? key.map { "\($0)" } ?? "without a key")'"
    guard value == nil else { return "\(name) without a key or a value that files hold" }
    // Any is no NSCopying on Linux: it is nil without the detour, where Apple's systems bridge it.
    return "\(name) without a value: one of type Any is set as '(value as AnyObject) as? NSCopying & NSObjectProtocol'"
  }
}

extension AVAssetWriter.Options {
  /// The number of the group of an input, from 1.
  func group(of input: AVAssetWriterInput) -> Int? {
    groups.firstIndex { $0.inputs.contains(input) }.map { $0 + 1 }
  }
}
