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
      Every element that a node can use is looked up; encoders get a few frames to encode, and screens, speakers, cameras \
      and microphones are opened. For what is missing, the Debian package that brings it along is named; where a package is \
      there and what it works with is not, such as a graphics card or a screen, that is said instead:

        reel doctor --json

      Exit codes: 0 everything that nodes need is installed, and works where the machine has the device; 69 something is \
      not.
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
    let roles = broken.filter { $0.value.contains(where: \.isInstalled) && !$0.value.contains(where: \.isDevice) }
    return gaps
      + roles.keys.sorted().flatMap { role in users(of: role).map { ($0, "no \(role) works", nil) } }
  }

  /// The node types whose device is not there, with the reasons.
  private var idle: [(type: String, reason: String)] {
    let roles = broken.filter { $0.value.contains(where: \.isDevice) }
    return roles.keys.sorted().flatMap { role in
      let reason = broken[role]?.first(where: \.isDevice)?.reason ?? ""
      return users(of: role).map { ($0, "there is no such device; \(role) says: \(reason)") }
    }.sorted { $0.0 < $1.0 }
  }

  /// The trials of each role for which no element works.
  private var broken: [String: [Installation.Trial]] {
    Dictionary(grouping: installation.trials, by: \.role).filter { !$0.value.contains(where: \.works) }
  }

  /// The node types that use an element of a role.
  private func users(of role: String) -> [String] {
    let names = Set(installation.trials.filter { $0.role == role }.map(\.element))
    return Set(installation.elements.filter { names.contains($0.name) }.flatMap(\.usedBy)).sorted()
  }

  /// The sections for people.
  var text: String {
    var sections = ["GStreamer \(installation.version)"]
    let (failures, idle) = (failures, idle)
    let stopped = Set(failures.map(\.type)).union(idle.map(\.type))
    sections.append(
      (["Nodes: \(installation.typeCount - stopped.count) of \(installation.typeCount) can run here"]
        + failures.map { "  \($0.type): \($0.reason)" + ($0.help.map { "; \($0)" } ?? "") }
        + idle.map { "  \($0.type): \($0.reason)" }).joined(separator: "\n"))
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
            "  \(trial.element.padded(to: width))  \(Self.verdict(on: trial))"
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

  private static func verdict(on trial: Installation.Trial) -> String {
    let reason = trial.reason ?? ""
    return switch trial.obstacle {
    case nil: "works"
    case .package: "is not installed" + (trial.package.map { " (\($0))" } ?? "")
    case .hardware:
      trial.isDevice
        ? "no such device: \(reason)" : "no such hardware" + (trial.package.map { "; \($0) is installed" } ?? "")
    case .fault: reason
    }
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
