internal import CoreMedia
internal import MediaGraph

/// Clips that show the same time of the same track at the same time of the timeline: one decoder serves them all, one after the other
/// and at once.
struct SourceLine: Hashable {
  private enum Source: Hashable {
    case media(ObjectIdentifier)
    /// A nested timeline and a title belong to their clips.
    case clip(TimelineScene.Place)
  }

  private let source: Source
  private let track: TrackChoice
  private let speed: ExactTime
  private let offset: ExactTime

  init(_ clip: RenderClip, at place: TimelineScene.Place) {
    let speed = clip.map.isReversed ? .zero - clip.map.speed : clip.map.speed
    self.init(clip, at: place, speed, clip.map.sourceTime(at: ExactTime.zero))
  }

  /// The track of a clip, whatever its times.
  init(track clip: RenderClip, at place: TimelineScene.Place) { self.init(clip, at: place, .zero, .zero) }

  private init(_ clip: RenderClip, at place: TimelineScene.Place, _ speed: ExactTime, _ offset: ExactTime) {
    source =
      switch clip.source {
      case .media(let media): .media(ObjectIdentifier(media))
      case .timeline, .title: .clip(place)
      }
    (track, self.speed, self.offset) = (clip.video, speed, offset)
  }
}
