internal import MediaEngine
internal import MediaGraph
internal import MediaSource

extension ExportPlan {
  /// Adds the encoding of the asset's media as a preset says.
  mutating func addEncoding(_ preset: ExportPreset.Preset) throws {
    let video = preset.videoCoding == nil ? [] : presented(.video)
    let audio = presented(.audio)
    guard !video.isEmpty || !audio.isEmpty else {
      throw AVError(
        .operationNotSupportedForAsset,
        reason: preset.videoCoding == nil ? "the asset has no audio" : "the asset has neither video nor audio")
    }
    try checkSizeLimit()
    let (settings, type, passes) = (settings, output.type, settings.allowsSeveralPasses ? passes(preset, video) : 1)
    let export = add(
      "export",
      ExportPreset {
        ($0.preset, $0.fileType) = (preset, type.type)
        if type.brand != .mp4 { $0.brand = type.brand }
        $0.fastStart = settings.isOptimizedForNetwork
        if settings.fileLengthLimit > 0 { $0.sizeLimit = Int(settings.fileLengthLimit) }
        if passes > 1 { $0.passes = passes }
      })
    try addMedia(video, audio, to: export)
    for track in otherTracks() { leaveOut(track, "this preset makes video and audio; those that copy samples copy it") }
    connectFile(export.movie)
    graph.nodes =
      graph.nodes.filter { $0.name != "export" && $0.name != "file" }
      + graph.nodes.filter { $0.name == "export" || $0.name == "file" }
  }

  /// Returns the number of passes of the video's encoder, and notes why it is one where several are allowed.
  private mutating func passes(_ preset: ExportPreset.Preset, _ video: [AVAssetTrack]) -> Int {
    switch preset.videoCoding {
    case _ where video.isEmpty: notes.append("made in one pass: audio is encoded as it comes")
    case .proRes?, nil: notes.append("made in one pass: ProRes has no bit rate that could be shared out")
    case .h264?, .hevc?:
      guard settings.compositor != nil else { return 2 }
      notes.append("made in one pass: the program's compositor composes each frame once")
    }
    return 1
  }

  /// - Throws: `AVError` for a limit below the size of an empty movie.
  func checkSizeLimit() throws {
    guard settings.fileLengthLimit > 0 else { return }
    guard output.type.type != .ts else {
      throw AVError.cannotExport("fileLengthLimit is for files with an index, which transport streams have not")
    }
    guard settings.fileLengthLimit >= 16_384 else {
      throw AVError.cannotExport(
        "fileLengthLimit is \(settings.fileLengthLimit) bytes, too few for a movie of any length")
    }
  }

  /// The enabled tracks of a type that have media.
  func presented(_ type: AVMediaType) -> [AVAssetTrack] {
    asset.tracks.filter { track in
      track.mediaType == type && track.isEnabled && ((track as? AVCompositionTrack)?.presentsMedia ?? true)
    }
  }

  private mutating func addMedia(
    _ video: [AVAssetTrack], _ audio: [AVAssetTrack], to export: NodeHandle<ExportPreset>
  ) throws {
    // One timeline has the video and the audio of a composition, so that one node opens their files.
    var edit = CompositionTimeline(lasting: range.end)
    var frames = FramesOfEdit.none
    if !video.isEmpty { frames = try addVideo(video, to: &edit, export) }
    let mixes = !audio.isEmpty && (settings.audioMix != nil || audio.count > 1 || audio[0] is AVCompositionTrack)
    if mixes { try addAudio(audio, to: &edit) }
    assets.insert(taps: edit.taps, files: edit.options)
    if frames != .none || mixes {
      let (timeline, from, to) = (edit.timeline, from, range.end == assetEnd ? nil : range.end.mediaTime)
      let node = add("edit", TimelineNode { ($0.timeline, $0.from, $0.to) = (timeline, from, to) })
      switch frames {
      case .none: break
      case .canvas: connect(node.video, to: export.video)
      case .ownTimes(let orientation):
        guard orientation != .identity else {
          connect(node.frames, to: export.video)
          break
        }
        let turn = add("turn", VideoOrient { $0.method = orientation })
        connect(node.frames, to: turn.input)
        connect(turn.output, to: export.video)
      }
      if mixes { connect(node.audio, to: export.audio) }
    }
    let readsVideo = !video.isEmpty && frames == .none && compositor == nil
    let readsAudio = !audio.isEmpty && !mixes
    try addSource(readsVideo ? video[0] : nil, readsAudio ? audio[0] : nil, to: export)
  }

  /// Adds the reader of the asset's file: of tracks that no timeline gives, and of its metadata.
  private mutating func addSource(
    _ video: AVAssetTrack?, _ audio: AVAssetTrack?, to export: NodeHandle<ExportPreset>
  ) throws {
    if let replaced = try addMetadata(keepsChapters: true) { connect(replaced, to: export.metadata) }
    let carries = keepsMetadata && output.type.type.holdsMetadata
    guard let location, video != nil || audio != nil || carries else { return }
    let (from, to) = (from, to)
    let source = add(
      "source",
      AssetRead {
        $0.url = location
        if let video { $0.videoTracks = TrackChoice(.id(Int(video.trackID))) }
        if let audio { $0.audioTracks = TrackChoice(.id(Int(audio.trackID))) }
        ($0.from, $0.to) = (from, to)
      })
    if video != nil { connect(source.video, to: export.video) }
    if audio != nil { connect(source.audio, to: export.audio) }
    if carries { connect(source.metadata, to: export.metadata) }
  }
}
