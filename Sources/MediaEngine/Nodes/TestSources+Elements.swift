import CoreMedia
import MediaGraph

extension TestVideo: ElementNode {
  var sourceFrameRate: FrameRate? { frameRate }
  var isEndless: Bool { duration == nil }
  private var source: ElementChoice {
    let shape =
      switch pattern {
      case .zonePlate: "zone-plate"
      case .checkers: "checkers-8"
      default: pattern.rawValue
      }
    return ElementChoice("videotestsrc", [("pattern", shape)])
  }

  var elements: [ElementChoice] {
    [source, ElementChoice("capsfilter")] + (timestamp ? [ElementChoice("timeoverlay")] : [])
  }

  func build(_ bin: NodeBin) throws {
    let caps =
      "video/x-raw,format=I420,width=\(size.width),height=\(size.height),framerate=\(frameRate.text),pixel-aspect-ratio=1/1"
    let source = try bin.add(source)
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    try source.link(to: pinned)
    var last = pinned
    if timestamp {
      last = try bin.add("timeoverlay", [("halignment", "center"), ("valignment", "bottom"), ("font-desc", "Mono 24")])
      try pinned.link(to: last)
    }
    if let duration = duration?.time(at: frameRate) {
      try SourceGate(end: duration, stop: nil).guardPad(source.pad("src"))
    }
    try bin.exposeOutput(last.pad("src"))
  }
}

extension TestAudio: ElementNode {
  var isEndless: Bool { duration == nil }

  private var source: ElementChoice {
    let audio = wave == .whiteNoise ? "white-noise" : wave.rawValue
    return ElementChoice(
      "audiotestsrc", [("wave", audio), ("freq", frequency.description), ("volume", volume.description)])
  }

  var elements: [ElementChoice] { [source, ElementChoice("capsfilter")] }

  func build(_ bin: NodeBin) throws {
    let caps = "audio/x-raw,format=S16LE,layout=interleaved,rate=\(rate),channels=\(channels)"
    let source = try bin.add(source)
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    try source.link(to: pinned)
    // A duration in frames is invalid here; the check cannot know, so the run reports it.
    if let duration {
      guard let end = duration.time() else {
        throw Diagnostic(
          "duration must be a time without frames", at: bin.node.range(ofArgument: "duration"), label: "counts frames",
          help: "write seconds, such as 2s")
      }
      try SourceGate(end: end, stop: nil).guardPad(source.pad("src"))
    }
    try bin.exposeOutput(pinned.pad("src"))
  }
}
