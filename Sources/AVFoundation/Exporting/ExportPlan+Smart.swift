internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

extension ExportPlan {
  /// Adds smart rendering: samples as they are stored; frames at cuts and spans that have to be drawn are encoded.
  ///
  ///     timeline.copy ─▷ video ──────────────────────┐
  ///     timeline.copy ─▷ audio ──────────────────────┴▷ mux ─▷ file.write
  ///     timeline ──────▷ audio ─▷ audio.encode.aac ──┘             where its audio cannot be copied
  ///
  /// - Throws: `AVError` for what cannot be exported; read errors.
  mutating func addSmartRendering() throws {
    guard settings.fileLengthLimit <= 0 else {
      throw AVError.cannotExport(
        "fileLengthLimit ends files at any sample, and smart rendering at the frame that is asked for",
        "leave it out, or choose a preset that encodes")
    }
    let (video, audio) = (presented(.video), presented(.audio))
    guard !video.isEmpty || !audio.isEmpty else {
      throw AVError(.operationNotSupportedForAsset, reason: "the asset has neither video nor audio")
    }
    if let reason = reasonToEncodeAll(video) { return try addEncodingOfAll(reason) }
    let picture = try video.isEmpty ? nil : addCopiedVideo(video)
    let sound = try audio.isEmpty ? nil : addCopiedAudio(audio)
    let turn = settings.videoComposition == nil ? video.first?.preferredTransform ?? .identity : .identity
    let inputs = addMuxer(turning: picture == nil ? [nil] : [turn, nil])
    if let picture { graph.connect(picture, to: inputs) }
    if let sound { graph.connect(sound, to: inputs) }
    if let metadata = try addMetadata() {
      graph.connect(metadata, to: inputs)
    } else if keepsMetadata, let location, output.type.type.holdsMetadata {
      let (from, to) = (from, to)
      let source = add("source", AssetRead { ($0.url, $0.from, $0.to) = (location, from, to) })
      graph.connect(source.metadata, to: inputs)
    }
  }

  private func isHeld(_ format: CMFormatDescription) -> Bool {
    guard let type = WriterFileType.of(output.fileType) else { return false }
    return MuxerSupport.holds(format, in: type.nodeType)
  }

  // MARK: - All encoded

  /// The reason why nothing can be copied; nil if some may be.
  private func reasonToEncodeAll(_ video: [AVAssetTrack]) -> String? {
    if settings.videoComposition?.hasOwnCompositor == true { return "the program composes the frames" }
    guard let track = video.first, settings.videoComposition == nil else { return nil }
    if !track.descriptions.allSatisfy(isHeld) {
      return "its codec cannot be stored in '\(output.fileType.rawValue)' files"
    }
    if track.preferredTransform != .identity, !output.type.type.isMovie {
      return "its frames are stored turned, and '\(output.fileType.rawValue)' files do not say so"
    }
    return nil
  }

  private mutating func addEncodingOfAll(_ reason: String) throws {
    try addEncoding(.highest)
    let span = AVAssetExportSession.Result.Span(
      mediaType: .video, timeRange: CMTimeRange(start: .zero, duration: range.duration), treatment: .rendered,
      sampleCount: 0, reason: reason)
    spans.append(span)
    fallbacks.append(span)
  }

  // MARK: - Video

  private mutating func addCopiedVideo(_ video: [AVAssetTrack]) throws -> MediaGraph.Output<Coded<Video>>? {
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
    note(track)
    return add("copy", node).video[1]
  }

  // MARK: - Audio

  private mutating func addCopiedAudio(_ audio: [AVAssetTrack]) throws -> MediaGraph.Output<Coded<Audio>>? {
    var edit = CompositionTimeline(lasting: range.end)
    try addAudio(audio, to: &edit)
    let (node, report) = try copy(edit)
    guard let track = report.audio.first else { return nil }
    let isMixed = track.spans.contains { $0.treatment == .rendered }
    guard isMixed || !audio.flatMap(\.descriptions).allSatisfy(isHeld) else {
      note(track)
      return add("sound", node).audio[1]
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
    let mixed = add("sound", TimelineNode { ($0.timeline, $0.from, $0.to) = (timeline, from, to) })
    let encoder = add("audio", AudioEncodeAAC())
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
  private mutating func note(_ track: CopyTrackReport) {
    let type: AVMediaType = track.isVideo ? .video : .audio
    let own = track.spans.map { span in
      (AVAssetExportSession.Result.Span(span, type), span.isFallback || (!track.isVideo && span.treatment == .rendered))
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
