internal import CGStreamer
import CoreMedia
internal import GStreamer

/// The rate of a track's frames in the caps of decoded ones, by which encoders share out their bits.
///
/// Where a container does not say it, decoders take the ticks of the stream's own clock for frames, of which there may be many to one.
/// Belongs to one thread.
final class TrackFrameRate {
  private let track: any CodedTrack
  private lazy var usual = Self.usualInterval(of: track)
  private var last: (caps: Caps, result: Caps)?
  /// The number of samples that are looked at.
  private static let looked = 60
  /// Longer intervals, in units of the track, are none between two frames.
  private static let longest: Int64 = 1 << 40

  init(_ track: any CodedTrack) { self.track = track }

  /// Returns caps with the rate at which the samples come, if theirs is off by half of it or more.
  func caps(_ caps: Caps) -> Caps {
    if let last, last.caps === caps { return last.result }
    let result = corrected(caps)
    last = (caps, result)
    return result
  }

  private func corrected(_ caps: Caps) -> Caps {
    // Tables of movies have the mean of all frames.
    guard !(track is any TableTrack), !track.isOpen, let (count, seconds) = caps.frameRate, count > 0, seconds > 0,
      let usual, usual > 0
    else { return caps }
    let (stated, own) = (Int128(count) * Int128(usual), Int128(seconds) * 1_000_000_000)
    guard stated * 2 >= own * 3 || stated * 3 <= own * 2 else { return caps }
    guard let (numerator, denominator) = Self.usualRate(nanoseconds: usual) else { return caps }
    return caps.withFrameRate(Int(numerator), Int(denominator))
  }

  /// Returns the usual frame rate that is nearest to the duration of a frame; nil if there is none.
  private static func usualRate(nanoseconds: Int64) -> (numerator: Int32, denominator: Int32)? {
    var (numerator, denominator): (gint, gint) = (0, 0)
    guard nanoseconds > 0 else { return nil }
    gst_video_guess_framerate(guint64(nanoseconds), &numerator, &denominator)
    return numerator > 0 && denominator > 0 ? (numerator, denominator) : nil
  }

  /// Returns the duration of a frame at a usual rate near a measured one; the measured one if there is none.
  static func usualDuration(nearest duration: CMTime) -> CMTime {
    let nanoseconds = CMTimeConvertScale(duration, timescale: 1_000_000_000, method: .default)
    guard nanoseconds.isNumeric, let rate = usualRate(nanoseconds: nanoseconds.value) else { return duration }
    return CMTime(value: Int64(rate.denominator), timescale: rate.numerator)
  }

  /// Returns the usual time between two frames in nanoseconds; nil for a few frames.
  private static func usualInterval(of track: any CodedTrack) -> Int64? {
    var times: [Int64] = []
    var next = try? track.firstSample()
    while let sample = next, times.count < looked {
      times.append(sample.presentationTime)
      next = try? track.sample(after: sample)
    }
    times.sort()
    let intervals = zip(times.dropFirst(), times).map { $0.subtractingReportingOverflow($1) }
      .filter { !$0.overflow && (1...longest).contains($0.partialValue) }.map(\.partialValue).sorted()
    guard intervals.count >= 4 else { return nil }
    // Times of milliseconds are rounded: the mean of those that are nearly the same is more exact than each.
    let median = intervals[intervals.count / 2]
    let alike = intervals.filter { $0 * 4 >= median * 3 && $0 * 4 <= median * 5 }
    let (sum, units) = (alike.reduce(0, +), Int128(track.timescale) * Int128(alike.count))
    guard units > 0 else { return nil }
    return Int64(clamping: Int128(sum) * 1_000_000_000 / units)
  }
}
