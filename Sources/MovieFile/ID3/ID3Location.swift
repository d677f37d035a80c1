/// The ID3 and APE tags of a file, wherever its format puts them.
public struct ID3Location: Hashable, Sendable {
  /// Tags in reading order: those at the beginning, in a chunk, and at the end.
  public private(set) var tags: [ID3Tag] = []
  /// APE tags before and after the sound.
  public private(set) var apeTags: [APETag] = []
  /// What the 128 bytes at the end say.
  public private(set) var version1 = Metadata()
  /// Whether the file ends with these 128 bytes.
  private(set) var hasVersion1 = false
  /// Tags that could not be read at all.
  public private(set) var problems: [MovieError] = []
  /// The bytes of the file that are neither a tag nor, in AIFF and WAVE, a chunk: those of the sound in MP3 and AAC files.
  public private(set) var sound: Range<Int64>

  /// Finds the tags of an MP3, AAC (ADTS), WavPack, Monkey's Audio, AIFF or WAVE file; other files have none.
  ///
  /// - Throws: what reading from the source throws.
  public init(of source: any ByteSource) throws(MovieError) {
    sound = 0..<source.size
    let head = source.size >= 12 ? try source.bytes(at: 0, count: 12) : []
    switch (head.prefix(4), head.dropFirst(8)) {
    case (let form, let kind) where form.elementsEqual("FORM".utf8) && kind.starts(with: "AIF".utf8):
      try readChunk(["ID3 "], of: source, isBigEndian: true)
    case (let form, let kind) where form.elementsEqual("RIFF".utf8) && kind.elementsEqual("WAVE".utf8):
      try readChunk(["id3 ", "ID3 "], of: source, isBigEndian: false)
    default: try readEnds(of: source)
    }
  }

  /// Whether there is no tag, not even a damaged one.
  var isEmpty: Bool { tags.isEmpty && apeTags.isEmpty && !hasVersion1 && problems.isEmpty }

  /// Everything that the tags say.
  public var metadata: Metadata {
    var metadata = Metadata(problems: problems)
    for tag in tags { metadata.append(tag.metadata) }
    for tag in apeTags { metadata.append(tag.metadata) }
    metadata.append(version1)
    return metadata
  }

  private mutating func read(_ source: any ByteSource, at offset: Int64) throws(MovieError) -> ID3Tag? {
    do throws(MovieError) {
      return try ID3Tag(from: source, at: offset)
    } catch {
      // What is wrong with a tag is no reason not to play the file; a file that cannot be read is.
      guard [.truncated, .excessive, .unsupported, .malformed].contains(error.code) else { throw error }
      problems.append(error)
      return nil
    }
  }

  /// Tags before the sound, one after the other, and after it: ID3v2.4 with a footer, then others', then ID3v1.
  private mutating func readEnds(of source: any ByteSource) throws(MovieError) {
    var (start, end) = (Int64(0), source.size)
    // More than a few are a mistake.
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
    sound = min(start, end)..<end
  }

  /// Bytes of the tag of ID3v2.4 that ends somewhere; nil if none does.
  private func tagSize(endingAt end: Int64, of source: any ByteSource) throws(MovieError) -> Int64? {
    guard end >= ID3Header.size else { return nil }
    let bytes = try source.bytes(at: end - ID3Header.size, count: Int(ID3Header.size))
    guard let footer = ID3Header(bytes), footer.isFooter, footer.version == 4 else { return nil }
    return ID3Header.size * 2 + footer.bodySize
  }

  /// The chunk of an AIFF or WAVE file that holds a tag (IFF 85; AES and Microsoft never wrote this one down).
  private mutating func readChunk(
    _ names: [String], of source: any ByteSource, isBigEndian: Bool
  ) throws(MovieError) {
    let window = ByteWindow(source, capacity: 64)
    var offset: Int64 = 12
    var count = 0
    while source.size - offset >= 8, count < 10_000 {
      count += 1
      let name = try window.bytes(at: offset, count: 4)
      let stored = try window.u32(at: offset + 4)
      let size = Int64(isBigEndian ? stored : stored.byteSwapped)
      if names.contains(where: { name.elementsEqual($0.utf8) }), let tag = try read(source, at: offset + 8) {
        if tag.range.upperBound <= offset + 8 + size {
          tags.append(tag)
        } else {
          problems.append(MovieError(.malformed, "the tag reaches beyond its chunk", box: tag.name, offset: offset))
        }
      }
      // Chunks start at even bytes.
      offset += 8 + size + size & 1
    }
  }
}
