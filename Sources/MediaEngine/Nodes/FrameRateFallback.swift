internal import GStreamer

/// The frame rates that an encoder takes.
enum AcceptedFrameRates {
  /// All, and frames without one.
  case all
  /// All that are known.
  case known
  /// Those of at least a frame a second, and frames without one.
  case oneASecond
}

extension NodeBin {
  /// Adds elements before and after an encoder that refuses some frame rates: it takes 30 a second, and what comes out has none, so that
  /// no muxer takes times for those of a rate.
  ///
  /// - Parameters:
  ///   - coded: The name of the coded frames' caps.
  ///   - accepted: The rates that the encoder takes.
  func addFrameRateFallback(
    of coded: String, unless accepted: AcceptedFrameRates
  ) throws -> (before: Element, after: Element) {
    let (before, after) = (try add("capssetter"), try add("capssetter"))
    try before.pad("sink").addProbe(.events) { info in
      guard let format = info.caps?.first else { return .pass }
      var isTaken = accepted == .oneASecond
      if case .fraction(let count, let seconds)? = format["framerate"] {
        isTaken = accepted == .known ? count > 0 && seconds > 0 : count == 0 || count >= seconds
      }
      try? info.pad.parent?.set("caps", to: "video/x-raw" + (isTaken ? "" : ",framerate=(fraction)30/1"))
      try? after.set("caps", to: coded + (isTaken ? "" : ",framerate=(fraction)0/1"))
      return .pass
    }
    return (before, after)
  }
}
