/// A chapter of a Matroska file, with names in several languages (RFC 9559, section 5.1.7.1.4).
struct MatroskaChapter {
  var start: CMTime
  var end: CMTime?
  /// The languages and names.
  var names: [(language: String?, text: String)] = []

  /// Returns the chapters of an edition by time, including nested ones, except hidden or disabled ones.
  static func list(
    in parent: EBMLElement, _ values: EBMLValues, depth: Int = 0
  ) throws(MovieError) -> [MatroskaChapter] {
    guard depth < 8 else { return [] }
    var result: [MatroskaChapter] = []
    for atom in try values.children(of: parent) where atom.id == 0xb6 && result.count < MetadataLimit.itemCount {
      var chapter = MatroskaChapter(start: .invalid)
      var isShown = true
      for field in try values.children(of: atom) {
        switch field.id {
        case 0x91: chapter.start = try time(field, values) ?? .invalid
        case 0x92: chapter.end = try time(field, values)
        case 0x98: if let flag = try values.unsigned(field), flag != 0 { isShown = false }
        case 0x4598: if try values.unsigned(field) == 0 { isShown = false }
        case 0x80: chapter.names += try names(in: field, values)
        default: break
        }
      }
      guard isShown, chapter.start.isNumeric else { continue }
      result.append(chapter)
      result += try list(in: atom, values, depth: depth + 1)
    }
    return depth == 0 ? result.sorted { $0.start < $1.start } : result
  }

  private static func time(_ field: EBMLElement, _ values: EBMLValues) throws(MovieError) -> CMTime? {
    try values.unsigned(field).flatMap { Int64(exactly: $0) }.map { CMTime(value: $0, timescale: 1_000_000_000) }
  }

  private static func names(
    in display: EBMLElement, _ values: EBMLValues
  ) throws(MovieError) -> [(language: String?, text: String)] {
    var text: String?
    var (languages, tags): ([String], [String]) = ([], [])
    for field in try values.children(of: display) {
      switch field.id {
      case 0x85: text = try values.text(field)
      case 0x437c: if let language = try values.text(field) { languages.append(language) }
      case 0x437d: if let tag = try values.text(field) { tags.append(tag) }
      default: break
      }
    }
    guard let text else { return [] }
    // English by default.
    let all = !tags.isEmpty ? tags : languages.isEmpty ? ["eng"] : languages
    return all.map { ($0 == "und" ? nil : $0, text) }
  }

  /// Returns a list for each language in which a chapter has a name.
  static func chapterLists(_ chapters: [MatroskaChapter], edition: Int, until end: CMTime?) -> [ChapterList] {
    guard !chapters.isEmpty else { return [] }
    var languages: [String?] = []
    for name in chapters.flatMap(\.names) where !languages.contains(name.language) && languages.count < 64 {
      languages.append(name.language)
    }
    return (languages.isEmpty ? [nil] : languages).map { language in
      let list = chapters.enumerated().map { index, chapter in
        let next = index + 1 < chapters.count ? chapters[index + 1].start : end ?? chapter.start
        let name = chapter.names.first { $0.language == language } ?? chapter.names.first
        return Chapter(
          timeRange: CMTimeRange(start: chapter.start, end: max(chapter.end ?? next, chapter.start)),
          title: name?.text ?? "")
      }
      return ChapterList(source: .matroska(edition: edition), language: language, chapters: list)
    }
  }
}
