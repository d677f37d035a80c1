import MediaGraph
import MovieFile

/// A node that writes an audio file with `AudioFileWriter`.
protocol AudioFileMuxingNode: NativeMuxingNode {
  static var format: AudioFileFormat { get }
}

extension AudioFileMuxingNode {
  static var writes: WritableFormat { .audio(format) }
  var layout: MovieWriter.Layout { .headersLast }

  /// There is one track, besides metadata.
  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] {
    let tracks = inputs.filter { !$0.isMetadata }
    let found = try unsupportedInputs(node, inputs) + fileProblems(of: node)
    guard tracks.count != 1, found.isEmpty else { return found }
    return [
      Diagnostic(
        "'\(node.name)' has \(tracks.isEmpty ? "no sound" : "\(tracks.count) tracks")",
        at: tracks.dropFirst().first?.link.range ?? node.range, notes: ["\(Self.containerName) files have one track"])
    ]
  }
}

extension MuxWAV: AudioFileMuxingNode {
  static var format: AudioFileFormat { .wav }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.metadata] }
}

extension MuxAIFF: AudioFileMuxingNode {
  static var format: AudioFileFormat { .aiff }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.metadata] }
  static var unsupportedCaps: [(caps: String, reason: String)] {
    ["F32", "F64"].map { ("audio/x-raw,format=\($0)", "it is for integers") }
  }
}

extension MuxAIFC: AudioFileMuxingNode {
  static var format: AudioFileFormat { .aifc }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.metadata] }
}

extension MuxCAF: AudioFileMuxingNode {
  static var format: AudioFileFormat { .caf }
  var chaptersFrom: Location? { nil }
  static var caps: [String] {
    [
      CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.aac, CodedCaps.alac, CodedCaps.opus,
      CodedCaps.mp3, CodedCaps.ac3, CodedCaps.amr, CodedCaps.metadata,
    ]
  }
  static var unsupportedCaps: [(caps: String, reason: String)] {
    [Codec.flac, .amrWideband].map { ($0.capsName, "no specification says how Core Audio files store it") }
  }
}

extension MuxAMR: AudioFileMuxingNode {
  static var format: AudioFileFormat { .amr }
  // The format has no metadata.
  var metadata: TextMap { TextMap() }
  var metadataFrom: Location? { nil }
  var chaptersFrom: Location? { nil }
  static var caps: [String] { [CodedCaps.amr] }
}

extension MuxFLAC: AudioFileMuxingNode {
  static var format: AudioFileFormat { .flac }
  static var caps: [String] { [CodedCaps.flac, CodedCaps.metadata] }
}

extension MuxMP3: AudioFileMuxingNode {
  static var format: AudioFileFormat { .mp3 }
  static var caps: [String] { [CodedCaps.mp3, CodedCaps.metadata] }
}
