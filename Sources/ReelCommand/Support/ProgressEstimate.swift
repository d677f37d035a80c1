import CoreMedia
import Foundation
import MediaEngine

/// The progress that is shown, computed from the reports of a run: a state machine without a clock or a terminal.
///
/// Positions and fractions only grow, whatever the run reports. The remaining time follows the speed of the last seconds,
/// and is unknown until there is a second of them; it counts down, and is led towards what the speed says.
struct ProgressEstimate {
  /// The time, in seconds, over which the speed is taken: older progress weighs less.
  private static let memory = 8.0
  /// The time, in seconds, in which the shown remaining time comes to a new estimate.
  private static let inertia = 3.0
  /// The least time, in seconds, whose speed is believed.
  private static let evidence = 1.0

  private var last: RunProgress?
  private var fraction: Double?
  /// The media that went by, and the time that it took, both in seconds and with weights.
  private var media = 0.0
  private var time = 0.0
  /// The time since the first media came.
  private var watched = 0.0
  private var remaining: Double?

  /// Takes a report of the run, and returns the progress to show.
  mutating func observe(_ progress: RunProgress) -> ShownProgress {
    var progress = progress
    if let last {
      // Branches that begin late are behind what others had reached.
      if !progress.position.isNumeric || progress.position < last.position { progress.position = last.position }
      let step = max(0, (progress.elapsed - last.elapsed).seconds)
      // The time before the first media, as of an encoder that looks ahead, says nothing of the speed.
      if last.position > .zero { note((progress.position - last.position).seconds, in: step) }
      remaining = remaining(of: progress, after: step)
    }
    last = progress
    fraction = progress.fraction.map { max($0, fraction ?? 0) } ?? fraction
    return ShownProgress(
      position: progress.position, duration: progress.duration, elapsed: progress.elapsed, speed: progress.speed,
      fraction: fraction, remaining: remaining.flatMap(Self.duration))
  }

  private mutating func note(_ distance: Double, in step: Double) {
    let weight = exp(-step / Self.memory)
    media = media * weight + distance
    time = time * weight + step
    watched += step
  }

  /// The seconds that remain; nil if unknown.
  private func remaining(of progress: RunProgress, after step: Double) -> Double? {
    guard progress.duration.isNumeric, watched >= Self.evidence, media > 0 else { return nil }
    let estimate = max(0, (progress.duration - progress.position).seconds) * time / media
    guard let remaining else { return estimate }
    let expected = max(0, remaining - step)
    return expected + (estimate - expected) * (1 - exp(-step / Self.inertia))
  }

  /// - Returns: Nil for a value that overflows: a damaged file may claim any duration.
  private static func duration(_ seconds: Double) -> Duration? {
    Int64(exactly: (seconds * 1000).rounded()).map { .milliseconds($0) }
  }
}

/// A run's progress as it is shown.
struct ShownProgress: Equatable {
  /// The place in the media that all branches have come to; never earlier than before.
  var position: CMTime
  /// The duration of the media; indefinite if unknown.
  var duration: CMTime
  var elapsed: Duration
  /// Seconds of media per second, since the run began.
  var speed: Double
  /// The completed fraction, from 0 to 1, never less than before; nil if unknown.
  var fraction: Double?
  /// The time that the rest is going to take; nil if unknown.
  var remaining: Duration?

  /// ` 50 %  00:01:12 / 00:02:24  4.2x  00:00:17 left`
  var text: String {
    var parts: [String] = []
    if let fraction {
      let percent = String(Int(fraction * 100))
      parts.append(String(repeating: " ", count: 3 - percent.count) + percent + " %")
    }
    parts.append(position.shortClockText + (duration.isNumeric ? " / \(duration.shortClockText)" : ""))
    parts.append(speed.factorText)
    if let remaining {
      parts.append("\(CMTime(seconds: remaining.seconds, preferredTimescale: 1000).shortClockText) left")
    }
    return parts.joined(separator: "  ")
  }
}

extension CMTime {
  /// The hours, minutes and seconds.
  fileprivate var shortClockText: String { String(clockText.prefix { $0 != "." }) }
}
