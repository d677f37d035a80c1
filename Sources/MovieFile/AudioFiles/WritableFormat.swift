/// A file format that can be written.
public enum WritableFormat: Hashable, Sendable {
  case movie(MovieFormat)
  case audio(AudioFileFormat)

  /// Creates the format of a file name extension; nil for unknown ones.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    if let movie = MovieFormat(rawValue: name) ?? Self.movies[name] {
      self = .movie(movie)
    } else if let audio = AudioFileFormat(rawValue: name) ?? Self.audioFormatAliases[name] {
      self = .audio(audio)
    } else {
      return nil
    }
  }

  private static let movies: [String: MovieFormat] = [
    "qt": .mov, "m4b": .m4a, "3gp": .threeGP, "3gpp": .threeGP, "3g2": .threeGP,
  ]
  private static let audioFormatAliases: [String: AudioFileFormat] = [
    "wave": .wav, "bwf": .wav, "aif": .aiff, "awb": .amr,
  ]

  /// The format's name.
  public var name: String {
    switch self {
    case .movie(let format): format.name
    case .audio(let format): format.name
    }
  }

  /// The movie format whose sample entries describe its samples.
  public var descriptions: MovieFormat {
    switch self {
    case .movie(let format): format
    // QuickTime has entries for all PCM formats.
    case .audio: .mov
    }
  }
}
