import MovieFile

extension MediaFile {
  /// Returns the format of a movie; nil if the file is none.
  package func movieFormat() throws -> MovieFormat? { try movie().map { MovieFormat($0.fileType) } }

  /// Returns all metadata for a copy, including large values; items that are in several tags of a file other than a movie, once.
  package func wholeMetadata() throws -> [MetadataItem] {
    var metadata = try metadata()
    let isMovie = try movie() != nil
    if !isMovie { metadata.items = metadata.items.withOneDate }
    let items = isMovie ? metadata.items : metadata.itemsByPrecedence
    return try items.map { item in
      guard item.omittedValue != nil else { return item }
      var whole = item
      whole.value = try value(of: item)
      whole.omittedValue = nil
      return whole
    }
  }

  /// Returns the chapters with their images among their items.
  package func wholeChapters() throws -> [ChapterList] {
    let lists = try chapterLists()
    // Nero's list has the same chapters.
    let tracks = lists.filter { $0.source != .nero }
    return try (tracks.isEmpty ? lists : tracks).map { list in
      var list = list
      list.chapters = try list.chapters.map { chapter in
        guard let picture = chapter.picture else { return chapter }
        var chapter = chapter
        let bytes = try data(of: picture)
        if let format = MetadataImageFormat(signatureOf: bytes), format == .jpeg || format == .png {
          chapter.items = [MetadataItem(keySpace: .iTunes, key: .name("artwork"), value: .image(format, bytes))]
        }
        return chapter
      }
      return list
    }
  }
}
