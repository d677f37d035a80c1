import Foundation

/// A file format that can be written.
public enum WritableFormat: Hashable, Sendable {
  case movie(MovieFormat)
  case audio(AudioFileFormat)
  case matroska(MatroskaDocument)

  /// Creates the format of a file name extension; nil for unknown ones.
  public init?(pathExtension: String) {
    let name = pathExtension.lowercased()
    if let movie = MovieFormat(rawValue: name) ?? Self.movies[name] {
      self = .movie(movie)
    } else if let audio = AudioFileFormat(rawValue: name) ?? Self.audioFormatAliases[name] {
      self = .audio(audio)
    } else if let document = Self.documents[name] {
      self = .matroska(document)
    } else {
      return nil
    }
  }

  /// Creates the format that a file's name stands for; nil if its extension is unknown.
  package init?(path: String) { self.init(pathExtension: URL(fileURLWithPath: path).pathExtension) }

  private static let movies: [String: MovieFormat] = [
    "qt": .mov, "m4b": .m4a, "3gp": .threeGP, "3gpp": .threeGP, "3g2": .threeGP,
  ]
  private static let audioFormatAliases: [String: AudioFileFormat] = [
    "wave": .wav, "bwf": .wav, "aif": .aiff, "awb": .amr,
  ]

  private static let documents: [String: MatroskaDocument] = [
    "mkv": .matroska, "mka": .matroska, "webm": .webM, "weba": .webM,
  ]

  /// The format's name.
  public var name: String {
    switch self {
    case .movie(let format): format.name
    case .audio(let format): format.name
    case .matroska(let document): document.name
    }
  }

  /// The movie format whose sample entries describe its samples.
  public var descriptions: MovieFormat {
    switch self {
    case .movie(let format): format
    case .audio(.flac): .mp4
    // QuickTime has entries for all PCM formats.
    case .audio: .mov
    // ISO's descriptions of video say more of colours.
    case .matroska: .mp4
    }
  }

  /// Creates the sample entry of a description, in the layout of such files.
  ///
  /// - Throws: `notStorable` if it has none.
  package func entry(of description: CMFormatDescription) throws(MovieError) -> SampleEntry {
    if case .matroska = self { return try SampleEntry(anyLayout: description) }
    return try SampleEntry(description, in: descriptions)
  }

  /// Throws an error with the reason if files of this format cannot hold a track.
  ///
  /// - Throws: `notStorable`; `excessive` for edits whose sum overflows. Writers of audio files check by themselves.
  package func check(_ draft: TrackDraft) throws(MovieError) {
    switch self {
    case .movie(let format): try format.check(draft)
    case .matroska(let document): try document.check(draft)
    case .audio: break
    }
  }
}
