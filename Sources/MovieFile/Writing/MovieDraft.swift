import Foundation

/// What is known of a movie before it is written.
public struct MovieDraft: Sendable {
  public var format: MovieFormat
  /// What the file says to be; nil for what the format usually says.
  public var fileType: FileType?
  /// Units a second of the movie's timeline; nil for one in which all tracks' times are exact, if there is such a one.
  public var timescale: Int32?
  /// The speed to play at, 1 for normal.
  public var preferredRate = FixedPoint.one
  /// 1 for full volume.
  public var preferredVolume = FixedPoint(0x100, fractionBits: 8)
  public var matrix = MovieMatrix.identity
  /// Nil if the file shall not say.
  public var creationDate: Date?
  public var modificationDate: Date?
  /// Boxes of 'moov' behind the tracks: 'udta', 'meta' and the like, whole.
  public var boxes: [RawBox] = []

  public init(_ format: MovieFormat) {
    self.format = format
  }
}
