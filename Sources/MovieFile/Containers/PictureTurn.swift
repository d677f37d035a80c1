/// The way in which frames are turned for display: mirrored from left to right first, and then turned.
package struct PictureTurn: Hashable, Sendable {
  /// Degrees clockwise: 0, 90, 180 or 270.
  package var degrees = 0
  package var isMirrored = false

  package init() {}
}
