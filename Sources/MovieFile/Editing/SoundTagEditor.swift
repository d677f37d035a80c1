/// Changes what a file of sound says about itself in its ID3 tag: MP3 and AAC, AIFF, WAVE.
///
///     var editor = try SoundTagEditor(FileByteSource(path: path))
///     try editor.setMetadata(items)
///     try editor.write(to: sink)
///
/// Frames that nobody changes stay as they are, byte by byte, and so does the sound. Files without a tag get one of version 2.4.
public struct SoundTagEditor: Sendable {
  public let source: any ByteSource
  /// What the tags say now.
  public let metadata: Metadata
  public let chapterLists: [ChapterList]
  private let container: Container
  private let location: ID3Location
  private let version: UInt8
  private var frames: [ID3Frame]
  /// Whether anything would be different.
  public private(set) var isChanged = false
  /// What the file shall say.
  private var items: [MetadataItem] = []
  /// Whether the short tag at the end goes.
  private var replacesVersion1 = false

  /// How the file holds a tag.
  private enum Container: Hashable, Sendable {
    /// Before the sound.
    case bare
    /// In a chunk: AIFF's and WAVE's.
    case chunks(isBigEndian: Bool)
  }

  /// - Throws: `unsupported` for files whose tags are of another kind, or that have several; what reading throws.
  public init(_ source: any ByteSource) throws(MovieError) {
    self.source = source
    container = try Self.container(of: source)
    location = try ID3Location(of: source)
    if let problem = location.problems.first { throw problem }
    guard location.tags.count <= 1 else {
      throw MovieError(.unsupported, "the file has \(location.tags.count) ID3 tags; only one can be changed")
    }
    guard location.apeTags.isEmpty else {
      throw MovieError(.unsupported, "the file has an APE tag too, which cannot be changed and would still say the old")
    }
    let tag = location.tags.first
    if let problem = tag?.problems.first {
      throw MovieError(
        .unsupported, "the ID3 tag is damaged, and changing it would lose what cannot be read: \(problem.message)",
        offset: tag?.range.lowerBound, file: source.name)
    }
    metadata = location.metadata
    chapterLists = location.tags.flatMap(\.chapterLists)
    version = tag?.version ?? 4
    frames = tag?.frames ?? []
  }

