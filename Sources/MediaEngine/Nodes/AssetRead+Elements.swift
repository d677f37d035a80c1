internal import MediaSource
internal import GStreamer
import MediaGraph
import MovieFile
import Synchronization

/// A source whose streams are known only after it has looked into its file.
protocol OpeningNode: ElementNode {
  /// The opened file, whose tracks are all known and held, or the reason why it cannot be opened.
  typealias Opened = Result<any OpenedSource, Diagnostic>

  /// Puts in the elements that find the tracks, and calls back on any thread when they have.
  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws

  /// The track of each output stream that is read; streams without one do not exist in the file.
  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) -> [OutputKey: AssetTrack]

  /// The words for a stream that does not exist.
  func missing(_ output: OutputKey, of node: GraphNode) -> TrackPruning.Missing
}

extension OpeningNode {
  var family: MediaError.Family { .reading }

  func muxedMedia(ofPort port: String?) -> MuxedMedia? {
    isMetadata(port) ? MuxedMedia(name: "metadata", caps: MetadataObject.caps) : nil
  }

  /// Nothing can be built before the tracks are known.
  func build(_ bin: NodeBin) throws {}
}

/// A file that a node has opened: the node's state from there on.
protocol OpenedSource: Sendable {
  var tracks: [AssetTrack] { get }

  /// Links the tracks that are read to the node's ports; they are held until the run lets them go.
  func build(_ bin: NodeBin) throws
}

/// Reads movies, MP3, AAC and Core Audio files by their own tables (see ``TableSources``), wherever they come from (see
/// ``RemoteMedia``). Demuxes all others with GStreamer, and decodes what is read raw:
///
///     filesrc ─▷ parsebin ─▷ multiqueue ─┬▷ decoder ─▷ video
///                     │                  └▷ coded_audio
///                     └▷ dropped (tracks that nobody reads)
extension AssetRead: OpeningNode {
  var elements: [ElementChoice] { ["parsebin", "multiqueue"].map { ElementChoice($0) } }
  var inputFiles: [Location] { [url] }
  var hasElementsOfFile: Bool { true }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    return (InputFile.problem(url, at: place) ?? CutOffFile.problem(url, at: place)).map { [$0] } ?? []
  }

  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws {
    if let media = try RemoteMedia(url, bin.reception) { return open(media, bin, ready) }
    guard let path = url.path else {
      return try demux(Element.makeSource(url: url.text), bin, ready)
    }
    if let movie = try TableSources(path: path) { return ready(.success(OpenedTables(movie, self))) }
    // Tables that cannot be read whole may still say what the tracks are for.
    let movie = InputFile.isRegular(path) ? try? Movie(path: path) : nil
    try demux(
      MediaElementSource.file(path).make(), bin, contents: movie.map { MovieContainer($0).movieTracks } ?? [], ready)
  }

  /// Opens what may have to be waited for.
  private func open(_ media: RemoteMedia, _ bin: NodeBin, _ ready: @escaping @Sendable (Opened) -> Void) {
    enum Found: Sendable {
      case tables(TableSources)
      case element(MediaElementSource)
    }
    let (outputs, reception, range) = (bin.outputs, bin.reception, bin.node.range)
    let place = bin.node.range(ofArgument: "url")
    bin.look {
      switch try media.reader(reception, isWhole: TableSources.needWhole(outputs)) {
      case .element(let source): return Found.element(source)
      case .stream(let stream):
        guard let movie = try TableSources(stream, .none, name: media.name) else {
          return .element(try stream.element())
        }
        return .tables(try movie.prepared(for: outputs, tracks(for: outputs, from: movie.tracks), at: range))
      case .tables(let bytes):
        if let problem = CutOffFile.problem(bytes, media.name, at: place) { throw problem }
        let input = MediaInput(bytes, location: media.location)
        guard let movie = try TableSources(input, name: media.name) else {
          return .element(try input.elementSource())
        }
        return .tables(try movie.prepared(for: outputs, tracks(for: outputs, from: movie.tracks), at: range))
      }
    } then: { bin, found in
      do {
        switch try found.get() {
        case .tables(let movie): ready(.success(OpenedTables(movie, self)))
        case .element(let source): try demux(source.make(), bin, of: source, ready)
        }
      } catch {
        ready(.failure(Diagnostic(cannotRead: media.name, error, at: place)))
      }
    }
  }

  /// Lets GStreamer find the tracks.
  private func demux(
    _ source: Element, _ bin: NodeBin, contents: [any TrackContent] = [], of kept: MediaElementSource? = nil,
    _ ready: @escaping @Sendable (Opened) -> Void
  ) throws {
    try bin.adopt(source, factory: source.factoryName ?? "pipe")
    let parse = try bin.add("parsebin")
    try source.link(to: parse)
    let held = HeldPads { pads in
      ready(.success(DemuxedFile(self, tracks: pads.map { AssetTrack(pad: $0, contents: contents) }, of: kept)))
    }
    parse.onPadAdded { pad in held.hold(pad) }
    parse.onNoMorePads { held.report() }
    bin.whenLinked { held.release() }
    // The bin may be up already.
    try parse.syncStateWithParent()
    try source.syncStateWithParent()
  }

  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) -> [OutputKey: AssetTrack] {
    var result: [OutputKey: AssetTrack] = [:]
    for output in outputs {
      // Of every file there is something to say, if only nothing.
      if output.port == "metadata" {
        result[output] = AssetTrack(kind: nil, id: 0)
        continue
      }
      let chosen =
        switch output.port {
        case "video", "coded_video": AssetTrack.choose(videoTracks, from: tracks, kind: .video)
        case "audio", "coded_audio": AssetTrack.choose(audioTracks, from: tracks, kind: .audio)
        default: AssetTrack.choose(textTracks, from: tracks, kind: .text)
        }
      if chosen.indices.contains(output.index - 1) { result[output] = chosen[output.index - 1] }
    }
    return result
  }

  func missing(_ output: OutputKey, of node: GraphNode) -> TrackPruning.Missing {
    let (choice, kind) =
      switch output.port {
      case "video", "coded_video": (videoTracks, "video track")
      case "audio", "coded_audio": (audioTracks, "audio track")
      default: (textTracks, "subtitle track")
      }
    let which: String =
      switch choice.rule {
      case .first, .all, .none: kind + (output.index > 1 ? " \(output.index)" : "")
      default: "\(kind) with \(choice.text)"
      }
    return TrackPruning.Missing(
      node: node.name, key: output, what: which, isExplicit: ![.first, .all].contains(choice.rule))
  }
}

