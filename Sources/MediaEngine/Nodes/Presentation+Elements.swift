internal import GStreamer
import MediaGraph
internal import MediaSource

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

  /// Samples that the device has already play at the previous rate.
  var keepsMediaWithRate: Bool { false }

  var elements: [ElementChoice] { ["audioconvert", "audioresample"].map { ElementChoice($0) } + [output] }

  func build(_ bin: NodeBin) throws {
    let (convert, resample) = (try bin.add("audioconvert"), try bin.add("audioresample"))
    let sink = try bin.add(output)
    try bin.chain(convert, resample, sink)
    try bin.openAudioDevice(sink, pad: "sink", named: device)
    try bin.exposeInput(convert.pad("sink"))
  }
}

extension NodeBin {
  /// Connects an element that plays or records audio to its server, so that its formats are known.
  ///
  /// libpulse terminates the process if it is asked for formats without a server, so the connection comes first.
  func openAudioDevice(_ element: Element, pad: String, named device: String?) throws {
    do throws(GStreamerError) {
      // The error thrown here is more specific than the element's own message, which would end the run first.
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
