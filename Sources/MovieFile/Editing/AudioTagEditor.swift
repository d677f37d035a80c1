/// Edits the metadata of an audio file: MP3 and AAC, AIFF and WAVE in their ID3 tags, Core Audio in its texts.
///
///     var editor = try AudioTagEditor(FileByteSource(path: path))
///     try editor.setMetadata(items)
///     try editor.write(to: sink)
///
/// Unchanged frames are kept byte for byte, and so is the audio. Files without an ID3 tag get one of version 2.4, a tag
/// of version 2.2 becomes one of 2.3, and several are merged into one. An APE tag or texts in chunks are updated too:
/// programs differ in which of them they prefer. `XiphTagEditor` edits FLAC and Ogg files.
public struct AudioTagEditor: Sendable {
  public let source: any ByteSource
  /// The present metadata.
  public let metadata: Metadata
  public let chapterLists: [ChapterList]
  /// The container of the metadata.
  public var destination: MetadataDestination { container == .coreAudio ? .coreAudio : .id3 }
  let container: Container
  let location: ID3Location
  private(set) var tag: ID3TagDraft
  private(set) var texts: InfoTexts?
  private(set) var apeTags: [APETag]
  /// True if the file would change.
  public private(set) var isChanged = false
  /// True if the ID3v1 tag at the end is removed.
  private(set) var replacesVersion1 = false

  /// The place of a tag in the file.
  enum Container: Hashable, Sendable {
    /// Before the audio.
    case bare
    /// In a chunk of AIFF and WAVE.
    case chunks
    case coreAudio
  }

  /// - Throws: `unsupported` for files whose tags are of another kind, or damaged; `notAMovie` for files of unknown
  /// types; read
  ///   errors.
  public init(_ source: any ByteSource) throws(MovieError) {
    self.source = source
    location = try ID3Location(of: source)
    guard let container = try Self.container(of: source, location) else {
      throw try Self.unsupportedFileError(of: source)
    }
    self.container = container
    if let problem = location.problems.first { throw problem }
    let damage =
      location.tags.lazy.compactMap { tag in tag.problems.first.map { ("ID3", tag.range, $0) } }.first
      ?? location.apeTags.lazy.compactMap { tag in tag.metadata.problems.first.map { ("APE", tag.range, $0) } }.first
    if let (name, range, problem) = damage {
      throw MovieError(
        .unsupported, "the \(name) tag is damaged, and changing it would lose what cannot be read: \(problem.message)",
        offset: range.lowerBound, file: source.name)
    }
    metadata = location.metadata
    // The lists of several tags are mostly equal.
    chapterLists = location.tags.lazy.map(\.chapterLists).first { !$0.isEmpty } ?? []
    (texts, apeTags) = (location.texts, location.apeTags)
    tag = ID3TagDraft()
    tag = try merged(MetadataChange(from: [], to: []))
  }

  /// Returns the place of a tag in an audio file; nil for files of other types.
  static func container(of source: any ByteSource, _ location: ID3Location) throws(MovieError) -> Container? {
    if try IFFChunkSequence.exist(in: source) { return .chunks }
    if try CoreAudioFile.isOne(source) { return .coreAudio }
    // MPEG audio and AAC begin with eleven or twelve one bits, after the tags.
    let start = location.audio.lowerBound
    let first = try source.bytes(at: start, count: Int(min(2, max(0, source.size - start))))
    if first.count == 2, first[0] == 0xff, first[1] & 0xe0 == 0xe0 { return .bare }
    // Some writers leave a gap after a tag.
    guard !location.tags.isEmpty else { return nil }
    do {
      return try AudioFrameFile(source: source).isBare ? .bare : nil
    } catch {
      guard error.code == .notAMovie else { throw error }
      return nil
    }
  }

  private static func unsupportedFileError(of source: any ByteSource) throws(MovieError) -> MovieError {
    let changed = "those of MP4, QuickTime, MP3, AAC, AIFF, WAVE, Core Audio, FLAC and Ogg can"
    guard try source.bytes(at: 0, count: Int(min(source.size, 4))) == [0x1a, 0x45, 0xdf, 0xa3] else {
      return MovieError(.notAMovie, "it is no file whose tags can be changed; \(changed)", file: source.name)
    }
    return MovieError(.unsupported, "the tags of Matroska cannot be changed; \(changed)", file: source.name)
  }

