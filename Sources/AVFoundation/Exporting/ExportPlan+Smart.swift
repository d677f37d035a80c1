internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

extension ExportPlan {
  /// Adds smart rendering: samples as they are stored; frames at cuts and spans that have to be drawn are encoded.
  ///
  ///     timeline.copy ─▷ video ──────────────────────┐
  ///     timeline.copy ─▷ audio ──────────────────────┴▷ mux ─▷ file.write
  ///     asset.read ────▷ video ─▷ video.encode.h264 ─┤             of a file, where none of its samples can be copied
  ///     timeline ──────▷ audio ─▷ audio.encode.aac ──┤             where its audio cannot be copied
  ///     timeline.copy ─▷ samples, … ─────────────────┤             subtitles, captions, timecode
  ///     asset.read ────▷ text, … ────────────────────┘             subtitles, where files hold no such samples
  ///
  /// Each track of a file stays a track. The audio of a composition is mixed.
  ///
  /// - Throws: `AVError` for what cannot be exported; read errors.
  mutating func addSmartRendering() throws {
    guard settings.fileLengthLimit <= 0 else {
      throw AVError.cannotExport(
        "fileLengthLimit ends files at any sample, and smart rendering at the frame that is asked for",
        "leave it out, or choose a preset that encodes")
    }
    let (video, audio) = (smartTracks(.video), smartTracks(.audio))
    guard !video.isEmpty || !audio.isEmpty else {
      throw AVError(.operationNotSupportedForAsset, reason: "the asset has neither video nor audio")
    }
    if let reason = reasonToEncodeAll(video) { return try addEncodingOfAll(reason) }
    var tracks: [AVAssetTrack] = []
    var pictures: [MediaGraph.Output<Coded<Video>>] = []
    var sounds: [MediaGraph.Output<Coded<Audio>>] = []
    var mixes: Set<CMPersistentTrackID> = []
    for group in try groups(of: video, mixing: settings.videoComposition != nil) {
      guard let picture = try addCopiedVideo(group, pictures.count + 1) else { continue }
      pictures.append(picture)
      tracks.append(group[0])
    }
    for group in try groups(of: audio, mixing: settings.audioMix != nil || asset is AVComposition) {
      guard let sound = try addCopiedAudio(group, sounds.count + 1) else { continue }
      sounds.append(sound)
      tracks.append(group[0])
      if group.count > 1 { mixes.insert(group[0].trackID) }
    }
    let others = try copiedOthers()
    let isComposed = settings.videoComposition != nil
    var settings = self.settings(of: tracks, others) { track in
      track.mediaType == .video ? isComposed ? .identity : track.preferredTransform : nil
    }
    // A mix has the language of its tracks if that is one.
    for (index, track) in tracks.enumerated() where mixes.contains(track.trackID) {
      if Set(audio.map(\.languageCode)).count > 1 { settings[index].language = "und" }
    }
    let inputs = addMuxer(settings)
    for picture in pictures { graph.connect(picture, to: inputs) }
    for sound in sounds { graph.connect(sound, to: inputs) }
    connect(others, to: inputs)
    if let metadata = try addMetadata(keepsChapters: true) {
      graph.connect(metadata, to: inputs)
    } else if keepsMetadata, let location, output.type.type.holdsMetadata {
      let (from, to) = (from, to)
      let source = add("source", AssetRead { ($0.url, $0.from, $0.to) = (location, from, to) })
      graph.connect(source.metadata, to: inputs)
    }
  }

  /// The tracks of a type that smart rendering has: of a file all, and of a composition those that it presents.
  private func smartTracks(_ type: AVMediaType) -> [AVAssetTrack] {
    let presented = presented(type)
    if asset is AVComposition || type == .video && settings.videoComposition != nil { return presented }
    if type == .audio, settings.audioMix != nil { return presented }
    return presented + asset.tracks.filter { $0.mediaType == type && !$0.isEnabled && !isChapter($0) }
  }

  /// Returns the tracks that become one track each: all of them, or each by itself.
  private mutating func groups(of tracks: [AVAssetTrack], mixing: Bool) throws -> [[AVAssetTrack]] {
    if tracks.isEmpty { return [] }
    if mixing { return [tracks] }
    guard asset is AVComposition else { return tracks.map { [$0] } }
    for track in tracks.dropFirst() { leaveOut(track, "without a video composition, the first one is seen") }
    return [[tracks[0]]]
  }

  private func isHeld(_ format: CMFormatDescription) -> Bool {
    guard let type = WriterFileType.of(output.fileType) else { return false }
    return MuxerSupport.holds(format, in: type.node)
  }

  // MARK: - All encoded

  /// The reason why nothing can be copied; nil if some may be.
  private func reasonToEncodeAll(_ video: [AVAssetTrack]) -> String? {
    if settings.videoComposition?.hasOwnCompositor == true { return "the program composes the frames" }
    guard let track = video.first, settings.videoComposition == nil else { return nil }
    if !track.descriptions.allSatisfy(isHeld) {
      return "its codec cannot be stored in '\(output.fileType.rawValue)' files"
    }
    if track.preferredTransform != .identity, !output.type.type.says(track.preferredTransform) {
      return "its frames are stored turned, and '\(output.fileType.rawValue)' files do not say so"
    }
    return nil
  }

  private mutating func addEncodingOfAll(_ reason: String) throws {
    try addEncoding(.highest)
    noteEncodingOfVideo(reason)
  }

