internal import GStreamer
import CoreMedia
import Dispatch
import MediaGraph

/// The bin of one node while it is built: elements go in, pads come out as ports.
///
///     ┌ GstBin "scale" ─────────────────────┐
///     │ in ▷ videoscale ─▷ capsfilter ▷ out │
///     └─────────────────────────────────────┘
final class NodeBin: @unchecked Sendable {
  let node: GraphNode
  let bin: Bin
  /// The links that end at the node, with the medium of each.
  let inputs: [(link: Link, type: PortType)]
  /// The streams of the node's ports that are read.
  private(set) var outputs: [OutputKey]
  /// The element factories that were used, in order.
  private(set) var factories: [String] = []
  /// What was done other than asked for: fallbacks, tracks left out.
  var notes: [String] { ownNotes + laterNotes() }
  private var ownNotes: [String] = []
  private var laterNotes: @Sendable () -> [String] = { [] }
  /// The pads of the inputs, in the order of the links.
  var inputPads: [Pad] = []
  /// The inputs of a node whose inputs can come and go, in the same order; empty for other nodes.
  var liveInputs: [LiveInput] = []
  var makeLiveInput: LiveInput.Maker?
  /// What puts them together.
  var mixer: Element?
  private var inputCount = 0
  private(set) var outputPads: [OutputKey: Pad] = [:]
  /// Called when the node fails while it runs; on any thread.
  let fail: @Sendable (Diagnostic) -> Void

  /// What those ask who wait for the node's bytes.
  let reception = Reception()
  /// Where the pipeline's state is changed, and elements come in beside that.
  private let stateQueue: DispatchQueue
  /// The tracks of an asset that are waiting to be linked.
  private var held: HeldPads?
  private var heldSources: [Element] = []
  /// The movie that the node reads by its own tables, once it is open.
  private(set) var movie: TableSources?
  private var owned: [AnyObject] = []
  /// Whether what the node gives can't be given backwards.
  var isForwardOnly = false

  init(
    node: GraphNode, name: String, inputs: [(link: Link, type: PortType)], outputs: [OutputKey],
    stateQueue: DispatchQueue, fail: @escaping @Sendable (Diagnostic) -> Void
  ) throws {
    self.node = node
    bin = try Bin.make(name: name)
    self.inputs = inputs
    self.outputs = outputs
    self.stateQueue = stateQueue
    self.fail = fail
  }

  /// Makes an element and puts it into the bin.
  func add(_ factory: String, _ properties: [(name: String, value: String)] = []) throws -> Element {
    try add(ElementChoice(factory, properties))
  }

  /// Makes the first element of a choice that exists on this machine.
  func add(_ choice: ElementChoice) throws -> Element {
    for (index, candidate) in choice.candidates.enumerated() {
      guard try ElementFactory.find(candidate.factory) != nil else { continue }
      let isLast = index + 1 == choice.candidates.count
      guard let element = isLast ? try Element.make(candidate.factory) : try? Element.make(candidate.factory) else {
        ownNotes.append("\(candidate.factory) could not be loaded")
        continue
      }
      if index > 0 {
        let tried = choice.candidates[..<index].map(\.factory).joined(separator: ", ")
        ownNotes.append("\(choice.role): \(candidate.factory), for want of \(tried)")
      }
      for (name, value) in candidate.properties { try element.set(name, to: value) }
      try adopt(element, factory: candidate.factory)
      return element
    }
    throw Availability.missing(choice, of: node)
  }

  /// The candidate that `add` would take.
  func candidate(of choice: ElementChoice) throws -> ElementChoice.Candidate? {
    try choice.candidates.first { try ElementFactory.find($0.factory) != nil }
  }

  /// Puts an element that somebody else made into the bin.
  func adopt(_ element: Element, factory: String) throws {
    try bin.add(element)
    factories.append(factory)
  }

  /// Forgets the streams that turned out to be read by nobody.
  func setOutputs(_ keys: [OutputKey]) { outputs = keys }

  /// Does what may have to wait, such as for a server, on a thread of its own; then acts on what was found, while nothing else
  /// changes the pipeline. Nothing comes of it when the run has ended meanwhile.
  func look<Found: Sendable>(
    _ look: @escaping @Sendable () throws -> Found,
    then act: @escaping @Sendable (NodeBin, Result<Found, any Error>) -> Void
  ) {
    DispatchQueue(label: "reel.open").async { [weak self, stateQueue] in
      let found = Result { try look() }
      stateQueue.async { [weak self] in
        guard let self, !self.reception.isCancelled else { return }
        act(self, found)
      }
    }
  }

  /// Keeps an asset's tracks until they are linked.
  func hold(_ pads: HeldPads) { held = pads }

  /// Keeps a movie that was opened until its tracks are chosen.
  func hold(_ movie: TableSources) { self.movie = movie }

  /// Keeps an element out of the bin's state until the tracks are let go.
  func hold(_ source: Element) {
    source.lockState(true)
    heldSources.append(source)
  }

  /// Lets the tracks go; nothing waits after this.
  func releaseHeld() {
    held?.release()
    held = nil
    for source in heldSources {
      source.lockState(false)
      try? source.syncStateWithParent()
    }
    heldSources = []
  }

  /// Keeps what probes work with as long as the node: a probe that kept it itself could keep its own pad.
  func own(_ object: AnyObject) { owned.append(object) }

  /// What the bin keeps of a type.
  func owned<Kept: AnyObject>(_ type: Kept.Type) -> Kept? { owned.lazy.compactMap { $0 as? Kept }.first }

  /// What the node has measured so far; asked for whenever somebody wants to know.
  private(set) var measurements: @Sendable () -> [MeasuredValue] = { [] }

  /// Says what the node measures; called on any thread.
  func measure(_ measurements: @escaping @Sendable () -> [MeasuredValue]) { self.measurements = measurements }

  func note(_ text: String) { ownNotes.append(text) }

  /// Says what is found out only while the node runs; called on any thread.
  func note(_ later: @escaping @Sendable () -> [String]) { laterNotes = later }

  /// Links elements in a row.
  func chain(_ elements: Element...) throws {
    for (source, sink) in zip(elements, elements.dropFirst()) { try source.link(to: sink) }
  }

  /// Links elements in a row and makes its two ends the ports `in` and `out`.
  func filter(_ elements: Element...) throws {
    for (source, sink) in zip(elements, elements.dropFirst()) { try source.link(to: sink) }
    guard let first = elements.first, let last = elements.last else { return }
    try exposeInput(first.pad("sink"))
    try exposeOutput(last.pad("src"))
  }

  /// Shows a pad as the next input, in the order of the links.
  func exposeInput(_ pad: Pad) throws {
    inputPads.append(try bin.expose(pad, as: "in_\(inputCount)"))
    inputCount += 1
  }

  /// Shows a pad as a stream of an output port.
  func exposeOutput(_ pad: Pad, as key: OutputKey = OutputKey(port: "out", index: 1)) throws {
    outputPads[key] = try bin.expose(pad, as: "\(key.port)_\(key.index)")
  }
}

/// A stream of an output port, counted from 1.
struct OutputKey: Hashable, Sendable {
  let port: String
  let index: Int
}
