internal import MediaSource
import ArgumentParser
import AVFoundation
import Foundation
import MediaEngine
import MediaGraph
import MediaTimeline

/// `reel export`.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Exports a file, or a timeline, as a preset says.",
    discussion: """
      A preset says codecs, bit rates and the largest size; 'reel presets' lists them. Nothing is enlarged, pictures are \
      turned upright, tags and chapters are taken over where the file has a place for them:

        reel export movie.mkv movie.mp4 --preset 1280x720
        reel export talk.mov part.mov --preset passthrough --from 1m30s --to 2m
        reel export movie.mp4 song.m4a --preset m4a --metadata title=Song
        reel export edit.otio movie.mp4 --preset hevc_highest

      passthrough encodes nothing: the file begins and ends at the very frame and sample by an edit list, which players \
      follow, and keeps all tracks. smart copies the pictures and the sound, too, but encodes the frames at cuts: exact \
      also in players that know no edit lists. The output appears when it is complete. --yaml prints the graph, to be \
      changed and given to 'reel run'. Ctrl-C completes the output where its slowest track is; once more, or of a file \
      that is copied, it ends at once without one.

      An export of a file can be made in parts, each by a process or a machine of its own, and joined without a seam; a part \
      that failed is made again alone:

        reel export movie.mov part1.mov --preset 1280x720 --part 1/2
        reel export movie.mov part2.mov --preset 1280x720 --part 2/2
        reel export part1.mov movie.mp4 --join part2.mov

      With --passes 2, all pictures are measured first, and each gets its share of the bits. Parts are measured by \
      themselves, and share the bits of the whole:

        reel export movie.mov 1.pass --passes 2 --part 1/2 --measure
        reel export movie.mov 2.pass --passes 2 --part 2/2 --measure
        reel export movie.mov 1.mov --passes 2 --part 1/2 --measured 1.pass 2.pass

      Exit codes: 0 done; 64 wrong usage; 65 the timeline is wrong; 66 the input is missing or cannot be read; 69 an \
      encoder is not available; 70 failed while running; 73 the output exists or cannot be made; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL to read, or a timeline (.yaml, .otio).", valueName: "in"), completion: .file())
  var input: String

  @OptionGroup var out: OutputArgument

  private var output: String { out.path }

  @Option(help: ArgumentHelp("The preset of the file; 'reel presets' lists them.", valueName: "name"))
  var preset = ExportChoice.preset(.highest)

  @Option(help: ArgumentHelp("Where to begin, such as 1.5s or 2m; the output begins there.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Where to end.", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Passes of the H.264 or HEVC encoder; with 2, the first measures the frames.", valueName: "number"))
  var passes = 1

  @Option(
    name: .customLong("metadata"),
    help: ArgumentHelp(
      "Metadata of the file, besides those of the input; may be given several times.",
      valueName: "name=value"))
  var metadata: [Assignment] = []

  @Option(
    help: ArgumentHelp("The kind of file, such as mkv, where the output's name does not say it.", valueName: "kind"))
  var format: String?

  @OptionGroup var running: GraphOptions

  @OptionGroup var parts: PartOptions

  @OptionGroup var plugins: PluginOptions

  func run() async throws {
    try await parts.run(input, to: output, running, whole: graph)
  }

  private func graph() throws -> Graph {
    let name = try running.yaml ? input : StandardInput.file(input)
    guard let source = try? Location(parsing: name) else {
      throw ValidationError("The file to read needs a name.")
    }
    let (file, type) = (Location(output), try ExportPreset.FileType(of: parts.typed(output), format: format))
    let range = try OptionValue.range(from: from, to: to)
    guard passes == 1 || (passes == 2 && preset.hasBitrate) else {
      throw ValidationError(
        "--passes is 1, or 2 for presets of H.264 and HEVC, whose bit rate is shared out; not \(passes) for \(preset.text)."
      )
    }
    var tags = TextMap()
    for item in metadata { tags.entries[item.name] = item.value }
    let job = ExportJob(
      source: source, file: file, type: type, isM4V: output.lowercased().hasSuffix(".m4v"), from: range.from,
      to: range.to, passes: passes, tags: tags)
    if let timeline = try timeline() { return try job.graph(of: timeline, preset) }
    if case .preset(let chosen) = preset, !parts.isUsed {
      _ = try TrackSelection(
        of: source, in: type, hasVideo: chosen.videoCoding != nil, audio: TrackChoice(), isChoice: false,
        withoutSubtitles: "presets that encode leave them out, and 'reel transcode' takes them along")
    }
    return try job.graph(preset)
  }

  /// The timeline that is exported; nil for a file of media.
  private func timeline() throws -> TimelineNode? {
    let name = input.lowercased()
    if name.hasSuffix(".otio") { return try RenderCommand.openTimeline(path: input) }
    guard name.hasSuffix(".yaml") || name.hasSuffix(".yml") else { return nil }
    return try RenderCommand.timeline(path: input, plugins)
  }
}

/// The graph of an export.
struct ExportJob {
  let source: Location
  let file: Location
  let type: ExportPreset.FileType
  let isM4V: Bool
  let from: MediaTime?
  let to: MediaTime?
  let passes: Int
  let tags: TextMap

  func graph(_ choice: ExportChoice) throws -> Graph {
    var graph = Graph()
    let (source, file, type, from, to, passes, tags) = (source, file, type, from, to, passes, tags)
    switch choice {
    case .preset(let preset) where isM4V:
      // An m4v file is an mp4 file of another brand, which only the parts of the template name.
      let reader = graph.add("source", AssetRead { ($0.url, $0.from, $0.to) = (source, from, to) })
      let export = graph.add("export", exportPreset(preset))
      if preset.videoCoding != nil { graph.connect(reader.video, to: export.video) }
      graph.connect(reader.audio, to: export.audio)
      graph.connect(reader.metadata, to: export.metadata)
      graph.connect(export.movie, to: graph.add("file", FileWrite { $0.url = file }).input)
    case .preset(let preset):
      _ = graph.add(
        "export",
        AssetExport {
          ($0.url, $0.output, $0.preset, $0.fileType) = (source, file, preset, type)
          ($0.from, $0.to) = (from, to)
          if passes > 1 { $0.passes = passes }
          if !tags.entries.isEmpty { $0.tags = tags }
        })
    case .smart: return try sessionGraph(AVAssetExportPresetSmartRendering)
    case .passThrough where type == .ts && isReadableFile && tags.entries.isEmpty && !countsFrames:
      return try sessionGraph(AVAssetExportPresetPassthrough)
    case .passThrough:
      let copied = isM4V ? .m4v : AssetCopy.FileType(rawValue: type.rawValue)
      guard let copied, source.path != nil else {
        guard tags.entries.isEmpty else {
          throw ValidationError(
            "--metadata has no place there: what is copied into '\(file.text)' says what it said before.")
        }
        _ = graph.add(
          "export",
          AssetRemux { ($0.url, $0.output, $0.fileType, $0.from, $0.to) = (source, file, type, from, to) })
        break
      }
      let copy = graph.add(
        "copy",
        AssetCopy {
          ($0.url, $0.fileType, $0.from, $0.to) = (source, copied, from, to)
          $0.fastStart = type.hasFastStart
          if !tags.entries.isEmpty { $0.tags = tags }
        })
      graph.connect(copy.output, to: graph.add("file", FileWrite { $0.url = file }).input)
    }
    return graph
  }

  /// - Parameter node: The timeline, with the part that is exported where the command names none.
  func graph(of node: TimelineNode, _ choice: ExportChoice) throws -> Graph {
    let (timeline, from, to) = (node.timeline, from ?? node.from, to ?? node.to)
    if choice == .smart {
      let isMovie = type.isMovie
      let copying = TimelineCopy {
        ($0.edges, $0.movie, $0.from, $0.to, $0.timeline) = (.encode, isMovie, from, to, timeline)
      }
      let copy = try CopyGraph(copying, to: file, type, isM4V: isM4V, tags: tags)
      for note in copy.notes { Terminal.error.write("note: \(note)") }
      return copy.graph
    }
    guard case .preset(let preset) = choice else {
      throw ValidationError("A timeline is rendered: name a preset that encodes, such as highest, or smart.")
    }
    var graph = Graph()
    let file = file
    let edit = graph.add("edit", TimelineNode { ($0.timeline, $0.from, $0.to) = (timeline, from, to) })
    let export = graph.add("export", exportPreset(preset))
    if preset.videoCoding != nil { graph.connect(edit.video, to: export.video) }
    graph.connect(edit.audio, to: export.audio)
    graph.connect(export.movie, to: graph.add("file", FileWrite { $0.url = file }).input)
    try MixedRanges.check(graph)
    return graph
  }

  /// True if the part is told in frames, whose times only a graph knows.
  private var countsFrames: Bool { [from, to].contains { $0.map { $0.time() == nil } ?? false } }

  /// True for a file whose tracks are known before the run: those of pipes, servers and playlists are not.
  private var isReadableFile: Bool {
    guard let path = source.path, InputFile.isRegular(path) else { return false }
    return AVURLAsset(url: URL(fileURLWithPath: path)).isReadable
  }

  /// The graph that an export session runs.
  private func sessionGraph(_ preset: String) throws -> Graph {
    if let path = source.path, access(path, R_OK) != 0 {
      throw Diagnostic("cannot read '\(path)'", kind: .input, cause: String(cString: strerror(errno)))
    }
    func time(_ time: MediaTime?, _ option: String) throws -> CMTime? {
      guard let time else { return nil }
      if let time = time.time() { return time }
      throw ValidationError("\(option) counts frames, and files are copied at times: write seconds.")
    }
    let url = source.path.map { URL(fileURLWithPath: $0) } ?? URL(string: source.text)
    guard let url, let path = file.path,
      let session = AVAssetExportSession(asset: AVURLAsset(url: url), presetName: preset)
    else { throw ValidationError("'\(source.text)' or '\(file.text)' is no file.") }
    session.outputURL = URL(fileURLWithPath: path)
    session.shouldOptimizeForNetworkUse = type.hasFastStart
    session.timeRange = CMTimeRange(
      start: try time(from, "--from") ?? .zero, end: try time(to, "--to") ?? .positiveInfinity)
    var graph: Graph
    do {
      let planned = try session.graphOfNewOutput()
      graph = planned.graph
      for note in planned.notes { Terminal.error.write("note: \(note)") }
    } catch let error as AVError {
      let reason = error.failureReason ?? error.localizedDescription
      throw Diagnostic("cannot export '\(source.text)'", kind: .input, cause: reason)
    }
    // The session knows its output by a path that begins at the root.
    for index in graph.nodes.indices where graph.nodes[index].use == FileWrite.type {
      graph.nodes[index].arguments["url"] = .text(file.text)
    }
    guard !tags.entries.isEmpty, let muxer = graph.nodes.firstIndex(where: { ["mux", "export"].contains($0.name) })
    else { return graph }
    graph.nodes[muxer].arguments[graph.nodes[muxer].name == "mux" ? "metadata" : "tags"] = tags.argument
    return graph
  }

  private func exportPreset(_ preset: ExportPreset.Preset) -> ExportPreset {
    let (type, passes, tags) = (type, passes, tags)
    let brand: MuxMP4.Brand = isM4V ? .m4v : .mp4
    return ExportPreset {
      ($0.preset, $0.fileType) = (preset, type)
      if passes > 1 { $0.passes = passes }
      if !tags.entries.isEmpty { $0.tags = tags }
      if brand != .mp4 { $0.brand = brand }
    }
  }
}