/// A file that is read by its own tables.
struct OpenedTables: OpenedSource {
  private let movie: TableSources
  private let node: any OpeningNode

  init(_ movie: TableSources, _ node: any OpeningNode) { (self.movie, self.node) = (movie, node) }

  var tracks: [AssetTrack] { movie.tracks }

  func build(_ bin: NodeBin) throws {
    for url in node.inputFiles { try bin.exposeMetadata(of: url) }
    try movie.build(bin, node.tracks(for: bin.outputs, from: tracks).filter { $0.key.port != "metadata" })
  }
}

/// A file whose tracks GStreamer has found.
private struct DemuxedFile: OpenedSource {
  private let node: AssetRead
  let tracks: [AssetTrack]
  /// The bytes that the source element reads, where they are in memory.
  private let bytes: MediaElementSource?

  init(_ node: AssetRead, tracks: [AssetTrack], of bytes: MediaElementSource?) {
    (self.node, self.tracks, self.bytes) = (node, tracks, bytes)
  }

  func build(_ bin: NodeBin) throws {
    let chosen = node.tracks(for: bin.outputs, from: tracks).filter { $0.key.port != "metadata" }
    try bin.exposeMetadata(of: node.url)
    // Its queues grow while one track waits for another, which plain queues would do for ever.
    let queues = chosen.isEmpty ? nil : try bin.add("multiqueue")
    for (number, track) in tracks.enumerated() {
      guard let source = track.pad else { continue }
      let keys = bin.outputs.filter { chosen[$0]?.pad == source }
      guard let queues, !keys.isEmpty else {
        // A sink here would hold the demuxer's only thread until all other sinks have their first picture.
        source.addProbe([.buffers, .events]) { _ in .drop }
        continue
      }
      try source.link(to: queues.requestPad("sink_\(number)"))
      try expose(keys, of: track, from: queues.pad("src_\(number)"), in: bin)
    }
    try queues?.syncStateWithParent()
  }

  /// Shows a track as it is stored, decoded, or both.
  private func expose(_ keys: [OutputKey], of track: AssetTrack, from pad: Pad, in bin: NodeBin) throws {
    var pads = [pad]
    if keys.count > 1 {
      let tee = try bin.add("tee")
      try pad.link(to: tee.pad("sink"))
      try tee.syncStateWithParent()
      pads = try keys.map { _ in
        let queue = try bin.add("queue")
        try tee.requestPad("src_%u").link(to: queue.pad("sink"))
        try queue.syncStateWithParent()
        return try queue.pad("src")
      }
    }
    for (key, pad) in zip(keys, pads) {
      if key.port.hasPrefix("coded_") || key.port == "text" || track.isRaw {
        try bin.exposeOutput(pad, as: key)
      } else {
        let decoder = try Decoder.make(for: track.caps ?? pad.possibleCaps, node: bin.node)
        try bin.adopt(decoder, factory: decoder.factoryName ?? "decoder")
        try pad.link(to: decoder.pad("sink"))
        try decoder.syncStateWithParent()
        try bin.exposeOutput(decoder.pad("src"), as: key)
      }
    }
  }
}

/// The pads of a demuxer, held where they are until somebody has linked them.
final class HeldPads: Sendable {
  private let pads = Mutex<[(pad: Pad, probe: Probe)]>([])
  private let ready: Mutex<(@Sendable ([Pad]) -> Void)?>

  /// `ready` is called once, on a streaming thread, when all pads are there.
  init(_ ready: @escaping @Sendable ([Pad]) -> Void) { self.ready = Mutex(ready) }

  func hold(_ pad: Pad) {
    // parsebin shows all of its pads before the first of them passes anything on; it says that there are no more only
    // after that, which a held pad would never let it come to.
    let probe = pad.addProbe(.block) { [weak self] _ in
      self?.report()
      return .wait
    }
    pads.withLock { $0.append((pad, probe)) }
  }

  /// Says which pads there are, the first time.
  func report() {
    let ready = ready.withLock { ready in
      defer { ready = nil }
      return ready
    }
    ready?(pads.withLock { $0.map(\.pad) })
  }

  func release() {
    let held = pads.withLock { pads in
      defer { pads = [] }
      return pads
    }
    for (_, probe) in held { probe.remove() }
  }
}
