/// What the tags of a file say that is no movie: ID3's before, behind and inside of the media, those of FLAC, Ogg and Matroska.
public struct FileTags: Sendable {
  public private(set) var metadata: Metadata
  public private(set) var chapterLists: [ChapterList]

  /// - Parameter sizeLimit: Larger values are left out where the format allows it: the items say where they are.
  /// - Returns: Nil for files that are not known here, and have no tags that are.
  /// - Throws: What reading from the source throws.
  public init?(of source: any ByteSource, sizeLimit: Int64 = .max) throws(MovieError) {
    if let tags = try MatroskaTags(of: source, sizeLimit: sizeLimit) {
      (metadata, chapterLists) = (tags.metadata, tags.chapterLists)
      return
    }
    let id3 = try ID3Location(of: source)
    (metadata, chapterLists) = (id3.metadata, id3.tags.flatMap(\.chapterLists))
    if let tags = try XiphTags(of: source, at: id3.sound.lowerBound, sizeLimit: sizeLimit) {
      metadata.append(tags.metadata)
      chapterLists += tags.chapterLists
    } else if id3.isEmpty, try SoundTagEditor.container(of: source, id3) == nil {
      return nil
    }
  }
}
