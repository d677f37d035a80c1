import Foundation

/// The properties of a movie to write.
public struct MovieDraft: Sendable {
  public var format: MovieFormat
  /// The file type; nil for the format's default.
  public var fileType: FileType?
  /// Units a second of the movie's timeline; nil for one in which all tracks' times are exact, if one exists.
  public var timescale: Int32?
  /// The preferred playback rate, 1 for normal.
  public var preferredRate = FixedPoint.one
  /// 1 for full volume.
  public var preferredVolume = FixedPoint(0x100, fractionBits: 8)
  public var matrix = MovieMatrix.identity
  /// The creation date; nil for none.
  public var creationDate: Date?
  public var modificationDate: Date?
  /// Complete boxes of 'moov' after the tracks, such as 'udta' and 'meta'.
  public var boxes: [RawBox] = []

  public init(_ format: MovieFormat) {
    self.format = format
  }
}
