import MediaGraph

/// A node that works in real time: the run has a clock for it, and others wait with it.
protocol ClockedNode: ElementNode {}

extension DisplayVideo: ClockedNode {
  var elements: [ElementChoice] {
    ["videoconvert", "videoscale", "ximagesink"].map { ElementChoice($0) }
  }

  func build(_ bin: NodeBin) throws {
    let (convert, scale) = (try bin.add("videoconvert"), try bin.add("videoscale"))
    let sink = try bin.add("ximagesink", [("sync", "true"), ("force-aspect-ratio", "true")])
    try bin.chain(convert, scale, sink)
    try bin.exposeInput(convert.pad("sink"))
  }
}

extension Speaker: ClockedNode {
  private var output: ElementChoice {
    let named = device.map { [("device", $0)] } ?? []
    return ElementChoice(
      role: "sound output",
      [
        .init("pulsesink", named + [("sync", "true"), ("client-name", "Reel")]),
        .init("alsasink", named + [("sync", "true")]),
      ])
  }

  var elements: [ElementChoice] { ["audioconvert", "audioresample"].map { ElementChoice($0) } + [output] }

  func build(_ bin: NodeBin) throws {
    let (convert, resample) = (try bin.add("audioconvert"), try bin.add("audioresample"))
    let sink = try bin.add(output)
    try bin.chain(convert, resample, sink)
    // Asked for its formats while it finds no server, libpulse ends the whole process: so it has to find one before that.
    do throws(GStreamerError) {
      try sink.setStateBlocking(.ready)
    } catch {
      _ = try? sink.setStateBlocking(.null)
      throw Diagnostic(
        "'\(bin.node.name)' finds no sound server", kind: .unavailable, at: bin.node.range, cause: "\(error)",
        help: "start PulseAudio or PipeWire, or name a device")
    }
    try bin.exposeInput(convert.pad("sink"))
  }
}
