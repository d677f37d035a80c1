internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// The way in which the timeline of an export gives its frames.
enum FramesOfEdit: Equatable {
  /// Not at all: the file itself does.
  case none
  /// A canvas, frame by frame.
  case canvas
  /// The source's frames at their own times, which are turned before they are encoded.
  case ownTimes(VideoOrient.Method)
}

extension ExportPlan {
  /// Adds the video of an export to its timeline, or the frames of the program's compositor to its graph.
  mutating func addVideo(
    _ tracks: [AVAssetTrack], to edit: inout CompositionTimeline, _ export: NodeHandle<ExportPreset>
  ) throws -> FramesOfEdit {
    guard let composition = settings.videoComposition else {
      guard let track = tracks.first as? AVCompositionTrack else { return .none }
      return try addPlainVideo(track, to: &edit)
    }
    let all = asset.tracks.filter { $0.mediaType == .video }
    try composition.check(for: asset, in: range)
    try composition.checkLayers(are: all)
    if composition.hasOwnCompositor {
      let compositor = try ExportCompositor(
        composition, settings.compositor ?? composition.newCompositor(), all, of: asset, in: range)
      connect(add("compositor", compositor.source).output, to: export.video)
      self.compositor = compositor
      return .none
    }
    try edit.add(video: all, composition, until: range.end)
    return .canvas
  }

  /// Adds a track of a composition as it is.
  ///
  /// Its frames keep their own times, as of sections in slow motion, if all are alike and none is missing; else they are put on a
  /// canvas, which has one size and one kind of colours, black where there are none.
  private func addPlainVideo(_ track: AVCompositionTrack, to edit: inout CompositionTimeline) throws -> FramesOfEdit {
    let clips = try SourceClip.clips(of: track)
    let looks = try clips.flatMap { try $0.track().formatDescriptions().map { FrameLook($0) } }
    let follow = zip(clips, clips.dropFirst()).allSatisfy { $0.target.end == $1.target.start }
    let isAlike = Set(looks).count < 2
    if let method = VideoOrient.Method(track.preferredTransform), isAlike, follow, clips.first?.target.start == .zero {
      edit = try CompositionTimeline(framesOf: track)
      return .ownTimes(method)
    }
    let natural = (asset as? AVComposition)?.naturalSize ?? track.naturalSize
    try edit.add(video: track, fitting: natural)
    return .canvas
  }

  /// Adds the sum of audio tracks to the timeline of an export.
  func addAudio(_ tracks: [AVAssetTrack], to edit: inout CompositionTimeline) throws {
    let parameters = try settings.audioMix?.checkedParameters(for: asset) ?? [:]
    let streams = tracks.flatMap { $0.descriptions.compactMap(\.audioStreamBasicDescription) }
    edit.setAudioFormat(
      rate: min(streams.compactMap(\.wholeRate).max() ?? 48000, 768_000),
      channels: streams.map { Int(clamping: $0.mChannelsPerFrame) }.max() ?? 2)
    for track in tracks {
      let id = track.trackID
      try edit.add(audio: track, parameters[id], settings.audioTimePitchAlgorithm, tap: "track\(id)")
    }
  }
}

extension AVVideoComposition {
  /// True if frames are composed by the program.
  var hasOwnCompositor: Bool {
    let values = current
    return values.makeCompositor != nil || values.compositorClass != nil
  }
}

extension VideoOrient.Method {
  /// Creates the turn that a transform makes; nil for transforms that do more than turn and mirror.
  fileprivate init?(_ transform: CGAffineTransform) {
    let exact = transform.snapped
    switch (exact.a, exact.b, exact.c, exact.d) {
    case (1, 0, 0, 1): self = .identity
    case (0, 1, -1, 0): self = .rotate90
    case (-1, 0, 0, -1): self = .rotate180
    case (0, -1, 1, 0): self = .rotate270
    case (-1, 0, 0, 1): self = .flipHorizontal
    case (1, 0, 0, -1): self = .flipVertical
    default: return nil
    }
  }
}
