internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MovieFile

extension ExportPlan {
  /// Adds the copy of the asset: every track as it is stored.
  mutating func addCopy() throws {
    let problem: String? =
      settings.videoComposition != nil
      ? "videoComposition" : settings.audioMix != nil ? "audioMix" : nil
    if let problem {
      throw AVError.cannotExport(
        "pass-through encodes nothing, so \(problem) has no effect", "choose a preset that encodes, or leave it out")
    }
    guard let location, let file = asset.file else { return try addCopyOfComposition() }
    try checkSizeLimit()
    let end = try settings.fileLengthLimit > 0 ? endBelowLimit() : range.end
    let (from, to) = (from, end < assetEnd ? end.mediaTime : nil)
    guard let type = output.type.copied, isReadTwice(file.url) else {
      return try addCopyOfStreams(of: location, file, until: to)
    }
    let isPart = from != nil || to != nil
    noteCopy(of: file, type, in: isPart ? CMTimeRange(start: range.start, end: end) : nil)
    let (settings, keeps) = (settings, keepsMetadata)
    let copy = add(
      "copy",
      AssetCopy {
        ($0.url, $0.from, $0.to) = (location, from, to)
        ($0.fileType, $0.fastStart) = (type, settings.isOptimizedForNetwork)
        if !keeps { $0.keepMetadata = false }
        // A filter leaves out what is private in tracks too; metadata of the program replace those of the file only.
        if settings.metadataItemFilter != nil { $0.keepPrivateTrackMetadata = false }
      })
    if let metadata = try addMetadata() { connect(metadata, to: copy.metadata) }
    connectFile(copy.output)
  }

  /// True for files and web servers, which the copy reads after the asset; pipes are read once.
  private func isReadTwice(_ url: URL) -> Bool {
    url.isFileURL ? InputFile.isRegular(url.path) : ["http", "https"].contains(url.scheme)
  }

  /// Notes what is copied, for the report.
  private mutating func noteCopy(of file: MediaFile, _ type: AssetCopy.FileType, in part: CMTimeRange?) {
    // The run fails with the reason if the file cannot be copied.
    guard let counts = try? CopiedPart.sampleCounts(of: file, as: type, in: part) else { return }
    copiedTracks = asset.tracks.compactMap { track in
      counts[track.trackID].map { count in
        AVAssetExportSession.Result.Track(
          mediaType: track.mediaType, treatment: .copied, codec: nil, encoders: [], copiedSampleCount: count,
          encodedSampleCount: 0)
      }
    }
  }

  /// The latest end with which the copy is no larger than it may be.
  private func endBelowLimit() throws -> CMTime {
    guard let movie = try asset.file?.movie() else {
      throw AVError.cannotExport("fileLengthLimit is for copies of movies, and this is none", "export a part instead")
    }
    let limit = settings.fileLengthLimit
    func size(until end: CMTime) throws -> Int64 {
      try MovieCopy(movie, to: .mov, range: CMTimeRange(start: range.start, end: end)).greatestSize()
    }
    do {
      if try size(until: range.end) <= limit { return range.end }
      let step = CMTime(value: 1, timescale: 1000)
      var (low, high) = (Int64(0), Int64((range.duration.seconds * 1000).rounded(.up)))
      while high - low > 1 {
        let middle = (low + high) / 2
        let end = range.start + CMTime(value: middle, timescale: 1000)
        if try size(until: end) <= limit { low = middle } else { high = middle }
      }
      guard low > 0 else {
        throw AVError.cannotExport("fileLengthLimit of \(limit) bytes is too small for the first samples")
      }
      return range.start + CMTime(value: low * step.value, timescale: 1000)
    } catch {
      throw AVError(reading: error)
    }
  }
}
