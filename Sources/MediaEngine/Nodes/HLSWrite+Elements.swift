internal import GStreamer
internal import MediaSource
import CoreMedia
import MediaGraph
import MovieFile

/// Packages tracks with a muxer that writes segments instead of a file:
///
///     video ─▷ queue ─┐
///     audio ─▷ queue ─┼▷ muxer ─▷ (its end)
///     text  ─▷ queue ─┘
extension HLSWrite: MuxingNode {
  static var containerName: String { "a playlist" }
  static var factory: String { "swift" }
  var elements: [ElementChoice] { ["queue", "fakesink"].map { ElementChoice($0) } }
  var outputFiles: [WrittenFile] { [WrittenFile(location: url, overwrite: overwrite, isFolder: true)] }

  /// The formats that all players of HLS take.
  private static let codings = [Codec.h264, .hevc, .aac, .ac3, .enhancedAC3]

  static func holds(_ text: String) throws -> Bool {
    let caps = codings.flatMap { MovieCoding.caps(of: $0) } + [CodedCaps.text]
    return try Caps(caps.joined(separator: ";")).canIntersect(Caps(text))
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    var problems = try unsupportedInputs(node, inputs)
    if let time = segment.time(), !time.isNumeric || time < CMTime(value: 1, timescale: 1) {
      problems.append(
        Diagnostic(
          "segment must be a second or more", at: node.range(ofArgument: "segment") ?? node.range,
          label: "is too short",
          help: "write segment: 6s"))
    }
    if segment.time() == nil {
      problems.append(
        Diagnostic(
          "segment cannot be in frames", at: node.range(ofArgument: "segment") ?? node.range,
          label: "has no rate to count by", help: "write segment: 6s"))
    }
    if !node.inputs.contains(where: { $0.port != "text" }) {
      problems.append(
        Diagnostic(
          "'\(node.name)' reads neither pictures nor sound", at: node.range, help: "link its video or its audio"))
    }
    return problems
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let folder = OutputFolder(url, overwrite: overwrite || options.overwrite)
    return folder.problem(at: node.range(ofArgument: "url")).map { [$0] } ?? []
  }

  func build(_ bin: NodeBin) throws {
    let interval = segment.time() ?? CMTime(value: 6, timescale: 1)
    let types = bin.inputs.map(\.type)
    var packaging = HLSPackaging(segment: interval, form: format)
    // Tracks have the numbers of their inputs.
    let texts = types.indices.filter { types[$0] == .text }.enumerated().map { ($0.offset + 1, UInt32($0.element + 1)) }
    packaging.defaultText = texts.first { $0.0 == defaultText }?.1
    packaging.forcedTexts = Set(texts.filter { forcedTexts.contains($0.0) }.map(\.1))
    var options = MuxerOptions(format: .movie(.mp4), layout: .fragments(interval: interval))
    options.packaging = packaging
    options.tracks = settings(of: types)
    let muxer = try bin.addMuxer(options, taking: MuxMP4.taken)
    bin.whenDestined(toFolder: { [packaging] in packaging.folder.path = $0.hiddenPath })
    let end = try bin.add("fakesink", [("sync", "false"), ("async", "false"), ("enable-last-sample", "false")])
    try muxer.pad("src").link(to: end.pad("sink"))
  }

  /// Returns what is said of the tracks, in the order of the inputs.
  private func settings(of inputs: [PortType]) -> [TrackSettings] {
    var languages: [PortType: ArraySlice<SpokenLanguage>] = [
      .codedAudio: audioLanguages[...], .text: textLanguages[...],
    ]
    return inputs.map { type in
      var settings = TrackSettings()
      if let language = languages[type]?.popFirst(), language.text != "und" { settings.language = language.text }
      return settings
    }
  }
}
