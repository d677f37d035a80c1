import CoreMedia
internal import GStreamer
import MediaGraph

/// A node of a running graph, with all of its parts: it is added to and removed from the pipeline as one object.
///
///     InputPort: pad, meter, gate, queue ─▷ NodeBin ─▷ OutputPort: pad, meter, source gate, fan-out
final class RunningNode {
  /// The node in the current graph: an update may change its parameters, links and delivery.
  var node: GraphNode
  /// The node's implementation, with its parameters.
  private(set) var implementation: any ElementNode
  let declaration: NodeDeclaration?
  /// The node's elements; nil before it is built.
  private(set) var bin: NodeBin?
  /// The node's opened file.
  var opened: (any OpenedSource)?
  private(set) var inputs: [InputPort] = []
  private(set) var outputs: [OutputPort] = []
  /// Holds that prevent a source added to a running graph from sending data before all is linked.
  var holds: [PadBlock] = []
  /// Notes on missing inputs.
  var pruningNotes: [String] = []

  /// - Throws: `Diagnostic` if the engine cannot run the node.
  init(_ node: GraphNode, registry: Registry) throws {
    let component = try registry.component(for: node)
    guard let runnable = try node.runnable(component) else {
      throw Diagnostic("'\(node.use)' cannot be run", kind: .unavailable, at: node.range, help: "it has no elements")
    }
    self.node = node
    implementation = runnable
    declaration = component?.declaration
  }

  var name: String { node.name }
  var isSource: Bool { node.inputs.isEmpty }
  /// True if nodes of the type have no outputs.
  var isSink: Bool { declaration?.outputs.isEmpty ?? true }
  var outputTypes: [PortType] { declaration?.outputs.flatMap(\.types) ?? [] }
  var meters: [PortMeter] { inputs.map(\.meter) + outputs.map(\.meter) }

  // MARK: - Setting up

  /// Takes the node of a changed graph, before its elements are made.
  func replace(with new: GraphNode, registry: Registry) throws {
    if new.arguments != node.arguments, let runnable = try new.runnable(registry.component(for: new)) {
      implementation = runnable
    }
    node = new
  }

  /// Sets the bin to which the implementation adds its elements.
  func take(_ bin: NodeBin) { self.bin = bin }

  /// Runs code of the implementation; errors name the node.
  func wrapping<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      var problem = Diagnostic(wrapping: error, "'\(name)' cannot be set up", at: node.range)
      problem.node = problem.node ?? name
      throw problem
    }
  }

  /// Makes the implementation add its elements to the bin, and makes ports of the pads.
  ///
  /// - Parameter isolated: True if errors of a stream's reader do not affect the others.
  func build(in pipeline: Pipeline, isolated: Bool) throws {
    guard let bin else { return }
    try wrapping {
      if implementation is any OpeningNode {
        try opened?.build(bin)
      } else {
        try implementation.build(bin)
      }
    }
    let ports = node.inputs.map { $0.port ?? "in" }
    var counts: [String: Int] = [:]
    inputs = zip(zip(node.inputs, ports), bin.exposedInputs).enumerated().map { index, entry in
      let ((_, port), exposed) = entry
      counts[port, default: 0] += 1
      let isRepeated = ports.filter { $0 == port }.count > 1
      return InputPort(
        exposed, name: isRepeated ? "\(port).\(counts[port] ?? 1)" : port, type: bin.inputs[index].type)
    }
    outputs = bin.outputPads.sorted { ($0.key.port, $0.key.index) < ($1.key.port, $1.key.index) }.map {
      OutputPort($0.key, $0.value, ofNode: name, in: pipeline, isolated: isolated)
    }
  }

  /// Makes the node's sources end at a time, or when the run is stopped; what is of use only when it is whole ends by itself.
  func guardOutputs(end: CMTime?, stop: StopSwitch) {
    if implementation.isAllOrNothing { return }
    for output in outputs {
      let gate = SourceGate(end: end, stop: stop)
      gate.guardPad(output.pad)
      output.sourceGate = gate
    }
  }

  /// Opens or closes the inputs by the node's delivery.
  func gateInputs() { for input in inputs { input.setOpen(node.delivery != .nothing) } }

  /// Starts counting at the ports.
  func watch() { for meter in meters { meter.watch() } }

  func output(_ key: OutputKey) -> OutputPort? { outputs.first { $0.key == key } }

  /// Starts the elements, downstream ones first.
  func start() throws {
    for element in outputs.flatMap(\.fanOut.elements) { try element.syncStateWithParent() }
    try wrapping { try bin?.bin.syncStateWithParent() }
  }

  // MARK: - Changing

  /// True if the implementation can change its parameters while it runs.
  var isTunable: Bool { bin?.tune != nil || inputs.contains { $0.live?.tune != nil } }

  /// Applies the values of another declaration of the node.
  func tune(to new: any ElementNode) throws {
    try wrapping {
      try bin?.tune?(new, inputs.count)
      for (index, input) in inputs.enumerated() { try input.live?.tune?(new, index) }
    }
    implementation = new
  }

  /// Applies the element properties of another declaration of the node.
  func setProperties(of new: any ElementNode) throws {
    try wrapping { try bin?.set(new.elements) }
    implementation = new
  }

  /// Appends inputs, of a node with variable inputs.
  func addInputs(_ indices: Range<Int>) throws {
    guard let bin else { return }
    for index in indices {
      let link = node.inputs[index]
      guard let exposed = try wrapping({ try bin.addLiveInput(link, at: index) }) else { continue }
      let input = InputPort(exposed, name: "\(link.port ?? "in").\(index + 1)", type: inputs.first?.type)
      input.meter.watch()
      inputs.append(input)
    }
  }

  /// Replaces the inputs by a reordered subset.
  func setInputs(_ inputs: [InputPort]) { self.inputs = inputs }

  /// Removes an input that receives no more data; blocks until its thread has left it.
  func remove(_ input: InputPort, from pipeline: Pipeline) {
    guard let bin else { return }
    input.live?.release()
    for element in input.live?.elements ?? [] { element.retire() }
    input.removeQueue(from: pipeline)
    bin.bin.hide(input.pad)
    for element in input.live?.elements ?? [] { bin.bin.remove(element) }
  }

  // MARK: - Reports

  /// A snapshot of the node.
  var view: NodeView {
    NodeView(
      node: node, implementation: implementation, declaration: declaration, bin: bin,
      inputs: inputs.map { .init(meter: $0.meter, type: $0.type) },
      outputs: outputs.map { .init(meter: $0.meter, pad: $0.pad) },
      pruningNotes: pruningNotes)
  }
}

extension NodeBin {
  /// Applies the properties of element choices to their elements.
  fileprivate func set(_ choices: [ElementChoice]) throws {
    var left = Array(bin.elements.reversed())
    for choice in choices {
      for candidate in choice.candidates {
        guard let index = left.firstIndex(where: { $0.factoryName == candidate.factory }) else { continue }
        let element = left.remove(at: index)
        for (name, value) in candidate.properties { try element.set(name, to: value) }
        break
      }
    }
  }
}
