import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph
import MediaTimeline

/// `reel render`.
struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders a timeline to a file.",
    discussion: """
      A timeline is a description file with a node of that type, or an OpenTimelineIO file (.otio):

        reel render edit.yaml -o movie.mp4
        reel render edit.yaml -o movie.mov --preset prores422 --set first=a.mov
        reel render edit.otio -o movie.mp4 --video h264:crf=18
        reel render edit.yaml -o edit.otio

      In a description with other nodes too, the timeline is rendered without them; 'reel run' runs all. With an output of \
      the name .otio, the timeline itself is written. --yaml prints the graph, to be changed and given to 'reel run'.

      Exit codes: 0 done; 64 wrong usage; 65 the description is wrong; 66 an input is missing or cannot be read; 69 an \
      encoder is not available; 70 failed while running; 73 the output exists or cannot be made; 130 interrupted.
      """)

  @OptionGroup var description: DescriptionOptions

  @Option(help: ArgumentHelp("The preset of export.preset that the output follows.", valueName: "preset"))
  var preset: String?

  @OptionGroup var options: EditingOptions

  @OptionGroup var plugins: PluginOptions

  func run() async throws {
    let node = try timeline()
    if options.output.lowercased().hasSuffix(".otio"), !options.running.yaml {
      let folder = URL(fileURLWithPath: options.output).deletingLastPathComponent()
      if node.from != nil || node.to != nil {
        Terminal.error.write("note: the file has all of the timeline, and no 'from' and 'to' of the node")
      }
      let text = try OpenTimeline(node.timeline).text(name: name(of: options.output), relativeTo: folder)
      try FileOutput.write(text, to: options.output, overwrite: options.running.overwrite)
      return FileOutput.announce(options.output)
    }
    let preset = try preset.map { try Self.preset($0) }
    try await options.finish(TimelineGraph(node, options, preset: preset).graph)
  }

  private static func preset(_ text: String) throws -> ExportPreset.Preset {
    do throws(ArgumentError) {
      return try ExportPreset.Preset(parsing: text)
    } catch {
      throw ValidationError("--preset \(text) \(error.label): it \(error.problem).")
    }
  }

  private func name(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  /// The timeline of the file.
  private func timeline() throws -> TimelineNode {
    let path = description.file
    if path.lowercased().hasSuffix(".otio") { return try Self.openTimeline(path: path) }
    return try Self.timeline(path: path, plugins, description.assignments.values)
  }

  /// Returns the timeline of an OpenTimelineIO file, and writes notes of what it is without.
  static func openTimeline(path: String) throws -> TimelineNode {
    let file = try OpenTimeline(contentsOf: path)
    for note in file.notes { Terminal.error.write("note: \(note)") }
    return TimelineNode { $0.timeline = file.timeline }
  }

  /// Returns the only timeline of a description, which no other node has to read.
  static func timeline(
    path: String, _ plugins: PluginOptions, _ values: [String: String] = [:]
  ) throws -> TimelineNode {
    let graph = try DescriptionFile.graph(path: path, plugins: plugins, openEnds: { _ in [TimelineNode.type] }).binding(
      values)
    let nodes = graph.nodes.filter { $0.use == TimelineNode.type }
    guard let node = nodes.first, nodes.count == 1 else {
      throw Diagnostic(
        nodes.isEmpty ? "'\(path)' has no timeline" : "'\(path)' has \(nodes.count) timelines", kind: .usage,
        help: nodes.isEmpty ? "give it a node with use: timeline" : "run it with 'reel run'")
    }
    guard let component = try Registry.shared.component(for: node) as? TimelineNode else {
      throw Diagnostic("'\(node.name)' is no timeline", kind: .usage, at: node.range)
    }
    return component
  }
}
