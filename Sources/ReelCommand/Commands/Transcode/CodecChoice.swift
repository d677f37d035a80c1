import ArgumentParser
import MediaGraph
internal import MediaSource

/// The treatment of the tracks of one kind, in the form of `--video` and `--audio`: `h264:crf=20,speed=slow`, `aac:128kb/s`,
/// `copy` or `none`.
enum CodecChoice: Equatable {
  case none
  case copy
  /// The last part of an encoding node's name, and the node's parameters.
  case encode(String, [String: String])

  /// True if tracks are encoded, not copied or left out.
  var encodes: Bool { if case .encode = self { true } else { false } }

  /// Reads a choice; a value without a name is the bit rate.
  ///
  /// - Throws: `ValidationError` for text of another form.
  init(parsing text: String, of option: String) throws {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let codec = String(parts[0])
    guard !codec.isEmpty, codec.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      throw ValidationError("\(option) \(text) names no codec: write h264, h264:crf=20, copy or none.")
    }
    switch (codec, parts.count) {
    case ("none", 1): self = .none
    case ("copy", 1): self = .copy
    case ("none", _), ("copy", _): throw ValidationError("\(option) \(codec) has no settings.")
    default: self = .encode(codec, try Self.settings(parts.dropFirst().first ?? "", of: option, text))
    }
  }

  private static func settings(_ list: Substring, of option: String, _ text: String) throws -> [String: String] {
    var settings: [String: String] = [:]
    for setting in list.split(separator: ",", omittingEmptySubsequences: false) where !list.isEmpty {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      // x264, x265 and ffmpeg name the constant quality so.
      let (name, value) = pair.count == 2 ? (pair[0] == "crf" ? "quality" : pair[0], pair[1]) : ("bitrate", pair[0])
      guard !name.isEmpty, !value.isEmpty else {
        throw ValidationError("\(option) \(text): '\(setting)' is no setting; write name=value, or a bit rate.")
      }
      guard settings.updateValue(value, forKey: name) == nil else {
        throw ValidationError("\(option) \(text) sets '\(name)' twice.")
      }
    }
    return settings
  }
}

/// The constant quality of video for which neither a bit rate nor a quality is asked, so that the size of a file follows that of its
/// frames.
enum UsualQuality {
  /// The defaults of x264, x265 and of ffmpeg for VP9 and AV1; VP8 looks like VP9 at the same number.
  private static let all = ["h264": 23, "hevc": 28, "vp8": 32, "vp9": 32, "av1": 32]

  /// The settings of which each needs a bit rate, or says how many bits there are. Hardware knows no such quality.
  private static let rates: Set<String> = ["bitrate", "quality", "passes", "buffer", "hardware"]

  /// Returns the quality of a codec with some settings; nil if the node's own default counts.
  static func of(_ codec: String, _ settings: [String: String]) -> Int? {
    rates.isDisjoint(with: settings.keys) ? all[codec] : nil
  }
}

extension ExportPreset.FileType {
  /// The codecs of a file of this kind, unless others are asked for.
  var usualCodecs: (video: CodecChoice, audio: CodecChoice) {
    switch self {
    case .mp4, .mov, .threeGP, .mkv, .ts: (.encode("h264", [:]), .encode("aac", [:]))
    case .webm: (.encode("vp9", [:]), .encode("opus", [:]))
    case .m4a: (.none, .encode("aac", [:]))
    case .ogg: (.none, .encode("opus", [:]))
    case .wav, .aiff, .aifc, .caf: (.none, .encode("pcm", [:]))
    case .mp3: (.none, .encode("mp3", [:]))
    case .flac: (.none, .encode("flac", [:]))
    case .amr: (.none, .copy)
    }
  }

  /// True if playback of such a file can be made to start before all of it is there.
  var hasFastStart: Bool {
    switch self {
    case .mp4, .mov, .m4a, .threeGP: true
    default: false
    }
  }

  /// Returns the parameters of the muxer of a file that commands make.
  ///
  /// - Parameters:
  ///   - input: The file that it is made of; nil for several.
  ///   - isWhole: True if it has the times of that file.
  func muxerArguments(for input: Location?, isWhole: Bool = false) -> [String: MediaGraph.Argument] {
    if hasFastStart { return ["fast_start": .text("true")] }
    // Comments of Ogg are in its first packets, before a stream of metadata has come. Servers and pipes are read once.
    guard self == .ogg, let input, let path = input.path, InputFile.isRegular(path) else { return [:] }
    return (isWhole ? ["metadata_from", "chapters_from"] : ["metadata_from"]).reduce(into: [:]) {
      $0[$1] = .text(input.text)
    }
  }
}
