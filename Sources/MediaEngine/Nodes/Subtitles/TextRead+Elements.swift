internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import Foundation
import MediaGraph

extension TextRead: ElementNode {
  var elements: [ElementChoice] { [] }
  var inputFiles: [Location] { [url] }
  var family: MediaError.Family { .reading }
  func muxedMedia(ofPort port: String?) -> MuxedMedia? {
    MuxedMedia(name: "subtitles", caps: TextFormat.any)
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    guard let scheme = url.scheme, scheme != "file" else { return [] }
    return [
      Diagnostic(
        "cannot read '\(url.text)'", kind: .input, at: node.range(ofArgument: "url"),
        notes: ["subtitles are read from local files"])
    ]
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    if let problem = InputFile.problem(url, at: place) { return [problem] }
    guard let path = url.path else { return [] }
    do throws(SubtitleFile.Failure) {
      _ = try SubtitleFile(path: path)
      return []
    } catch {
      return [Diagnostic("'\(url.text)' has no subtitles", kind: .input, at: place, underlying: error)]
    }
  }

  func build(_ bin: NodeBin) throws {
    let source = try ElementType(kind: .maker, isVideo: false, caps: TextFormat.any).make(
      SubtitleSource(path: url.path ?? ""), name: nil)
    try bin.adopt(source, factory: "swift")
    try bin.exposeOutput(source.pad("src"))
  }
}

/// Gives cues as the reader wants them: with markup, or as plain text for muxers that know no other.
private final class SubtitleSource: ElementInstance {
  private let path: String
  /// The cues, read with the first of them: a check makes the element without a file.
  private var cues: [SubtitleFile.Cue]?
  private var next = 0
  private var isMarkup = true

  init(path: String) { self.path = path }

  override func attached() { configureSource() }
  override func start() { next = 0 }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    isMarkup = Caps(retaining: caps).first?["format"]?.string == TextFormat.markup
    return true
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    let cues = try cues ?? SubtitleFile(path: path).cues
    self.cues = cues
    guard next < cues.count else { return nil }
    defer { next += 1 }
    let cue = cues[next]
    let buffer = Buffer(copying: Data((isMarkup ? cue.text.markup : cue.text.plain).utf8))
    buffer.presentationTime = .stamp(cue.start)
    buffer.duration = .stamp(cue.end - cue.start)
    return buffer.give()
  }
}
