extension AudioFileFormat {
  /// True if files of this type can hold chapters.
  public var hasChapters: Bool {
    switch MetadataDestination(.audio(self)) {
    case .id3, .vorbisComment: true
    default: false
    }
  }

  /// Returns the chunk with a file's metadata and chapters, the tag of MP3, or the blocks of FLAC; empty if there are none.
  ///
  /// WAVE and AIFF files get an ID3 tag, in the chunk that most programs read, and no other texts: some programs would
  /// read only one of two places. That of MP3 has padding, room for a later change.
  /// - Throws: `notStorable` if files of this type cannot hold an item.
  package func tags(saying items: [MetadataItem], chapters: [ChapterList]) throws(MovieError) -> [UInt8] {
    guard !items.isEmpty || !chapters.isEmpty else { return [] }
    guard let destination = MetadataDestination(.audio(self)), hasChapters || chapters.isEmpty else {
      throw MovieError(.notStorable, "\(name) files hold no \(items.isEmpty ? "chapters" : "tags")")
    }
    for item in items { if let reason = destination.unsupportedReason(of: item) { throw .notStorable(item, reason) } }
    if destination == .vorbisComment { return try FLACTags.blocks(items + (chapters.first?.vorbisComments ?? [])) }
    let change = MetadataChange(from: [], to: items)
    guard destination == .id3 else {
      var texts = InfoTexts(.coreAudio)
      try texts.apply(change)
      return texts.chunks
    }
    var draft = ID3TagDraft()
    try draft.add(change.fresh)
    try draft.setChapters(Array(chapters.prefix(1)))
    if self == .mp3 { return try draft.bytes(padding: 1024) }
    return (self == .wav ? ChunkLayout.riff : .iff).tagChunk(try draft.bytes())
  }
}
