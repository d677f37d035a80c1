/// The frames of a tag to be written.
struct ID3TagDraft {
  /// The version of new tags.
  static let newVersion: UInt8 = 4

  var version = newVersion
  var frames: [ID3Frame] = []

  /// Converts a tag of version 2 to version 3, which current programs support and which has more frames.
  ///
  /// - Throws: `unsupported` for frames without an equivalent in version 3.
  mutating func leaveVersion2() throws(MovieError) {
    guard version == 2 else { return }
    frames = try frames.map { frame throws(MovieError) in try frame.fromVersion2() }
    version = 3
  }

  /// Adds the frames for items; those of version 2 become frames of version 3.
  ///
  /// - Throws: `notStorable` if ID3 cannot hold an item.
  mutating func add(_ items: [MetadataItem]) throws(MovieError) {
    for group in MetadataEntries.groups(items) {
      let isOld = version == 3 && group.first.flatMap { ID3Frame.id(of: $0.key) }?.utf8.count == 3
      guard isOld else {
        frames += try Self.frames(group, version: version)
        continue
      }
      frames += try Self.frames(group, version: 2).map { frame throws(MovieError) in try frame.fromVersion2() }
    }
  }

  /// Replaces the chapters by one list at most: a frame for each chapter, and a table of contents.
  ///
  /// - Throws: `notStorable` for several lists, or times above 32 bits of milliseconds.
  mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    guard lists.count <= 1 else { throw MovieError(.notStorable, "ID3 has one list of chapters, not \(lists.count)") }
    if !lists.isEmpty { try leaveVersion2() }
    frames.removeAll(where: Self.isOfChapters)
    if let list = lists.first { frames += try Self.frames(of: list, version) }
  }

  /// Adds a frame of another tag of the file, unless a frame here has the same subject.
  ///
  /// - Parameter tag: The tag of the frame, perhaps of another version.
  /// - Throws: `unsupported` if this version cannot express it.
  mutating func merge(_ frame: ID3Frame, of tag: ID3Tag) throws(MovieError) {
    try leaveVersion2()
    let identity = Self.identity(of: frame, tag.version)
    guard !frames.contains(where: { Self.identity(of: $0, version) == identity }) else { return }
    guard tag.version != version else { return frames.append(frame) }
    let items = frame.isOpaque ? nil : Self.items(of: frame, tag.version)
    // Chapter frames are alike in all versions that have them, except for the sizes of embedded frames.
    guard let items, !Self.isOfChapters(frame) else {
      throw MovieError(
        .unsupported,
        "the file has several ID3 tags, and '\(frame.id)' of \(tag.name) cannot become one of ID3v2.\(version)")
    }
    let (translated, left) = MetadataTranslator(.id3).items(items)
    guard left.isEmpty else {
      throw MovieError(.unsupported, "the file has ID3 tags of the versions 2.\(version) and 2.\(tag.version)")
    }
    try add(translated)
  }

  /// The subject of a frame: a tag needs one frame of each.
  private struct Identity: Hashable {
    var id: String
    var attributes: [MetadataAttribute: MetadataAttributeValue] = [:]
    var language: MetadataLanguage?
    var body: [UInt8] = []
  }

  private static func items(of frame: ID3Frame, _ version: UInt8) -> [MetadataItem]? {
    frame.items(source: MetadataSource(container: .id3v2(minor: version), path: "", entry: 0))
  }

  static func isOfChapters(_ frame: ID3Frame) -> Bool { ["CHAP", "CTOC"].contains(frame.id) }

  private static func identity(of frame: ID3Frame, _ version: UInt8) -> Identity {
    guard !frame.isOpaque, !isOfChapters(frame), let item = items(of: frame, version)?.first else {
      return Identity(id: frame.id, body: frame.body)
    }
    let isOne = frame.id.hasPrefix("T") && !frame.id.hasPrefix("TXX")
    let id = item.tag.map { "\($0)" } ?? frame.id
    return isOne ? Identity(id: id) : Identity(id: id, attributes: item.attributes, language: item.language)
  }

  /// Returns the whole tag; empty for a tag without frames.
  ///
  /// - Throws: `notStorable` if it is longer than ID3 allows.
  func bytes(padding: Int = 0) throws(MovieError) -> [UInt8] {
    frames.isEmpty ? [] : try ID3TagEncoder(version: version).bytes(of: frames, padding: padding)
  }

  /// Returns the frames of a version: the recording time is one frame in version 2.4, and several before.
  static func frames(_ group: [MetadataItem], version: UInt8) throws(MovieError) -> [ID3Frame] {
    guard let first = group.first, let text = first.value.text else { return [try ID3Frame(group, version: version)] }
    func frame(_ key: BoxType, _ text: String) throws(MovieError) -> ID3Frame {
      try ID3Frame([MetadataItem(keySpace: .id3, key: .code(key), value: .text(text, .latin1))], version: version)
    }
    let year: BoxType, day: BoxType
    switch (ID3Frame.id(of: first.key), version) {
    case ("TDRC", 3), ("TYER", 3): (year, day) = ("TYER", "TDAT")
    case ("TYE", 2): (year, day) = ("\0TYE", "\0TDA")
    case ("TYER", 4): return [try frame("TDRC", text)]
    default: return [try ID3Frame(group, version: version)]
    }
    guard text.utf8.count >= 4, text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return [try ID3Frame(group, version: version)]
    }
    var frames = [try frame(year, String(text.prefix(4)))]
    let parts = text.prefix(10).split(separator: "-")
    if parts.count == 3, parts[1].utf8.count == 2, parts[2].utf8.count == 2 {
      frames.append(try frame(day, "\(parts[2])\(parts[1])"))
    }
    return frames
  }

  /// Returns the frames of chapters, and of their table of contents (ID3v2 Chapter Frame Addendum).
  private static func frames(of list: ChapterList, _ version: UInt8) throws(MovieError) -> [ID3Frame] {
    guard list.chapters.count <= 255 else {
      throw MovieError(.notStorable, "\(list.chapters.count) chapters are more than ID3's 255")
    }
    func milliseconds(_ time: CMTime) throws(MovieError) -> UInt32 {
      let value = CMTimeConvertScale(time, timescale: 1000, method: .roundHalfAwayFromZero)
      guard value.isNumeric, let number = UInt32(exactly: value.value) else {
        throw MovieError(.notStorable, "a chapter is at a time that ID3 cannot hold")
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
      var about = ID3TagDraft(version: version)
      try about.add([MetadataItem(keySpace: .id3, key: .code("TIT2"), value: .text(chapter.title, .utf8))])
      if let picture = chapter.items.lazy.compactMap(\.value.image).first {
        try about.add([try MetadataTag.artwork.item(picture: picture, in: .id3)])
      }
      var body = BoxWriter()
      body.append(id)
      body.u32(start)
      body.u32(max(start, end))
      // No offsets in the file.
      body.u32(.max)
      body.u32(.max)
      body.append(Array(try about.bytes().dropFirst(Int(ID3Header.size))))
      frames.append(ID3Frame(id: "CHAP", body: body.contents))
      table += id
    }
    return frames + [ID3Frame(id: "CTOC", body: table)]
  }
}
