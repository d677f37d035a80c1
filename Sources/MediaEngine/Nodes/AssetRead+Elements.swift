internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import MovieFile
import Synchronization

extension OpeningNode {
  var family: MediaError.Family { .reading }

  func muxedMedia(ofPort port: String?) -> MuxedMedia? {
    isMetadata(port) ? MuxedMedia(name: "metadata", caps: MetadataObject.caps) : nil
  }

  /// Nothing can be built before the tracks are known.
  func build(_ bin: NodeBin) throws {}
}

/// Reads movies, audio files, Matroska, MPEG streams, Flash, AVI and Ogg by position (see ``TableSources``), local or
/// remote or through pipes (see ``RemoteMedia``). Demuxes all other files with GStreamer, and decodes tracks that are linked as raw media:
///
///     filesrc ─▷ parsebin ─▷ multiqueue ─┬▷ decoder ─▷ video
///                     │                  └▷ coded_audio
///                     └▷ dropped (tracks without a link)
extension AssetRead: OpeningNode {
  var elements: [ElementChoice] { ["parsebin", "multiqueue"].map { ElementChoice($0) } }
  var inputFiles: [Location] { [url] }
  var hasElementsOfFile: Bool { true }

  /// Of local files, the codec of their tracks: a muxer refuses it before the run.
  func muxedMedia(ofPort port: String?) -> MuxedMedia? {
    let outputs: [String: BoxType] = ["coded_video": "vide", "coded_audio": "soun"]
    guard let handler = port.flatMap({ outputs[$0] }) else {
      return isMetadata(port) ? MuxedMedia(name: "metadata", caps: MetadataObject.caps) : nil
    }
    guard let path = url.path, InputFile.isRegular(path) else { return nil }
    let formats = Self.formats(of: handler, in: path)
    let codecs = Set(
      formats.map { format in
        Codec.found(BoxType(rawValue: format.mediaSubType.rawValue)) { $0 == .video || $0 == .audio }?.codec
      })
    // Stored samples have many formats, and MPEG-4's entry many codecs, of which the run tells.
    guard codecs.count == 1, case let codec?? = codecs.first, codec != .pcm,
      !formats.contains(where: { $0.mediaSubType == .mpeg4Video })
    else { return nil }
    let caps = codec.muxedCaps
    return caps.isEmpty ? nil : MuxedMedia(name: codec.title, caps: caps)
  }

  private static func formats(of handler: BoxType, in path: String) -> [CMFormatDescription] {
    if let movie = try? Movie(path: path) {
      return movie.tracks.filter { $0.handlerType == handler }.flatMap { (try? $0.formatDescriptions()) ?? [] }
    }
    let tracks = (try? OpenedMedia(path: path).container.tracks()) ?? []
    return tracks.filter { $0.attributes.mediaType == handler.text }.flatMap { (try? $0.formatDescriptions()) ?? [] }
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let place = node.range(ofArgument: "url")
    return (InputFile.problem(url, at: place) ?? TruncatedFile.problem(url, at: place)).map { [$0] } ?? []
  }

  func open(_ bin: NodeBin, ready: @escaping @Sendable (Opened) -> Void) throws {
    if let media = try RemoteMedia(url, bin.reception) { return try open(media, bin, ready) }
    guard let path = url.path else {
      return try demux(Element.makeSource(url: url.text), bin, ready)
    }
    if let movie = try TableSources(path: path), movie.gives(bin.outputs, of: self) {
      return ready(.success(OpenedTables(movie, self)))
    }
    // The demuxer of FLAC takes the end of the file for that of the sound.
    if InputFile.isRegular(path), let file = try? FileByteSource(path: path),
      let problem = try? FLACEnd.problem(of: file)
    {
      bin.note(problem.description)
    }
    if try isPart(bin.node), InputFile.isRegular(path) { return openPart(of: path, bin, ready) }
    // Tables that cannot be read whole may still say what the tracks are for.
    let movie = InputFile.isRegular(path) ? try? Movie(path: path) : nil
    let source = MediaElementSource.file(path)
    try demux(
      source.make(), bin, contents: movie.map { MovieContainer($0).movieTracks } ?? [], of: source, ready)
  }

