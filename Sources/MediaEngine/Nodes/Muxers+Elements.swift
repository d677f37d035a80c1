import MediaGraph

extension MuxMP4: ElementNode {
  private var properties: [(name: String, value: String)] {
    var properties = [("faststart", fastStart.text)]
    if let milliseconds = fragment?.time()?.convertScale(1000, method: .roundHalfAwayFromZero).value {
      properties.append(("fragment-duration", "\(max(1, milliseconds))"))
    }
    return properties
  }

  var elements: [ElementChoice] { [ElementChoice("mp4mux", properties), ElementChoice("queue")] }
  func build(_ bin: NodeBin) throws { try bin.mux(with: ElementChoice("mp4mux", properties)) }
}

extension MuxMKV: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("matroskamux"), ElementChoice("queue")] }
  func build(_ bin: NodeBin) throws { try bin.mux(with: ElementChoice("matroskamux")) }
}

extension NodeBin {
  /// A muxer with a queue before each of its pads.
  ///
  /// A muxer waits for its slowest track, and encoders keep pictures back; the others' packets wait here meanwhile. Packets
  /// are small, so the queues can be long: short ones would stop a fan-out that feeds two of the tracks.
  func mux(with choice: ElementChoice) throws {
    let muxer = try add(choice)
    for (_, type) in inputs {
      let queue = try add(
        "queue", [("max-size-buffers", "0"), ("max-size-bytes", "33554432"), ("max-size-time", "20000000000")])
      let pad = try muxer.requestPad(Self.padTemplate(for: type))
      try queue.pad("src").link(to: pad)
      try exposeInput(queue.pad("sink"))
    }
    try exposeOutput(muxer.pad("src"))
  }

  private static func padTemplate(for type: PortType) -> String {
    switch type {
    case .codedAudio, .rawAudio: "audio_%u"
    case .text, .metadata: "subtitle_%u"
    default: "video_%u"
    }
  }
}
