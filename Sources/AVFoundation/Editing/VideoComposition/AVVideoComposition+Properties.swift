internal import MediaSource

extension AVVideoComposition {
  /// Creates a composition that shows an asset's video tracks as they are: each upright by its `preferredTransform`, earlier
  /// tracks over later ones, with instructions that cover the asset. Blocks until the asset's tracks are read.
  ///
  /// The canvas holds all tracks; for a composition, it is its `naturalSize`. The frame rate is the highest of the tracks', or 30
  /// without video; the frames of a file's only track, if its rate varies, keep their own times, by `sourceTrackIDForFrameTiming`.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init(AVVideoComposition.Values(propertiesOf: asset))
  }

  /// Returns a composition that shows an asset's video tracks as they are, without blocking a thread; see `init(propertiesOf:)`.
  ///
  /// - Throws: `AVError` if the asset's tracks cannot be read.
  public class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
    _ = try await asset.load(.tracks)
    return try await WorkPool.network.value { AVMutableVideoComposition(propertiesOf: asset) }
  }
}

extension AVAssetTrack {
  /// True if all frames are about as long as the shortest.
  fileprivate var isSteady: Bool {
    let (shortest, rate) = (minFrameDuration, Double(nominalFrameRate))
    guard shortest.isNumeric, shortest > .zero, rate.isFinite, rate > 0 else { return true }
    return abs(shortest.seconds * rate - 1) < 0.005
  }
}

extension AVVideoComposition.Values {
  init(propertiesOf asset: AVAsset) {
    let tracks = asset.tracks.filter { $0.mediaType == .video && $0.isEnabled }
    frameDuration = Self.frameDuration(of: tracks)
    // The frames of a file's only track keep their times; those of a composition's segments have several speeds.
    if tracks.count == 1, let track = tracks.first, !(track is AVCompositionTrack), !track.isSteady {
      timingTrackID = track.trackID
    }
    var upright: [CMPersistentTrackID: CGAffineTransform] = [:]
    for track in tracks {
      let frame = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
      upright[track.trackID] = track.preferredTransform.concatenating(
        CGAffineTransform(translationX: -frame.minX, y: -frame.minY))
      renderSize.width = max(renderSize.width, frame.width.wholePixels)
      renderSize.height = max(renderSize.height, frame.height.wholePixels)
    }
    if let composition = asset as? AVComposition {
      let own = composition.contents.state.withLock { $0.naturalSize }
      if own != .zero { renderSize = own }
    }
    instructions = Self.spans(of: tracks, until: asset.duration).map { range, shown in
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = range
      instruction.layerInstructions = shown.map { track in
        let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
        if let transform = upright[track.trackID], transform != .identity {
          layer.setTransform(transform, at: range.start)
        }
        return layer
      }
      return instruction
    }
  }

  /// Returns the ranges in which the same tracks have media, with these tracks.
  private static func spans(
    of tracks: [AVAssetTrack], until end: CMTime
  ) -> [(range: CMTimeRange, tracks: [AVAssetTrack])] {
    guard end.isNumeric, end > .zero else { return [] }
    let shown = tracks.map { track in
      (track: track, ranges: track.segments.filter { !$0.isEmpty }.map(\.timeMapping.target))
    }
    let edges = shown.flatMap { $0.ranges.flatMap { [$0.start, $0.end] } } + [.zero, end]
    let times = edges.filter { $0 >= .zero && $0 <= end }.sorted()
    var spans: [(range: CMTimeRange, tracks: [AVAssetTrack])] = []
    var start = CMTime.zero
    // The number of each track's first range that is not over; ranges are in order, and so are the times.
    var next = shown.map { _ in 0 }
    for time in times where time > start {
      for index in shown.indices {
        while next[index] < shown[index].ranges.count, shown[index].ranges[next[index]].end <= start {
          next[index] += 1
        }
      }
      let here = zip(shown, next).filter { $1 < $0.ranges.count && $0.ranges[$1].start <= start }.map(\.0.track)
      // Ranges are made from the end of the one before, so that they meet even where a time is rounded.
      let range = CMTimeRange(start: spans.last?.range.end ?? .zero, end: time)
      if let last = spans.last, last.tracks.map(\.trackID) == here.map(\.trackID) {
        spans[spans.count - 1].range = CMTimeRange(start: last.range.start, end: time)
      } else {
        spans.append((range, here))
      }
      start = time
    }
    return spans
  }

  /// The duration of a frame where no video has its own.
  static let usualFrameDuration = CMTime(value: 1, timescale: 30)

  /// Returns the exact duration of a frame of the fastest track; the usual one without video.
  private static func frameDuration(of tracks: [AVAssetTrack]) -> CMTime {
    let durations = tracks.map { track in
      track.value("nominalFrameRate", or: .invalid) { try track.content?.nominalFrameDuration() ?? .invalid }
    }
    guard let shortest = durations.filter({ $0.isNumeric && $0 > .zero }).min() else { return usualFrameDuration }
    // In lowest terms: programs take the timescale of 1/30 for the rate.
    let divisor = greatestCommonDivisor(shortest.value, Int64(shortest.timescale))
    return CMTime(value: shortest.value / divisor, timescale: Int32(Int64(shortest.timescale) / divisor))
  }
}

extension AVMutableVideoComposition {
  /// Makes a video composition that shows an asset as it is.
  ///
  /// - Parameter handler: Gets the composition or an error; called once, on another thread.
  public class func videoComposition(
    withPropertiesOf asset: AVAsset,
    completionHandler handler: @escaping @Sendable (AVMutableVideoComposition?, (any Error)?) -> Void
  ) {
    deliver(to: handler) { try await videoComposition(withPropertiesOf: asset) }
  }
}
