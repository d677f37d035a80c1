import MediaGraph
import MovieFile

/// A node that writes a file of sound by `SoundFileWriter`.
protocol SoundMuxingNode: OwnMuxingNode {
  static var format: SoundFileFormat { get }
}

extension SoundMuxingNode {
  static var containerName: String { format.name }

  func build(_ bin: NodeBin) throws { try bin.mux(MuxerOptions(format: .sound(Self.format)), taking: Self.caps) }
}

extension MuxWAV: SoundMuxingNode {
  static var format: SoundFileFormat { .wav }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.floats, CodedCaps.laws] }
}

extension MuxAIFF: SoundMuxingNode {
  static var format: SoundFileFormat { .aiff }
  static var caps: [String] { [CodedCaps.integers] }
  static var refused: [(caps: String, reason: String)] {
    ["F32", "F64"].map { ("audio/x-raw,format=\($0)", "it is for integers") }
  }
}

extension MuxAIFC: SoundMuxingNode {
  static var format: SoundFileFormat { .aifc }
  static var caps: [String] { [CodedCaps.integers, CodedCaps.floats, CodedCaps.laws] }
}

extension MuxCAF: SoundMuxingNode {
  static var format: SoundFileFormat { .caf }
  static var caps: [String] {
    [
      CodedCaps.integers, CodedCaps.floats, CodedCaps.laws, CodedCaps.aac, CodedCaps.alac, "audio/x-opus",
      CodedCaps.mp3,
      CodedCaps.ac3, CodedCaps.amr,
    ]
  }
  static var refused: [(caps: String, reason: String)] {
    [("audio/x-flac", "nobody has said how Core Audio files store it")]
  }
}

extension MuxAMR: SoundMuxingNode {
  static var format: SoundFileFormat { .amr }
  static var caps: [String] { [CodedCaps.amr] }
}
