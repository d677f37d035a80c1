/// The texts of WAVE, AIFF and Core Audio files beside an ID3 tag, or instead of one.
///
///     WAVE         LIST of the type INFO ─ INAM, IART, …    Microsoft, Multimedia Programming Interface 1.0, "INFO List Chunk"
///     AIFF         NAME, AUTH, (c), ANNO                    Apple, Audio Interchange File Format 1.3, "Text Chunks"
///     Core Audio   info ─ title, artist, …                  Apple Core Audio Format Specification 1.0, "Information Chunk"
///
/// Items of all three have the names of Core Audio's information dictionary, as in Apple's AVFoundation:
/// `caaf/info-title`.
struct InfoTexts: CompanionTag, Hashable, Sendable {
  static let keySpace = MetadataKeySpace.audioFile
  /// The layout of their chunks.
  let layout: ChunkLayout
  var entries: [CompanionEntry] = []
  /// The byte ranges of their chunks in the file.
  private(set) var ranges: [Range<Int64>] = []

  init(_ layout: ChunkLayout) {
    self.layout = layout
  }

  let container = MetadataSource.Container.coreAudio
  var path: String {
    switch layout {
    case .riff: "LIST"
    case .iff: "FORM"
    case .coreAudio: "info"
    }
  }

  // MARK: - Names

  /// The names of chunks with Core Audio's names; the first of several is the one that is written.
  private static let names: [ChunkLayout: KeyValuePairs<String, String>] = [
    .riff: [
      "INAM": "title", "IART": "artist", "IPRD": "album", "ICMT": "comments", "ICRD": "recorded date", "IGNR": "genre",
      "IPRT": "track number", "ITRK": "track number", "ICOP": "copyright", "ISFT": "encoding application",
      "IKEY": "keywords", "IMUS": "composer",
    ],
    .iff: ["NAME": "title", "AUTH": "author", "(c) ": "copyright", "ANNO": "comments"],
  ]

  func key(of name: String) -> MetadataKey {
    .name("info-" + (Self.names[layout]?.first { $0.key == name }?.value ?? name))
  }

  func name(of tag: MetadataTag) -> String? {
    guard case .name(let key)? = tag.key(in: .audioFile) else { return nil }
    let name = String(key.dropFirst("info-".count))
    return layout == .coreAudio ? name : Self.names[layout]?.first { $0.value == name }?.key
  }

  func entry(_ name: String, saying items: [MetadataItem]) -> CompanionEntry? {
    items.first?.tagText.flatMap { entry(name, $0) }
  }

  private func entry(_ name: String, _ text: String) -> CompanionEntry? {
    guard !text.utf8.contains(0) else { return nil }
    switch layout {
    case .riff: return CompanionEntry(name: name, bytes: Array(text.utf8) + [0])
    // The encoding of other characters cannot be stated.
    case .iff: return text.utf8.allSatisfy { $0 < 0x80 } ? CompanionEntry(name: name, bytes: Array(text.utf8)) : nil
    case .coreAudio: return CompanionEntry(name: name, bytes: Array(text.utf8))
    }
  }

  /// Sets items under their own keys.
  ///
  /// - Throws: `notStorable` for values other than text.
  mutating func apply(_ change: MetadataChange) throws(MovieError) {
    for place in entries.indices.reversed() {
      guard let items = change.entries[MetadataSource(container: container, path: path, entry: place)] else { continue }
      var new: [CompanionEntry] = []
      for item in items { new.append(try entry(for: item)) }
      entries.replaceSubrange(place...place, with: new)
    }
    for item in change.fresh {
      let entry = try entry(for: item)
      // A key occurs once.
      if let place = entries.firstIndex(where: { $0.name == entry.name }) {
        entries[place] = entry
      } else {
        entries.append(entry)
      }
    }
  }

  private func entry(for item: MetadataItem) throws(MovieError) -> CompanionEntry {
    guard case .name(let key) = item.key, key.hasPrefix("info-"), key.count > 5, !key.utf8.contains(0) else {
      throw .notStorable(item, "names of texts begin with 'info-'")
    }
    guard let text = item.tagText, let entry = entry(String(key.dropFirst(5)), text) else {
      throw .notStorable(item, "Core Audio files hold texts only")
    }
    return entry
  }

  // MARK: - Items

