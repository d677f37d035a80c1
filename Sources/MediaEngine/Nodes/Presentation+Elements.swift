internal import GStreamer
import MediaGraph
internal import MediaSource

/// A node that works in real time: the run has a clock for it, and others wait with it.
protocol ClockedNode: ElementNode {}

extension DisplayVideo: ClockedNode {
  var family: MediaError.Family { .device }
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
  var family: MediaError.Family { .device }
  private var output: ElementChoice {
    let named = device.map { [("device", $0)] } ?? []
    return ElementChoice(
      role: "sound output",
      [
        .init("pulsesink", named + [("sync", "true"), ("client-name", "Reel")]),
        .init("alsasink", named + [("sync", "true")]),
      ])
  }

  /// What it has given to the device already is heard at the rate before.
  var keepsMediaWithRate: Bool { false }

  var elements: [ElementChoice] { ["audioconvert", "audioresample"].map { ElementChoice($0) } + [output] }

  func build(_ bin: NodeBin) throws {
    let (convert, resample) = (try bin.add("audioconvert"), try bin.add("audioresample"))
    let sink = try bin.add(output)
    try bin.chain(convert, resample, sink)
    try bin.openSoundDevice(sink, pad: "sink", named: device)
    try bin.exposeInput(convert.pad("sink"))
  }
}

extension NodeBin {
  /// Brings what plays or records sound up to its server, so that it knows its formats.
  ///
  /// Asked for its formats while it finds no server, libpulse ends the whole process: so it has to find one before that.
  func openSoundDevice(_ element: Element, pad: String, named device: String?) throws {
    do throws(GStreamerError) {
      // The error thrown here says more than the element's own message, which would end the run first.
      try element.withoutBus { () throws(GStreamerError) in _ = try element.setStateBlocking(.ready) }
    } catch {
      element.shutDown()
      throw Diagnostic(
        "'\(node.name)' finds no sound server", kind: .unavailable, at: node.range, underlying: error,
        help: "start PulseAudio or PipeWire, or name a device")
    }
    if let device, try element.pad(pad).possibleCaps.isEmpty {
      element.shutDown()
      throw Diagnostic(
        "'\(node.name)' finds no sound device '\(device)'", kind: .unavailable, at: node.range(ofArgument: "device"),
        help: "'pactl list short sinks' and 'pactl list short sources' name those that there are")
    }
  }
}
