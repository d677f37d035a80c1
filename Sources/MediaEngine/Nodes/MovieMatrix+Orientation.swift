import MovieFile

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
