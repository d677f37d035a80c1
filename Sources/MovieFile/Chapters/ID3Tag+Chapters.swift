extension ID3Tag {
  /// The chapters of the tag: a list for each top-level table of contents, or one of all chapters if there is none.
  public var chapterLists: [ChapterList] {
    var chapters: [String: Chapter] = [:]
    var unlisted: [Chapter] = []
    var tables: [String: ID3ContentsTable] = [:]
    var tops: [String] = []
    for frame in frames where !frame.isOpaque {
      if frame.id == "CHAP", let (id, chapter) = chapter(frame) {
        unlisted.append(chapter)
        if chapters[id] == nil { chapters[id] = chapter }
      } else if frame.id == "CTOC", let table = ID3ContentsTable(frame, tag: self), tables[table.id] == nil {
        tables[table.id] = table
        if table.isTopLevel { tops.append(table.id) }
      }
    }
    if tops.isEmpty {
      guard !unlisted.isEmpty else { return [] }
      let sorted = unlisted.sorted { $0.timeRange.start < $1.timeRange.start }
      return [ChapterList(source: .id3(contents: nil), chapters: sorted)]
    }
    // The limit on chapters, however often tables refer to each other.
    var budget = MetadataLimit.itemCount
    /// Returns the chapters below a table, in its order; one that contains itself is followed once.
    func collect(below id: String, depth: Int, seen: inout Set<String>) -> [Chapter] {
      guard let table = tables[id], depth < 8, seen.insert(id).inserted else { return [] }
      var result: [Chapter] = []
      for child in table.children where budget > 0 {
        budget -= 1
        if let chapter = chapters[child] {
          result.append(chapter)
        } else {
          result += collect(below: child, depth: depth + 1, seen: &seen)
        }
      }
      return result
    }
    return tops.map { top in
      var seen: Set<String> = []
      let found = collect(below: top, depth: 0, seen: &seen)
      return ChapterList(source: .id3(contents: top), title: tables[top]?.title, chapters: found)
    }
  }

  /// Reads an element ID, four numbers, then frames about the chapter (ID3v2 Chapter Frame Addendum, clause 3.1).
  private func chapter(_ frame: ID3Frame) -> (id: String, Chapter)? {
    var fields = ID3FrameFields(frame.body)
    guard let id = fields.string(.latin1), let numbers = fields.take(16) else { return nil }
    func milliseconds(_ index: Int) -> Int64 {
      numbers.dropFirst(4 * index).prefix(4).reduce(0) { $0 << 8 | Int64($1) }
    }
    let (start, end) = (milliseconds(0), max(milliseconds(0), milliseconds(1)))
    let embedded = embeddedItems(Array(fields.rest))
    return (
      id,
      Chapter(
        timeRange: CMTimeRange(
          start: CMTime(value: start, timescale: 1000), duration: CMTime(value: end - start, timescale: 1000)),
        title: embedded.title, items: embedded.items)
    )
  }

  /// Reads the frames inside a frame: the title, and the items of the others.
  fileprivate func embeddedItems(_ bytes: [UInt8]) -> (title: String, items: [MetadataItem]) {
    let source = MemoryByteSource(bytes)
    var reader = ID3FrameReader(
      source, range: 0..<source.size, header: ID3Header(embeddedIn: version), shift: range.lowerBound)
    var title: String?
    var items: [MetadataItem] = []
    do throws(MovieError) {
      while let frame = try reader.next(), items.count < MetadataLimit.textCount {
        let place = MetadataSource(container: .id3v2(minor: version), path: "\(name)/CHAP", entry: items.count)
        let found = frame.items(source: place) ?? []
        if frame.id == "TIT2", title == nil { title = found.first?.value.text } else { items += found }
      }
    } catch {
      // The frames before the damage are kept.
    }
    return (title ?? "", items)
  }
}

/// A CTOC frame (ID3v2 Chapter Frame Addendum, clause 3.2).
private struct ID3ContentsTable {
  let id: String
  let isTopLevel: Bool
  let children: [String]
  let title: String?

  init?(_ frame: ID3Frame, tag: ID3Tag) {
    var fields = ID3FrameFields(frame.body)
    guard let id = fields.string(.latin1), let flags = fields.byte(), let count = fields.byte() else { return nil }
    self.id = id
    isTopLevel = flags & 2 != 0
    var children: [String] = []
    for _ in 0..<count where !fields.rest.isEmpty {
      if let child = fields.string(.latin1) { children.append(child) }
    }
    self.children = children
    let title = tag.embeddedItems(Array(fields.rest)).title
    self.title = title.isEmpty ? nil : title
  }
}
