internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// Images of a video composition's frames. Belongs to one thread at a time.
final class ComposedImages: ImageSource {
  private let plan: ReadingPlan
  private let location: Location
  private let trackIDs: [CMPersistentTrackID]
  private let supply: SampleSupply
  private let composition: AVVideoComposition
  private let duration: CMTime
  private let renderer = ImageRenderer()
  /// Opened with the first image.
  private var reading: GraphReading?

  /// - Throws: `AVError.invalidVideoComposition` for a composition that cannot be rendered.
  init(_ asset: AVAsset, _ tracks: [AVAssetTrack], _ composition: AVVideoComposition) throws {
    try composition.check(for: asset, in: CMTimeRange(start: .zero, duration: .positiveInfinity))
    let url = asset.file?.url
    let location = url.map { $0.isFileURL ? Location($0.path) : Location($0.absoluteString) } ?? Location("")
    var plan = ReadingPlan(location, asset.file, .wholeTimeline)
    supply = try plan.composed(tracks, composition, of: asset, PixelBufferSettings([:]), 1)
    (self.plan, self.composition, duration) = (plan, composition, asset.duration)
    (self.location, trackIDs) = (location, tracks.map(\.trackID))
  }

  /// True if the images of another source are the same.
  func isEqual(_ other: ComposedImages) -> Bool {
    composition === other.composition && duration == other.duration && trackIDs == other.trackIDs
      && plan.graph == other.plan.graph
  }

  func shows(_ track: AVAssetTrack) -> Bool { false }

  func work(_ requests: [ImageRequest], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool) -> any ImageWork {
    let settings = settings.imageSettings(for: nil)
    return SerialImageWork(requests) { [self] request, cancellation in
      if cancellation.isCancelled { throw CancellationError() }
      let (bounds, sample) = (try request.bounds(), try sample(for: request))
      guard let frame = sample.imageBuffer else { throw AVError(.noImageAtTime) }
      let format = try PixelBufferFormat(of: frame)
      let image = try renderer.image(
        Buffer(wrapping: frame, as: format), format.caps, sample.formatDescription, settings)
      return (image: image, actualTime: max(sample.presentationTimeStamp, bounds.lower))
    }
  }

  private func sample(for request: ImageRequest) throws -> CMSampleBuffer {
    let bounds = try request.bounds()
    guard duration > .zero, bounds.lower < duration, bounds.upper >= .zero else {
      throw AVError(.noImageAtTime, reason: "the composition ends at \(duration.text)")
    }
    if reading == nil, !plan.graph.nodes.isEmpty {
      var assets = OpenedAssets()
      if let file = plan.file { assets.insert(file, at: location) }
      plan.openFiles(into: &assets)
      reading = try GraphReading(plan.graph, assets)
    }
    // The last frame is presented up to the end.
    let time = request.time < duration ? max(request.time, .zero) : lastFrame
    try supply.move([CMTimeRange(start: time, end: .positiveInfinity)])
    guard let sample = try supply.next(false) else {
      throw AVError(.noImageAtTime, reason: "the composition has no frame at \(time.text)")
    }
    return sample
  }

  /// The time of the last frame, which may end with the asset before a frame's duration is over.
  private var lastFrame: CMTime {
    let step = composition.frameDuration
    let whole =
      (Int128(duration.value) * Int128(step.timescale) - 1) / (Int128(step.value) * Int128(duration.timescale))
    return CMTime(value: Int64(clamping: whole * Int128(step.value)), timescale: step.timescale)
  }
}
