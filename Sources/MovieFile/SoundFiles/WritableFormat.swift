/// A kind of file that is written here.
public enum WritableFormat: Hashable, Sendable {
  case movie(MovieFormat)
  case sound(SoundFileFormat)

  /// The kind that the end of a file's name says; nil if that is none of these.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    if let movie = MovieFormat(rawValue: name) ?? Self.movies[name] {
      self = .movie(movie)
    } else if let sound = SoundFileFormat(rawValue: name) ?? Self.sounds[name] {
      self = .sound(sound)
    } else {
      return nil
    }
  }

  private static let movies: [String: MovieFormat] = [
    "qt": .mov, "m4b": .m4a, "3gp": .threeGP, "3gpp": .threeGP, "3g2": .threeGP,
  ]
  private static let sounds: [String: SoundFileFormat] = ["wave": .wav, "bwf": .wav, "aif": .aiff, "awb": .amr]

  /// What the kind is called.
  public var name: String {
    switch self {
    case .movie(let format): format.name
    case .sound(let format): format.name
    }
  }

  /// The kind of movie in whose terms its samples are described.
  public var descriptions: MovieFormat {
    switch self {
    case .movie(let format): format
    // QuickTime has words for all stored samples.
    case .sound: .mov
    }
  }
}
