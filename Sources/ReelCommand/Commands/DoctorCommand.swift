import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// `reel doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what is installed, what is missing, and which encoders really work.",
    discussion: """
      Every element that a node can use is looked up; encoders get a few frames to encode, screens and speakers are \
      opened. For what is missing, the Debian package that brings it along is named:

        reel doctor --json

      Exit codes: 0 every node can run here; 69 some cannot.
      """)

  @Flag(help: "Answer with a JSON object.")
  var json = false

  @OptionGroup var plugins: PluginOptions

  func run() async throws {
    // A plugin that cannot be loaded is reported like other problems.
    let problems: [Diagnostic]
    do {
      try plugins.loadAll()
      problems = []
    } catch {
      problems = error.all
    }
    let installation = try await Terminal.error.silenced { try await Installation.inspect() }
    let report = DoctorReport(installation, plugins: problems, graphviz: Graphviz.path)
    Terminal.output.write(try json ? report.json() : report.text)
    if !report.failures.isEmpty || !problems.isEmpty { throw ExitCode(Diagnostic.Kind.unavailable.exitCode) }
  }
}

/// The report of the doctor.
struct DoctorReport {
  private let installation: Installation
  private let plugins: [Diagnostic]
  private let graphviz: String?

  /// - Parameters:
  ///   - plugins: the errors of loading plugins.
  ///   - graphviz: the path of Graphviz' program.
  init(_ installation: Installation, plugins: [Diagnostic], graphviz: String?) {
    self.installation = installation
    self.plugins = plugins
    self.graphviz = graphviz
  }

  /// The node types that cannot run, with the reasons.
  var failures: [(type: String, reason: String, help: String?)] {
    let gaps = installation.gaps.map { gap in
      let help = gap.packages.isEmpty ? nil : "install \(gap.packages.joined(separator: " or "))"
      return (gap.type, "there is no \(gap.role)", help)
    }
    // An installed element that does not work is as bad as a missing one; a machine without a screen is no failure.
    let broken = Dictionary(grouping: installation.trials.filter { !$0.isOutput }, by: \.role).filter {
      !$0.value.contains(where: \.works)
    }
    let roles = broken.keys.filter { role in broken[role]?.contains(where: \.isInstalled) == true }.sorted()
    return gaps
      + roles.map { role in
        let users = installation.elements.filter { element in
          broken[role]?.contains { $0.element == element.name } == true
        }
        return (Set(users.flatMap(\.usedBy)).sorted().joined(separator: ", "), "no \(role) works", nil)
      }
  }

  var text: String {
    var sections = ["GStreamer \(installation.version)"]
    let failing = Set(failures.map(\.type))
    sections.append(
      (["Nodes: \(installation.typeCount - failing.count) of \(installation.typeCount) can run"]
        + failures.map { "  \($0.type): \($0.reason)" + ($0.help.map { "; \($0)" } ?? "") }).joined(separator: "\n"))
    if !plugins.isEmpty {
      sections.append(
        (["Plugins"] + plugins.map { "  \($0.message)" + ($0.cause.map { ": \($0)" } ?? "") }).joined(separator: "\n"))
    }
    let roles = installation.trials.map(\.role).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let width = installation.trials.map(\.element.count).max() ?? 0
    for role in roles {
      let trials = installation.trials.filter { $0.role == role }
      sections.append(
        ([role]
          + trials.map { trial in
            let package = trial.isInstalled ? nil : trial.package.map { " (\($0))" }
            return "  \(trial.element.padded(to: width))  " + (trial.reason.map { $0 + (package ?? "") } ?? "works")
          }).joined(separator: "\n"))
    }
    let missing = installation.elements.filter { element in
      !element.isInstalled && !installation.trials.contains { $0.element == element.name }
    }
    if !missing.isEmpty {
      sections.append(
        (["Not installed"]
          + missing.map { element in
            "  \(element.name)" + (element.package.map { " (\($0))" } ?? "")
              + ", for \(element.usedBy.joined(separator: ", "))"
          }).joined(separator: "\n"))
    }
    sections.append(
      "Tools\n  dot  " + (graphviz ?? "is not installed (graphviz); 'reel graph --format svg' needs it"))
    return sections.joined(separator: "\n\n")
  }

  func json() throws -> String {
    struct Report: Encodable {
      struct Tool: Encodable {
        let name: String
        let path: String?
        let package: String
      }

      let gstreamer: String
      let types: Int
      let gaps: [Installation.Gap]
      let plugins: [Diagnostic]
      let trials: [Installation.Trial]
      let elements: [Installation.Element]
      let tools: [Tool]
    }
    return try Report(
      gstreamer: installation.version, types: installation.typeCount, gaps: installation.gaps, plugins: plugins,
      trials: installation.trials, elements: installation.elements,
      tools: [.init(name: "dot", path: graphviz, package: "graphviz")]
    ).json()
  }
}
