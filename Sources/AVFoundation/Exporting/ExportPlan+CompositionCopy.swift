internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

extension ExportPlan {
  /// Adds the copy of a composition: its sources' samples as they are stored. Edits hide those that a cut needs and does not show.
  ///
  ///     timeline.copy ┬▷ video, … ───────────────────┐
  ///                   └▷ audio, … ───────────────────┴▷ mux ─▷ file.write
  ///     timeline.copy ─▷ samples, … ─────────────────┘             subtitles, captions, timecode
  ///     timeline ──────▷ audio ─▷ audio.encode.aac ──┘             of tracks with scaled sections
  ///
  /// Scaled sections of video are samples that last longer or shorter. Those of audio are stretched as `audioTimePitchAlgorithm` says,
  /// which needs encoding.
  ///
  /// - Throws: `AVError` for tracks that cannot be copied, with the reason.
  mutating func addCopyOfComposition() throws {
    guard settings.fileLengthLimit <= 0 else {
      throw AVError.cannotExport("fileLengthLimit is for copies of movies, and this is a composition")
    }
    let tracks = [AVMediaType.video, .audio].flatMap(presented)
    guard !tracks.isEmpty else {
      throw AVError(.operationNotSupportedForAsset, reason: "the composition has neither video nor audio")
    }
    let part = AVMutableComposition()
    var edit = CompositionTimeline(lasting: range.duration)
    var scaled: [AVMutableCompositionTrack?] = []
    for track in tracks {
      guard let copy = part.addMutableTrack(withMediaType: track.mediaType, preferredTrackID: track.trackID) else {
        continue
      }
      try copy.insertTimeRange(range, of: track, at: .zero)
      try edit.add(copied: copy)
      guard track.mediaType == .audio else { continue }
      let isScaled = try SourceClip.clips(of: copy).contains { $0.source.duration != $0.target.duration }
      scaled.append(isScaled ? copy : nil)
    }
    assets.insert(taps: [:], files: edit.options)
    let (type, timeline) = (output.type.type, edit.timeline)
    let copying = TimelineCopy { ($0.movie, $0.timeline) = (type.isMovie, timeline) }
    let report = try checkedReport(of: copying, except: scaled.map { $0 != nil })
    copiedTracks = (report.video + zip(report.audio, scaled).filter { $1 == nil }.map(\.0)).map { track in
      AVAssetExportSession.Result.Track(
        mediaType: track.isVideo ? .video : .audio, treatment: .copied, codec: nil, encoders: [],
        copiedSampleCount: track.copiedCount, encodedSampleCount: 0)
    }
    let copy = add("copy", copying)
    let others = try copiedOthers()
    let inputs = addMuxer(
      self.settings(of: tracks, others) { $0.mediaType == .video ? $0.preferredTransform : nil })
    for index in report.video.indices { graph.connect(copy.video[index + 1], to: inputs) }
    for (index, track) in zip(report.audio.indices, scaled) {
      guard let track else {
        graph.connect(copy.audio[index + 1], to: inputs)
        continue
      }
      let sound = try stretched(track, index + 1)
      graph.connect(sound, to: inputs)
    }
    connect(others, to: inputs)
    if let metadata = try addMetadata() { graph.connect(metadata, to: inputs) }
  }

  /// Adds the audio of a track with scaled sections.
  private mutating func stretched(
    _ track: AVMutableCompositionTrack, _ number: Int
  ) throws -> MediaGraph.Output<Coded<Audio>> {
    var edit = CompositionTimeline(lasting: range.duration)
    try addAudio([track], to: &edit)
    assets.insert(taps: edit.taps, files: edit.options)
    let timeline = edit.timeline
    let stretched = add("stretched\(number)", TimelineNode { $0.timeline = timeline })
    let encoder = add("audio\(number)", AudioEncodeAAC())
    connect(stretched.audio, to: encoder.input)
    let span = AVAssetExportSession.Result.Span(
      mediaType: .audio, timeRange: CMTimeRange(start: .zero, duration: range.duration), treatment: .rendered,
      sampleCount: 0, reason: "sections of it are played at another speed")
    spans.append(span)
    fallbacks.append(span)
    return encoder.output
  }

  /// Returns what becomes of each track. Opens the sources.
  ///
  /// - Parameter areEncoded: True for each audio track that is not copied.
  private func checkedReport(of copying: TimelineCopy, except areEncoded: [Bool]) throws -> CopyReport {
    do {
      let plan = try copying.plan(opened: assets)
      let copied = plan.video + zip(plan.audio, areEncoded).filter { !$1 }.map(\.0)
      if let track = copied.first(where: { $0.obstacle != nil }), let obstacle = track.obstacle {
        throw AVError(
          .operationNotSupportedForAsset,
          reason: "the \(track.isVideo ? "video" : "audio") of the composition cannot be copied: \(obstacle)",
          suggestion: "choose a preset that encodes")
      }
      return plan.report
    } catch {
      throw AVError(reading: error)
    }
  }

  /// Adds the muxer of copied tracks and the file behind it.
  ///
  /// - Parameter tracks: The properties of the tracks in their order.
  /// - Returns: The input of the tracks.
  mutating func addMuxer(_ tracks: [TrackSettings]) -> MediaGraph.Input<AnyTrack> {
    let (fastStart, brand) = (settings.isOptimizedForNetwork, output.type.brand)
    var file = FileTracks()
    file.tracks = tracks
    func finish<Muxer: Node>(
      _ muxer: Muxer, _ input: KeyPath<NodeHandle<Muxer>, MediaGraph.Input<AnyTrack>>,
      _ output: KeyPath<NodeHandle<Muxer>, MediaGraph.Output<Container>>
    ) -> MediaGraph.Input<AnyTrack> {
      let node = add("mux", muxer)
      connectFile(node[keyPath: output])
      return node[keyPath: input]
    }
    switch output.type.type {
    case .mov: return finish(MuxMOV { ($0.fastStart, $0.fileTracks) = (fastStart, file) }, \.input, \.output)
    case .m4a: return finish(MuxM4A { ($0.fastStart, $0.fileTracks) = (fastStart, file) }, \.input, \.output)
    case .threeGP: return finish(Mux3GP { ($0.fastStart, $0.fileTracks) = (fastStart, file) }, \.input, \.output)
    case .mp4:
      return finish(
        MuxMP4 { ($0.fastStart, $0.brand, $0.fileTracks) = (fastStart, brand, file) }, \.input, \.output)
    case .mkv: return finish(MuxMKV { $0.fileTracks = file }, \.input, \.output)
    case .webm: return finish(MuxWebM { $0.fileTracks = file }, \.input, \.output)
    default:
      let muxer = add("mux", NamedNode(use: NodeType("mux.\(output.type.type.text)")))
      connectFile(muxer.port(out: "out", as: Container.self))
      return muxer.port(in: "in", as: AnyTrack.self)
    }
  }
}

extension ExportPreset.FileType {
  /// True if a track may have several sample descriptions, and edits.
  var isMovie: Bool { [.mp4, .mov, .m4a, .threeGP].contains(self) }

  /// True if the file can say that frames are turned in a way.
  func says(_ transform: CGAffineTransform) -> Bool { isMovie || [.mkv, .webm].contains(self) && transform.isRotation }
}
