internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import Synchronization

/// Counts the data that pass a pad; written on streaming threads, read by the run.
final class PortMeter: Sendable {
  let port: String
  private let pad: Pad
  private let counts = Counts()

  /// The values that the probe writes. It has no reference to the pad, which retains the probe, to avoid a reference
  /// cycle.
  private final class Counts: Sendable {
    let buffers = Atomic<Int>(0)
    let bytes = Atomic<Int>(0)
    /// The largest end time of a buffer on the stream's own timeline, in nanoseconds.
    let end = Atomic<UInt>(0)
    /// The start and the duration of the last buffer; `UInt.max` for none.
    let lastStart = Atomic<UInt>(.max)
    let lastDuration = Atomic<UInt>(.max)
    let ended = Atomic<Bool>(false)
    let whenEnded = Mutex<(@Sendable () -> Void)?>(nil)
  }

  init(port: String, pad: Pad) {
    self.port = port
    self.pad = pad
  }

  /// Starts counting.
  func watch() {
    pad.addProbe([.buffers, .events]) { [counts] info in
      let (count, size) = info.size
      if count > 0 {
        counts.buffers.add(count, ordering: .relaxed)
        counts.bytes.add(size, ordering: .relaxed)
        let (start, _, duration) = info.time
        if let start { counts.end.max(start.nanoseconds &+ (duration?.nanoseconds ?? 0), ordering: .relaxed) }
        counts.lastStart.store(start.clockTime, ordering: .relaxed)
        counts.lastDuration.store(duration.clockTime, ordering: .relaxed)
      } else if info.isEndOfStream {
        counts.ended.store(true, ordering: .sequentiallyConsistent)
        counts.whenEnded.withLock { $0.take() }?()
      } else if info.isSegment {
        counts.end.store(0, ordering: .relaxed)
        counts.lastStart.store(.max, ordering: .relaxed)
        counts.ended.store(false, ordering: .relaxed)
      }
      return .pass
    }
  }

  var count: Int { counts.buffers.load(ordering: .relaxed) }
  /// Grows as long as data flow, also with empty buffers, of which a damaged file can make a parser send an endless
  /// number.
  var byteCount: Int { counts.bytes.load(ordering: .relaxed) }
  /// Calls a body once, at the end of the stream, on its thread; immediately if it has ended.
  func whenEnded(_ body: @escaping @Sendable () -> Void) {
    counts.whenEnded.withLock { $0 = body }
    if counts.ended.load(ordering: .sequentiallyConsistent) { counts.whenEnded.withLock { $0.take() }?() }
  }

  /// Waits until the current push has returned.
  func waitUntilIdle() { pad.waitUntilIdle() }

  /// The running time of the stream's position; nil before the first buffer.
  var runningTime: ClockTime? {
    let end = counts.end.load(ordering: .relaxed)
    return end > 0 ? pad.runningTime(of: ClockTime(nanoseconds: end)) : nil
  }

  /// The end of the media so far, on their own timeline; nil before the first buffer.
  var mediaEnd: ClockTime? {
    let end = counts.end.load(ordering: .relaxed)
    return end > 0 ? pad.streamTime(of: ClockTime(nanoseconds: end)) : nil
  }

  /// `mediaEnd` as the rational time before rounding.
  var mediaTime: CMTime? { mediaEnd.map { time in pad.currentCaps?.first.map { time.time(fitting: $0) } ?? time.time } }

  /// The last frame, on the media's own timeline; nil after a seek, before the first.
  var lastFrame: StepGate.Frame? {
    guard let start = ClockTime(counts.lastStart.load(ordering: .relaxed)) else { return nil }
    return StepGate.Frame(
      from: start, lasting: ClockTime(counts.lastDuration.load(ordering: .relaxed)), on: pad)
  }

  /// True if data are being pushed through the pad.
  var isBusy: Bool { pad.isBusy }
  var isAtEnd: Bool { counts.ended.load(ordering: .relaxed) }

  /// The position of the media so far; nil before the first buffer.
  var position: CMTime? {
    let end = counts.end.load(ordering: .relaxed)
    guard end > 0, let running = pad.runningTime(of: ClockTime(nanoseconds: end)) else { return nil }
    return pad.currentCaps?.first.map { running.time(fitting: $0) } ?? running.time
  }

  var report: PortReport {
    let bytes = counts.bytes.load(ordering: .relaxed)
    let size = pad.currentCaps?.first.flatMap(RawAudioFormat.init)?.bytesPerFrame
    return PortReport(port: port, buffers: count, bytes: bytes, samples: size.map { bytes / $0 })
  }
}

/// The relevant fields of raw audio caps.
struct RawAudioFormat: Sendable {
  let rate: Int
  /// The bytes of one sample of all channels.
  let bytesPerFrame: Int

  /// Creates the format; nil for other caps.
  init?(_ structure: Structure) {
    guard structure.name == "audio/x-raw", let rate = structure["rate"]?.int, rate > 0,
      let channels = structure["channels"]?.int, channels > 0, let format = structure["format"]?.string
    else { return nil }
    self.rate = rate
    // The last number in names such as S16LE or S24_32LE is the number of bits.
    let bits = format.split { !$0.isNumber }.last.flatMap { Int($0) } ?? 32
    bytesPerFrame = (bits + 7) / 8 * channels
  }
}

extension ClockTime {
  /// Returns the rational time that was rounded to these nanoseconds, by the frame or sample rate in the caps.
  func time(fitting caps: Structure) -> CMTime {
    if case .fraction(let numerator, let denominator)? = caps["framerate"], numerator > 0, denominator > 0,
      let time = multiple(of: denominator, over: numerator)
    {
      return time
    }
    if let rate = caps["rate"]?.int, rate > 0, let rate = Int32(exactly: rate), let time = multiple(of: 1, over: rate) {
      return time
    }
    return time
  }

  /// The nearest multiple of `step / scale` seconds, if it is within a microsecond.
  private func multiple(of step: Int32, over scale: Int32) -> CMTime? {
    let time = self.time
    let count = CMTime(value: time.value, timescale: 1_000_000_000)
      .convertScale(scale, method: .roundHalfAwayFromZero).value
    let rounded = (count + Int64(step) / 2) / Int64(step) * Int64(step)
    let candidate = CMTime(value: rounded, timescale: scale)
    let difference = CMTimeAbsoluteValue(CMTimeSubtract(candidate, time))
    return CMTimeCompare(difference, CMTime(value: 1, timescale: 1_000_000)) <= 0 ? candidate : nil
  }
}
