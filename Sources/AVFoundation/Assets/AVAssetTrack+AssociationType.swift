extension AVAssetTrack {
  /// A way in which tracks belong together.
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    /// The type of the reference in the file, four characters.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound to use instead, for players that cannot play this one's format.
    public static let audioFallback = AssociationType(rawValue: "fall")
    /// Text or pictures that name this track's chapters.
    public static let chapterList = AssociationType(rawValue: "chap")
    /// Subtitles to show when this track is heard and no others are chosen.
    public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
    /// A track that is chosen when this one is.
    public static let selectionFollower = AssociationType(rawValue: "folw")
    /// Time codes of this track.
    public static let timecode = AssociationType(rawValue: "tmcd")
    /// What this track of metadata describes.
    public static let metadataReferent = AssociationType(rawValue: "cdsc")

    static let all: [AssociationType] = [
      .audioFallback, .chapterList, .forcedSubtitlesOnly, .selectionFollower, .timecode, .metadataReferent,
    ]

    var referenceType: String { rawValue }
  }
}
