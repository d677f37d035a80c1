internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Synchronization

extension ImageRead: ElementNode {
  /// The image format, by the beginning of the file.
  private enum Kind {
    case png, jpeg

    /// - Throws: `Diagnostic` for files of other formats; `MovieError` for those that cannot be read.
    init(path: String, at range: SourceRange?) throws {
      let file = try FileByteSource(path: path)
      let start = try file.bytes(at: 0, count: Int(min(8, file.size)))
      if start == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] {
        self = .png
      } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else {
        throw Diagnostic(
          "'\(path)' is neither a PNG nor a JPEG picture", kind: .input, at: range,
          help: "asset.read reads movies; other pictures have to be converted")
      }
    }
  }

  var elements: [ElementChoice] {
    ["filesrc", "pngdec", "jpegparse", "jpegdec", "videoconvert", "videoflip", "imagefreeze", "capsfilter"]
      .map { ElementChoice($0) }
  }
  var inputFiles: [Location] { [url] }
  var family: MediaError.Family { .reading }
  var givesStill: Bool { duration == nil }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    if let problem = InputFile.problem(url, at: place) { return [problem] }
    do {
      _ = try Kind(path: url.path ?? url.text, at: place)
      return []
    } catch {
      return [Diagnostic(wrapping: error, "cannot read '\(url.text)'", at: place)]
    }
  }

  func build(_ bin: NodeBin) throws {
    let path = url.path ?? url.text
    var chain = [try bin.add("filesrc", [("location", path)])]
    switch try Kind(path: path, at: bin.node.range(ofArgument: "url")) {
    case .png: chain.append(try bin.add("pngdec", [("max-errors", "0")]))
    case .jpeg: chain += [try bin.add("jpegparse"), try bin.add("jpegdec", [("max-errors", "0")])]
    }
    // A PNG whose end is missing is no frame, and no error of the decoder.
    let hasPicture = Mutex(false)
    try chain[chain.count - 1].pad("src").addProbe([.buffers, .events]) { info in
      if info.size.buffers > 0 { hasPicture.withLock { $0 = true } }
      guard info.isEndOfStream, !hasPicture.withLock({ $0 }) else { return .pass }
      // An error that the decoder has posted itself comes first.
      info.pad.parent?.postUndecodable("the picture is cut off")
      return .drop
    }
    if orient { chain += [try bin.add("videoconvert"), try bin.add("videoflip", [("video-direction", "auto")])] }
    chain.append(try bin.add("imagefreeze"))
    chain.append(try bin.add("capsfilter", [("caps", "video/x-raw,framerate=\(frameRate.text)")]))
    for (source, sink) in zip(chain, chain.dropFirst()) { try source.link(to: sink) }
    guard let last = chain.last else { return }
    if let end = duration?.time(at: frameRate) {
      try SourceGate(end: end, stop: nil).guardPad(last.pad("src"))
    }
    try bin.exposeOutput(last.pad("src"))
  }
}

private let pngCaps = "video/x-raw,format={RGB,RGBA,GRAY8}"

/// A node that encodes one frame as an image file.
private protocol ImageEncoding: ElementNode {
  var choice: PictureChoice { get }
  var encoder: ElementChoice { get }
  /// The encoder's input caps.
  var caps: String { get }
  /// The intermediate formats before them.
  var steps: [String] { get }
}

extension ImageEncoding {
  var family: MediaError.Family { .encoding }
  var needsMedia: Bool { true }

  fileprivate var encodingElements: [ElementChoice] {
    ["videoconvert", "capsfilter"].map { ElementChoice($0) } + [encoder]
  }

  fileprivate func buildEncoding(_ bin: NodeBin) throws {
    let (entry, convert) = try bin.addConverter(through: steps)
    let pinned = try bin.add("capsfilter", [("caps", caps)])
    let encoder = try bin.addImageEncoder(encoder)
    try bin.chain(convert, pinned, encoder)
    let picker = FrameSelector(choice)
    try entry.pad("sink").addProbe([.buffers, .events]) { picker.pick($0) }
    try bin.exposeInput(entry.pad("sink"))
    try bin.exposeOutput(encoder.pad("src"))
  }
}

