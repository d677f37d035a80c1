internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MediaTimeline

extension ReadingPlan {
  /// Adds an output of frames that a program's compositor composes. The tracks' frames are a part of the graph.
  mutating func composed(
    _ tracks: [AVAssetTrack], by compositor: SharedCompositor, _ composition: AVVideoComposition,
    _ settings: PixelBufferSettings, _ number: Int, until end: CMTime
  ) throws -> SampleSupply {
    let sourceFormat = try FrameFormat(pixelFormat: compositor.sourcePixelFormat())
    var sources: [CompositorFrames.Source] = []
    for (index, track) in tracks.enumerated() where (track as? AVCompositionTrack)?.presentsMedia ?? true {
      let sink = ProgramSink<RawVideo>("output\(number)_\(index + 1)", pulled: sourceFormat)
      let frames = try video(of: track, "\(number)_\(index + 1)")
      connect(frames, to: add("output\(number)_\(index + 1)", sink).input)
      sources.append(.init(track.trackID, sink))
    }
    var format = FrameFormat(pixelFormat: settings.pixelFormat)
    if settings.isSized {
      format.size = CMVideoDimensions(
        width: Int32(settings.width ?? Int(composition.renderSize.width)),
        height: Int32(settings.height ?? Int(composition.renderSize.height)))
    }
    let times = try CompositionTimeline(timesOf: composition, tracks, until: end)
    let clock = FrameClock(try RenderPlan(times.timeline, opened: assets()))
    let frames = try CompositorFrames(composition, compositor, sources, format, clock, until: end)
    return SampleSupply(
      next: { try frames.next(isPrivate: $0, $1) }, move: { try frames.move(to: $0) }, cancel: { frames.cancel() })
  }
}
