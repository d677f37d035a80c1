internal import MediaGraph
internal import MediaSource

/// A range of a file's track and its place in a composition: what becomes a clip of a timeline.
struct SourceClip: Sendable {
  let location: Location
  let trackID: CMPersistentTrackID
  let source: CMTimeRange
  let target: CMTimeRange
  let file: MediaFile
  /// Returns the track.
  let track: @Sendable () throws -> any ContainerTrack

  /// Returns the clips of a track: of a composition's track its segments with media, of a file's track all of it.
  ///
  /// - Throws: `AVError` for a track that is in no file; read errors of its timeline.
  static func clips(of track: AVAssetTrack) throws -> [SourceClip] {
    if let track = track as? AVCompositionTrack {
      return track.contents.state.segments.placed.compactMap { segment, target in
        segment.media.map { media in
          SourceClip(media.source.file, media.source.trackID, media.range, target) { try media.source.track() }
        }
      }
    }
    guard let content = track.content, let file = track.file else {
      throw AVError(.operationNotSupportedForAsset, reason: "track \(track.trackID) is not read from a file")
    }
    let whole = CMTimeRange(start: .zero, end: try content.segments().last?.target.end ?? .zero)
    return whole.duration > .zero ? [SourceClip(file, track.trackID, whole, whole) { content }] : []
  }

  private init(
    _ file: MediaFile, _ trackID: CMPersistentTrackID, _ source: CMTimeRange, _ target: CMTimeRange,
    _ track: @escaping @Sendable () throws -> any ContainerTrack
  ) {
    location = file.url.isFileURL ? Location(file.url.path) : Location(file.url.absoluteString)
    (self.trackID, self.source, self.target, self.file, self.track) = (trackID, source, target, file, track)
  }

  /// Returns the clip as a timeline has it, without video and audio.
  var clip: Timeline.Clip {
    let (location, source, target) = (location, source, target)
    let (end, isScaled) = (sourceEnd, source.duration != target.duration)
    return Timeline.Clip {
      $0.clip = .location(location)
      if source.start != .zero { $0.from = source.start.mediaTime }
      $0.to = end.mediaTime
      $0.at = target.start.mediaTime
      // Also where a rounded end would give another duration.
      if isScaled, end - source.start != target.duration { $0.duration = target.duration.mediaTime }
      ($0.video, $0.audio) = (TrackChoice(.none), TrackChoice(.none))
    }
  }

  /// The end in the source: of a clip at its own speed, rounded so that the clip does not reach into what follows it.
  private var sourceEnd: CMTime {
    var end = source.end
    guard source.duration == target.duration else { return end }
    for _ in 0..<4 where target.start + (end - source.start) > target.end { end.value -= 1 }
    return end
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
