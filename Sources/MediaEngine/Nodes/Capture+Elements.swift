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
