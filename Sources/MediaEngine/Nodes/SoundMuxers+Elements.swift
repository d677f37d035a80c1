import MediaGraph
import MovieFile

/// A node that writes an audio file with `SoundFileWriter`.
protocol SoundMuxingNode: OwnMuxingNode {
  static var format: SoundFileFormat { get }
}

extension SoundMuxingNode {
  static var writes: WritableFormat { .sound(format) }
  var layout: MovieWriter.Layout { .headersLast }

  /// There is one track, besides metadata.
  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    let tracks = inputs.filter { !$0.isMetadata }
    let found = try unheldInputs(node, inputs)
    guard tracks.count != 1, found.isEmpty else { return found }
    return [
      Diagnostic(
        "'\(node.name)' has \(tracks.isEmpty ? "no sound" : "\(tracks.count) tracks")",
        at: tracks.dropFirst().first?.link.range ?? node.range, notes: ["\(Self.containerName) files have one track"])
    ]
  }
}

extension MuxWAV: SoundMuxingNode {
  static var format: SoundFileFormat { .wav }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.metadata] }
}

extension MuxAIFF: SoundMuxingNode {
  static var format: SoundFileFormat { .aiff }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.metadata] }
  static var refused: [(caps: String, reason: String)] {
    ["F32", "F64"].map { ("audio/x-raw,format=\($0)", "it is for integers") }
  }
}

extension MuxAIFC: SoundMuxingNode {
  static var format: SoundFileFormat { .aifc }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.metadata] }
}

extension MuxCAF: SoundMuxingNode {
  static var format: SoundFileFormat { .caf }
  var chaptersFrom: Location? { nil }
  static var caps: [String] {
    [
      CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.aac, CodedCaps.alac, CodedCaps.opus,
      CodedCaps.mp3, CodedCaps.ac3, CodedCaps.amr, CodedCaps.metadata,
    ]
  }
  static var refused: [(caps: String, reason: String)] {
    [(Codec.flac.capsName, "nobody has said how Core Audio files store it")]
  }
}

extension MuxAMR: SoundMuxingNode {
  static var format: SoundFileFormat { .amr }
  // The format has no metadata.
  var metadata: TextMap { TextMap() }
  var metadataFrom: Location? { nil }
  var chaptersFrom: Location? { nil }
  static var caps: [String] { [CodedCaps.amr] }
}
