internal import GStreamer
import Foundation
import MediaGraph
internal import MediaSource

extension CaptureVideo: ClockedNode {
  /// The device file of the parameter.
  private var path: String {
    guard device.text.hasPrefix("camera:"), let number = UInt(device.text.dropFirst(7)) else { return device.text }
    return "/dev/video\(number)"
  }

  private var source: ElementChoice { ElementChoice("v4l2src", [("device", path)]) }

  var family: MediaError.Family { .device }
  var isEndless: Bool { true }
  var elements: [ElementChoice] { [source, ElementChoice("capsfilter")] }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    guard access(path, R_OK | W_OK) != 0 else { return [] }
    let cause = String(cString: strerror(errno))
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
    let cameras = files.filter { $0.hasPrefix("video") }.sorted().map { "/dev/\($0)" }
    return [
      Diagnostic(
        "'\(node.name)' has no camera", kind: .input, at: node.range(ofArgument: "device"),
        notes: [cameras.isEmpty ? "this machine has none" : "there is \(cameras.joined(separator: ", "))"],
        cause: "\(path): \(cause)")
    ]
  }

  /// Only raw formats of a camera are used.
  func build(_ bin: NodeBin) throws {
    let source = try bin.add(source)
    var caps = "video/x-raw"
    if let size { caps += ",width=\(size.width),height=\(size.height)" }
    if let frameRate { caps += ",framerate=\(frameRate.text)" }
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    try source.link(to: pinned)
    try bin.exposeOutput(pinned.pad("src"))
  }
}

extension CaptureScreen: ClockedNode {
  private var source: ElementChoice {
    var properties = [("show-pointer", "\(cursor)"), ("use-damage", "false")]
    if let display { properties.append(("display-name", display)) }
    properties += [("startx", "\(left)"), ("starty", "\(top)")]
    // The last pixels, not those behind them; zero for the screen's edges.
    if let size { properties += [("endx", "\(left + size.width - 1)"), ("endy", "\(top + size.height - 1)")] }
    return ElementChoice("ximagesrc", properties)
  }

  var family: MediaError.Family { .device }
  var elements: [ElementChoice] { [source, ElementChoice("capsfilter")] }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let environment = ProcessInfo.processInfo.environment
    guard display == nil, environment["DISPLAY"]?.isEmpty != false else { return [] }
    let isWayland = environment["WAYLAND_DISPLAY"]?.isEmpty == false
    return [
      Diagnostic(
        "'\(node.name)' has no screen", kind: .input, at: node.range,
        notes: isWayland ? ["screens of Wayland are not captured, only those of X11"] : [],
        cause: "DISPLAY names none", help: "run it in a session of X11, or name one with display: \":0\"")
    ]
  }

  /// The element takes all of the screen for a region that is not on it: the size is pinned, and the mismatch is an error.
  func build(_ bin: NodeBin) throws {
    let source = try bin.add(source)
    var caps = "video/x-raw,framerate=\(frameRate.text)"
    if let size { caps += ",width=\(size.width),height=\(size.height)" }
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    do throws(GStreamerError) {
      try source.link(to: pinned)
    } catch {
      guard size != nil else { throw error }
      throw Diagnostic(
        "the region of '\(bin.node.name)' is not on its screen", kind: .input, at: bin.node.range(ofArgument: "size"),
        underlying: error, help: "make it smaller, or leave out size: it reaches to the screen's edges then")
    }
    try bin.exposeOutput(pinned.pad("src"))
  }
}

extension CaptureAudio: ClockedNode {
  /// The audio server's name of the device; nil for its default.
  private var name: String? { device.text == "microphone:0" ? nil : device.text }

  private var source: ElementChoice {
    ElementChoice("pulsesrc", (name.map { [("device", $0)] } ?? []) + [("client-name", "Reel")])
  }

  var family: MediaError.Family { .device }
  var isEndless: Bool { true }
  var elements: [ElementChoice] {
    [source] + ["audioconvert", "audioresample", "capsfilter"].map { ElementChoice($0) }
  }

  func build(_ bin: NodeBin) throws {
    let source = try bin.add(source)
    let (convert, resample) = (try bin.add("audioconvert"), try bin.add("audioresample"))
    let pinned = try bin.add(
      "capsfilter", [("caps", "audio/x-raw,format=S16LE,layout=interleaved,rate=\(rate),channels=\(channels)")])
    try bin.chain(source, convert, resample, pinned)
    try bin.openAudioDevice(source, pad: "src", named: name)
    try bin.exposeOutput(pinned.pad("src"))
  }
}
