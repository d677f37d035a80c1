import CoreMedia
import MediaGraph
import MovieFile

/// A node that writes a movie file by `MovieWriter`.
protocol MovieMuxingNode: MuxingNode {
  static var format: MovieFormat { get }
  /// What its inputs take.
  static var caps: [String] { get }
  var layout: MovieWriter.Layout { get }
  var metadata: TextMap { get }
  var metadataFrom: Location? { get }
}

extension MovieMuxingNode {
  static var factory: String { "movie" }
  static var containerName: String { format.name }
  var elements: [ElementChoice] { [ElementChoice("queue")] }

  static func holds(_ text: String) throws -> Bool {
    guard !refused.contains(where: { text.hasPrefix($0.caps) }) else { return false }
    return try Caps(caps.joined(separator: ";")).canIntersect(Caps(text))
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    do throws(Diagnostic) {
      _ = try movieBoxes(at: node.range(ofArgument: "metadata") ?? node.range)
      return []
    } catch {
      return [error]
    }
  }

  private func movieBoxes(at range: SourceRange?) throws(Diagnostic) -> [RawBox] {
    guard !metadata.entries.isEmpty || metadataFrom != nil else { return [] }
    return try MuxerMetadata(metadata, from: metadataFrom, in: Self.format, at: range).boxes
  }

  func build(_ bin: NodeBin) throws {
    let options = MuxerOptions(format: Self.format, layout: layout, boxes: try movieBoxes(at: nil))
    let kinds = bin.inputs.map { _, type -> MuxerInput.Kind in
      switch type {
      case .codedAudio, .rawAudio: .audio
      case .text, .metadata: .text
      default: .video
      }
    }
    let muxer = try MuxerInstance.element(options, inputs: kinds, taking: Caps(Self.caps.joined(separator: ";")))
    try bin.adopt(muxer, factory: "swift")
    try bin.queueInputs(of: muxer)
  }
}

extension NodeBin {
  /// A muxer's inputs with a queue before each, and its output.
  ///
  /// A track that is ahead waits for the others, and encoders keep pictures back; packets wait here meanwhile. They are small,
  /// so the queues can be long: short ones would stop a fan-out that feeds two of the tracks.
  fileprivate func queueInputs(of muxer: Element) throws {
    for index in inputs.indices {
      let queue = try add(
        "queue", [("max-size-buffers", "0"), ("max-size-bytes", "33554432"), ("max-size-time", "20000000000")])
      try queue.pad("src").link(to: muxer.pad("sink_\(index)"))
      try exposeInput(queue.pad("sink"))
    }
    try exposeOutput(muxer.pad("src"))
  }
}

private enum MovieCaps {
  static let h264 = "video/x-h264,stream-format=(string){avc,avc3},alignment=au"
  static let hevc = "video/x-h265,stream-format=(string){hvc1,hev1},alignment=au"
  static let mpeg4 = "video/mpeg,mpegversion=4,systemstream=false"
  static let jpeg = "image/jpeg"
  static let aac = "audio/mpeg,mpegversion=4,stream-format=raw"
  static let mp3 = "audio/mpeg,mpegversion=1,layer=3"
  static let alac = "audio/x-alac"
  static let ac3 = "audio/x-ac3,framed=true"
  static let amr = "audio/AMR;audio/AMR-WB"
  static let text = "text/x-raw,format=utf8"
  static let stored =
    "audio/x-raw,layout=interleaved,format=(string){S16LE,S16BE,S24LE,S24BE,S32LE,S32BE,F32LE,F32BE,F64LE,F64BE,U8,S8}"
  static let modern = [
    "video/x-vp9", "video/x-av1,stream-format=obu-stream,alignment=tu", "audio/x-opus", "audio/x-flac,framed=true",
  ]
}

extension MuxMP4: MovieMuxingNode {
  static var format: MovieFormat { .mp4 }
  static var caps: [String] {
    [
      MovieCaps.h264, MovieCaps.hevc, MovieCaps.mpeg4, MovieCaps.jpeg, MovieCaps.aac, MovieCaps.mp3, MovieCaps.alac,
      MovieCaps.ac3, MovieCaps.text,
    ] + MovieCaps.modern
  }
  var layout: MovieWriter.Layout { .of(fragment: fragment, fastStart: fastStart) }
}

extension MuxMOV: MovieMuxingNode {
  static var format: MovieFormat { .mov }
  static var caps: [String] {
    [
      MovieCaps.h264, MovieCaps.hevc, MovieCaps.mpeg4, "video/x-prores", MovieCaps.jpeg, MovieCaps.aac, MovieCaps.mp3,
      MovieCaps.alac, MovieCaps.ac3, MovieCaps.stored, "audio/x-mulaw", "audio/x-alaw", MovieCaps.amr, MovieCaps.text,
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
  static var caps: [String] { [MovieCaps.aac, MovieCaps.alac, MovieCaps.text] }
  var layout: MovieWriter.Layout { .of(fragment: nil, fastStart: fastStart) }
}

extension Mux3GP: MovieMuxingNode {
  static var format: MovieFormat { .threeGP }
  static var caps: [String] {
    [
      "video/x-h263", MovieCaps.h264, MovieCaps.hevc, MovieCaps.mpeg4, MovieCaps.aac, MovieCaps.amr, MovieCaps.text,
    ]
  }
  var layout: MovieWriter.Layout { .of(fragment: nil, fastStart: fastStart) }
}

extension MovieWriter.Layout {
  fileprivate static func of(fragment: MediaTime?, fastStart: Bool) -> MovieWriter.Layout {
    if let interval = fragment?.time(), interval.isNumeric, interval > .zero { return .fragments(interval: interval) }
    return fastStart ? .headersFirst(reserved: 0) : .headersLast
  }
}
