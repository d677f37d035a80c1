internal import MediaSource
internal import MediaEngine
import Dispatch
import Synchronization

/// The work of an image generator: requests in the order in which they were made, on a queue of their own; blocking
/// requests on another queue.
final class ImageGenerationQueue: Sendable {
  private let asset: AVAsset
  private let queue = DispatchQueue(label: "reel.images", qos: .userInitiated)
  /// For blocking callers, which may be handlers on `queue`.
  private let urgent = DispatchQueue(label: "reel.images.now", qos: .userInitiated)
  private let pending = Mutex<[ObjectIdentifier: Cancellation]>([:])
  private let track = CachedTrack()
  private let urgentTrack = CachedTrack()

  init(_ asset: AVAsset) { self.asset = asset }

  func cancelAll() {
    for cancellation in pending.withLock({ Array($0.values) }) { cancellation.cancel() }
  }

  /// Makes an image, blocking.
  func image(_ time: CMTime, _ settings: AVAssetImageGenerator.Settings) throws -> (image: CGImage, actualTime: CMTime)
  {
    try urgent.sync {
      let results = ImageResults([time], settings) { [asset, urgentTrack] in
        try urgentTrack.images(of: asset, settings)
      }
      guard let answer = results.next(Cancellation()) else { throw AVError(.noImageAtTime) }
      return try answer.outcome.get()
    }
  }

  /// Makes images; the handler is called once for each time, on the queue.
  func generate(
    _ times: [CMTime], _ settings: AVAssetImageGenerator.Settings, _ cancellation: Cancellation,
    _ handler: @escaping @Sendable (CMTime, ImageResults.Outcome) -> Void
  ) {
    note(cancellation)
    // The request does not retain the generator: it is cancelled when that is deallocated.
    queue.async { [asset, track] in
      defer { self.forget(cancellation) }
      let results = ImageResults(times, settings) { try track.images(of: asset, settings) }
      while let answer = results.next(cancellation) { handler(answer.time, answer.outcome) }
    }
  }

  /// Returns images that are made on demand.
  func series(_ times: [CMTime], _ settings: AVAssetImageGenerator.Settings) -> ImageSeries {
    let cancellation = Cancellation()
    note(cancellation)
    let results = ImageResults(times, settings, isAlone: true) { [asset] in
      try CachedTrack().images(of: asset, settings)
    }
    return ImageSeries(self, results, cancellation)
  }

  fileprivate func note(_ cancellation: Cancellation) {
    pending.withLock { $0[ObjectIdentifier(cancellation)] = cancellation }
  }

  fileprivate func forget(_ cancellation: Cancellation) {
    _ = pending.withLock { $0.removeValue(forKey: ObjectIdentifier(cancellation)) }
  }
}

/// A series of images that are made on demand, each on the series' own queue.
final class ImageSeries: Sendable {
  private let work: ImageGenerationQueue
  /// Used on the queue only.
  private let results: ImageResults
  private let cancellation: Cancellation
  private let queue = DispatchQueue(label: "reel.images.series", qos: .userInitiated)

  fileprivate init(_ work: ImageGenerationQueue, _ results: ImageResults, _ cancellation: Cancellation) {
    (self.work, self.results, self.cancellation) = (work, results, cancellation)
  }

  deinit { work.forget(cancellation) }

  func next() async -> AVAssetImageGenerator.Images.Element? {
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [results, cancellation] in continuation.resume(returning: results.next(cancellation)) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return answer.map { time, outcome in
      switch outcome {
      case .success(let (image, actual)): .success(requestedTime: time, image: image, actualTime: actual)
      case .failure(let error): .failure(requestedTime: time, error: error)
      }
    }
  }
}

/// The track or the composition that images are made of, from one request to the next.
private final class CachedTrack: Sendable {
  /// Used by one thread at a time: the one whose turn it is to make images.
  private nonisolated(unsafe) var known: (any ImageSource)?

  /// Returns the asset's current video track, or its composed frames: the tracks may change between calls.
  ///
  /// - Throws: `AVError` with `noImageAtTime` if there is no enabled video track; read errors of the tracks.
  func images(of asset: AVAsset, _ settings: AVAssetImageGenerator.Settings) throws -> any ImageSource {
    let tracks = asset.tracks.filter { $0.mediaType == .video }
    if let composition = settings.videoComposition {
      let source = try ComposedImages(asset, tracks, composition, by: settings.compositor)
      if let last = known as? ComposedImages, last.isEqual(source) { return last }
      known = source
      return source
    }
    guard let track = tracks.first(where: \.isEnabled) else {
      if case .failed(let error)? = asset.propertyLoader?.status("tracks") { throw error }
      throw AVError(
        .noImageAtTime,
        reason: tracks.isEmpty ? "the asset has no video track" : "the asset's video tracks are disabled")
    }
    if let known, known.shows(track) { return known }
    let source: any ImageSource =
      if let track = track as? AVCompositionTrack { SegmentImages(track) } else { try ImageTrack(track) }
    known = source
    return source
  }
}
