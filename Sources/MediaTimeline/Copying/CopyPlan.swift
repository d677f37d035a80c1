package import CoreMedia
package import MediaEngine
package import MediaGraph
package import MediaSource
import MovieFile

/// A timeline's counterpart of rendering in coded samples: for each output track the stretches of sources that go over as they are, the
/// frames at cuts that are encoded anew, and the spans that have to be rendered; each with its reason.
///
///     RenderPlan ─▷ CopyPlan ─┬▷ CopyReport            for people and programs, before anything is written
///                             └▷ CopyTrack.open() ─▷ SplicedTrack ─▷ muxer
///
/// Making it opens the sources and reads their tables: never on the cooperative pool.
package struct CopyPlan: Sendable {
  package enum Edges: Hashable, Sendable {
    /// The samples that a cut needs before it are kept, and hidden by edits: nothing is decoded.
    case keep
    /// The frames between a cut and the next group of pictures are encoded: no edit is needed.
    case encode
  }

  package let edges: Edges
  /// The tracks of video, in the order of the layers. If edges are encoded there is one, of all layers.
  package let video: [CopyTrack]
  /// The tracks of audio, in the order of the layers. If edges are encoded there is one, of all layers.
  package let audio: [CopyTrack]
  /// The tracks of other kinds, in the order of the layers.
  package let samples: [CopyTrack]

  package var report: CopyReport { CopyReport(tracks: (video + audio + samples).map(\.report)) }

  /// - Parameters:
  ///   - range: The part of the timeline that is copied; the output begins with its start.
  ///   - frameRate: The rate that the frames of the timeline must have; nil for those of the sources.
  ///   - isMovie: False for a file whose tracks hold one sample description, and no edits: where sources differ, parameter sets then are
  ///     among the samples.
  /// - Throws: The error of a source.
  package init(
    _ plan: RenderPlan, edges: Edges, in range: CMTimeRange = .wholeTimeline, frameRate: FrameRate? = nil,
    isMovie: Bool = true
  ) throws {
    self.edges = edges
    let start = max(.zero, range.start)
    guard start < plan.duration || start == .zero else { throw Self.nothing(behind: start, plan.duration) }
    let range = CMTimeRange(start: start, end: max(start, min(range.end, plan.duration)))
    let sources = ClipTracks()
    switch edges {
    case .keep:
      video = try plan.layers.compactMap {
        try LayerCopy(plan, $0, in: range, isVideo: true, sources).track(isMovie: isMovie)
      }
      audio = try plan.layers.compactMap {
        try LayerCopy(plan, $0, in: range, isVideo: false, sources).track(isMovie: isMovie)
      }
    case .encode:
      let video = try SmartVideo(plan, in: range, sources, frameRate: frameRate).track(isMovie: isMovie)
      self.video = video.map { [$0] } ?? []
      let audio = try SmartAudio(plan, in: range, sources).track(isMovie: isMovie)
      self.audio = audio.map { [$0] } ?? []
    }
    samples = try plan.layers.flatMap { try SampleCopy.tracks(of: $0, plan, in: range, edges: edges, isMovie: isMovie) }
  }

  private static func nothing(behind start: CMTime, _ end: CMTime) -> MediaError {
    MediaError(
      .unsupported, "the copy begins at \(start.rationalText), and the timeline ends at \(end.rationalText)",
      family: .usage)
  }
}

/// The tracks of clips.
struct ClipTracks {
  func track(of clip: RenderClip, isVideo: Bool) throws -> ClipTrack? {
    guard case .media(let media) = clip.source else { return nil }
    return try ClipTrack(clip, media, isVideo: isVideo)
  }
}

/// A track of the output.
package struct CopyTrack: Sendable {
  package let isVideo: Bool
  /// The properties of a track that is neither video nor audio; nil for these.
  package var other: TrackAttributes?
  /// The turn or reflection of the frames, as GStreamer's tag has it; nil if they are upright.
  let orientation: String?
  /// The reason why the track cannot be made of coded samples; nil if it can.
  package let obstacle: String?
  /// The part of the timeline; the pieces are where the timeline has them.
  let range: CMTimeRange
  let pieces: [CopyPiece]
  let plan: RenderPlan
  let edges: CopyPlan.Edges
  let isMovie: Bool
  /// The codec of what is encoded.
  let codec: Codec

  /// The orientation of the track, and the language and the name if all of its sources have the same ones.
  ///
  /// - Throws: `CancellationError`.
  package func tags() throws -> StreamTags {
    var sources: [ClipTrack] = []
    for case let source? in pieces.map(\.source) where sources.last?.opened !== source.opened { sources.append(source) }
    var tags = StreamTags.common(of: sources.map { StreamTags($0.content) })
    if sources.isEmpty { tags = try plan.tags(isVideo: isVideo) }
    tags.orientation = orientation
    return tags
  }

  /// Returns the name of a codec of the samples that the files of a muxer cannot hold; nil if they hold all of them.
  package func codec(missingIn muxer: NodeType) -> String? {
    var formats: [CodedFormat] = []
    var known: ClipTrack?
    var isEncoded = false
    for piece in pieces {
      switch piece.content {
      case .samples:
        guard let source = piece.source, known?.opened !== source.opened else { continue }
        formats += source.track.formats
        known = source
      case .frames, .rendered: isEncoded = isVideo
      case .empty: break
      }
    }
    return MuxerSupport.codec(missingIn: muxer, of: formats, and: isEncoded ? codec : nil)
  }

  package var report: CopyTrackReport {
    let format = pieces.lazy.compactMap { piece -> FourCharCode? in
      guard case .samples(let samples, _, _) = piece.content, let first = samples.first, let source = piece.source,
        let format = try? source.track.format(of: first)
      else { return nil }
      return format.description?.mediaSubType.rawValue ?? format.codec.written.first?.entry.rawValue
    }.first
    return CopyTrackReport(
      isVideo: isVideo, mediaType: other?.mediaType,
      codec: format ?? (isVideo ? codec.written.first?.entry.rawValue : nil),
      encodesHEVC: isVideo && codec == .hevc,
      spans: pieces.map { piece in
        var piece = piece
        piece.range.start = piece.range.start - range.start
        return piece.span
      })
  }

  /// The track's samples; frames that have to be encoded are, when their samples are read, but for some of the first, which tell the
  /// parameter sets. Blocks.
  ///
  /// - Throws: `MediaError` with `unsupported` and the obstacle, if there is one.
  package func open() throws -> SplicedTrack {
    if let obstacle {
      throw MediaError(
        .unsupported, "its \(report.kind) cannot be copied: \(obstacle)", family: .rendering,
        help: other != nil
          ? "leave it out"
          : isVideo ? "render the timeline, or encode the edges" : "encode the audio of a node 'timeline'")
    }
    return try TrackSplice(self).track()
  }
}
