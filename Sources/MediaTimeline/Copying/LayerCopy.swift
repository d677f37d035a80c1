internal import CoreMedia
internal import MediaGraph
internal import MediaSource
import MovieFile

/// The samples of one layer as they are: edits hide what cuts leave over.
///
///     media   ├───I──────────────┤├──I─────────┤       of each clip, from the sync sample before it on
///     edits       ╰──── 1 ────╯      ╰── 2 ──╯
struct LayerCopy {
  private let plan: RenderPlan
  private let range: CMTimeRange
  private let clips: [RenderClip]
  private let isVideo: Bool
  private let sources: ClipTracks

  /// - Parameter range: A part of the plan's duration.
  init(
    _ plan: RenderPlan, _ layer: RenderLayer, in range: CMTimeRange, isVideo: Bool, _ sources: ClipTracks
  ) throws {
    (self.plan, self.range, self.isVideo, self.sources) = (plan, range, isVideo, sources)
    clips = try layer.clips.compactMap { $0.part(in: range) }.filter { try isVideo ? $0.hasVideo() : $0.hasAudio() }
  }

  /// - Returns: Nil if the layer has no such media.
  func track(isMovie: Bool) throws -> CopyTrack? {
    guard !clips.isEmpty else { return nil }
    var pieces: [CopyPiece] = []
    var obstacle: String?
    var position = range.start
    var first: ClipTrack?
    func add(_ piece: CopyPiece) {
      if piece.range.start > position {
        pieces.append(CopyPiece(CMTimeRange(start: position, end: piece.range.start), .empty))
      }
      pieces.append(piece)
      position = max(position, piece.range.end)
    }
    for clip in clips {
      let found = try clip.naming(at: clip.range.start) { try sources.track(of: clip, isVideo: isVideo) }
      let reason = try reason(against: clip, found, first)
      guard reason == nil, let track = found else {
        obstacle = obstacle ?? reason.map { "\($0) (\(clip.place.isEmpty ? clip.source.name : clip.place))" }
        add(CopyPiece(clip.range, .rendered([]), of: found, reason: reason, isFallback: true))
        continue
      }
      first = first ?? track
      for stretch in track.stretches {
        guard let media = stretch.media else { continue }
        let content = try clip.naming(at: stretch.range.start) { try samples(of: track.track, media) }
        guard case .samples(let samples, let areRuns, _) = content, let first = samples.first else { continue }
        let joint = isVideo && !pieces.isEmpty ? try self.joint(track.track, first) : .closed
        if joint == .other {
          obstacle =
            obstacle ?? "its groups of pictures are open: decoders cannot begin with them behind others (\(clip.place))"
        }
        if !isMovie { obstacle = obstacle ?? hidden(samples, media, pieces, at: stretch.range.start) }
        let marked = CopyPiece.Content.samples(samples, areRuns: areRuns, marksFirst: joint == .open)
        add(CopyPiece(stretch.range, marked, of: track, stretch))
      }
    }
    guard pieces.contains(where: { $0.span.treatment != .empty }) else { return nil }
    return CopyTrack(
      isVideo: isVideo, orientation: isVideo ? first?.orientation : nil, obstacle: obstacle, range: range,
      pieces: pieces, plan: plan, edges: .keep, isMovie: isMovie, codec: .h264)
  }

  /// The reason why a clip cannot be copied behind others; nil if it can.
  private func reason(against clip: RenderClip, _ found: ClipTrack?, _ first: ClipTrack?) throws -> String? {
    if let reason = isVideo ? clip.videoChange : clip.audioChange { return reason }
    guard let found else { return "it is no file with samples" }
    if !isVideo, !clip.map.keepsSpeed { return "its audio is played at \(clip.speedText) times its speed" }
    if !isVideo, found.changesSpeed { return "its file plays its audio at another speed" }
    if !isVideo, try clip.audioTrackCount() > 1 { return "several audio tracks of it are mixed" }
    guard let first else { return nil }
    return found.difference(from: first, isVideo: isVideo)
  }

  /// The kind of the sample with which a stretch begins behind others; those of codecs without a mark for it begin anyhow.
  private func joint(_ track: any CodedTrack, _ first: CodedSample) throws -> SampleUnits.Start {
    guard let units = SampleUnits(try track.format(of: first).stream) else { return .closed }
    return try track.bytes(of: first).withUnsafeBytes { units.start($0) }
  }

  /// The reason why a stretch cannot do without edits; nil if it can.
  private func hidden(
    _ samples: [CodedSample], _ media: Range<Int64>, _ pieces: [CopyPiece], at time: CMTime
  ) -> String? {
    let place = time.rationalText
    guard isVideo else {
      return pieces.isEmpty ? nil : "its packets are joined at \(place), and the file has no edits that cut them"
    }
    let shown = samples.filter { $0.presentationTime < media.upperBound }
    let early = shown.count { $0.presentationTime <= media.lowerBound }
    return early <= 1 && shown.count == samples.count
      ? nil : "the cut at \(place) is inside a group of pictures, and the file has no edits that hide a part of it"
  }

  private func samples(of track: any CodedTrack, _ media: Range<Int64>) throws -> CopyPiece.Content {
    guard !isVideo else {
      var samples = try GroupCut.samples(of: track, in: media)
      // Frames before the first sync sample depend on samples that are left out.
      if let sync = samples.first, sync.isSync { samples.removeAll { $0.presentationTime < sync.presentationTime } }
      return .samples(samples, areRuns: false, marksFirst: false)
    }
    return try AudioRange(track, media).content
  }
}

/// The packets of audio that a range is heard in, with those that the decoder needs before.
struct AudioRange {
  let content: CopyPiece.Content

  init(_ track: any CodedTrack, _ media: Range<Int64>) throws {
    guard let shown = try track.sample(shownAt: media.lowerBound) ?? track.firstSample() else {
      content = .samples([], areRuns: false, marksFirst: false)
      return
    }
    let format = try track.format(of: shown)
    if format.pcm != nil, shown.duration == 1 {
      content = .samples(try Self.runs(of: track, from: shown, media), areRuns: true, marksFirst: false)
      return
    }
    var next: CodedSample? = try format.codec.preRoll.map { try track.sample($0, before: shown) } ?? track.firstSample()
    var samples: [CodedSample] = []
    while let sample = next, sample.presentationTime < media.upperBound {
      samples.append(sample)
      next = try track.sample(after: sample)
    }
    content = .samples(samples, areRuns: false, marksFirst: false)
  }

  /// The samples of uncompressed audio in a run of one tenth of a second.
  private static func runs(
    of track: any CodedTrack, from first: CodedSample, _ media: Range<Int64>
  ) throws -> [CodedSample] {
    let length = max(1, Int(track.timescale) / 10)
    var runs: [CodedSample] = []
    var next: CodedSample? = first
    while let sample = next, sample.presentationTime < media.upperBound {
      let count = min(length, Int(clamping: media.upperBound - sample.presentationTime))
      let last = try track.lastTogether(from: sample, count: count)
      var run = sample
      run.duration = Int64(last.index - sample.index + 1)
      run.size = sample.size * (last.index - sample.index + 1)
      runs.append(run)
      next = try track.sample(after: last)
    }
    return runs
  }
}
