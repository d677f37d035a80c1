/// The ID3 and APE tags of an audio file, in any of the places that formats have for them, and the texts in chunks.
public struct ID3Location: Hashable, Sendable {
  /// Tags in reading order: those at the beginning, in a chunk, and at the end.
  public private(set) var tags: [ID3Tag] = []
  /// APE tags before and after the audio.
  public private(set) var apeTags: [APETag] = []
  /// Texts in chunks; nil for formats without chunks.
  private(set) var texts: InfoTexts?
  /// The metadata of the 128 bytes at the end.
  public private(set) var version1 = Metadata()
  /// True if the file ends with these 128 bytes.
  private(set) var hasVersion1 = false
  /// Errors of tags that could not be read at all.
  public private(set) var problems: [MovieError] = []
  /// The byte range that is neither a tag nor, in AIFF and WAVE, a chunk: the audio of MP3 and AAC files.
  public private(set) var audio: Range<Int64>

  /// Finds the tags of an MP3, AAC (ADTS), WavPack, Monkey's Audio, AIFF, WAVE or Core Audio file; other files have
  /// none.
  ///
  /// - Throws: read errors of the source.
  public init(of source: any ByteSource) throws(MovieError) {
    audio = 0..<source.size
    if try IFFChunkSequence.exist(in: source) {
      try readChunks(of: source)
    } else if try CoreAudioFile.isOne(source) {
      try readCoreAudioChunks(of: source)
    } else {
      try readEnds(of: source)
    }
    for index in tags.indices.dropFirst() {
      tags[index].ordinal = 1 + tags[..<index].count { $0.version == tags[index].version }
    }
    for index in apeTags.indices.dropFirst() { apeTags[index].path += " (\(index + 1))" }
  }

  /// True if there is no tag, not even a damaged one.
  var isEmpty: Bool {
    tags.isEmpty && apeTags.isEmpty && texts?.entries.isEmpty != false && !hasVersion1 && problems.isEmpty
  }

  /// The metadata of all tags.
  public var metadata: Metadata {
    var metadata = Metadata(problems: problems)
    for tag in tags { metadata.append(tag.metadata) }
    for tag in apeTags { metadata.append(tag.metadata) }
    if let texts { metadata.append(texts.metadata) }
    metadata.append(version1)
    return metadata
  }

  private mutating func read(_ source: any ByteSource, at offset: Int64) throws(MovieError) -> ID3Tag? {
    var tag: ID3Tag?
    try attempt { _ throws(MovieError) in tag = try ID3Tag(from: source, at: offset) }
    return tag
  }

  /// Records an error of a tag, which does not keep the file from being played; rethrows read errors of the file.
  private mutating func attempt(
    _ body: (inout ID3Location) throws(MovieError) -> Void
  ) throws(MovieError) {
    do throws(MovieError) {
      try body(&self)
    } catch {
      guard [.truncated, .excessive, .unsupported, .malformed].contains(error.code) else { throw error }
      problems.append(error)
    }
  }

  /// Reads tags before the audio, and after it: ID3v2.4 with a footer, then others, then ID3v1.
  private mutating func readEnds(of source: any ByteSource) throws(MovieError) {
    var (start, end) = (Int64(0), source.size)
    // More tags than a few are an error of the file.
    while tags.count < 8, let tag = try read(source, at: start) {
      tags.append(tag)
      start = tag.range.upperBound
    }
    if let tag = try APETag(at: start, of: source) {
      apeTags.append(tag)
      start = tag.range.upperBound
    }
    hasVersion1 = try ID3v1.exists(in: source)
    if hasVersion1 {
      version1 = try ID3v1.metadata(of: source)
      end -= ID3v1.size
    }
    var footers = 0
    while footers < 4 {
      footers += 1
      if let tag = try APETag(endingAt: end, of: source), tag.range.lowerBound >= start {
        apeTags.append(tag)
        end = tag.range.lowerBound
        continue
      }
      guard let size = try tagSize(endingAt: end, of: source), size <= end - start else { break }
      end -= size
      if let tag = try read(source, at: end) { tags.append(tag) }
    }
    audio = min(start, end)..<end
  }

  /// Returns the size of the ID3v2.4 tag that ends at an offset; nil if none does.
  private func tagSize(endingAt end: Int64, of source: any ByteSource) throws(MovieError) -> Int64? {
    guard end >= ID3Header.size else { return nil }
    let bytes = try source.bytes(at: end - ID3Header.size, count: Int(ID3Header.size))
    guard let footer = ID3Header(bytes), footer.isFooter, footer.version == 4 else { return nil }
    return ID3Header.size * 2 + footer.bodySize
  }

  /// Reads the chunks of an AIFF or WAVE file that hold tags (IFF 85; AES and Microsoft never specified this), and
  /// texts.
  private mutating func readChunks(of source: any ByteSource) throws(MovieError) {
    var chunks = try IFFChunkSequence(source)
    var texts = InfoTexts(chunks.layout)
    while let chunk = try chunks.next() {
      guard chunk.isTag else {
        try texts.read(chunk, of: source)
        continue
      }
      guard let tag = try read(source, at: chunk.start) else { continue }
      if tag.range.upperBound <= chunk.start + chunk.size {
        tags.append(tag)
      } else {
        problems.append(
          MovieError(.malformed, "the tag reaches beyond its chunk", box: tag.name, offset: chunk.offset))
      }
    }
    self.texts = texts
  }

  /// Reads the chunk of a Core Audio file that holds texts.
  private mutating func readCoreAudioChunks(of source: any ByteSource) throws(MovieError) {
    try attempt { location throws(MovieError) in
      var chunks = try CoreAudioChunkSequence(source)
      var texts = InfoTexts(.coreAudio)
      location.texts = texts
      while let chunk = try chunks.next() { try texts.read(chunk, of: source) }
      location.texts = texts
    }
  }
}
