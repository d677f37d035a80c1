internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Synchronization

/// The frames of a program's own compositor on their way into an export.
///
///     tracks' frames ─▷ compositor ─▷ ExportCompositor ─▷ swift.compositor ─▷ export.preset
///
/// They are composed one after the other on a thread of the export's, a few ahead of the encoder.
final class ExportCompositor: Sendable {
  /// The node of the export's graph.
  let source: ProgramSource<RawVideo>
  private let supply: SampleSupply
  private let reading: GraphReading?
  private let range: CMTimeRange
  private let cancellation = Cancellation()
  private let state = Mutex<(task: Task<Void, Never>?, problem: (any Error)?)>((nil, nil))

  /// - Throws: `AVError` for a composition that cannot be rendered; read errors.
  init(
    _ composition: AVVideoComposition, _ compositor: (any AVVideoCompositing)?, _ tracks: [AVAssetTrack],
    of asset: AVAsset, in range: CMTimeRange
  ) throws {
    let url = asset.file?.url
    let location = url.map { $0.isFileURL ? Location($0.path) : Location($0.absoluteString) } ?? Location("")
    // Opened again, so that this export can be cancelled alone.
    let file = asset.file?.another()
    var plan = ReadingPlan(location, file, .wholeTimeline)
    supply = try plan.composed(
      tracks, composition, by: compositor.map { SharedCompositor($0) }, of: asset, PixelBufferSettings([:]), 1,
      until: range.end)
    reading = plan.graph.nodes.isEmpty ? nil : try GraphReading(plan.graph, plan.assets())
    self.range = range
    let duration = composition.frameDuration
    let rate = Int32(exactly: duration.value).flatMap { FrameRate(duration.timescale, $0) }
    source = ProgramSource("compositor", frameRate: rate)
  }

  /// The error that ended the frames; nil if there is none.
  var problem: (any Error)? { state.withLock { $0.problem } }

  /// - Parameter fail: Called when a frame cannot be made.
  func start(failing fail: @escaping @Sendable () -> Void) {
    let task = Task(executorPreference: RunThreads.shared) { [self] in
      do {
        try supply.move([range])
        while let frame = try supply.next(true, cancellation) {
          let sample = try placed(frame)
          // A run that takes no more frames says why.
          do { try await source.send(sample) } catch { return }
        }
        source.finish()
      } catch {
        // A run that was ended says so itself.
        if cancellation.isCancelled { return }
        state.withLock { $0.problem = error }
        fail()
      }
    }
    state.withLock { $0.task = task }
  }

  func cancel() {
    cancellation.cancel()
    supply.cancel()
    reading?.cancel()
    state.withLock { $0.task }?.cancel()
  }

  /// Returns a frame at its time in the file: the first is shown from the beginning on.
  private func placed(_ frame: CMSampleBuffer) throws -> CMSampleBuffer {
    let own = CMTimeRange(start: frame.presentationTimeStamp, duration: frame.duration).intersection(range)
    let timing = CMSampleTimingInfo(
      duration: own.duration, presentationTimeStamp: own.start - range.start, decodeTimeStamp: .invalid)
    return try CMSampleBuffer(copying: frame, withNewTiming: [timing])
  }
}
