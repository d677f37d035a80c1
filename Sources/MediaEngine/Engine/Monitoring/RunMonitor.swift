import CoreMedia
internal import GStreamer
import MediaGraph
import Synchronization

/// The state of a run that any thread may read: its pipeline, and the ports of its nodes as of the last change.
final class RunMonitor: Sendable {
  let pipeline: Pipeline
  /// True if a node uses a clock.
  let hasClock: Bool
  private let state = Mutex(State())

  private struct State {
    var nodes: [NodeView] = []
    /// The reports of removed nodes.
    var removed: [NodeReport] = []
    /// The nodes by the names of their bins, including removed ones.
    var places: [String: NodePlace] = [:]
    /// The bins of an incomplete update: an error there fails the update, not the run.
    var probation: [String: @Sendable (Diagnostic) -> Void] = [:]
    /// True once no more changes are allowed.
    var isOver = false
    /// The nodes whose files end early.
    var cut: Set<String> = []
    /// The bins of branches that have failed.
    var failed: Set<String> = []
  }

  init(pipeline: Pipeline, hasClock: Bool) { (self.pipeline, self.hasClock) = (pipeline, hasClock) }

  var nodes: [NodeView] { state.withLock { $0.nodes } }
  /// The reports of the nodes so far.
  var reports: [NodeReport] {
    let (nodes, removed) = state.withLock { ($0.nodes, $0.removed) }
    return removed + nodes.map(\.report)
  }

  func show(_ nodes: [NodeView]) { state.withLock { $0.nodes = nodes } }
  func add(removed reports: [NodeReport]) { state.withLock { $0.removed += reports } }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Prevents further changes.
  func close() { state.withLock { $0.isOver = true } }

  // MARK: - Places of errors

  func add(_ place: NodePlace) { state.withLock { $0.places[place.bin] = place } }

  /// Returns the node of an element's path: `/GstPipeline:p/GstBin:NAME/…`.
  func place(_ path: String) -> NodePlace? {
    let parts = path.split(separator: "/")
    guard parts.count > 1 else { return nil }
    let name = String(parts[1].drop { $0 != ":" }.dropFirst())
    return state.withLock { $0.places[name] }
  }

  /// Returns the node that writes what a node gives: itself, or the one that reads it; nil if it ends in no file.
  func writer(of place: NodePlace) -> NodePlace? {
    if !place.implementation.outputFiles.isEmpty { return place }
    let writer = nodes.first { view in
      !view.implementation.outputFiles.isEmpty && view.node.inputs.contains { $0.source.nodeName == place.node.name }
    }
    return writer?.bin.flatMap { bin in state.withLock { $0.places[bin.bin.name] } }
  }

  /// Directs the errors of a bin to the update that adds it.
  func setProbation(_ bin: String, _ notify: @escaping @Sendable (Diagnostic) -> Void) {
    state.withLock { $0.probation[bin] = notify }
  }

  func endProbation() { state.withLock { $0.probation.removeAll() } }

  /// Reports an error to the update in progress that added its node.
  ///
  /// - Returns: False if the node belongs to no such update.
  func isOnProbation(_ place: NodePlace?, _ problem: Diagnostic) -> Bool {
    guard let place, let notify = state.withLock({ $0.probation[place.bin] }) else { return false }
    notify(problem)
    return true
  }

  /// Marks nodes as failed, so that their further errors are ignored.
  ///
  /// - Parameter place: The node whose failure is that of the others.
  /// - Returns: False if it was marked before: several threads may report failures of a branch.
  private func setFailed(_ names: Set<String>, failing place: NodePlace) -> Bool {
    state.withLock { state in
      guard state.failed.insert(place.bin).inserted else { return false }
      for node in state.nodes where names.contains(node.name) {
        if let bin = node.bin?.bin.name { state.failed.insert(bin) }
      }
      return true
    }
  }

  /// Returns the end of a branch, or that of the run, for the failure of a node; nil if the node's branch has ended before.
  ///
  /// - Parameter isolatesFailures: True if the failure of a branch does not end the others.
  func effect(of problem: Diagnostic, at place: NodePlace?, isolatesFailures: Bool) -> RunState.Event? {
    guard let place else { return .failed(problem) }
    if hasFailed(place) { return nil }
    guard isolatesFailures, let names = FailureDomain(nodes).names(failing: place.node.name) else {
      return .failed(problem)
    }
    return setFailed(names, failing: place) ? .branchFailed(names, problem) : nil
  }