  var metadata: Metadata {
    var metadata = Metadata()
    for (index, entry) in entries.enumerated() {
      let bytes = entry.bytes.prefix { $0 != 0 }
      guard !bytes.isEmpty else { continue }
      // Programs of Windows write its code page, those of the classic Mac OS theirs.
      let (text, encoding): (String?, MetadataTextEncoding) =
        MetadataTextEncoding.utf8.text(bytes).map { ($0, .utf8) }
        ?? (layout == .iff
          ? (MetadataTextEncoding.macRoman.text(bytes), .macRoman) : (MetadataTextEncoding.latin1.text(bytes), .latin1))
      metadata.items.append(
        MetadataItem(
          keySpace: .audioFile, key: key(of: entry.name), value: .text(text ?? "", encoding),
          source: MetadataSource(container: container, path: path, entry: index)))
    }
    return metadata
  }

  // MARK: - Chunks

  /// Reads a chunk, if it holds texts.
  ///
  /// - Throws: `excessive` if Core Audio's exceeds the limits; those of other formats are skipped.
  mutating func read(_ chunk: AudioFileChunk, of source: any ByteSource) throws(MovieError) {
    guard layout != .coreAudio else { return try readInformation(chunk, of: source) }
    guard chunk.size <= min(MetadataLimit.totalSize, source.size - chunk.start), entries.count < MetadataLimit.itemCount
    else { return }
    func bytes() throws(MovieError) -> [UInt8] { try source.bytes(at: chunk.start, count: Int(chunk.size)) }
    if layout == .riff {
      guard chunk.type == "LIST", ranges.isEmpty, let list = Self.list(try bytes()) else { return }
      entries = list
    } else {
      guard Self.names[.iff]?.contains(where: { $0.key == chunk.type.text }) == true else { return }
      entries.append(CompanionEntry(name: chunk.type.text, bytes: try bytes()))
    }
    ranges.append(chunk.offset..<min(chunk.end, source.size))
  }

  private mutating func readInformation(_ chunk: AudioFileChunk, of source: any ByteSource) throws(MovieError) {
    guard chunk.type == "info", ranges.isEmpty else { return }
    ranges.append(chunk.offset..<chunk.end)
    guard chunk.size >= 4, chunk.size <= MetadataLimit.totalSize else {
      throw MovieError(.excessive, "the texts have \(chunk.size) bytes", box: "info", offset: chunk.offset)
    }
    // The number of pairs comes first; names and texts are zero-terminated.
    let words = try source.bytes(at: chunk.start + 4, count: Int(chunk.size - 4))
      .split(separator: 0, maxSplits: 2 * MetadataLimit.itemCount, omittingEmptySubsequences: false)
    for index in stride(from: 0, to: words.count - 1, by: 2) where !words[index].isEmpty {
      entries.append(
        CompanionEntry(name: String(decoding: words[index], as: UTF8.self), bytes: Array(words[index + 1])))
    }
  }

  /// Reads the entries of a list of the type INFO; nil if it is another one, or damaged.
  private static func list(_ contents: [UInt8]) -> [CompanionEntry]? {
    guard contents.starts(with: "INFO".utf8) else { return nil }
    var entries: [CompanionEntry] = []
    var rest = contents.dropFirst(4)
    while rest.count >= 8 {
      let head = Array(rest.prefix(8))
      let size = Int(UInt64(little: head[4...]))
      guard size <= rest.count - 8, entries.count < MetadataLimit.itemCount, head[..<4].allSatisfy({ $0 < 0x80 }) else {
        return nil
      }
      entries.append(
        CompanionEntry(name: String(decoding: head[..<4], as: UTF8.self), bytes: Array(rest.dropFirst(8).prefix(size))))
      rest = rest.dropFirst(8 + size + size % 2)
    }
    return entries
  }

  /// The whole chunk or chunks; empty if there are no entries.
  var chunks: [UInt8] {
    guard !entries.isEmpty else { return [] }
    func chunk(_ entry: CompanionEntry) -> [UInt8] {
      layout.chunk(BoxType(rawValue: entry.name.utf8.reduce(0) { $0 << 8 | UInt32($1) }), entry.bytes)
    }
    switch layout {
    case .riff: return layout.chunk("LIST", Array("INFO".utf8) + entries.flatMap(chunk))
    case .iff: return entries.flatMap(chunk)
    case .coreAudio:
      var contents = BoxWriter()
      contents.u32(UInt32(entries.count))
      for entry in entries { contents.append(Array(entry.name.utf8) + [0] + entry.bytes.prefix { $0 != 0 } + [0]) }
      return layout.chunk("info", contents.contents)
    }
  }
}
