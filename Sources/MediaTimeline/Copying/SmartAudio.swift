internal import CoreMedia
internal import MediaSource

/// The audio of a timeline, if it is a part of one track: joints of packets are not exact to the sample but by edits, which some players
/// ignore, and rendered audio is quickly encoded.
struct SmartAudio {
  private let plan: RenderPlan
  private let range: CMTimeRange
  private let sources: ClipTracks

  init(_ plan: RenderPlan, in range: CMTimeRange, _ sources: ClipTracks) {
    (self.plan, self.range, self.sources) = (plan, range, sources)
  }

  /// - Returns: Nil if nothing is heard.
  func track(isMovie: Bool) throws -> CopyTrack? {
    let found = try plan.layers.map { layer in
      (layer, try layer.clips.compactMap { $0.part(in: range) }.filter { try $0.hasAudio() })
    }
    let clips = found.flatMap(\.1)
    guard let clip = clips.first else { return nil }
    let isProcessed = found.contains { !$1.isEmpty && ($0.tap != nil || $0.volume.constant != 1) }
    if clips.count == 1, !isProcessed, clip.range.start == range.start,
      let track = try LayerCopy(plan, RenderLayer(clips: [clip]), in: range, isVideo: false, sources)
        .track(isMovie: isMovie)
    {
      return track
    }
    let reason =
      isProcessed
      ? "its volume is changed"
      : clips.count == 1 ? "it begins later than the timeline" : "\(clips.count) clips are heard"
    return CopyTrack(
      isVideo: false, orientation: nil, obstacle: reason, range: range,
      pieces: [CopyPiece(range, .rendered([]), reason: reason)], plan: plan, edges: .encode, isMovie: isMovie,
      codec: .aac)
  }
}
