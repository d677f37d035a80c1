internal import MediaEngine
import Dispatch
import Synchronization

/// What an image generator has to do: requests in the order in which they were made, on a thread of their own; those that somebody
/// waits for on another.
final class ImageWork: Sendable {
  typealias Outcome = Result<(image: CGImage, actualTime: CMTime), any Error>

  private let asset: AVAsset
  private let queue = DispatchQueue(label: "reel.images", qos: .userInitiated)
  /// For callers that wait, who may well be handlers.
  private let urgent = DispatchQueue(label: "reel.images.now", qos: .userInitiated)
  private let pending = Mutex<[ObjectIdentifier: Cancellation]>([:])
  private let readers = CachedReader()
  private let urgentReaders = CachedReader()

  init(_ asset: AVAsset) { self.asset = asset }

  func cancelAll() {
    for cancellation in pending.withLock({ Array($0.values) }) { cancellation.cancel() }
  }

  /// Makes an image, and waits for it.
  func image(_ time: CMTime, _ settings: AVAssetImageGenerator.Settings) throws -> (image: CGImage, actualTime: CMTime)
  {
    try urgent.sync {
      do {
        let (reader, track) = try urgentReaders.reader(asset)
        let run = reader.run(settings.requests([time]), settings.imageSettings(for: track), isAlone: false)
        return try Self.outcome(run.next(Cancellation())).get()
      } catch {
        throw AVError(reading: error)
      }
    }
  }

  /// Makes images; the handler is called once for each time, on the queue.
  func generate(
    _ times: [CMTime], _ settings: AVAssetImageGenerator.Settings, _ cancellation: Cancellation,
    _ handler: @escaping @Sendable (CMTime, Outcome) -> Void
  ) {
    note(cancellation)
    // The work is done for somebody who holds the generator: it does not hold that itself.
    queue.async { [asset, readers] in
      defer { self.forget(cancellation) }
      var answered: Set<Int> = []
      do {
        if cancellation.isCancelled { throw CancellationError() }
        let (reader, track) = try readers.reader(asset)
        let run = reader.run(settings.requests(times), settings.imageSettings(for: track), isAlone: false)
        while let element = try run.next(cancellation) {
          if cancellation.isCancelled { throw CancellationError() }
          answered.insert(element.index)
          handler(times[element.index], Self.outcome(element))
        }
      } catch {
        let failure: any Error = error is CancellationError ? error : AVError(reading: error)
        let rest = times.indices.filter { !answered.contains($0) }.sorted { (times[$0], $0) < (times[$1], $1) }
        for index in rest { handler(times[index], .failure(failure)) }
      }
    }
  }

  /// Images that are made when they are asked for.
  func series(_ times: [CMTime], _ settings: AVAssetImageGenerator.Settings) -> ImageSeries {
    let cancellation = Cancellation()
    note(cancellation)
    return ImageSeries(self, asset, times, settings, cancellation)
  }

  fileprivate func note(_ cancellation: Cancellation) {
    pending.withLock { $0[ObjectIdentifier(cancellation)] = cancellation }
  }

  fileprivate func forget(_ cancellation: Cancellation) {
    _ = pending.withLock { $0.removeValue(forKey: ObjectIdentifier(cancellation)) }
  }

  fileprivate static func outcome(_ element: ImageReader.Images.Element?) -> Outcome {
    guard let element else { return .failure(AVError(.noImageAtTime, reason: "nothing was asked for")) }
    return element.result.mapError { $0 is CancellationError ? $0 : AVError(reading: $0) }
  }
}

/// A series of images that are made when they are asked for, each on the series' own thread.
final class ImageSeries: @unchecked Sendable {
  private let work: ImageWork
  private let asset: AVAsset
  private let times: [CMTime]
  private let settings: AVAssetImageGenerator.Settings
  private let cancellation: Cancellation
  private let queue = DispatchQueue(label: "reel.images.series", qos: .userInitiated)
  // Of the queue alone.
  private var run: ImageRun?
  private var rest: [(time: CMTime, error: any Error)]?

  fileprivate init(
    _ work: ImageWork, _ asset: AVAsset, _ times: [CMTime], _ settings: AVAssetImageGenerator.Settings,
    _ cancellation: Cancellation
  ) {
    (self.work, self.asset, self.times, self.settings, self.cancellation) = (work, asset, times, settings, cancellation)
  }

  deinit { work.forget(cancellation) }

  func next() async -> AVAssetImageGenerator.Images.Element? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: self.step()) } }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func step() -> AVAssetImageGenerator.Images.Element? {
    if rest == nil {
      do {
        if run == nil {
          if cancellation.isCancelled { throw CancellationError() }
          let (reader, track) = try CachedReader().reader(asset)
          run = reader.run(settings.requests(times), settings.imageSettings(for: track), isAlone: true)
        }
        guard let element = try run?.next(cancellation) else { return nil }
        switch ImageWork.outcome(element) {
        case .success(let (image, actual)):
          return .success(requestedTime: times[element.index], image: image, actualTime: actual)
        case .failure(let error): return .failure(requestedTime: times[element.index], error: error)
        }
      } catch {
        let failure: any Error = error is CancellationError ? error : AVError(reading: error)
        let left = run?.rest ?? times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        rest = left.map { (times[$0], failure) }
      }
    }
    guard let first = rest?.first else { return nil }
    rest?.removeFirst()
    return .failure(requestedTime: first.time, error: first.error)
  }
}

/// The reader of the track that images are made of. Belongs to one thread at a time.
private final class CachedReader: @unchecked Sendable {
  private var known: (track: AVAssetTrack, reader: ImageReader)?

  /// The tracks of an asset may change: they are looked up each time.
  ///
  /// - Throws: `AVError` with `noImageAtTime` if there is no enabled video track, or why the tracks cannot be read.
  func reader(_ asset: AVAsset) throws -> (reader: ImageReader, track: AVAssetTrack) {
    let tracks = asset.tracks
    guard let track = tracks.first(where: { $0.mediaType == .video && $0.isEnabled }) else {
      var error: NSError?
      if asset.statusOfValue(forKey: "tracks", error: &error) == .failed, let error {
        throw AVError(AVError.Code(rawValue: error.code) ?? .unknown, userInfo: error.userInfo)
      }
      throw AVError(
        .noImageAtTime,
        reason: tracks.contains { $0.mediaType == .video }
          ? "the asset's video tracks are disabled" : "the asset has no video track")
    }
    if let known, known.track === track { return (known.reader, track) }
    guard let content = track.content else {
      throw AVError(.operationNotSupportedForAsset, reason: "images are made of files, not of compositions")
    }
    let media = try content.mediaTrack()
    guard media.isVideo else { throw AVError(.invalidSourceMedia, reason: "the video track does not say its format") }
    let reader = ImageReader(media)
    known = (track, reader)
    return (reader, track)
  }
}
