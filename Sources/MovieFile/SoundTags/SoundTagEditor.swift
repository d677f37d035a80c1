/// Changes what a file of sound says about itself: MP3 and AAC, AIFF and WAVE in their ID3 tags, Core Audio in its texts.
///
///     var editor = try SoundTagEditor(FileByteSource(path: path))
///     try editor.setMetadata(items)
///     try editor.write(to: sink)
///
/// Frames that nobody changes stay as they are, byte by byte, and so does the sound. Files without an ID3 tag get one of
/// version 2.4, a tag of version 2.2 becomes one of 2.3, and several become one that says what they all said. What an APE tag or
/// texts in chunks say beside it, they say afterwards too: programs differ in which of them they believe.
public struct SoundTagEditor: Sendable {
  public let source: any ByteSource
  /// What the tags say now.
  public let metadata: Metadata
  public let chapterLists: [ChapterList]
  /// What holds the metadata.
  public var home: MetadataHome { container == .coreAudio ? .coreAudio : .id3 }
  let container: Container
  let location: ID3Location
  private(set) var tag: ID3TagDraft
  private(set) var texts: InfoTexts?
  private(set) var apeTags: [APETag]
  /// Whether anything would be different.
  public private(set) var isChanged = false
  /// Whether the short tag at the end goes.
  private(set) var replacesVersion1 = false

  /// How the file holds a tag.
  enum Container: Hashable, Sendable {
    /// Before the sound.
    case bare
    /// In a chunk: AIFF's and WAVE's.
    case chunks
    case coreAudio
  }

  /// - Throws: `unsupported` for files whose tags are of another kind, or damaged; `notAMovie` for what is no media file that is known
  ///   here; what reading throws.
  public init(_ source: any ByteSource) throws(MovieError) {
    self.source = source
    location = try ID3Location(of: source)
    guard let container = try Self.container(of: source, location) else { throw try Self.refusal(of: source) }
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
    // Lists of several tags are mostly the same one.
    chapterLists = location.tags.lazy.map(\.chapterLists).first { !$0.isEmpty } ?? []
    (texts, apeTags) = (location.texts, location.apeTags)
    tag = ID3TagDraft()
    tag = try merged(MetadataChange(from: [], to: []))
  }

  /// How a file of sound holds a tag; nil for files of other kinds.
  static func container(of source: any ByteSource, _ location: ID3Location) throws(MovieError) -> Container? {
    if try IFFChunkSequence.exist(in: source) { return .chunks }
    if try CoreAudioFile.isOne(source) { return .coreAudio }
    // MPEG audio and AAC begin with eleven or twelve ones, behind the tags.
    let start = location.sound.lowerBound
    let first = try source.bytes(at: start, count: Int(min(2, max(0, source.size - start))))
    if first.count == 2, first[0] == 0xff, first[1] & 0xe0 == 0xe0 { return .bare }
    // Some writers leave a gap behind a tag.
    guard !location.tags.isEmpty else { return nil }
    do {
      return try AudioFrameFile(source: source).isBare ? .bare : nil
    } catch {
      guard error.code == .notAMovie else { throw error }
      return nil
    }
  }

  private static func refusal(of source: any ByteSource) throws(MovieError) -> MovieError {
    let kinds: [(name: String, signature: [UInt8])] = [
      ("FLAC", Array("fLaC".utf8)), ("Ogg", Array("OggS".utf8)), ("Matroska", [0x1a, 0x45, 0xdf, 0xa3]),
    ]
    let changed = "those of MP4, QuickTime, MP3, AAC, AIFF, WAVE and Core Audio can"
    let head = try source.bytes(at: 0, count: Int(min(source.size, 4)))
    guard let kind = kinds.first(where: { $0.signature == head }) else {
      return MovieError(.notAMovie, "it is no file whose tags can be changed; \(changed)", file: source.name)
    }
    return MovieError(.unsupported, "the tags of \(kind.name) cannot be changed; \(changed)", file: source.name)
  }

  // MARK: - Changes

  /// Replaces what the file says about itself. Items with a source that `metadata` gave them stay where they are.
  ///
  /// Once only, before the chapters are set.
  /// - Throws: `unfit` if the file cannot hold an item.
  public mutating func setMetadata(_ items: [MetadataItem]) throws(MovieError) {
    let change = MetadataChange(from: metadata.items, to: items)
    guard !change.isEmpty else { return }
    isChanged = true
    guard container != .coreAudio else {
      try texts?.apply(change)
      return
    }
    var tag = try merged(change)
    // The short tag at the end goes: it cannot say what is new.
    replacesVersion1 = true
    try tag.add(change.fresh + Self.itemsSaidElsewhere(items, but: tag, change.fresh))
    self.tag = tag
    let old = metadata.items
    texts?.follow(from: old, to: items)
    for index in apeTags.indices { apeTags[index].follow(from: old, to: items) }
  }

  /// The frames of all tags in one, with what changes in them.
  private func merged(_ change: MetadataChange) throws(MovieError) -> ID3TagDraft {
    guard let first = location.tags.first else { return ID3TagDraft() }
    // Version 2 has no room for what is new.
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

  /// What only other places say, in the words of ID3: programs that know frames look nowhere else.
  private static func itemsSaidElsewhere(
    _ items: [MetadataItem], but tag: ID3TagDraft, _ fresh: [MetadataItem]
  ) -> [MetadataItem] {
    var said = Set(tag.frames.map(\.id) + fresh.compactMap { ID3Frame.id(of: $0.key) })
    if !said.isDisjoint(with: ["TDRC", "TYER"]) { said.formUnion(["TDRC", "TYER"]) }
    var result: [MetadataItem] = []
    // Texts of the short tag may be cut off.
    for container in [MetadataSource.Container.ape, .coreAudio, .id3v1] {
      let found = items.filter { $0.source?.container == container }.compactMap { item in
        container == .id3v1 ? item.asFrame : MetadataTranslator(.id3).items([item]).items.first
      }
      let new = found.filter { item in ID3Frame.id(of: item.key).map { !said.contains($0) } ?? false }
      said.formUnion(new.compactMap { ID3Frame.id(of: $0.key) })
      result += new
    }
    return result
  }

  /// Replaces the chapters, by a list at most: frames for each, and a table of contents.
  ///
  /// - Throws: `unfit` for several lists, or times that 32 bits of milliseconds cannot hold; for files that have none.
  public mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    guard container != .coreAudio else {
      guard lists.isEmpty else { throw MovieError(.unfit, "Core Audio files have no chapters") }
      return
    }
    try tag.setChapters(lists)
    isChanged = true
  }
}

extension MetadataItem {
  /// An item of the short tag at the end as a new one, in the words of ID3v2.
  fileprivate var asFrame: MetadataItem {
    var item = self
    item.source = nil
    if let number = value.integer { item.value = .text("\(number)", .latin1) }
    if key == .code("COMM") { item.language = .tag("und") }
    return item
  }
}
