internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

/// A range of a file's track and its place in a composition: what becomes a clip of a timeline.
struct SourceClip: Sendable {
  let location: Location
  let trackID: CMPersistentTrackID
  let source: CMTimeRange
  let target: CMTimeRange
  /// The duration of the empty segment before it; zero if it follows another clip.
  let gap: CMTime
  let file: MediaFile
  /// Returns the track.
  let track: @Sendable () throws -> any ContainerTrack

  /// Returns the clips of a track: of a composition's track its segments with media, of a file's track all of it.
  ///
  /// - Throws: `AVError` for a track that is in no file; read errors of its timeline.
  static func clips(of track: AVAssetTrack) throws -> [SourceClip] {
    if let track = track as? AVCompositionTrack {
      var gap = CMTime.zero
      return track.contents.state.segments.placed.compactMap { segment, target in
        defer { gap = segment.media == nil ? segment.duration : .zero }
        return segment.media.map { media in
          SourceClip(media.source.file, media.source.trackID, media.range, target, after: gap) {
            try media.source.track()
          }
        }
      }
    }
    guard let content = track.content, let file = track.file else {
      throw AVError(.operationNotSupportedForAsset, reason: "track \(track.trackID) is not read from a file")
    }
    let whole = CMTimeRange(start: .zero, end: try content.segments().last?.target.end ?? .zero)
    return whole.duration > .zero ? [SourceClip(file, track.trackID, whole, whole, after: .zero) { content }] : []
  }

  private init(
    _ file: MediaFile, _ trackID: CMPersistentTrackID, _ source: CMTimeRange, _ target: CMTimeRange,
    after gap: CMTime, _ track: @escaping @Sendable () throws -> any ContainerTrack
  ) {
    location = file.url.isFileURL ? Location(file.url.path) : Location(file.url.absoluteString)
    (self.trackID, self.source, self.target, self.gap) = (trackID, source, target, gap)
    (self.file, self.track) = (file, track)
  }

  /// Returns the clip as a timeline has it, without video and audio.
  ///
  /// It has no place of its own and begins exactly where the item before it ends: its place in the composition is a sum of durations,
  /// which may have been rounded to a time before that.
  var clip: Timeline.Clip {
    let (location, source, target) = (location, source, target)
    let (end, isScaled) = (sourceEnd, source.duration != target.duration)
    return Timeline.Clip {
      $0.clip = .location(location)
      if source.start != .zero { $0.from = source.start.mediaTime }
      $0.to = end.mediaTime
      // Also where a rounded end would give another duration.
      if isScaled, end - source.start != target.duration { $0.duration = target.duration.mediaTime }
      ($0.video, $0.audio) = (TrackChoice(.none), TrackChoice(.none))
    }
  }

  /// The end in the source, rounded only if it has no timescale even in lowest terms: without rounding, the clip is as long as its
  /// segment.
  private var sourceEnd: CMTime {
    let exact = ExactTime(source.start) + ExactTime(source.duration)
    return ExactTime(exact.time) == exact ? exact.time : source.end
  }

  /// The clip with its video, whose frames stay where they are and as they are.
  var videoClip: Timeline.Clip {
    var clip = clip
    (clip.video, clip.fit) = (choice, .none)
    return clip
  }

  /// The track, as timelines choose it.
  var choice: TrackChoice { TrackChoice(.id(Int(trackID))) }
}