  private static func container(of source: any ByteSource) throws(MovieError) -> Container {
    let head = try source.bytes(at: 0, count: Int(min(source.size, 12)))
    func begins(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if begins("FORM"), begins("AIF", at: 8) { return .chunks(isBigEndian: true) }
    if begins("RIFF"), begins("WAVE", at: 8) { return .chunks(isBigEndian: false) }
    // MPEG audio and AAC begin with eleven or twelve ones, behind the tags.
    let location = try ID3Location(of: source)
    let start = location.sound.lowerBound
    let first = try source.bytes(at: start, count: Int(min(2, max(0, source.size - start))))
    if first.count == 2, first[0] == 0xff, first[1] & 0xe0 == 0xe0 { return .bare }
    let name =
      begins("RF64")
      ? "WAVE of more than 4 GB" : begins("fLaC") ? "FLAC" : begins("OggS") ? "Ogg" : "a file of this kind"
    throw MovieError(
      .unsupported, "the tags of \(name) cannot be changed; those of MP4, QuickTime, MP3, AAC, AIFF and WAVE can",
      file: source.name)
  }

  /// Replaces what the file says about itself. Items with a source that `metadata` gave them stay where they are.
  ///
  /// Once only.
  /// - Throws: `unfit` if ID3 cannot hold an item.
  public mutating func setMetadata(_ items: [MetadataItem]) throws(MovieError) {
    let change = MetadataChange(from: metadata.items, to: items)
    guard !change.isEmpty else { return }
    var changed: [ID3Frame] = []
    for (index, frame) in frames.enumerated() {
      guard let tag = location.tags.first else { break }
      let place = MetadataSource(container: .id3v2(minor: version), path: tag.name, entry: index)
      guard let items = change.entries[place] else {
        changed.append(frame)
        continue
      }
      for group in MetadataEntries.groups(items) { changed += try Self.frames(group, version) }
    }
    // The short tag at the end goes: it cannot say what is new. What only it said is said in frames.
    let said = Set(changed.map(\.id))
    let old = items.filter { $0.source?.container == .id3v1 }.map(\.withoutSource)
    var fresh = change.fresh
    for item in old where !fresh.contains(where: { $0.key == item.key }) {
      guard let id = ID3Frame.id(of: item.key), !said.contains(id), !(id == "TYER" && said.contains("TDRC")) else {
        continue
      }
      fresh.append(item)
    }
    for group in MetadataEntries.groups(fresh) { changed += try Self.frames(group, version) }
    frames = changed
    self.items = items
    (isChanged, replacesVersion1) = (true, true)
  }

  /// Frames as the version has them: the time of recording is one in version 2.4, and several before.
  private static func frames(_ group: [MetadataItem], _ version: UInt8) throws(MovieError) -> [ID3Frame] {
    guard let first = group.first, let text = first.value.text else { return [try ID3Frame(group, version: version)] }
    func frame(_ key: BoxType, _ text: String) throws(MovieError) -> ID3Frame {
      try ID3Frame([MetadataItem(keySpace: .id3, key: .code(key), value: .text(text, .latin1))], version: version)
    }
    switch (ID3Frame.id(of: first.key), version) {
    case ("TDRC", 3), ("TYER", 3):
      guard text.utf8.count >= 4, text.utf8.allSatisfy({ $0 < 0x80 }) else {
        return [try ID3Frame(group, version: version)]
      }
      var frames = [try frame("TYER", String(text.prefix(4)))]
      let parts = text.prefix(10).split(separator: "-")
      if parts.count == 3, parts[1].utf8.count == 2, parts[2].utf8.count == 2 {
        frames.append(try frame("TDAT", "\(parts[2])\(parts[1])"))
      }
      return frames
    case ("TYER", 4): return [try frame("TDRC", text)]
    default: return [try ID3Frame(group, version: version)]
    }
  }

  /// Replaces the chapters, by a list at most: frames for each, and a table of contents.
  ///
  /// - Throws: `unfit` for several lists, or times that 32 bits of milliseconds cannot hold.
  public mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    guard lists.count <= 1 else { throw MovieError(.unfit, "ID3 has one list of chapters, not \(lists.count)") }
    guard version > 2 else { throw MovieError(.unfit, "ID3v2.2 has no chapters") }
    frames.removeAll { ["CHAP", "CTOC"].contains($0.id) }
    if let list = lists.first { frames += try Self.frames(of: list, version) }
    isChanged = true
  }

  /// Frames of chapters, and of the table that has them in order (ID3v2 Chapter Frame Addendum).
  private static func frames(of list: ChapterList, _ version: UInt8) throws(MovieError) -> [ID3Frame] {
    guard list.chapters.count <= 255 else {
      throw MovieError(.unfit, "\(list.chapters.count) chapters are more than ID3's 255")
    }
    func milliseconds(_ time: CMTime) throws(MovieError) -> UInt32 {
      let value = CMTimeConvertScale(time, timescale: 1000, method: .roundHalfAwayFromZero)
      guard value.isNumeric, let number = UInt32(exactly: value.value) else {
        throw MovieError(.unfit, "a chapter is at a time that ID3 cannot hold")
      }
      return number
    }
    var frames: [ID3Frame] = []
    var table: [UInt8] = Array("toc".utf8) + [0, 3, UInt8(list.chapters.count)]
    for (index, chapter) in list.chapters.enumerated() {
      let id = Array("chp\(index)".utf8) + [0]
      let start = try milliseconds(chapter.timeRange.start)
      let next = index + 1 < list.chapters.count ? list.chapters[index + 1].timeRange.start : chapter.timeRange.end
      let end = next.isNumeric ? try milliseconds(next) : start
      let title = MetadataItem(keySpace: .id3, key: .code("TIT2"), value: .text(chapter.title, .utf8))
      let embedded = try ID3TagEncoder(version: version).bytes(of: [ID3Frame([title], version: version)])
      var body = BoxWriter()
      body.append(id)
      body.u32(start)
      body.u32(max(start, end))
      // No places in the file.
      body.u32(.max)
      body.u32(.max)
      body.append(embedded.dropFirst(Int(ID3Header.size)))
      frames.append(ID3Frame(id: "CHAP", body: body.contents))
      table += id
    }
    return frames + [ID3Frame(id: "CTOC", body: table)]
  }