  /// Notes that none of the video is copied; its encoder counts the frames.
  private mutating func noteEncodingOfVideo(_ reason: String) {
    let span = AVAssetExportSession.Result.Span(
      mediaType: .video, timeRange: CMTimeRange(start: .zero, duration: range.duration), treatment: .rendered,
      sampleCount: 0, reason: reason)
    spans.append(span)
    fallbacks.append(span)
    notes.append("the pictures are encoded: \(reason)")
  }

  // MARK: - Video

  private mutating func addCopiedVideo(_ video: [AVAssetTrack], _ number: Int) throws -> MediaGraph.Output<
    Coded<Video>
  >? {
    var edit: CompositionTimeline
    if let composition = settings.videoComposition {
      let all = asset.tracks.filter { $0.mediaType == .video }
      try composition.check(for: asset, in: range)
      try composition.checkLayers(are: all)
      edit = CompositionTimeline(lasting: range.end)
      try edit.add(video: all, composition, until: range.end)
    } else {
      edit = try CompositionTimeline(smart: video[0])
    }
    let (node, report) = try copy(edit)
    guard let track = report.video.first else { return nil }
    if let location, settings.videoComposition == nil, let reason = track.fallback {
      noteEncodingOfVideo(reason)
      return encoded(video[0], at: location, number)
    }
    note(track)
    return add(number == 1 ? "copy" : "copy\(number)", node).video[1]
  }

  /// Adds the encoding of a file's track, whose frames keep their own times: those of a timeline would be at a steady rate.
  private mutating func encoded(
    _ track: AVAssetTrack, at location: Location, _ number: Int
  ) -> MediaGraph.Output<Coded<Video>> {
    let (from, to, suffix) = (from, to, number == 1 ? "" : "\(number)")
    let source = add(
      "frames" + suffix,
      AssetRead {
        ($0.url, $0.from, $0.to, $0.videoTracks) = (location, from, to, TrackChoice(.id(Int(track.trackID))))
      })
    // The quality is that of frames between copied samples.
    let encoder = add("video" + suffix, VideoEncodeH264 { $0.quality = FrameEncoder.quality })
    connect(source.video, to: encoder.input)
    return encoder.output
  }

  // MARK: - Audio

  private mutating func addCopiedAudio(_ audio: [AVAssetTrack], _ number: Int) throws -> MediaGraph.Output<
    Coded<Audio>
  >? {
    let suffix = number == 1 ? "" : "\(number)"
    var edit = CompositionTimeline(lasting: range.end)
    try addAudio(audio, to: &edit)
    let (node, report) = try copy(edit)
    guard let track = report.audio.first else { return nil }
    let isMixed = track.spans.contains { $0.treatment == .rendered }
    guard isMixed || !audio.flatMap(\.descriptions).allSatisfy(isHeld) else {
      note(track)
      return add("sound" + suffix, node).audio[1]
    }
    note(
      CopyTrackReport(
        isVideo: false, codec: nil,
        spans: isMixed
          ? track.spans
          : [
            CopySpan(
              CMTimeRange(start: .zero, duration: range.duration), .rendered, sampleCount: 0,
              reason: "its codec cannot be stored in '\(output.fileType.rawValue)' files")
          ]))
    let (timeline, from, to) = (edit.timeline, node.from, node.to)
    let mixed = add("sound" + suffix, TimelineNode { ($0.timeline, $0.from, $0.to) = (timeline, from, to) })
    let encoder = add("audio" + suffix, AudioEncodeAAC())
    connect(mixed.audio, to: encoder.input)
    return encoder.output
  }

  // MARK: - Copies

  /// Returns the node of a copy, and what becomes of its tracks. Opens the sources.
  private mutating func copy(_ edit: CompositionTimeline) throws -> (TimelineCopy, CopyReport) {
    assets.insert(taps: edit.taps, files: edit.options)
    let (isMovie, timeline, from, to) = (output.type.type.isMovie, edit.timeline, from, to)
    let node = TimelineCopy {
      ($0.edges, $0.movie, $0.from, $0.to, $0.timeline) = (.encode, isMovie, from, to, timeline)
    }
    do {
      return (node, try node.plan(opened: assets).report)
    } catch {
      throw AVError(reading: error)
    }
  }

  /// Notes the spans of a track for the report.
  mutating func note(_ track: CopyTrackReport) {
    let type = AVMediaType(track.mediaType)
    let own = track.spans.map { span in
      (AVAssetExportSession.Result.Span(span, type), span.isFallback || (type == .audio && span.treatment == .rendered))
    }
    spans += own.map(\.0)
    fallbacks += own.filter(\.1).map(\.0)
    // Audio that is mixed is counted by its encoder.
    guard track.isVideo || track.copiedCount > 0 else { return }
    let encodes = track.encodedCount > 0
    copiedTracks.append(
      AVAssetExportSession.Result.Track(
        mediaType: type, treatment: !encodes ? .copied : track.copiedCount == 0 ? .encoded : .mixed,
        codec: !encodes ? nil : track.encodesHEVC ? "hevc" : "h264",
        encoders: !encodes ? [] : [track.encodesHEVC ? "x265enc" : "x264enc"],
        copiedSampleCount: track.copiedCount, encodedSampleCount: track.encodedCount))
  }
}

extension AVAssetExportSession.Result.Span {
  fileprivate init(_ span: CopySpan, _ mediaType: AVMediaType) {
    (self.mediaType, timeRange, sampleCount) = (mediaType, span.range, span.sampleCount)
    treatment =
      switch span.treatment {
      case .copied: .copied
      case .edge: .edgeEncoded
      case .rendered: .rendered
      case .empty: .empty
      }
    reason = span.reason ?? span.source.map { "as it is stored in '\($0)'" } ?? "nothing is there"
  }
}
