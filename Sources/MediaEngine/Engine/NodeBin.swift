import MovieFile
internal import GStreamer
import CoreMedia
import Dispatch
import MediaGraph
import Synchronization

/// Builds the bin of one node: elements go in, pads come out as ports.
///
///     ┌ GstBin "scale" ─────────────────────┐
///     │ in ▷ videoscale ─▷ capsfilter ▷ out │
///     └─────────────────────────────────────┘
///
/// The state of a running node is its implementation's: in the closures that it registers here, in the `OpenedSource`
/// that it opens, in its elements.
///
/// Unchecked, because one thread builds it at a time, in an order that the run decides: that of the run's conductor, and while
/// its file opens that of the pipeline's state queue. Whatever is looked at later does not change any more, or is locked.
final class NodeBin: @unchecked Sendable {
  let node: GraphNode
  let bin: Bin
  /// The links that end at the node, with the medium of each.
  let inputs: [(link: Link, type: PortType)]
  /// The streams of the node's ports that are read.
  private(set) var outputs: [OutputKey]
  /// The element factories that were used, in order.
  private(set) var factories: [String] = []
  /// Deviations from what the graph asks for: fallbacks, tracks left out.
  var notes: [String] { ownNotes + laterNotes() }
  private var ownNotes: [String] = []
  private var laterNotes: @Sendable () -> [String] = { [] }
  /// The inputs that the node was built with, in the order of the links.
  private(set) var exposedInputs: [ExposedInput] = []
  private var inputCount = 0
  private(set) var outputPads: [OutputKey: Pad] = [:]
  /// Ends the run, or the node's branch alone where failures leave the others running, with a failure of the node; callable on any thread.
  let fail: @Sendable (Diagnostic) -> Void

  /// Lets reads that wait for the node's bytes end or give up.
  let reception = Reception()
  /// The queue on which the pipeline changes its state; elements that come later join on it.
  private let stateQueue: DispatchQueue
  private let releases = Mutex<[@Sendable () -> Void]>([])
  /// The folder of the node's temporary files; nil for the system's.
  let temporaryFolder: String?
  /// The files that the program has opened for the run, and its closures.
  let assets: OpenedAssets
  /// True if the node gives its media forwards only.
  var isForwardOnly = false
  /// True if each of the node's streams comes through a thread of its own, and goes on while others wait.
  var hasIndependentStreams = false
  /// True if the program sends what the node gives, when it has something.
  var isFedByProgram = false
  /// Tells the node which of its inputs, counted from 0, the program alone feeds.
  private(set) var setProgramInputs: ((Set<Int>, _ isStarving: @escaping @Sendable (Int) -> Bool) -> Void)?
  /// Tells the node which of its inputs depend on each other upstream: those with the same number; nil if that is not known.
  private(set) var setStreamGroups: (([Int]?) -> Void)?
  /// Ends the file that the node writes where its slowest track is; gets the buffers that have come to each input.
  private(set) var cut: (@Sendable ([Int]) -> Void)?
  /// The element that puts the inputs together of a node whose inputs come and go.
  private(set) var mixer: Element?
  private var makeLiveInput: LiveInput.Maker?
  private var mixEnd: MixEnd?
  /// Returns true for a link that brings a picture which lasts until the run is stopped.
  var isStill: (Link) -> Bool = { _ in false }
  /// True if links into the node can come and go.
  var hasLiveInputs: Bool { makeLiveInput != nil }
  /// Gives the node the values of another declaration of it; nil where only properties of elements change.
  private(set) var tune: ((any ElementNode, _ inputCount: Int) throws -> Void)?
  /// Points the node to the file that its media end in.
  private(set) var setDestination: ((FileDestination) throws -> Void)?
  /// Points the node to the folder that it fills.
  private(set) var setFolder: ((OutputFolder) -> Void)?
  private(set) var setFiles: ((NumberedFiles) -> Void)?

