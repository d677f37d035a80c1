/// The orientation of an image as it is stored, by the numbers of Exif: the place of its first row and first column.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// Row 0 at the top, column 0 on the left.
  case up = 1
  /// Row 0 at the top, column 0 on the right.
  case upMirrored = 2
  /// Row 0 at the bottom, column 0 on the right.
  case down = 3
  /// Row 0 at the bottom, column 0 on the left.
  case downMirrored = 4
  /// Row 0 on the left, column 0 at the top.
  case leftMirrored = 5
  /// Row 0 on the right, column 0 at the top.
  case right = 6
  /// Row 0 on the right, column 0 at the bottom.
  case rightMirrored = 7
  /// Row 0 on the left, column 0 at the bottom.
  case left = 8
}
