extension ExportPreset {
  /// The kind of file.
  public enum FileType: String, ChoiceValue {
    case mp4, mov, m4a, threeGP = "3gp", mkv, webm, ts, ogg, wav, aiff, aifc, caf, amr, mp3, flac

    /// Returns the file type for the extension of a file's name; nil if it is none of these.
    public init?(nameOf file: Location) {
      let name = file.path ?? file.text
      guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
      let end = name[name.index(after: dot)...].lowercased()
      guard let type = Self(rawValue: end) ?? Self.others[end] else { return nil }
      self = type
    }

    private static let others: [String: Self] = [
      "m4v": .mp4, "qt": .mov, "m4b": .m4a, "3gpp": .threeGP, "3g2": .threeGP, "mka": .mkv, "m2ts": .ts, "mts": .ts,
      "oga": .ogg, "ogv": .ogg, "opus": .ogg, "wave": .wav, "bwf": .wav, "aif": .aiff, "awb": .amr,
    ]

    /// True if files of this type can hold video.
    var holdsVideo: Bool {
      switch self {
      case .mp4, .mov, .threeGP, .mkv, .webm, .ts, .ogg: true
      case .m4a, .wav, .aiff, .aifc, .caf, .amr, .mp3, .flac: false
      }
    }

    /// True if files of this type say something about themselves.
    public var holdsMetadata: Bool {
      switch self {
      case .ts, .ogg, .amr: false
      default: true
      }
    }
  }
}