  func hasFailed(_ place: NodePlace) -> Bool { state.withLock { $0.failed.contains(place.bin) } }

  // MARK: - Sources

  /// Makes waiting reads of remote bytes return only those needed for the end.
  func endReception() { for node in nodes { node.bin?.reception.end() } }

  /// True if a node's output is of use only when it is whole: known before the node is built.
  var isAllOrNothing: Bool { nodes.contains { $0.implementation.isAllOrNothing } }

  /// Ends the files that are written where the slowest track of each is.
  ///
  /// - Returns: False if all that has been sent belongs to the outputs: media that come as time goes by, and those of a
  ///   program.
  func cutFiles() -> Bool {
    let nodes = nodes
    guard !hasClock, !nodes.contains(where: { $0.bin?.isFedByProgram == true }) else { return false }
    let files = nodes.filter { $0.bin?.cut != nil }
    state.withLock { $0.cut = Set(files.map(\.name)) }
    for file in files { file.bin?.cut?(file.inputs.map(\.meter.count)) }
    return !files.isEmpty
  }

  /// The length of the longest of the files that end early; nil if none does.
  var cutLength: CMTime? {
    let names = state.withLock { $0.cut }
    let lengths = nodes.filter { names.contains($0.name) }.compactMap { node in
      node.inputs.filter { $0.type?.isPresented == true }.compactMap(\.meter.position).min(by: <)
    }
    return lengths.max(by: <)
  }

  /// Cancels waiting reads of remote bytes.
  func cancelReception() { for node in nodes { node.bin?.reception.cancel() } }

  /// Unblocks the held tracks, linked or not.
  func releaseHeld() { for node in nodes { node.bin?.release() } }
}

/// The node of an element's error.
struct NodePlace: Sendable {
  /// The name of its bin.
  let bin: String
  let node: GraphNode
  let implementation: any ElementNode
}

extension PortType {
  /// True for media that are seen or heard.
  var isPresented: Bool { [.rawVideo, .rawAudio, .codedVideo, .codedAudio].contains(self) }
}

/// A snapshot of a running node.
struct NodeView: Sendable {
  struct InputView: Sendable {
    let meter: PortMeter
    let type: PortType?
  }

  struct OutputView: Sendable {
    let meter: PortMeter
    let pad: Pad
  }

  let node: GraphNode
  let implementation: any ElementNode
  let declaration: NodeDeclaration?
  let bin: NodeBin?
  let inputs: [InputView]
  let outputs: [OutputView]
  let pruningNotes: [String]

  var name: String { node.name }
  var isSource: Bool { node.inputs.isEmpty }
  var isSink: Bool { declaration?.outputs.isEmpty ?? true }
  var outputTypes: [PortType] { declaration?.outputs.flatMap(\.types) ?? [] }
  /// True if media have no times after the node: they are bytes of a file there, or end.
  var endsTimes: Bool { outputTypes.allSatisfy { [.container, .bytes].contains($0) } }
  /// True if the node writes a file, whose data cannot be discarded.
  var writes: Bool { outputTypes.contains(.container) || !implementation.outputFiles.isEmpty }
  var meters: [PortMeter] { inputs.map(\.meter) + outputs.map(\.meter) }

  var report: NodeReport {
    NodeReport(
      name: name, type: node.use.name, elements: bin?.factories ?? [], notes: (bin?.notes ?? []) + pruningNotes,
      inputs: inputs.map(\.meter.report), outputs: outputs.map(\.meter.report),
      measurements: bin?.measurements() ?? [])
  }

  /// Throws an error for a file without media, which no reader could open.
  func checkContents() throws(Diagnostic) {
    // A node that needs no input has media of its own.
    let needsInput = declaration?.inputs.contains(where: \.isRequired) ?? true
    let holdsMedia = outputTypes == [.container] || implementation.needsMedia
    guard holdsMedia, needsInput, inputs.allSatisfy({ $0.meter.count == 0 }) else { return }
    throw Diagnostic(
      "nothing has come to '\(name)' (\(node.use))", kind: .failure, at: node.range,
      notes: ["the file would hold no media"])
  }
}