  // MARK: - Writing

  /// Writes the whole file, with the new tag.
  ///
  /// - Throws: `unfit` if the tag or the file is longer than its format allows; what reading and writing throw.
  public func write(to sink: any ByteSink) throws(MovieError) {
    var file = FilePieces()
    guard isChanged else {
      file.append(0..<source.size)
      return try file.write(to: sink, source: source)
    }
    let tag = frames.isEmpty ? [] : try ID3TagEncoder(version: version).bytes(of: frames, padding: padding)
    switch container {
    case .bare:
      file.append(tag)
      appendAllButTags(to: &file)
    case .chunks(let isBigEndian): try appendChunks(tag, isBigEndian, to: &file)
    }
    try file.write(to: sink, source: source)
  }

  /// So that players and other programs find room.
  private var padding: Int { container == .bare ? 1024 : 0 }

  private func appendAllButTags(to file: inout FilePieces) {
    var start: Int64 = 0
    var end = source.size
    if replacesVersion1, location.hasVersion1 { end -= ID3v1.size }
    for tag in location.tags {
      file.append(start..<tag.range.lowerBound)
      start = tag.range.upperBound
    }
    if start < end { file.append(start..<end) }
  }

  /// The other chunks as they are, the tag behind them, and the size of all in the head.
  private func appendChunks(_ tag: [UInt8], _ isBigEndian: Bool, to file: inout FilePieces) throws(MovieError) {
    func number(_ value: UInt32) -> [UInt8] {
      withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
    }
    var kept = FilePieces()
    var offset: Int64 = 12
    while source.size - offset >= 8 {
      let head = try source.bytes(at: offset, count: 8)
      let size = Int64(
        head[4..<8].enumerated().reduce(0 as UInt32) { sum, byte in
          sum | UInt32(byte.element) << UInt32(8 * (isBigEndian ? 3 - byte.offset : byte.offset))
        })
      guard size <= source.size - offset - 8 else {
        throw MovieError(
          .truncated, "a chunk has \(size) bytes; the file has \(source.size - offset - 8) left", offset: offset,
          file: source.name)
      }
      let end = min(source.size, offset + 8 + size + size % 2)
      if replacesVersion1, head.starts(with: "LIST".utf8), size >= 4, size <= MetadataLimit.totalSize,
        var list = RIFFInfo(try source.bytes(at: offset + 8, count: Int(size)))
      {
        list.update(from: metadata.items, to: items)
        kept.append(list.chunk)
      } else if !["ID3 ", "id3 "].contains(where: { head.starts(with: $0.utf8) }) {
        kept.append(offset..<end)
        if offset + 8 + size + size % 2 > source.size { kept.append([0]) }
      }
      offset = end
    }
    if !tag.isEmpty {
      kept.append(Array((isBigEndian ? "ID3 " : "id3 ").utf8) + number(UInt32(tag.count)) + tag)
      if tag.count % 2 == 1 { kept.append([0]) }
    }
    guard let size = UInt32(exactly: kept.size + 4) else {
      throw MovieError(.unfit, "the file would have \(kept.size + 12) bytes, which its headers cannot say")
    }
    file.append(0..<4)
    file.append(number(size))
    file.append(8..<12)
    file.append(kept)
  }
}

extension MetadataItem {
  /// As a new item, in the words of ID3v2.
  fileprivate var withoutSource: MetadataItem {
    var item = self
    item.source = nil
    if let number = value.integer { item.value = .text("\(number)", .latin1) }
    if key == .code("COMM") { item.language = .tag("und") }
    return item
  }
}
