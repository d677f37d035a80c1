internal import MediaSource
import MovieFile

/// What a movie file says of its tracks, and GStreamer's demuxer does not, or too late.
struct MovieTracks: Sendable {
  struct Facts: Sendable, Equatable {
    var isEnabled: Bool
    /// A tag of BCP 47 or three letters of ISO 639-2; nil if the file does not say.
    var language: String?
    /// Under the names of Apple's `AVMediaCharacteristic`.
    var characteristics: Set<String>
  }

  /// By track ID; empty if the file is no movie, or damaged.
  private(set) var facts: [Int: Facts] = [:]

  init(path: String) {
    self.init(try? Movie(path: path))
  }

  init(_ movie: Movie?) {
    guard let movie else { return }
    for track in movie.tracks {
      let language = track.extendedLanguageTag ?? track.mediaHeader.language?.tag
      facts[Int(track.id)] = Facts(
        isEnabled: track.header.isEnabled, language: language == "und" ? nil : language,
        characteristics: Set((try? movie.characteristics(of: track)) ?? []))
    }
  }
}

extension MovieMatrix {
  /// The turn or reflection that the matrix stands for, as the value of GStreamer's tag `image-orientation`; nil for none and for others.
  var orientationTag: String? {
    let signs = [rawValues[0], rawValues[1], rawValues[3], rawValues[4]].map { $0.signum() }
    return switch signs {
    case [0, 1, -1, 0]: "rotate-90"
    case [-1, 0, 0, -1]: "rotate-180"
    case [0, -1, 1, 0]: "rotate-270"
    case [-1, 0, 0, 1]: "flip-rotate-0"
    case [0, -1, -1, 0]: "flip-rotate-90"
    case [1, 0, 0, -1]: "flip-rotate-180"
    case [0, 1, 1, 0]: "flip-rotate-270"
    default: nil
    }
  }
}
