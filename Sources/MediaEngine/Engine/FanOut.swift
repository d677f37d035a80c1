internal import GStreamer
import MediaGraph
import Synchronization

/// The readers of a node's stream: linked directly to a single one, or with a tee and a queue for each of several.
///
///     source ─▷ reader          source ─▷ tee ┬▷ queue ─▷ reader
///                                             └▷ queue ─▷ reader
///
/// A reader that ends before its stream, such as a file of limited size, takes nothing from the others: before each queue, an element
/// keeps its end from the tee. A queue belongs to the input behind it, and moves with it to another stream. While the graph runs, only held pads
/// are relinked.
final class FanOut {
  let source: Pad
  /// The name of the stream's node.
  let node: String
  private let pipeline: Pipeline
  /// True if errors of a reader do not affect the others.
  private let isIsolated: Bool
  private var tee: Element?
  private(set) var readers: [InputPort] = []
  private var teePads: [ObjectIdentifier: Pad] = [:]

  init(source: Pad, ofNode node: String, in pipeline: Pipeline, isolated: Bool) {
    isIsolated = isolated
    self.source = source
    self.node = node
    self.pipeline = pipeline
  }

  /// The elements between this stream and its readers.
  var elements: [Element] { readers.flatMap(\.linkElements) + (tee.map { [$0] } ?? []) }

  /// True if there is a tee; without one, `source` has to be held while readers are added or removed.
  var hasTee: Bool { tee != nil }

  /// Adds a tee behind the stream, for any number of readers, including none.
  func addTee(isRunning: Bool) throws {
    guard tee == nil else { return }
    let tee = try pipeline.make("tee", [("allow-not-linked", "true")])
    for reader in readers {
      source.unlink()
      try reader.addQueue(.all, to: pipeline, isolated: isIsolated)
    }
    if isRunning { for element in elements + [tee] { try element.syncStateWithParent() } }
    // The stream ends with the last of its readers. The guard before a reader's queue tells its end once.
    let ended = Mutex<Set<String>>([])
    try tee.pad("sink").addProbe(.buffers) { info in
      let readers = info.pad.parent?.pads.filter { $0.direction == .source } ?? []
      let haveEnded = ended.withLock { ended in
        for reader in readers where reader.isLinked && reader.lastFlow == .notLinked { ended.insert(reader.name) }
        return !readers.isEmpty && readers.allSatisfy { ended.contains($0.name) }
      }
      return haveEnded ? .finish : .pass
    }
    try source.link(to: tee.pad("sink"))
    self.tee = tee
    for reader in readers { try connect(tee, to: reader) }
  }

  /// Links a reader; one of another stream keeps its queue.
  func attach(
    _ reader: InputPort, _ delivery: Delivery, isRunning: Bool, _ prepare: (Pad) -> Void = { _ in }
  ) throws {
    readers.append(reader)
    reader.follow(self)
    let hadQueue = reader.queue != nil
    do {
      if !hadQueue, tee != nil || delivery == .latest {
        try reader.addQueue(delivery, to: pipeline, isolated: isIsolated)
        if isRunning { for element in reader.linkElements { try element.syncStateWithParent() } }
      }
      guard let tee else {
        prepare(source)
        return try source.link(to: reader.start())
      }
      try connect(tee, to: reader, prepare)
    } catch {
      detach(reader)
      if !hadQueue { reader.removeQueue(from: pipeline) }
      throw error
    }
  }

  /// Unlinks a reader, whose pad must be held or idle; the reader keeps its queue.
  ///
  /// - Returns: False if it does not read the stream.
  @discardableResult
  func detach(_ reader: InputPort) -> Bool {
    guard let index = readers.firstIndex(where: { $0 === reader }) else { return false }
    readers.remove(at: index)
    reader.follow(nil)
    if let pad = teePads.removeValue(forKey: ObjectIdentifier(reader)) {
      pad.unlink()
      tee?.release(pad)
    } else if tee == nil {
      source.unlink()
    }
    return true
  }

  /// Returns the pad of a reader's link; it has to be held before the reader is detached.
  func linkPad(of reader: InputPort) -> Pad? {
    guard readers.contains(where: { $0 === reader }) else { return nil }
    return teePads[ObjectIdentifier(reader)] ?? source
  }

  /// Removes the tee from the pipeline.
  func remove() {
    guard let tee else { return }
    tee.retire()
    pipeline.remove(tee)
  }

  private func connect(_ tee: Element, to reader: InputPort, _ prepare: (Pad) -> Void = { _ in }) throws {
    let pad = try tee.requestPad("src_%u")
    prepare(pad)
    do {
      try pad.link(to: reader.start())
    } catch {
      tee.release(pad)
      throw error
    }
    teePads[ObjectIdentifier(reader)] = pad
  }
}
