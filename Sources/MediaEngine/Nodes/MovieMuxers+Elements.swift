import CoreMedia
import MediaGraph
import MovieFile

/// A node that writes a file by a writer of ours.
protocol OwnMuxingNode: MuxingNode {
  /// What it writes.
  static var writes: WritableFormat { get }
  /// What its inputs take.
  static var caps: [String] { get }
  var layout: MovieWriter.Layout { get }
  var metadata: TextMap { get }
  var metadataFrom: Location? { get }
  var chaptersFrom: Location? { get }
}

extension OwnMuxingNode {
  static var containerName: String { writes.name }
  static var factory: String { "swift" }
  var elements: [ElementChoice] { [ElementChoice("queue")] }

  static func holds(_ text: String) throws -> Bool {
    guard !refused.contains(where: { text.hasPrefix($0.caps) }) else { return false }
    return try Caps(caps.joined(separator: ";")).canIntersect(Caps(text))
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    do throws(Diagnostic) {
      // What is far away is asked once, by the run.
      _ = try said(at: node.range(ofArgument: "metadata") ?? node.range, isRun: false)
      return []
    } catch {
      return [error]
    }
  }

  /// What the file says about itself.
  private func said(at range: SourceRange?, isRun: Bool) throws(Diagnostic) -> MuxerMetadata {
    var (metadataSource, chapterSource) = (metadataFrom, chaptersFrom)
    if !isRun {
      if metadataSource?.path == nil { metadataSource = nil }
      if chapterSource?.path == nil { chapterSource = nil }
    }
    return try MuxerMetadata(
      metadata, from: metadataSource, chapters: chapterSource, in: Self.writes, isFragmented: layout.isFragmented,
      at: range)
  }

  func build(_ bin: NodeBin) throws {
    let options = MuxerOptions(format: Self.writes, layout: layout, metadata: try said(at: nil, isRun: true))
    try bin.mux(options, taking: Self.caps)
  }
}

/// A node that writes a movie file by `MovieWriter`.
protocol MovieMuxingNode: OwnMuxingNode {
  static var format: MovieFormat { get }
}

extension MovieMuxingNode {
  static var writes: WritableFormat { .movie(format) }
}

extension NodeBin {
  /// A muxer of ours with its inputs.
  func mux(_ options: MuxerOptions, taking caps: [String]) throws {
    let kinds = inputs.map { _, type -> MuxerInput.Kind in
      switch type {
      case .codedAudio, .rawAudio: .audio
      case .text: .text
      case .metadata: .metadata
      default: .video
      }
    }
    let muxer = try MuxerInstance.element(options, inputs: kinds, taking: Caps(caps.joined(separator: ";")))
    try adopt(muxer, factory: "swift")
    if let instance = MuxerInstance.of(muxer) { note { instance.notes } }
    try queueInputs(of: muxer)
    guard case .fragments(let interval) = options.layout else { return }
    for (kind, pad) in zip(kinds, inputPads) where kind == .video {
      KeyPictureRequests(fragments: interval).watch(pad)
    }
  }

  /// A muxer's inputs with a queue before each, and its output.
  ///
  /// A track that is ahead waits for the others, and encoders keep pictures back; packets wait here meanwhile. They are small,
  /// so the queues can be long: short ones would stop a fan-out that feeds two of the tracks.
  private func queueInputs(of muxer: Element) throws {
    for index in inputs.indices {
      let queue = try add(
        "queue", [("max-size-buffers", "0"), ("max-size-bytes", "33554432"), ("max-size-time", "20000000000")])
      try queue.pad("src").link(to: muxer.pad("sink_\(index)"))
      try exposeInput(queue.pad("sink"))
    }
    try exposeOutput(muxer.pad("src"))
  }
}

enum CodedCaps {
  static let h264 = "video/x-h264,stream-format=(string){avc,avc3},alignment=au"
  static let hevc = "video/x-h265,stream-format=(string){hvc1,hev1},alignment=au"
  static let mpeg4 = "video/mpeg,mpegversion=4,systemstream=false"
  static let jpeg = "image/jpeg"
  static let aac = "audio/mpeg,mpegversion=4,stream-format=raw"
  static let mp3 = "audio/mpeg,mpegversion=1,layer=3"
  static let alac = "audio/x-alac"
  static let ac3 = "audio/x-ac3,framed=true"
  static let laws = "audio/x-mulaw;audio/x-alaw"
  static let amr = "audio/AMR;audio/AMR-WB"
  static let text = "text/x-raw,format=utf8"
  static let metadata = MetadataObject.caps
  static let integers = "audio/x-raw,layout=interleaved,format=(string){S16LE,S16BE,S24LE,S24BE,S32LE,S32BE,U8,S8}"
  static let floats = "audio/x-raw,layout=interleaved,format=(string){F32LE,F32BE,F64LE,F64BE}"
  static let modern = [
    "video/x-vp9", "video/x-av1,stream-format=obu-stream,alignment=tu", "audio/x-opus", "audio/x-flac,framed=true",
  ]
}

extension MuxMP4: MovieMuxingNode {
  static var format: MovieFormat { .mp4 }
  static var caps: [String] {
    [
      CodedCaps.h264, CodedCaps.hevc, CodedCaps.mpeg4, CodedCaps.jpeg, CodedCaps.aac, CodedCaps.mp3, CodedCaps.alac,
      CodedCaps.ac3, CodedCaps.text, CodedCaps.metadata,
    ] + CodedCaps.modern
  }
  var layout: MovieWriter.Layout { .of(fragment: fragment, fastStart: fastStart) }
}

extension MuxMOV: MovieMuxingNode {
  static var format: MovieFormat { .mov }
  static var caps: [String] {
    [
      CodedCaps.h264, CodedCaps.hevc, CodedCaps.mpeg4, "video/x-prores", CodedCaps.jpeg, CodedCaps.aac, CodedCaps.mp3,
      CodedCaps.alac, CodedCaps.ac3, CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.amr,
      CodedCaps.text,
      CodedCaps.metadata,
    ]
  }
  static var refused: [(caps: String, reason: String)] {
    [
      ("audio/x-opus", "nobody has said how QuickTime files store it"),
      ("audio/x-flac", "nobody has said how QuickTime files store it"),
    ]
  }
  var layout: MovieWriter.Layout { .of(fragment: fragment, fastStart: fastStart) }
}

extension MuxM4A: MovieMuxingNode {
  static var format: MovieFormat { .m4a }
  static var caps: [String] { [CodedCaps.aac, CodedCaps.alac, CodedCaps.text, CodedCaps.metadata] }
  var layout: MovieWriter.Layout { .of(fragment: nil, fastStart: fastStart) }
}

extension Mux3GP: MovieMuxingNode {
  static var format: MovieFormat { .threeGP }
  static var caps: [String] {
    [
      "video/x-h263", CodedCaps.h264, CodedCaps.hevc, CodedCaps.mpeg4, CodedCaps.aac, CodedCaps.amr, CodedCaps.text,
      CodedCaps.metadata,
    ]
  }
  var layout: MovieWriter.Layout { .of(fragment: nil, fastStart: fastStart) }
  var chaptersFrom: Location? { nil }
}

extension MovieWriter.Layout {
  fileprivate static func of(fragment: MediaTime?, fastStart: Bool) -> MovieWriter.Layout {
    if let interval = fragment?.time(), interval.isNumeric, interval > .zero { return .fragments(interval: interval) }
    return fastStart ? .headersFirst(reserved: 0) : .headersLast
  }
}
