internal import CoreMedia
internal import MediaSource

/// The audio of a timeline, if it is a part of one track: joints of packets are not exact to the sample but by edits, which some players
/// ignore, and rendered audio is quickly encoded.
struct SmartAudio {
  private let plan: RenderPlan
  private let sources: ClipTracks

  init(_ plan: RenderPlan, _ sources: ClipTracks) { (self.plan, self.sources) = (plan, sources) }

  /// - Returns: Nil if nothing is heard.
  func track(isMovie: Bool) throws -> CopyTrack? {
    let clips = try plan.layers.flatMap(\.clips).filter { try $0.hasAudio() }
    guard let clip = clips.first else { return nil }
    if clips.count == 1, clip.range.start == .zero,
      let track = try LayerCopy(plan, RenderLayer(clips: [clip]), isVideo: false, sources)
        .track(isMovie: isMovie)
    {
      return track
    }
    let reason = clips.count == 1 ? "it begins later than the timeline" : "\(clips.count) clips are heard"
    return CopyTrack(
      isVideo: false, orientation: nil, obstacle: reason, duration: plan.duration,
      pieces: [CopyPiece(CMTimeRange(start: .zero, end: plan.duration), .rendered([]), reason: reason)], plan: plan,
      edges: .encode, isMovie: isMovie, codec: .aac)
  }
}
