package import CoreGraphics

extension CGAffineTransform {
  /// The turn or reflection of a track's frames, as the value of GStreamer's tag `image-orientation`; nil for none and for others.
  package var orientationTag: String? {
    func sign(_ value: CGFloat) -> Int { value > 0.001 ? 1 : value < -0.001 ? -1 : 0 }
    return switch [sign(a), sign(b), sign(c), sign(d)] {
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

  /// True for a turn by right angles or a reflection.
  var isRightAngle: Bool { isRotation || orientationTag != nil }

  /// True for a turn by right angles or none, wherever that moves the frames.
  package var isRotation: Bool { orientationTag.map { $0.hasPrefix("rotate") } ?? (a > 0 && d > 0 && b == 0 && c == 0) }
}
