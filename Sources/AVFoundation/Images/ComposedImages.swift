internal import GStreamer
internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// Images of a video composition's frames. Belongs to one thread at a time.
final class ComposedImages: ImageSource {
  private let plan: ReadingPlan
  private let trackIDs: [CMPersistentTrackID]
  private let supply: SampleSupply
  private let composition: AVVideoComposition
  private let compositor: SharedCompositor?
  private let duration: CMTime
  private let renderer = ImageRenderer()
  /// Made with the first image, and after a cancelled one.
  private var reading: GraphReading?
  /// Breaks off the reading of its files.
  private var files: ReadingCancellation?

  /// - Parameter compositor: The program's compositor; nil for the built-in one.
  /// - Throws: `AVError.invalidVideoComposition` for a composition that cannot be rendered.
  init(
    _ asset: AVAsset, _ tracks: [AVAssetTrack], _ composition: AVVideoComposition,
    by compositor: SharedCompositor?
  ) throws {
    try composition.check(for: asset, in: CMTimeRange(start: .zero, duration: .positiveInfinity))
    let url = asset.file?.url
    let location = url.map { $0.isFileURL ? Location($0.path) : Location($0.absoluteString) } ?? Location("")
    var plan = ReadingPlan(location, asset.file, .wholeTimeline)
    supply = try plan.composed(tracks, composition, by: compositor, of: asset, PixelBufferSettings([:]), 1)
    (self.plan, self.composition, self.compositor, duration) = (plan, composition, compositor, asset.duration)
    trackIDs = tracks.map(\.trackID)
  }

  /// True if the images of another source are the same.
  func isEqual(_ other: ComposedImages) -> Bool {
    composition === other.composition && compositor === other.compositor && duration == other.duration
      && trackIDs == other.trackIDs && plan.graph == other.plan.graph
  }

  func shows(_ track: AVAssetTrack) -> Bool { false }

  func work(_ requests: [ImageRequest], _ settings: AVAssetImageGenerator.Settings, isAlone: Bool) -> any ImageWork {
    let settings = settings.imageSettings(for: nil)
    return SerialImageWork(requests) { [self] request, cancellation in
      if cancellation.isCancelled { throw CancellationError() }
      let (bounds, sample) = (try request.bounds(), try sample(for: request, cancellation))
      guard let frame = sample.imageBuffer else { throw AVError(.noImageAtTime) }
      let format = try PixelBufferFormat(of: frame)
      let own = sample.presentationTimeStamp
      let image = try renderer.image(
        Buffer(wrapping: frame, as: format), format.caps, sample.formatDescription, settings)
      return (image: image, actualTime: request.countsFromBound(bounds) ? max(own, bounds.lower) : own)
    }
  }

  private func sample(for request: ImageRequest, _ cancellation: Cancellation) throws -> CMSampleBuffer {
    let bounds = try request.bounds()
    guard bounds.upper >= .zero else {
      throw AVError(.noImageAtTime, reason: "\(request.time.text) is before the beginning of the composition")
    }
    guard duration > .zero, bounds.lower < duration else {
      throw AVError(.noImageAtTime, reason: "the composition ends at \(duration.text)")
    }
    let assets = plan.assets()
    let files = files ?? assets.cancellation
    self.files = files
    // A server that gives nothing must not hold up a cancelled request. What was opened is opened anew then.
    return try cancellation.withHandler {
      files.end()
    } _: {
      do {
        if reading == nil, !plan.graph.nodes.isEmpty { reading = try GraphReading(plan.graph, assets) }
        return try sample(at: request.time < duration ? max(request.time, .zero) : lastTime, cancellation)
      } catch {
        if cancellation.isCancelled { (reading, self.files) = (nil, nil) }
        throw cancellation.isCancelled ? CancellationError() : error
      }
    }
  }

  private func sample(at time: CMTime, _ cancellation: Cancellation) throws -> CMSampleBuffer {
    try supply.move([CMTimeRange(start: time, end: .positiveInfinity)])
    guard let sample = try supply.next(false, cancellation) else {
      throw AVError(.noImageAtTime, reason: "the composition has no frame at \(time.text)")
    }
    return sample
  }

  /// A time at which the last frame is presented: up to the end.
  private var lastTime: CMTime { max(.zero, duration - CMTime(value: 1, timescale: 1_000_000_000)) }
}
