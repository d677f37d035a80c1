internal import GStreamer
import MediaGraph

/// An input of a running node: its pad, and the elements before it.
final class InputPort {
  let pad: Pad
  /// The input's medium.
  let type: PortType?
  let meter: PortMeter
  /// The input's elements, for variable inputs.
  let live: LiveInput?
  /// The queue before the input, which moves with it from one stream to another.
  private(set) var queue: Element?
  /// Keeps errors behind the queue from the stream's other readers.
  private var isolator: Element?
  /// Keeps the end of this reader from the others: a tee stops with the first of its readers that wants no more, and not with one that
  /// is not linked.
  private var endGuard: Element?
  /// The linked stream.
  private(set) weak var fanOut: FanOut?
  private var gate: LinkGate?

  init(_ exposed: ExposedInput, name: String, type: PortType?) {
    pad = exposed.pad
    live = exposed.live
    self.type = type
    meter = PortMeter(port: name, pad: pad)
  }

  /// Opens or closes the input; one that was never closed has no gate.
  func setOpen(_ isOpen: Bool) {
    if isOpen, gate == nil { return }
    let gate = self.gate ?? LinkGate()
    self.gate = gate
    gate.set(isOpen: isOpen, before: pad)
  }

  /// Sets the linked stream.
  func follow(_ fanOut: FanOut?) { self.fanOut = fanOut }

  /// Returns the first pad of the input's side of its link.
  func start() throws -> Pad { try (endGuard ?? queue)?.pad("sink") ?? pad }

  /// The elements between the stream and the input, the last one first.
  var linkElements: [Element] { [isolator, queue, endGuard].compactMap(\.self) }

  /// Adds a queue before the input, which must not be linked.
  func addQueue(_ delivery: Delivery, to pipeline: Pipeline, isolated: Bool) throws {
    guard queue == nil else { return }
    let queue = try pipeline.make(
      "queue",
      delivery == .latest
        ? [("leaky", "downstream"), ("max-size-buffers", "1"), ("max-size-bytes", "0"), ("max-size-time", "0")]
        : [("max-size-buffers", "8"), ("max-size-bytes", "0"), ("max-size-time", "0")])
    if isolated {
      // Behind the queue, which would report the error a second time.
      let isolator = try pipeline.make("errorignore", [("convert-to", "ok")])
      try queue.link(to: isolator)
      try isolator.pad("src").link(to: pad)
      self.isolator = isolator
    } else {
      try queue.pad("src").link(to: pad)
    }
    let endGuard = try pipeline.make(
      "errorignore",
      [
        ("ignore-eos", "true"), ("ignore-error", "false"), ("ignore-notnegotiated", "false"),
        ("convert-to", "not-linked"),
      ])
    try endGuard.link(to: queue)
    (self.queue, self.endGuard) = (queue, endGuard)
  }

  /// Removes the queue from the pipeline.
  func removeQueue(from pipeline: Pipeline) {
    for element in linkElements.reversed() {
      element.retire()
      pipeline.remove(element)
    }
    (queue, isolator, endGuard) = (nil, nil, nil)
  }

  /// Removes or restores the limits of a queue with delivery `all`.
  func setUnlimited(_ isUnlimited: Bool) throws {
    guard let queue, try queue.get("leaky") == "no" else { return }
    try queue.set("max-size-buffers", to: isUnlimited ? "0" : "8")
  }

  /// Sets the queue's delivery: all buffers, or the newest only.
  func setDelivery(_ delivery: Delivery) throws {
    guard let queue, delivery != .nothing else { return }
    try queue.set("leaky", to: delivery == .latest ? "downstream" : "no")
    try queue.set("max-size-buffers", to: delivery == .latest ? "1" : "8")
  }
}

/// An output stream of a running node.
final class OutputPort {
  let key: OutputKey
  let pad: Pad
  let meter: PortMeter
  let fanOut: FanOut
  /// Ends the stream of a source.
  var sourceGate: SourceGate?

  init(_ key: OutputKey, _ pad: Pad, ofNode node: String, in pipeline: Pipeline, isolated: Bool) {
    self.key = key
    self.pad = pad
    meter = PortMeter(port: key.index > 1 ? "\(key.port).\(key.index)" : key.port, pad: pad)
    fanOut = FanOut(source: pad, ofNode: node, in: pipeline, isolated: isolated)
  }
}

extension Pipeline {
  /// Makes an element and adds it to the pipeline.
  func make(_ factory: String, _ properties: [(name: String, value: String)] = []) throws -> Element {
    let element = try Element.make(factory)
    for (name, value) in properties { try element.set(name, to: value) }
    try add(element)
    return element
  }
}
