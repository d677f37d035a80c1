import ArgumentParser
import MediaEngine
import MediaGraph

/// `reel templates`.
struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates",
    abstract: "Lists the templates, describes one, or prints the graph that it stands for.",
    discussion: """
      Templates are graphs with typed inputs and outputs, used like nodes: whole operations that reel brings along, those \
      of plugins, and those of description files:

        reel templates
        reel templates export.preset
        reel templates export.preset --yaml --set preset=640x480
        reel templates --file Pipelines/web.yaml

      What --yaml prints is a description file. A template to which nothing is linked is a graph that runs, changed or not; \
      the others are templates of the file, to be included and used:

        reel templates asset.remux --yaml > mine.yaml
        reel run mine.yaml --set url=movie.mp4 --set output=copy.mov

      Exit codes: 0 done; 64 there is no such template; 65 the description is wrong; 66 a file cannot be read; 69 a plugin \
      is not available.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The template to describe, as files write it after 'use:'.", valueName: "template"),
    completion: .custom { _, _, _ in Registry.shared.templates.map(\.type.name) })
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A description file whose templates, and those of its includes, are known too.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var file: String?

  @Flag(help: "Print the graph that the template stands for, as a description file.")
  var yaml = false

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "With --yaml: a value for one of its parameters; may be given several times.", valueName: "name=value"))
  var assignments: [Assignment] = []

  @OptionGroup var plugins: PluginOptions

  func validate() throws {
    if yaml, name == nil { throw ValidationError("--yaml needs a template's name.") }
    if !yaml, !assignments.isEmpty { throw ValidationError("--set is for --yaml.") }
  }

  func run() throws {
    let builtIn = Registry.shared.templates
    let loadedTypes = try plugins.loadAll()
    let graph =
      try file.map { path throws(Diagnostics) in try DescriptionFile.graph(path: path, plugins: plugins) } ?? Graph()
    let ofFile = graph.templateDeclarations()
    guard let name else {
      var sections = [("Built in", builtIn)]
      sections += loadedTypes.map { plugin, types in
        ("Of the plugin \(plugin)", Registry.shared.templates.filter { types.contains($0.type) })
      }
      if let file { sections.append(("Of \(file)", ofFile)) }
      return Terminal.output.write(Self.list(sections.filter { !$0.1.isEmpty }))
    }
    guard let declaration = (ofFile + Registry.shared.templates).first(where: { $0.type.name == name }) else {
      throw unknown(name, in: ofFile + Registry.shared.templates)
    }
    guard yaml else { return Terminal.output.write(declaration.manual) }
    guard let described = try graph.description(ofTemplate: declaration.type, values: assignments.values) else {
      throw unknown(name, in: ofFile)
    }
    Terminal.output.write(try described.yaml())
  }

  private func unknown(_ name: String, in declarations: [NodeDeclaration]) -> Diagnostic {
    let nearest =
      Suggestion.nearest(to: name, in: declarations.map(\.type.name)).map { "did you mean '\($0)'? " } ?? ""
    let isNode = Registry.shared.declaration(of: NodeType(name)) != nil
    return Diagnostic(
      isNode ? "'\(name)' is a node, not a template" : "unknown template '\(name)'", kind: .usage,
      help: isNode
        ? "'reel nodes \(name)' describes it" : "\(nearest)'reel templates' lists them, --file those of a file")
  }

  /// Returns a line for each template: its ports, and its summary.
  private static func list(_ sections: [(title: String, templates: [NodeDeclaration])]) -> String {
    let all = sections.flatMap(\.templates)
    let width = all.map(\.type.name.count).max() ?? 0
    return sections.map { title, templates in
      ([title]
        + templates.map { template in
          let remark = template.summary.isEmpty ? template.boundary : "\(template.summary)\n    \(template.boundary)"
          return "  \(template.type.name.padded(to: width))  \(remark)"
        }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}

extension NodeDeclaration {
  /// The ports: `video: video/raw, audio: audio/raw → movie: container`.
  fileprivate var boundary: String {
    func list(_ ports: [PortDeclaration]) -> String {
      ports.map { "\($0.name): \($0.typeNames)" }.joined(separator: ", ")
    }
    switch (inputs.isEmpty, outputs.isEmpty) {
    case (true, true): return "complete: nothing is linked to it"
    case (true, false): return "→ \(list(outputs))"
    case (false, true): return "\(list(inputs)) →"
    case (false, false): return "\(list(inputs)) → \(list(outputs))"
    }
  }
}
