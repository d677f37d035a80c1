import CoreMedia
import MovieFile

/// The check that the frames of a stream keep to the rate that its file states: headers state one for variable rates, too.
enum SteadyRate {
  /// Returns the stated duration of a frame, if all steps are multiples of it and most of them equal it: AVI has empty places for
  /// dropped frames. Otherwise returns an invalid time.
  ///
  /// - Parameter times: The frames' presentation times, ascending.
  static func frameDuration(_ times: [Int64], _ timescale: Int32, stated frame: CMTime) -> CMTime {
    guard times.count > 1, frame.isNumeric, frame.value > 0 else { return .invalid }
    // Times are rounded to the container's units: up to one in each step.
    let unit = Int128(timescale) * Int128(frame.value)
    var steady = 0
    for (time, next) in zip(times, times.dropFirst()) {
      let step = Int128(next - time) * Int128(frame.timescale)
      let count = max(1, ExactScale.nearest(step, over: unit))
      guard abs(step - count * unit) <= Int128(frame.timescale) else { return .invalid }
      if count == 1 { steady += 1 }
    }
    return steady * 2 >= times.count - 1 ? frame : .invalid
  }
}
