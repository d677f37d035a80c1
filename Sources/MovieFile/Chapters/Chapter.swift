/// A part of a movie or of a book that is read aloud.
public struct Chapter: Hashable, Sendable {
  /// When it is, on the movie's timeline. A chapter ends where the next one starts, unless the file says something else.
  public var timeRange: CMTimeRange
  /// Its name; empty if it has none.
  public var title: String
  /// What else the file says about it: in ID3, pictures and links.
  public var items: [MetadataItem]
  /// The sample of a video track that shows it; nil if there is none.
  public var picture: ChapterPicture?

  public init(
    timeRange: CMTimeRange, title: String, items: [MetadataItem] = [], picture: ChapterPicture? = nil
  ) {
    self.timeRange = timeRange
    self.title = title
    self.items = items
    self.picture = picture
  }
}

/// Where the picture of a chapter is.
public struct ChapterPicture: Hashable, Sendable {
  /// The track with the pictures.
  public var trackID: Int
  /// The position of the sample in it, from 0.
  public var sampleIndex: Int
  /// The sample's bytes in the file.
  public var range: Range<Int64>
  /// When the movie shows it.
  public var timeRange: CMTimeRange
}

/// The chapters of a file in one language, by time.
public struct ChapterList: Hashable, Sendable {
  /// How the file stores them.
  public enum Source: Hashable, Sendable {
    /// Nero's box `moov/udta/chpl`.
    case nero
    /// A text track that other tracks refer to as `chap` (QuickTime File Format, "Chapter lists").
    case track(id: Int)
    /// Frames of an ID3 tag, in the order of this table of contents, or all of them if there is none
    /// (ID3v2 Chapter Frame Addendum).
    case id3(contents: String?)
    /// Comments of an Ogg or FLAC file (Xiph.Org wiki, "Chapter Extension").
    case vorbisComment
    /// An edition of a Matroska file (RFC 9559, section 5.1.7).
    case matroska(edition: Int)
  }

  public var source: Source
  /// The language, a tag of BCP 47 or three letters of ISO 639-2; nil if the file does not say.
  public var language: String?
  /// The name of the whole, where there is one.
  public var title: String?
  public var chapters: [Chapter]

  public init(source: Source, language: String? = nil, title: String? = nil, chapters: [Chapter]) {
    self.source = source
    self.language = language
    self.title = title
    self.chapters = chapters
  }
}
