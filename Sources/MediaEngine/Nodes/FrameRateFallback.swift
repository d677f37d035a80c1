internal import GStreamer

extension NodeBin {
  /// Adds elements before and after an encoder that refuses frames without a rate: it takes 30 a second, and what comes out has none again,
  /// so that no muxer takes times for those of a rate.
  ///
  /// - Parameter coded: The name of the coded frames' caps.
  func addFrameRateFallback(of coded: String) throws -> (before: Element, after: Element) {
    let (before, after) = (try add("capssetter"), try add("capssetter"))
    try before.pad("sink").addProbe(.events) { info in
      guard let format = info.caps?.first else { return .pass }
      var isKnown = false
      if case .fraction(let count, let seconds)? = format["framerate"] { isKnown = count > 0 && seconds > 0 }
      try? info.pad.parent?.set("caps", to: "video/x-raw" + (isKnown ? "" : ",framerate=(fraction)30/1"))
      try? after.set("caps", to: coded + (isKnown ? "" : ",framerate=(fraction)0/1"))
      return .pass
    }
    return (before, after)
  }
}
