/// A chapter of a movie or an audiobook.
public struct Chapter: Hashable, Sendable {
  /// The time range on the movie's timeline. A chapter ends where the next one starts, unless the file gives another
  /// end.
  public var timeRange: CMTimeRange
  /// Its name; empty if it has none.
  public var title: String
  /// Further metadata of the chapter: in ID3, pictures and links.
  public var items: [MetadataItem]
  /// The sample of a video track for the chapter; nil if there is none.
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

/// The picture of a chapter in the file.
public struct ChapterPicture: Hashable, Sendable {
  /// The track with the pictures.
  public var trackID: Int
  /// The index of the sample in the track, from 0.
  public var sampleIndex: Int
  /// The byte range of the sample in the file.
  public var range: Range<Int64>
  /// The time range in which the movie shows it.
  public var timeRange: CMTimeRange
}

/// The chapters of a file in one language, by time.
public struct ChapterList: Hashable, Sendable {
  /// The storage of chapters in the file.
  public enum Source: Hashable, Sendable {
    /// Nero's box `moov/udta/chpl`.
    case nero
    /// A text track that other tracks refer to as `chap` (QuickTime File Format, "Chapter lists").
    case track(id: Int)
    /// Frames of an ID3 tag, in the order of this table of contents, or all of them if there is none (ID3v2 Chapter
    /// Frame Addendum).
    case id3(contents: String?)
    /// Comments of an Ogg or FLAC file (Xiph.Org wiki, "Chapter Extension").
    case vorbisComment
    /// An edition of a Matroska file (RFC 9559, section 5.1.7).
    case matroska(edition: Int)
  }

  public var source: Source
  /// The language, a tag of BCP 47 or three letters of ISO 639-2; nil if the file does not name it.
  public var language: String?
  /// The title of the list, if there is one.
  public var title: String?
  public var chapters: [Chapter]

  public init(source: Source, language: String? = nil, title: String? = nil, chapters: [Chapter]) {
    self.source = source
    self.language = language
    self.title = title
    self.chapters = chapters
  }
}
