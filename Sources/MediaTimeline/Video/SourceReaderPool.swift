internal import MediaSource
internal import CoreMedia
import Dispatch

/// The readers of a timeline's sources: opened one clip ahead, closed behind.
///
///     timeline  ──|████ a ████|██ b ██|███ c ███|──
///     at a time        ▲ a is read, b is opened on a queue, c is not     as for every layer
///
/// Belongs to one thread at a time.
final class SourceReaderPool {
  /// Clips that begin later are not opened yet.
  private static let distance = CMTime(value: 2, timescale: 1)
  private static let queue = DispatchQueue(label: "reel.timeline.sources", qos: .userInitiated, attributes: .concurrent)

  private let plan: RenderPlan
  private var readers: [SourceLine: SourceReader] = [:]

  init(_ plan: RenderPlan) { self.plan = plan }

  deinit { close(readers.values) }

  /// The sources that are open, or being opened.
  var lines: Set<SourceLine> { Set(readers.keys) }

  func reader(of clip: RenderClip, at place: TimelineScene.Place) -> SourceReader {
    let line = SourceLine(clip, at: place)
    if let reader = readers[line] { return reader }
    let reader = SourceReader(clip, canvas: plan.size)
    readers[line] = reader
    return reader
  }

  /// Opens the sources that come next, and closes those that are over.
  func prepare(at time: CMTime, _ cancellation: Cancellation) {
    var needed: Set<SourceLine> = []
    for (number, layer) in plan.layers.enumerated() {
      let next = layer.index(after: time)
      for index in max(0, next - 2)..<next where layer.clips[index].range.end > time {
        needed.insert(SourceLine(layer.clips[index], at: TimelineScene.Place(layer: number, clip: index)))
      }
      guard next < layer.clips.count else { continue }
      let clip = layer.clips[next], place = TimelineScene.Place(layer: number, clip: next)
      guard clip.range.start <= time + Self.distance, clip.video.rule != .none,
        clip.opacity.value(at: clip.range.start) > 0
      else { continue }
      let line = SourceLine(clip, at: place)
      needed.insert(line)
      guard readers[line] == nil else { continue }
      let reader = reader(of: clip, at: place), start = clip.map.sourceTime(at: clip.range.start)
      // An error is thrown again when the frame is asked for.
      Self.queue.async { _ = try? reader.frame(at: start, cancellation) }
    }
    let over = readers.filter { !needed.contains($0.key) }
    for line in over.keys { readers[line] = nil }
    close(over.values)
  }

  /// Decoders end where they block no one.
  private func close(_ readers: some Collection<SourceReader>) {
    guard !readers.isEmpty else { return }
    let closing = Array(readers)
    Self.queue.async { withExtendedLifetime(closing) {} }
  }
}
