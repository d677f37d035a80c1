extension AVAssetTrack {
  /// A type of association between tracks.
  public struct AssociationType: RawRepresentable, Hashable, Sendable {
    /// The type of the reference in the file, four characters.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Audio to use instead, for players that cannot play this track's format.
    public static let audioFallback = AssociationType(rawValue: "fall")
    /// Text or images that name this track's chapters.
    public static let chapterList = AssociationType(rawValue: "chap")
    /// Subtitles to show with this track when no others are selected.
    public static let forcedSubtitlesOnly = AssociationType(rawValue: "forc")
    /// A track that is selected together with this one.
    public static let selectionFollower = AssociationType(rawValue: "folw")
    /// Time codes of this track.
    public static let timecode = AssociationType(rawValue: "tmcd")
    /// The track that this metadata track describes.
    public static let metadataReferent = AssociationType(rawValue: "cdsc")

    static let all: [AssociationType] = [
      .audioFallback, .chapterList, .forcedSubtitlesOnly, .selectionFollower, .timecode, .metadataReferent,
    ]

    var referenceType: String { rawValue }
  }
}
