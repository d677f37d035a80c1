internal import GStreamer
import CoreMedia
import Dispatch
import MediaGraph
import MovieFile

/// A node that writes a file with a writer of this package.
protocol NativeMuxingNode: MuxingNode {
  /// The file format.
  static var writes: WritableFormat { get }
  /// The file format of this node, one that holds the same as ``writes``.
  var format: WritableFormat { get }
  /// The caps of the output.
  static var caps: [String] { get }
  /// The caps of the inputs.
  static var taken: [String] { get }
  var layout: MovieWriter.Layout { get }
  /// The number of the first fragment; nil for 1.
  var firstFragmentNumber: Int? { get }
  /// The expected duration of a file in fragments; nil if unknown.
  var durationHint: MediaTime? { get }
  var metadata: TextMap { get }
  var metadataFrom: Location? { get }
  var chaptersFrom: Location? { get }
}

extension NativeMuxingNode {
  var isReadableWhileWritten: Bool { layout.isFragmented }
  var firstFragmentNumber: Int? { nil }
  var durationHint: MediaTime? { nil }
  /// The files from which the output takes its metadata and its chapters.
  var inputFiles: [Location] { [metadataFrom, chaptersFrom].compactMap(\.self) }
  var format: WritableFormat { Self.writes }
  static var containerName: String { writes.name }
  static var factory: String { "swift" }
  static var taken: [String] { caps }
  var elements: [ElementChoice] { [ElementChoice("queue")] }

  static func holds(_ text: String) throws -> Bool {
    guard !unsupportedCaps.contains(where: { text.hasPrefix($0.caps) }) else { return false }
    return try Caps(caps.joined(separator: ";")).canIntersect(Caps(text))
  }

  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    try unsupportedInputs(node, inputs) + fileProblems(of: node)
  }

  /// Returns the errors of what the node says about the file and its tracks.
  func fileProblems(of node: GraphNode) -> [Diagnostic] {
    metadataProblems(of: node) + ((self as? any TrackWritingNode)?.trackProblems(of: node, in: format) ?? [])
  }

  /// Returns the error of the file's metadata, if there is one.
  ///
  /// - Parameters:
  ///   - source: A file whose metadata are copied.
  ///   - chapterSource: A file whose chapters are copied.
  private func metadataProblems(
    of node: GraphNode, from source: Location? = nil, chapters chapterSource: Location? = nil
  ) -> [Diagnostic] {
    do throws(Diagnostic) {
      _ = try MuxerMetadata(
        metadata, from: source, chapters: chapterSource, in: format, isFragmented: layout.isFragmented,
        at: node.range(ofArgument: "metadata") ?? node.range, isRun: false)
      return []
    } catch {
      return [error]
    }
  }

  /// Checks metadata that come from other files; those of the node itself were checked with its parameters.
  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    guard !inputFiles.isEmpty, metadataProblems(of: node).isEmpty else { return [] }
    return metadataProblems(of: node, from: metadataFrom, chapters: chaptersFrom)
  }

  func build(_ bin: NodeBin) throws {
    let fileMetadata = try MuxerMetadata(
      metadata, from: metadataFrom, chapters: chaptersFrom, in: format, isFragmented: layout.isFragmented, at: nil)
    var options = MuxerOptions(format: format, layout: layout, metadata: fileMetadata)
    options.firstFragmentNumber = firstFragmentNumber.map { UInt32(clamping: $0) }
    options.durationHint = durationHint?.time()
    if let node = self as? any TrackWritingNode {
      options.tracks = node.tracks
      options.timescale = node.timescale.map { Int32(clamping: $0) }
      options.sizeLimit = node.sizeLimit.map { Int64($0) }
    }
    try bin.mux(options, taking: Self.taken)
  }
}

/// A node that writes a movie file with `MovieWriter`.
protocol MovieMuxingNode: NativeMuxingNode {
  static var movieFormat: MovieFormat { get }
}

extension MovieMuxingNode {
  static var writes: WritableFormat { .movie(movieFormat) }
}

extension NodeBin {
  /// Adds a muxer of this package with its inputs, and its output.
  func mux(_ options: MuxerOptions, taking caps: [String]) throws {
    try exposeOutput(addMuxer(options, taking: caps).pad("src"))
  }

  /// Adds a muxer of this package with its inputs.
  func addMuxer(_ options: MuxerOptions, taking caps: [String]) throws -> Element {
    let kinds = inputs.enumerated().map { index, input -> MuxerInput.Kind in
      let isTimed = options.tracks.indices.contains(index) && options.tracks[index].timed
      return switch input.type {
      case .codedAudio, .rawAudio: .audio
      case .text: .text
      case .metadata: isTimed ? .timedMetadata : .metadata
      default: .video
      }
    }
    let streams = try UnframedStreams(framed: Caps(caps.joined(separator: ";")))
    var options = options
    options.temporaryFolder = temporaryFolder
    let muxer = try MuxerInstance.element(options, inputs: kinds, taking: streams.accepted)
    try adopt(muxer, factory: "swift")
    if let instance = MuxerInstance.of(muxer) {
      // Its notes are under its lock.
      nonisolated(unsafe) let instance = instance
      note { instance.notes }
      whenGrouped { instance.setStreamGroups($0) }
      // The rest of the file may take its time.
      whenCut { counts in DispatchQueue.global().async { instance.cut(after: counts) } }
      whenFedByProgram { instance.setProgramInputs($0, isStarving: $1) }
      whenDestined { destination in
        guard destination.file.isRenamed else { return }
        // The muxer moves bytes in the file only if no other program reads it.
        if destination.isExclusive { instance.reopenOutput = { destination.file.reopen() } }
        guard destination.file.grows else { return }
        let (file, place) = (destination.file, destination.writer.range(ofArgument: "url"))
        instance.whenReadable { try file.place(at: place) }
      }
    }
    try queueInputs(of: muxer, streams, in: options.format.name)
    guard case .fragments(let interval) = options.layout else { return muxer }
    for (kind, pad) in zip(kinds, exposedInputs.map(\.pad)) where kind == .video {
      KeyFrameRequests(fragments: interval).watch(pad)
    }
    return muxer
  }