  init(
    node: GraphNode, name: String, inputs: [(link: Link, type: PortType)], outputs: [OutputKey],
    stateQueue: DispatchQueue, temporaryFolder: String?, assets: OpenedAssets,
    fail: @escaping @Sendable (Diagnostic) -> Void
  ) throws {
    self.node = node
    self.temporaryFolder = temporaryFolder
    self.assets = assets
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
  ///
  /// - Parameter isCorrected: False for GStreamer's own elements where Reel has classes under theirs; they have the usual settings too,
  ///   unless others are asked for.
  func add(_ choice: ElementChoice, isCorrected: Bool = true) throws -> Element {
    for (index, candidate) in choice.candidates.enumerated() {
      guard try ElementFactory.find(candidate.factory) != nil else { continue }
      let isLast = index + 1 == choice.candidates.count
      let made = Result {
        try isCorrected ? Element.makeCorrected(candidate.factory) : Element.make(candidate.factory)
      }
      guard let element = isLast ? try made.get() : try? made.get() else {
        ownNotes.append("\(candidate.factory) could not be loaded")
        continue
      }
      if index > 0 {
        let tried = choice.candidates[..<index].map(\.factory).joined(separator: ", ")
        ownNotes.append("\(choice.role): \(candidate.factory), for want of \(tried)")
      }
      for (name, value) in Self.settings[candidate.factory] ?? [:] { try element.set(name, to: value) }
      // Colours that are not told are those that are usual for a size, and of another size would be others.
      if isCorrected, candidate.factory == "videoscale" {
        try element.pad("sink").replaceCaps { $0.withStatedColors() }
      }
      for (name, value) in candidate.properties { try element.set(name, to: value) }
      try adopt(element, factory: candidate.factory)
      return element
    }
    throw Availability.missing(choice, of: node)
  }

  /// Properties that elements have in each graph, unless a node asks for others.
  ///
  /// Converters add no noise: what a graph makes depends on its media alone. GStreamer's cubic interpolation of the resampler's filters
  /// is late by one entry of their table, an eighth of a sample of the source and more; the linear one, of a finer table, is in time.
  /// ``AudioConverter`` has the same.
  private static let settings = [
    "audioconvert": ["dithering": "none"], "videoconvert": ["dither": "none"], "videoscale": ["dither": "none"],
    "audioresample": ["sinc-filter-interpolation": "linear"],
  ]

  /// The candidate that `add` would take.
  func candidate(of choice: ElementChoice) throws -> ElementChoice.Candidate? {
    try choice.candidates.first { try ElementFactory.find($0.factory) != nil }
  }

  /// Puts an element that the caller made into the bin.
  func adopt(_ element: Element, factory: String) throws {
    try bin.add(element)
    factories.append(factory)
  }

  /// Restricts the streams to those that are still read after tracks were found missing.
  func setOutputs(_ keys: [OutputKey]) { outputs = keys }

  /// Does work that may wait, such as for a server, on a thread of its own; then acts on its result, while nothing else changes
  /// the pipeline. The result is dropped when the run has ended meanwhile.
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

  /// Keeps an element out of the bin's state until all nodes are linked.
  func hold(_ source: Element) {
    source.lockState(true)
    whenLinked {
      source.lockState(false)
      // An element that cannot start says so to the run itself.
      try? source.syncStateWithParent()
    }
  }

  /// Registers work for the moment when all nodes are linked, or the run gives up.
  func whenLinked(_ release: @escaping @Sendable () -> Void) { releases.withLock { $0.append(release) } }

  /// Does what waits for all nodes to be linked; callable on any thread.
  func release() {
    let waiting = releases.withLock { releases in
      defer { releases = [] }
      return releases
    }
    for release in waiting { release() }
  }

  /// True if the node waits for the program, which is no stall; callable on any thread.
  private(set) var isWaitingForProgram: @Sendable () -> Bool = { false }

  /// Registers how the node knows that it waits for the program.
  func waitsForProgram(_ isWaiting: @escaping @Sendable () -> Bool) { isWaitingForProgram = isWaiting }

  /// Returns the reason outside of the graph for which the node waits, in words; nil if it does not wait. Any thread.
  private(set) var obstacle: @Sendable () -> String? = { nil }

  /// Registers how the node knows what it waits for.
  func waits(_ obstacle: @escaping @Sendable () -> String?) { self.obstacle = obstacle }

  /// The values that the node has measured so far; callable on any thread.
  private(set) var measurements: @Sendable () -> [MeasuredValue] = { [] }

  /// Registers the node's measurements, which are asked for on any thread.
  func measure(_ measurements: @escaping @Sendable () -> [MeasuredValue]) { self.measurements = measurements }

  /// The progress of a node whose media have no times in the graph, and its end; nil for all others. Callable on any thread.
  private(set) var ownProgress: @Sendable () -> (position: CMTime, end: CMTime)? = { nil }

  /// Registers how the node knows how far it has come.
  func reportProgress(_ progress: @escaping @Sendable () -> (position: CMTime, end: CMTime)?) { ownProgress = progress }

  func note(_ text: String) { ownNotes.append(text) }

  /// Registers notes that are known only while the node runs; they are asked for on any thread.
  func note(_ later: @escaping @Sendable () -> [String]) {
    let earlier = laterNotes
    laterNotes = { earlier() + later() }
  }

  /// Registers how the node takes new values of its parameters while it runs.
  func whenTuned(_ tune: @escaping (any ElementNode, _ inputCount: Int) throws -> Void) { self.tune = tune }

  /// Registers how the node learns of the file that its media end in: its own, or that of a node that reads it.
  func whenDestined(_ set: @escaping (FileDestination) throws -> Void) { setDestination = set }

  /// Registers how the node learns of the folder that it fills.
  func whenDestined(toFolder set: @escaping (OutputFolder) -> Void) { setFolder = set }

  /// Registers how the node learns of the numbered files that it writes.
  func whenDestined(toFiles set: @escaping (NumberedFiles) -> Void) { setFiles = set }

  /// Registers how a node that keeps its inputs together learns which of them depend on each other.
  func whenGrouped(_ notify: @escaping ([Int]?) -> Void) { setStreamGroups = notify }

  /// Registers how a node ends the file that it writes early.
  func whenCut(_ cut: @escaping @Sendable ([Int]) -> Void) { self.cut = cut }

  /// Registers how a node that keeps its inputs together learns which of them the program alone feeds.
  /// - Parameter notify: Gets those inputs, and a function that says of an input if its program brings nothing now; any thread.
  func whenFedByProgram(_ notify: @escaping (Set<Int>, _ isStarving: @escaping @Sendable (Int) -> Bool) -> Void) {
    setProgramInputs = notify
  }

  /// Registers a mixer whose inputs come and go while it runs, and makes an input for each link.
  /// - Parameters:
  ///   - mixer: The element that puts the inputs together, a GstAggregator.
  ///   - rule: The input with which the output ends.
  ///   - make: Puts an input's elements into the bin and links them to a new pad of the mixer. What the inputs share is its to
  ///     keep; it must not keep the bin.
  func addLiveInputs(
    of mixer: Element, endingWith rule: MixEnding = .longest, _ make: @escaping LiveInput.Maker
  ) throws {
    (self.mixer, makeLiveInput, mixEnd) = (mixer, make, MixEnd(rule))
    for (index, (link, _)) in inputs.enumerated() {
      if let input = try addLiveInput(link, at: index) { exposedInputs.append(input) }
    }
  }

  /// Makes an input behind all others. From here on, the node waits for media on it.
  func addLiveInput(_ link: Link, at index: Int) throws -> ExposedInput? {
    guard var input = try makeLiveInput?(self, link, index), let pad = try input.elements.first?.pad("sink") else {
      return nil
    }
    if let mixEnd {
      let number = mixEnd.watch(pad, isStill: isStill(link))
      input = LiveInput(
        elements: input.elements,
        release: { [release = input.release] in
          mixEnd.forget(number)
          release()
        }, tune: input.tune)
    }
    for element in input.elements.reversed() { try element.syncStateWithParent() }
    return ExposedInput(pad: try expose(pad), live: input)
  }

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

  /// Exposes a pad as the next input, in the order of the links.
  func exposeInput(_ pad: Pad) throws { exposedInputs.append(ExposedInput(pad: try expose(pad))) }

  private func expose(_ pad: Pad) throws -> Pad {
    defer { inputCount += 1 }
    return try bin.expose(pad, as: "in_\(inputCount)")
  }

  /// Exposes a pad as a stream of an output port.
  func exposeOutput(_ pad: Pad, as key: OutputKey = OutputKey(port: "out", index: 1)) throws {
    let exposed = try bin.expose(pad, as: "\(key.port)_\(key.index)")
    mixEnd?.guardOutput(exposed)
    outputPads[key] = exposed
  }
}

/// A stream of an output port, counted from 1.
package struct OutputKey: Hashable, Sendable {
  package let port: String
  package let index: Int

  package init(port: String, index: Int = 1) { (self.port, self.index) = (port, index) }
}

/// An input of a bin, as the node was built with it.
struct ExposedInput {
  let pad: Pad
  var live: LiveInput?
}

/// The file that a node's media end in.
struct FileDestination {
  let file: OutputFile
  /// The writing node, which has the file's place in the description.
  let writer: GraphNode
  /// True if nothing else reads the node, so that it may change what it has written.
  let isExclusive: Bool
}
