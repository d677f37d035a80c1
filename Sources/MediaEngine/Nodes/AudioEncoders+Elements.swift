import MediaGraph
import MovieFile

extension AudioEncodeAAC: AudioEncodingNode {
  var codec: Codec { .aac }
  var codedCaps: String { "\(codec.capsName),mpegversion=4" }
  var parser: String? { "aacparse" }

  var encoders: [ElementChoice.Candidate] {
    ["avenc_aac", "voaacenc"].map { .init($0, [("bitrate", "\(bitrate.bitsPerSecond)")]) }
  }

  func priming(of factory: String) -> Int64? { factory == "avenc_aac" ? 1024 : 1600 }
}

extension AudioEncodeOpus: AudioEncodingNode {
  var codec: Codec { .opus }
  var encoders: [ElementChoice.Candidate] { [.init("opusenc", [("bitrate", "\(bitrate.bitsPerSecond)")])] }
}

extension AudioEncodeVorbis: AudioEncodingNode {
  var codec: Codec { .vorbis }
  var encoders: [ElementChoice.Candidate] { [.init("vorbisenc", [("bitrate", "\(bitrate.bitsPerSecond)")])] }
}

extension AudioEncodeMP3: AudioEncodingNode {
  var codecName: String { "MP3" }
  var codec: Codec { .mpegAudio }
  var codedCaps: String { CodedCaps.mp3 }
  var parser: String? { "mpegaudioparse" }

  // Lower sample rates have other bit rates.
  var inputCaps: String? { "audio/x-raw,rate={32000,44100,48000}" }

  var encoders: [ElementChoice.Candidate] {
    [.init("lamemp3enc", [("target", "bitrate"), ("cbr", "true"), ("bitrate", "\(bitrate.kilobits)")])]
  }

  // LAME's own delay, and that of every Layer III decoder.
  func priming(of factory: String) -> Int64? { 576 + 529 }
}

extension AudioEncodeFLAC: AudioEncodingNode {
  var codec: Codec { .flac }
  var parser: String? { "flacparse" }
  // 24 bits suffice for 32-bit floats; 16 bits stay 16 bits.
  var inputCaps: String? { "audio/x-raw,format={S24LE,S16LE}" }
  var encoders: [ElementChoice.Candidate] { [.init("flacenc", [("quality", "\(effort)")])] }
  func priming(of factory: String) -> Int64? { 0 }
}

extension AudioEncodeALAC: AudioEncodingNode {
  var codec: Codec { .alac }
  var encoders: [ElementChoice.Candidate] { [.init("avenc_alac")] }
  func priming(of factory: String) -> Int64? { 0 }
}

extension AudioEncodePCM: AudioEncodingNode {
  var codec: Codec { .pcm }
  var codecName: String { "\(codec.title) (\(format.text))" }
  var codedCaps: String { "audio/x-raw,format=\(gstreamerName),layout=interleaved" }
  var inputCaps: String? { codedCaps }
  var encoders: [ElementChoice.Candidate] { [.init("identity")] }

  private var gstreamerName: String { format == .u8 ? "U8" : format.rawValue.uppercased() + "LE" }
}
