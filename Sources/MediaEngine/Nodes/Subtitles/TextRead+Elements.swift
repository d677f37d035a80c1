internal import CGStreamer
import CoreMedia
import Foundation
import MediaGraph

extension TextRead: ElementNode {
  var elements: [ElementChoice] { [] }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    if let problem = InputFile.problem(url, at: place) { return [problem] }
    return url.path == nil
      ? [
        Diagnostic("cannot read '\(url.text)'", kind: .input, at: place, notes: ["subtitles are read from local files"])
      ]
      : []
  }

  func build(_ bin: NodeBin) throws {
    let file: SubtitleFile
    do throws(SubtitleFile.Failure) {
      file = try SubtitleFile(path: url.path ?? "")
    } catch {
      throw Diagnostic(
        "'\(url.text)' has no subtitles", kind: .input, at: bin.node.range(ofArgument: "url"), cause: error.description)
    }
    let source = try ElementType(kind: .maker, isVideo: false, caps: "text/x-raw,format={pango-markup,utf8}").make(
      SubtitleSource(file.cues), name: nil)
    try bin.adopt(source, factory: "swift")
    try bin.exposeOutput(source.pad("src"))
  }
}

/// Gives cues as the reader wants them: with markup, or as plain text for muxers that know no other.
private final class SubtitleSource: ElementInstance, @unchecked Sendable {
  private let cues: [SubtitleFile.Cue]
  private var next = 0
  private var isMarkup = true

  init(_ cues: [SubtitleFile.Cue]) { self.cues = cues }

  override func attached() { configureSource(element) }
  override func start() { next = 0 }

  override func setCaps(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
    isMarkup = Caps(retaining: caps).first?["format"]?.string == "pango-markup"
    return true
  }

  override func make() throws -> UnsafeMutablePointer<GstBuffer>? {
    guard next < cues.count else { return nil }
    defer { next += 1 }
    let cue = cues[next]
    let buffer = Buffer(copying: Data((isMarkup ? cue.markup : cue.plain).utf8))
    buffer.presentationTime = .stamp(cue.start)
    buffer.duration = .stamp(cue.end - cue.start)
    return buffer.give()
  }
}