  // MARK: - Changes

  /// Replaces the metadata of the file. Items with a source from `metadata` keep their places.
  ///
  /// May be called once, before the chapters are set.
  /// - Throws: `notStorable` if the file cannot hold an item.
  public mutating func setMetadata(_ items: [MetadataItem]) throws(MovieError) {
    let change = MetadataChange(from: metadata.items, to: items)
    guard !change.isEmpty else { return }
    isChanged = true
    guard container != .coreAudio else {
      try texts?.apply(change)
      return
    }
    var tag = try merged(change)
    // The ID3v1 tag at the end is removed: it cannot hold the new items.
    replacesVersion1 = true
    try tag.add(change.fresh + Self.itemsStoredElsewhere(items, but: tag, change.fresh))
    self.tag = tag
    let old = metadata.items
    texts?.follow(from: old, to: items)
    for index in apeTags.indices { apeTags[index].follow(from: old, to: items) }
  }

  /// Merges the frames of all tags, with the changes.
  private func merged(_ change: MetadataChange) throws(MovieError) -> ID3TagDraft {
    guard let first = location.tags.first else { return ID3TagDraft() }
    // Version 2 cannot hold the new items.
    let leavesVersion2 = first.version == 2 && !change.isEmpty
    var draft = ID3TagDraft(version: leavesVersion2 ? 3 : first.version)
    for (number, tag) in location.tags.enumerated() {
      let hasChapters = draft.frames.contains(where: ID3TagDraft.isOfChapters)
      for (index, frame) in tag.frames.enumerated()
      where number == 0 || !hasChapters || !ID3TagDraft.isOfChapters(frame) {
        let place = MetadataSource(container: .id3v2(minor: tag.version), path: tag.name, entry: index)
        if let items = change.entries[place] {
          try draft.add(items)
        } else if number == 0 {
          draft.frames.append(leavesVersion2 ? try frame.fromVersion2() : frame)
        } else {
          try draft.merge(frame, of: tag)
        }
      }
    }
    return draft
  }

  /// Returns items that only other places hold, as ID3 items: programs that read ID3 frames read nothing else.
  private static func itemsStoredElsewhere(
    _ items: [MetadataItem], but tag: ID3TagDraft, _ fresh: [MetadataItem]
  ) -> [MetadataItem] {
    var stored = Set(tag.frames.map(\.id) + fresh.compactMap { ID3Frame.id(of: $0.key) })
    if !stored.isDisjoint(with: ["TDRC", "TYER"]) { stored.formUnion(["TDRC", "TYER"]) }
    var result: [MetadataItem] = []
    // ID3v1 may have truncated texts.
    for container in [MetadataSource.Container.ape, .coreAudio, .id3v1] {
      let found = items.filter { $0.source?.container == container }.compactMap { item in
        container == .id3v1 ? item.asFrame : MetadataTranslator(.id3).items([item]).items.first
      }
      let new = found.filter { item in ID3Frame.id(of: item.key).map { !stored.contains($0) } ?? false }
      stored.formUnion(new.compactMap { ID3Frame.id(of: $0.key) })
      result += new
    }
    return result
  }

  /// Replaces the chapters by one list at most: a frame for each chapter, and a table of contents.
  ///
  /// - Throws: `notStorable` for several lists, times above 32 bits of milliseconds, or files without chapters.
  public mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    guard container != .coreAudio else {
      guard lists.isEmpty else { throw MovieError(.notStorable, "Core Audio files have no chapters") }
      return
    }
    try tag.setChapters(lists)
    isChanged = true
  }
}

extension MetadataItem {
  /// The item of an ID3v1 tag as a new one of ID3v2.
  fileprivate var asFrame: MetadataItem {
    var item = self
    item.source = nil
    if let number = value.integer { item.value = .text("\(number)", .latin1) }
    if key == .code("COMM") { item.language = .tag("und") }
    return item
  }
}