  /// Adds a queue before each input of a muxer.
  ///
  /// A track that is ahead waits for the others, and encoders delay frames; packets wait here meanwhile. They are
  /// small, so the queues can be long: short ones would deadlock a fan-out that feeds two of the tracks.
  private func queueInputs(of muxer: Element, _ streams: UnframedStreams, in name: String) throws {
    for index in inputs.indices {
      let queue = try add(
        "queue", [("max-size-buffers", "0"), ("max-size-bytes", "33554432"), ("max-size-time", "20000000000")])
      let source = try queue.pad("src")
      try source.link(to: muxer.pad("sink_\(index)"))
      streams.watch(source)
      refuseStreams(on: try queue.pad("sink"), in: name) { $0.canIntersect(streams.accepted) }
      try exposeInput(queue.pad("sink"))
    }
  }
}

/// The caps of audio file writers, and of streams beside compressed media.
enum CodedCaps {
  static let aac = MovieCoding.caps(of: .aac)[0]
  static let mp3 = "\(Codec.mpegAudio.capsName),mpegversion=1,layer=3"
  static let alac = MovieCoding.caps(of: .alac)[0]
  static let flac = MovieCoding.caps(of: .flac)[0]
  static let ac3 = MovieCoding.caps(of: .ac3)[0]
  static let opus = MovieCoding.caps(of: .opus)[0]
  static let laws = (MovieCoding.caps(of: .uLaw) + MovieCoding.caps(of: .aLaw)).joined(separator: ";")
  static let amr = (MovieCoding.caps(of: .amr) + MovieCoding.caps(of: .amrWideband)).joined(separator: ";")
  static let text = TextFormat.any
  static let metadata = MetadataObject.caps
  /// Metadata that belong to times.
  static let boxes = "application/x-reel-metadata,format=boxes"
  static let integers = MovieCoding.caps(of: .pcm)[0]
  static let floats = MovieCoding.caps(of: .pcm)[1]
}

/// A codec that movie writers support, and its caps: a row of the table of codecs with a written form.
///
/// `MovieFormat.unsupportedReason` decides which formats hold it.
struct MovieCoding {
  let codec: Codec
  let written: Codec.Written

  /// The beginning of its caps.
  var name: String {
    let fields = codec.entries.lazy.compactMap(\.caps).first?.split(separator: ",")
    let version = fields?.first { $0.hasPrefix("mpegversion=") }
    return codec.capsName + (version.map { ",\($0)" } ?? "")
  }

  var caps: String { name + written.fields }

  func unsupportedReason(in format: MovieFormat) -> String? {
    format.unsupportedReason(
      of: written.entry, objectType: written.objectType, handler: codec.isVideo ? "vide" : "soun")
  }

  static let all: [MovieCoding] = Codec.all.flatMap { codec in
    codec.written.map { MovieCoding(codec: codec, written: $0) }
  }

  /// Returns the caps of all written forms of a codec.
  static func caps(of codec: Codec) -> [String] { all.filter { $0.codec == codec }.map(\.caps) }
}

extension MovieMuxingNode {
  static var caps: [String] {
    MovieCoding.all.filter { $0.unsupportedReason(in: movieFormat) == nil }.map(\.caps) + [
      CodedCaps.text, CodedCaps.metadata, CodedCaps.boxes,
    ]
  }
  /// Everything that some movie format holds: the others are refused with a reason when they arrive.
  static var taken: [String] { MovieCoding.all.map(\.caps) + [CodedCaps.text, CodedCaps.metadata, CodedCaps.boxes] }
  static var unsupportedCaps: [(caps: String, reason: String)] {
    MovieCoding.all.compactMap { coding in coding.unsupportedReason(in: movieFormat).map { (coding.name, $0) } }
  }
}

extension MuxMP4: MovieMuxingNode {
  static var movieFormat: MovieFormat { .mp4 }
  var format: WritableFormat { .movie(brand == .m4v ? .m4v : .mp4) }
  var layout: MovieWriter.Layout { .of(fragment: fragment, fastStart: fastStart) }
}

extension MuxMOV: MovieMuxingNode {
  static var movieFormat: MovieFormat { .mov }
  var layout: MovieWriter.Layout { .of(fragment: fragment, fastStart: fastStart) }
}

extension MuxM4A: MovieMuxingNode {
  static var movieFormat: MovieFormat { .m4a }
  var layout: MovieWriter.Layout { .of(fragment: nil, fastStart: fastStart) }
}

extension Mux3GP: MovieMuxingNode {
  static var movieFormat: MovieFormat { .threeGP }
  var layout: MovieWriter.Layout { .of(fragment: nil, fastStart: fastStart) }
  var chaptersFrom: Location? { nil }
}

extension MovieWriter.Layout {
  fileprivate static func of(fragment: MediaTime?, fastStart: Bool) -> MovieWriter.Layout {
    if let interval = fragment?.time(), interval.isNumeric, interval > .zero { return .fragments(interval: interval) }
    return fastStart ? .headersFirst(reserved: 0) : .headersLast
  }
}
