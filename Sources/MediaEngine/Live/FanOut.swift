internal import GStreamer
import MediaGraph

/// Where one stream of a node goes: straight to its only reader, or by way of a tee to each of several through a queue.
///
///     source ─▷ reader          source ─▷ tee ┬▷ queue ─▷ reader
///                                             └▷ queue ─▷ reader
///
/// A queue belongs to the reader that it stands before, and goes with it when the reader turns to another stream. While the
/// graph runs, only pads that are held are linked anew.
final class FanOut {
  /// A link's end: the node that reads, and the link's place among its links.
  struct Reader: Hashable {
    let node: String
    let input: Int
  }

  /// What a reader's link is made of, on the reader's side.
  struct Entry {
    let sink: Pad
    var queue: Element?

    /// Where the link begins.
    func start() throws -> Pad { try queue?.pad("sink") ?? sink }
  }

  let source: Pad
  private let pipeline: Pipeline
  private var tee: Element?
  private var entries: [Reader: Entry] = [:]
  private var teePads: [Reader: Pad] = [:]

  init(source: Pad, in pipeline: Pipeline) {
    self.source = source
    self.pipeline = pipeline
  }

  var readers: Set<Reader> { Set(entries.keys) }

  /// The elements between this stream and its readers.
  var elements: [Element] { entries.values.compactMap(\.queue) + (tee.map { [$0] } ?? []) }

  func entry(of reader: Reader) -> Entry? { entries[reader] }

  /// The pad that has to be held before the reader is detached.
  func pad(before reader: Reader) -> Pad { teePads[reader] ?? source }

  /// Whether another reader, or none, needs the tee that is not there yet, for which `source` has to be held.
  var hasTee: Bool { tee != nil }

  /// Puts a tee after the stream, which can have any number of readers, also none.
  func addTee(isRunning: Bool) throws {
    guard tee == nil else { return }
    let tee = try add("tee", [("allow-not-linked", "true")])
    let known = entries
    for reader in known.keys {
      source.unlink()
      try addQueue(before: reader, .all)
    }
    if isRunning { for element in elements + [tee] { try element.syncStateWithParent() } }
    try source.link(to: tee.pad("sink"))
    self.tee = tee
    for (reader, entry) in entries { try connect(tee, to: entry, for: reader) }
  }

  /// Links a reader; one that comes from elsewhere brings its queue along.
  func attach(
    _ reader: Reader, _ entry: Entry, _ delivery: Delivery, isRunning: Bool, _ prepare: (Pad) -> Void = { _ in }
  ) throws {
    entries[reader] = entry
    let isItsOwn = entry.queue != nil
    do {
      if entry.queue == nil, tee != nil || delivery == .latest {
        try addQueue(before: reader, delivery)
        if isRunning { try entries[reader]?.queue?.syncStateWithParent() }
      }
      guard let entry = entries[reader] else { return }
      guard let tee else {
        prepare(source)
        return try source.link(to: entry.start())
      }
      try connect(tee, to: entry, for: reader, prepare)
    } catch {
      let entry = detach(reader)
      if !isItsOwn { entry?.remove(from: pipeline) }
      throw error
    }
  }

  /// Unlinks a reader, whose pad must be held or idle; the reader keeps its queue.
  func detach(_ reader: Reader) -> Entry? {
    guard let entry = entries.removeValue(forKey: reader) else { return nil }
    if let pad = teePads.removeValue(forKey: reader) {
      pad.unlink()
      tee?.release(pad)
    } else if tee == nil {
      source.unlink()
    }
    return entry
  }

  /// Follows a reader's links to other places; those that have none have to be detached.
  func regroup(_ node: String, _ places: [Int?]) {
    func renamed<Value>(_ values: [Reader: Value]) -> [Reader: Value] {
      Dictionary(
        uniqueKeysWithValues: values.compactMap { reader, value in
          guard reader.node == node else { return (reader, value) }
          return places[reader.input].map { (Reader(node: node, input: $0), value) }
        })
    }
    entries = renamed(entries)
    teePads = renamed(teePads)
  }

  /// The pad through which a reader gets the stream.
  func linkPad(of reader: Reader) -> Pad? { teePads[reader] ?? (entries[reader] == nil ? nil : source) }

  /// Takes the tee out of the pipeline.
  func remove() {
    guard let tee else { return }
    tee.retire()
    pipeline.remove(tee)
  }

  private func connect(
    _ tee: Element, to entry: Entry, for reader: Reader, _ prepare: (Pad) -> Void = { _ in }
  ) throws {
    let pad = try tee.requestPad("src_%u")
    prepare(pad)
    do {
      try pad.link(to: entry.start())
    } catch {
      tee.release(pad)
      throw error
    }
    teePads[reader] = pad
  }

  private func addQueue(before reader: Reader, _ delivery: Delivery) throws {
    guard var entry = entries[reader], entry.queue == nil else { return }
    let queue = try add(
      "queue",
      delivery == .latest
        ? [("leaky", "downstream"), ("max-size-buffers", "1"), ("max-size-bytes", "0"), ("max-size-time", "0")]
        : [("max-size-buffers", "8"), ("max-size-bytes", "0"), ("max-size-time", "0")])
    try queue.pad("src").link(to: entry.sink)
    entry.queue = queue
    entries[reader] = entry
  }

  private func add(_ factory: String, _ properties: [(name: String, value: String)]) throws -> Element {
    let element = try Element.make(factory)
    for (name, value) in properties { try element.set(name, to: value) }
    try pipeline.add(element)
    return element
  }
}

extension FanOut.Entry {
  /// Takes the queue out of the pipeline.
  func remove(from pipeline: Pipeline) {
    guard let queue else { return }
    queue.retire()
    pipeline.remove(queue)
  }

  /// Lets a queue that keeps all take more than it has room for, or as much as ever again.
  func setUnlimited(_ isUnlimited: Bool) throws {
    guard let queue, try queue.get("leaky") == "no" else { return }
    try queue.set("max-size-buffers", to: isUnlimited ? "0" : "8")
  }

  /// Makes the queue keep all, or the newest only.
  func setDelivery(_ delivery: Delivery) throws {
    guard let queue, delivery != .nothing else { return }
    try queue.set("leaky", to: delivery == .latest ? "downstream" : "no")
    try queue.set("max-size-buffers", to: delivery == .latest ? "1" : "8")
  }
}
