internal import MediaEngine
internal import MediaGraph
internal import MediaSource
import Synchronization

/// The samples of a composition's track as they are stored, with their times in the composition: those of one segment after the
/// other. Each source is opened when its segment comes, and closed behind it.
///
/// Samples of other segments' formats follow each other, and a segment that begins inside a group of pictures begins with the
/// samples that its first frame depends on, marked by `doNotDisplay`.
final class ComposedSamples: Sendable {
  /// A segment that is being read.
  private struct Segment {
    let clip: SourceClip
    let reading: GraphReading
    let supply: SampleSupply
  }

  private struct State {
    var clips: ArraySlice<SourceClip> = []
    var current: Segment?
    /// The ranges of the composition that come after the one under way.
    var ranges: [CMTimeRange] = []
    var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
  }

  private let all: [SourceClip]
  private let state: Mutex<State>
  /// Breaks off the reading of the sources.
  private let cancellation = ReadingCancellation()

  init(_ clips: [SourceClip]) {
    all = clips
    state = Mutex(State(clips: clips[...]))
  }

  /// Ends what is being read, on any thread; nothing is read any more.
  func cancel() { cancellation.end() }

  func move(to ranges: [CMTimeRange]) {
    guard let first = ranges.first else { return }
    state.withLock { $0 = State(clips: all[...], ranges: Array(ranges.dropFirst()), range: first) }
  }

  /// Returns the next sample; nil after the last.
  func next(isPrivate: Bool) throws -> CMSampleBuffer? {
    try state.withLock { state in
      while true {
        if let current = state.current {
          if let sample = try current.supply.next(isPrivate, Cancellation()) { return try current.clip.placed(sample) }
          state.current = nil
        } else if let clip = state.clips.popFirst() {
          state.current = try open(clip, in: state.range)
        } else if let range = state.ranges.first {
          state.ranges.removeFirst()
          (state.range, state.clips) = (range, all[...])
        } else {
          return nil
        }
      }
    }
  }

  /// Opens the source of a clip; nil if the range has nothing of it.
  private func open(_ clip: SourceClip, in range: CMTimeRange) throws -> Segment? {
    let shown = clip.target.intersection(range)
    guard shown.duration > .zero else { return nil }
    func source(_ time: CMTime) -> CMTime {
      CMTimeMapTimeFromRangeToRange(time, fromRange: clip.target, toRange: clip.source)
    }
    let part = CMTimeRange(start: source(shown.start), end: source(shown.end))
    var plan = ReadingPlan(clip.location, clip.file, part)
    let supply = try plan.stored(AVAssetTrack(try clip.track(), of: nil, file: clip.file), 1)
    var assets = OpenedAssets()
    // Opened again, so that this reader can be cancelled alone.
    assets.insert(clip.file.another(cancellation), at: clip.location)
    return Segment(clip: clip, reading: try GraphReading(plan.graph, assets), supply: supply)
  }
}

extension SourceClip {
  /// Returns a sample of the source with its times in the composition.
  fileprivate func placed(_ sample: CMSampleBuffer) throws -> CMSampleBuffer {
    let isScaled = source.duration != target.duration
    func time(_ time: CMTime) -> CMTime {
      guard time.isNumeric else { return time }
      return isScaled
        ? CMTimeMapTimeFromRangeToRange(time, fromRange: source, toRange: target) : target.start + (time - source.start)
    }
    func length(_ duration: CMTime) -> CMTime {
      guard duration.isNumeric, isScaled else { return duration }
      return CMTimeMapDurationFromRangeToRange(duration, fromRange: source, toRange: target)
    }
    if source == target { return sample }
    let timings = try sample.sampleTimingInfos().map {
      CMSampleTimingInfo(
        duration: length($0.duration), presentationTimeStamp: time($0.presentationTimeStamp),
        decodeTimeStamp: time($0.decodeTimeStamp))
    }
    return try CMSampleBuffer(copying: sample, withNewTiming: timings)
  }
}

extension ReadingPlan {
  /// Adds an output of a composition's samples as they are stored. It decodes nothing, and has no part in the graph.
  func stored(composed track: AVCompositionTrack) throws -> SampleSupply {
    let samples = ComposedSamples(try SourceClip.clips(of: track))
    return SampleSupply(
      next: { isPrivate, _ in try samples.next(isPrivate: isPrivate) }, move: { samples.move(to: $0) },
      cancel: { samples.cancel() })
  }
}
