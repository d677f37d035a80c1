internal import MediaEngine
internal import MediaGraph
internal import MediaSource

extension ExportPlan {
  /// Adds the copy of all video and audio for files that are not made from the tables of others, such as transport streams.
  ///
  ///     asset.read ┬▷ coded_video, … ─┐
  ///                ├▷ coded_audio, … ─┴▷ mux ─▷ file.write
  ///                └▷ metadata ───────┘
  ///
  /// All else that the asset has is noted.
  ///
  /// - Parameter end: The end of the part; nil for that of the asset.
  mutating func addCopyOfStreams(of location: Location, _ file: MediaFile, until end: MediaTime?) throws {
    let held = WriterFileType.of(output.fileType)?.mediaTypes ?? []
    // The source numbers all tracks of a kind; the pictures of chapters are not copied.
    func numbered(_ type: AVMediaType) -> [(track: AVAssetTrack, number: Int)] {
      guard held.contains(type) else { return [] }
      let all = asset.tracks.filter { $0.mediaType == type }
      return all.enumerated().filter { !isChapter($0.element) }.map { ($0.element, $0.offset + 1) }
    }
    let (video, audio) = (numbered(.video), numbered(.audio))
    let tracks = (video + audio).map(\.track)
    guard !tracks.isEmpty else {
      throw AVError(
        .operationNotSupportedForAsset, reason: "the asset has nothing that '\(output.fileType.rawValue)' files hold")
    }
    note(tracks, without: file, isPart: from != nil || end != nil)
    let from = from
    let source = add(
      "source",
      AssetRead {
        ($0.url, $0.from, $0.to) = (location, from, end)
        ($0.videoTracks, $0.audioTracks) = (TrackChoice(.all), TrackChoice(.all))
      })
    let inputs = addMuxer([])
    for (_, number) in video { graph.connect(source.codedVideo[number], to: inputs) }
    for (_, number) in audio { graph.connect(source.codedAudio[number], to: inputs) }
    if let metadata = try addMetadata(keepsChapters: true) {
      graph.connect(metadata, to: inputs)
    } else if keepsMetadata, output.type.type.holdsMetadata {
      graph.connect(source.metadata, to: inputs)
    }
    // In the order of the muxer's inputs, which count them.
    copiedTracks = tracks.map { track in
      AVAssetExportSession.Result.Track(
        mediaType: track.mediaType, treatment: .copied, codec: nil, encoders: [], copiedSampleCount: 0,
        encodedSampleCount: 0)
    }
    isCountedByMuxer = true
  }

  /// Notes what streams of tracks lack that the asset has.
  private mutating func note(_ tracks: [AVAssetTrack], without file: MediaFile, isPart: Bool) {
    let files = "'\(output.fileType.rawValue)' files"
    let copied = Set(tracks.map(\.trackID))
    let reason =
      output.type.type.isMovie ? "what can be read only once is copied without it" : "\(files) have no place for it"
    for track in asset.tracks where !copied.contains(track.trackID) && !isChapter(track) { leaveOut(track, reason) }
    for track in tracks where track.mediaType == .video && !output.type.type.says(track.preferredTransform) {
      guard track.preferredTransform != .identity else { continue }
      notes.append(
        "track \(track.trackID) ('vide') is shown as it is stored: \(files) do not say how frames are turned")
    }
    if isPart, tracks.contains(where: { $0.mediaType == .video }), !output.type.type.isMovie {
      notes.append("\(files) have no edits: frames before and behind the part, which its own depend on, are shown, too")
    }
    guard !output.type.type.holdsMetadata,
      let missing = MuxerSupport.metadata(missingOf: file, hasTags: !keepsMetadata)
    else { return }
    notes.append("\(files) say nothing about themselves, and the copy is without: \(missing)")
  }
}
