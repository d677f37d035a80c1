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

  /// The first file represents all.
  var outputFiles: [WrittenFile] {
    guard hasNumber, let path = url.path else { return [] }
    return [WrittenFile(location: Location(Self.name(path, 1)), overwrite: overwrite, isMadeByRun: false)]
  }

  /// The number's place in the name: `%d`, or with leading zeros.
  private var hasNumber: Bool {
    let path = url.path ?? ""
    guard let percent = path.firstIndex(of: "%"), path.filter({ $0 == "%" }).count == 1 else { return false }
    let rest = path[path.index(after: percent)...]
    guard let end = rest.firstIndex(of: "d") else { return false }
    let digits = rest[..<end]
    return digits.isEmpty || (digits.hasPrefix("0") && digits.count == 2 && digits.dropFirst().allSatisfy(\.isNumber))
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    // An unbound parameter leaves the name empty.
    guard !url.text.isEmpty else { return [] }
    var problems: [Diagnostic] = []
    if !hasNumber {
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
    outputFiles.compactMap {
      OutputFile($0.location, overwrite: overwrite || options.overwrite).problem(at: node.range(ofArgument: "url"))
    }
  }

  private static func name(_ pattern: String, _ number: Int) -> String {
    guard let percent = pattern.firstIndex(of: "%"), let end = pattern[percent...].firstIndex(of: "d") else {
      return pattern
    }
    let width = Int(pattern[percent...].dropFirst().prefix { $0 != "d" }) ?? 1
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, width - digits.count)) + digits
    return pattern[..<percent] + padded + pattern[pattern.index(after: end)...]
  }

  func build(_ bin: NodeBin) throws {
    let (entry, convert) = try bin.addConverter(through: chosen == .png ? [] : jpegSteps)
    let pinned = try bin.add("capsfilter", [("caps", chosen == .png ? pngCaps : jpegCaps)])
    let encoder = try bin.addImageEncoder(encoder)
    let pattern = url.path ?? url.text
    let (sink, written) = try NumberedFileSink.element { Self.name(pattern, $0) }
    bin.reportFiles { OutputReport(path: pattern, bytes: written.bytes, files: written.files) }
    try bin.adopt(sink, factory: "swift")
    try bin.chain(convert, pinned, encoder, sink)
    try bin.exposeInput(entry.pad("sink"))
  }
}