/// Selects one frame of a stream.
private final class FrameSelector: Sendable {
  private let choice: PictureChoice
  private let state = Mutex<(last: Buffer?, isDone: Bool)>((nil, false))

  init(_ choice: PictureChoice) { self.choice = choice }

  func pick(_ info: ProbeInfo) -> ProbeAction {
    if info.isEndOfStream {
      // Pushed before the end of the stream that this probe receives.
      let last = state.withLock { state in
        defer { state.last = nil; state.isDone = true }
        return state.last
      }
      if let last { _ = info.pad.chain(last) }
      return .pass
    }
    guard info.size.buffers > 0 else { return .pass }
    return state.withLock { state in
      if choice == .first {
        defer { state.isDone = true }
        return state.isDone ? .drop : .pass
      }
      if state.isDone { return .pass }
      state.last = info.retainedBuffer
      return .drop
    }
  }
}

extension ImageEncodePNG: ImageEncoding {
  fileprivate var choice: PictureChoice { picture }
  fileprivate var encoder: ElementChoice { ElementChoice("pngenc") }
  fileprivate var caps: String { pngCaps }
  fileprivate var steps: [String] { [] }
  var elements: [ElementChoice] { encodingElements }
  func build(_ bin: NodeBin) throws { try buildEncoding(bin) }
}

extension ImageEncodeJPEG: ImageEncoding {
  fileprivate var choice: PictureChoice { picture }
  fileprivate var encoder: ElementChoice { ElementChoice("jpegenc", [("quality", "\(quality)")]) }
  fileprivate var caps: String { jpegCaps }
  fileprivate var steps: [String] { jpegSteps }
  var elements: [ElementChoice] { encodingElements }
  func build(_ bin: NodeBin) throws { try buildEncoding(bin) }
}

extension ImageWrite: ElementNode {
  private var chosen: Format? {
    format
      ?? (url.text.hasSuffix(".png") ? .png : url.text.hasSuffix(".jpg") || url.text.hasSuffix(".jpeg") ? .jpeg : nil)
  }

  private var encoder: ElementChoice {
    chosen == .png ? ElementChoice("pngenc") : ElementChoice("jpegenc", [("quality", "\(quality)")])
  }

  var elements: [ElementChoice] {
    ["videoconvert", "capsfilter"].map { ElementChoice($0) } + [encoder]
  }

  var family: MediaError.Family { .writing }

  private var names: NumberedNames { NumberedNames(pattern: url) }

  /// The first file represents all.
  var outputFiles: [WrittenFile] {
    guard names.isValid else { return [] }
    return [WrittenFile(location: Location(names.path(1)), overwrite: overwrite, numbered: names)]
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    // An unbound parameter leaves the name empty.
    guard !url.text.isEmpty else { return [] }
    var problems: [Diagnostic] = []
    if !names.isValid {
      problems.append(
        Diagnostic(
          "url must have one place for the number", at: place, label: "has no %d",
          help: "write picture-%03d.jpg; image.encode.jpeg makes a file of one picture"))
    }
    if chosen == nil {
      problems.append(
        Diagnostic(
          "the format of '\(url.text)' is not known", at: place,
          help: "end the name in .png or .jpg, or add format: png"))
    }
    return problems
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    // Checked before anything is written, as for other outputs.
    outputFiles.compactMap { file in
      OutputFile(names.existingPath.map { Location($0) } ?? file.location, overwrite: overwrite || options.overwrite)
        .problem(at: node.range(ofArgument: "url"))
    }
  }

  func build(_ bin: NodeBin) throws {
    let (entry, convert) = try bin.addConverter(through: chosen == .png ? [] : jpegSteps)
    let pinned = try bin.add("capsfilter", [("caps", chosen == .png ? pngCaps : jpegCaps)])
    let encoder = try bin.addImageEncoder(encoder)
    let (element, sink) = try NumberedFileSink.element()
    bin.whenDestined(toFiles: sink.setFiles)
    try bin.adopt(element, factory: "swift")
    try bin.chain(convert, pinned, encoder, element)
    try bin.exposeInput(entry.pad("sink"))
  }
}