  private func isPart(_ node: GraphNode) throws -> Bool { try range(at: node) != .wholeTimeline }

  /// Opens a part of a file that only a demuxer reads: all samples are read once, in another thread, and kept.
  private func openPart(of path: String, _ bin: NodeBin, _ ready: @escaping @Sendable (Opened) -> Void) {
    let (outputs, range, place) = (bin.outputs, bin.node.range, bin.node.range(ofArgument: "url"))
    bin.look {
      try TableSources(path: path, isPart: true).map { file in
        try file.prepared(for: outputs, tracks(for: outputs, from: file.tracks), at: range)
      }
    } then: { bin, found in
      do {
        guard let file = try found.get() else {
          throw Diagnostic(noPartOf: path, "only a demuxer reads it, from its beginning on", at: bin.node)
        }
        ready(.success(OpenedTables(file, self)))
      } catch {
        ready(.failure(Diagnostic(cannotRead: path, error, at: place)))
      }
    }
  }

  /// Opens remote media and pipes, which may block.
  private func open(_ media: RemoteMedia, _ bin: NodeBin, _ ready: @escaping @Sendable (Opened) -> Void) throws {
    enum Found: Sendable {
      case tables(TableSources)
      case element(MediaElementSource)
    }
    let (outputs, reception, range) = (bin.outputs, bin.reception, bin.node.range)
    let isPart = try isPart(bin.node)
    let place = bin.node.range(ofArgument: "url")
    bin.look {
      switch try media.reader(reception, isWhole: TableSources.needWhole(outputs)) {
      case .element(let source): return Found.element(source)
      case .stream(let stream):
        let movie = try TableSources(stream, .none, name: media.name)
        guard movie.gives(outputs, of: self) else { return .element(try stream.element()) }
        return .tables(try movie.prepared(for: outputs, tracks(for: outputs, from: movie.tracks), at: range))
      case .media(let opened):
        guard let movie = try TableSources(opened, name: media.name, isPart: isPart),
          isPart || movie.gives(outputs, of: self)
        else {
          guard let segments = opened.container as? any InputContainer else {
            throw MediaError(.unsupported, "only a demuxer reads its segments, which differ", path: media.name)
          }
          return .element(try segments.input.elementSource())
        }
        return .tables(try movie.prepared(for: outputs, tracks(for: outputs, from: movie.tracks), at: range))
      case .tables(let bytes):
        if let problem = TruncatedFile.problem(bytes, media.name, at: place) { throw problem }
        let input = MediaInput(bytes, location: media.location)
        guard let movie = try TableSources(input, name: media.name, isPart: isPart),
          isPart || movie.gives(outputs, of: self)
        else { return .element(try media.element(of: input)) }
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

  /// Finds the tracks with GStreamer.
  private func demux(
    _ source: Element, _ bin: NodeBin, contents: [any ContainerTrack] = [], of kept: MediaElementSource? = nil,
    _ ready: @escaping @Sendable (Opened) -> Void
  ) throws {
    try bin.adopt(source, factory: source.factoryName ?? "pipe")
    let parse = try bin.add("parsebin")
    try kept?.prepare(parse)
    try source.link(to: parse)
    let held = BlockedPads { pads in
      ready(.success(DemuxedFile(self, tracks: AssetTrack.all(pads, contents: contents), of: kept)))
    }
    parse.onPadAdded { pad in held.hold(pad) }
    parse.onNoMorePads { held.report() }
    bin.whenLinked { held.release() }
    // The bin may be running already.
    try parse.syncStateWithParent()
    try source.syncStateWithParent()
  }

  func tracks(for outputs: [OutputKey], from tracks: [AssetTrack]) throws -> [OutputKey: AssetTrack] {
    var result: [OutputKey: AssetTrack] = [:]
    for output in outputs {
      // Every file has a metadata stream, which may be empty.
      if output.port == "metadata" {
        result[output] = AssetTrack(kind: nil, id: 0)
        continue
      }
      let chosen =
        switch output.port {
        case "video", "coded_video": try AssetTrack.choose(videoTracks, from: tracks, kind: .video, in: url.text)
        case "audio", "coded_audio": try AssetTrack.choose(audioTracks, from: tracks, kind: .audio, in: url.text)
        case "samples": try AssetTrack.choose(sampleTracks, from: tracks, kind: nil, in: url.text)
        default: try AssetTrack.choose(textTracks, from: tracks, kind: .text, in: url.text)
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
      case "samples": (sampleTracks, "track")
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
    let range = try (node as? AssetRead)?.range(at: bin.node) ?? .wholeTimeline
    try bin.exposeMetadata(of: movie.file, in: range)
    try movie.build(bin, node.tracks(for: bin.outputs, from: tracks), in: range)
  }
}

/// A file whose tracks GStreamer has found.
private struct DemuxedFile: OpenedSource {
  private let node: AssetRead
  let tracks: [AssetTrack]
  /// The bytes of the source element, if they are in memory.
  private let bytes: MediaElementSource?

  init(_ node: AssetRead, tracks: [AssetTrack], of bytes: MediaElementSource?) {
    (self.node, self.tracks, self.bytes) = (node, tracks, bytes)
  }

  func build(_ bin: NodeBin) throws {
    if try node.range(at: bin.node) != .wholeTimeline {
      throw Diagnostic(noPartOf: node.url.text, "only a demuxer reads it, from its beginning on", at: bin.node)
    }
    let chosen = try node.tracks(for: bin.outputs, from: tracks).filter { $0.key.port != "metadata" }
    // The bytes of a pipe have gone by.
    let isPipe = node.url.path.map { !InputFile.isRegular($0) } ?? false
    try bin.exposeMetadata(of: isPipe ? nil : MediaFile(url: node.url))
    // A multiqueue grows while one track waits for another, where plain queues would deadlock.
    let queues = chosen.isEmpty ? nil : try bin.add("multiqueue")
    for (number, track) in tracks.enumerated() {
      guard let source = track.pad else { continue }
      let keys = bin.outputs.filter { chosen[$0]?.pad == source }
      guard let queues, !keys.isEmpty else {
        // A sink here would block the demuxer's only thread until all other sinks have preroll.
        source.addProbe([.buffers, .events]) { _ in .drop }
        continue
      }
      try source.link(to: queues.requestPad("sink_\(number)"))
      try expose(keys, of: track, from: queues.pad("src_\(number)"), in: bin)
    }
    try queues?.syncStateWithParent()
  }

  /// Exposes a track as stored, decoded, or both.
  private func expose(_ keys: [OutputKey], of track: AssetTrack, from pad: Pad, in bin: NodeBin) throws {
    var pads = [pad]
    if track.isRaw { pad.addPresentationTimes() }
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
      if key.port.hasPrefix("coded_") || ["text", "samples"].contains(key.port) || track.isRaw {
        try bin.exposeOutput(pad, as: key)
      } else {
        var last = pad
        for element in try Decoder.make(for: track.caps ?? pad.possibleCaps, node: bin.node) {
          try bin.adopt(element, factory: element.factoryName ?? "decoder")
          try last.link(to: element.pad("sink"))
          try element.syncStateWithParent()
          last = try element.pad("src")
        }
        try bin.exposeOutput(last, as: key)
      }
    }
  }
}

/// The pads of a demuxer, blocked until they are linked.
final class BlockedPads: Sendable {
  private let pads = Mutex<[(pad: Pad, probe: Probe)]>([])
  private let ready: Mutex<(@Sendable ([Pad]) -> Void)?>

  /// Calls `ready` once, on a streaming thread, when all pads exist.
  init(_ ready: @escaping @Sendable ([Pad]) -> Void) { self.ready = Mutex(ready) }

  func hold(_ pad: Pad) {
    // parsebin exposes all of its pads before the first of them pushes data; its signal that there are no more pads
    // follows only after that, which a blocked pad would prevent.
    let probe = pad.addProbe(.block) { [weak self] _ in
      self?.report()
      return .wait
    }
    pads.withLock { $0.append((pad, probe)) }
  }

  /// Reports the pads, the first time.
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
