/// The tags of a file other than a movie: ID3's before, after and inside of the media, those of FLAC, Ogg and Matroska.
public struct FileTags: Sendable {
  public private(set) var metadata: Metadata
  public private(set) var chapterLists: [ChapterList]

  /// - Parameter sizeLimit: Larger values are left out if the format allows it: the items have their place in the file.
  /// - Returns: Nil for files of unknown formats without known tags.
  /// - Throws: Read errors of the source.
  public init?(of source: any ByteSource, sizeLimit: Int64 = .max) throws(MovieError) {
    if let tags = try MatroskaTags(of: source, sizeLimit: sizeLimit) {
      (metadata, chapterLists) = (tags.metadata, tags.chapterLists)
      return
    }
    let id3 = try ID3Location(of: source)
    (metadata, chapterLists) = (id3.metadata, id3.tags.flatMap(\.chapterLists))
    if let tags = try XiphTags(of: source, at: id3.audio.lowerBound, sizeLimit: sizeLimit) {
      metadata.append(tags.metadata)
      chapterLists += tags.chapterLists
    } else if id3.isEmpty, try AudioTagEditor.container(of: source, id3) == nil {
      return nil
    }
  }
}
