extension VorbisComments {
  /// Returns the comments after a change, and the blocks of pictures that are not in comments yet.
  ///
  /// Comments that stay are kept byte for byte.
  ///
  /// - Parameters:
  ///   - path: The path of the list in the sources of its items.
  ///   - chapters: The comments in place of the present chapters; nil to keep these.
  /// - Throws: `unsupported` if the list cannot be read whole; `notStorable` for items that comments cannot hold.
  func changed(
    by change: MetadataChange, path: String, chapters: [MetadataItem]?
  ) throws(MovieError) -> (comments: [[UInt8]], pictures: [[UInt8]]) {
    let chapterEntries = chapters == nil ? [] : Set(fields.filter { Self.isOfChapter($0.name) }.map(\.entry))
    var (comments, pictures): ([[UInt8]], [[UInt8]]) = ([], [])
    func add(_ items: [MetadataItem]) throws(MovieError) {
      let new = try FLACTags.comments(items)
      comments += new.comments.map { Array($0.utf8) }
      pictures += new.pictures
    }
    for (entry, comment) in stored.enumerated() {
      if let items = change.entries[MetadataSource(container: .vorbisComment, path: path, entry: entry)] {
        try add(items)
      } else if !chapterEntries.contains(entry) {
        comments.append(Array(comment))
      }
    }
    try add(change.fresh + (chapters ?? []))
    return (comments, pictures)
  }
}
