import CoreMedia
import Foundation
import MovieFile

/// The metadata of a movie and its tracks, by name.
struct TagReport: Encodable {
  struct Tag: Encodable {
    let name: String
    let item: MetadataItem

    private enum CodingKeys: CodingKey { case name, value }

    /// Encodes the fields of `reel probe`, and the value in the form of `--set`.
    func encode(to encoder: any Encoder) throws {
      try ProbeReport.Item(item).encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(item.tagText, forKey: .value)
    }
  }

  struct Track: Encodable {
    let id: UInt32
    let tags: [Tag]
  }

  let file: String
  let tags: [Tag]
  let tracks: [Track]?
  let chapters: [ProbeReport.Chapters]?
  let problems: [String]?
  private let lists: [ChapterList]

  private enum CodingKeys: CodingKey { case file, tags, tracks, chapters, problems }

  /// Reads the metadata of a movie, or of another file with tags.
  init(_ path: String, _ source: any ByteSource) throws(MovieError) {
    if let movie = try Movie.found(in: source) {
      try self.init(path, movie)
    } else if let tags = try FileTags(of: source) {
      self.init(path, tags)
    } else {
      throw MovieError(.notAMovie, "it is no movie, nor another file that has tags", file: path)
    }
  }

  private init(_ path: String, _ tags: FileTags) {
    file = path
    self.tags = Self.tags(tags.metadata.items)
    tracks = nil
    lists = tags.chapterLists
    chapters = lists.map(ProbeReport.Chapters.init).nonEmpty
    problems = tags.metadata.problems.map(\.description).nonEmpty
  }

  private init(_ path: String, _ movie: Movie) throws(MovieError) {
    let metadata = try movie.metadata()
    var problems = movie.problems + metadata.problems
    var tracks: [Track] = []
    for track in movie.tracks {
      let metadata = try movie.metadata(of: track)
      problems += metadata.problems
      if !metadata.items.isEmpty { tracks.append(Track(id: track.id, tags: Self.tags(metadata.items))) }
    }
    do throws(MovieError) {
      lists = try movie.chapterLists()
    } catch {
      if error.isUnreadable { throw error }
      lists = []
      problems.append(error)
    }
    file = path
    tags = Self.tags(metadata.items)
    self.tracks = tracks.nonEmpty
    chapters = lists.map(ProbeReport.Chapters.init).nonEmpty
    self.problems = problems.map(\.description).nonEmpty
  }

  private static func tags(_ items: [MetadataItem]) -> [Tag] {
    items.map { Tag(name: "\(TagKey($0))", item: $0) }
  }

  var text: String {
    var lines = [file] + Self.lines(tags, indent: "  ")
    for track in tracks ?? [] { lines += ["  track \(track.id)"] + Self.lines(track.tags, indent: "    ") }
    for list in lists.withoutCopies {
      let facts = [list.title, list.language].compactMap { $0?.visible }
      lines.append("  chapters" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"))
      for chapter in list.chapters {
        lines.append(
          "    \(chapter.timeRange.start.clockText)  \(chapter.title.visible)"
            + (chapter.picture == nil ? "" : "  (picture)"))
      }
    }
    lines += (problems ?? []).map { "  problem: \($0.visible)" }
    return lines.joined(separator: "\n")
  }

  private static func lines(_ tags: [Tag], indent: String) -> [String] {
    // If a tag is in two places, the key spaces distinguish them.
    let places = Dictionary(grouping: tags) { $0.name }.mapValues { Set($0.map(\.item.keySpace)).count }
    let names = tags.map { tag -> String in
      let item = tag.item
      let key = places[tag.name, default: 1] > 1 ? "\(item.keySpace.rawValue) \(item.key)" : nil
      let facts = [key, item.language?.identifier.flatMap { $0 == "und" ? nil : $0 }, item.country].compactMap {
        $0?.visible
      }
      return tag.name.visible + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
    }
    let width = min(names.map(\.count).max() ?? 0, 40)
    return zip(tags, names).map { tag, name in
      indent + name.padding(toLength: max(width, name.count), withPad: " ", startingAt: 0) + "  "
        + ((tag.item.tag?.form == .flag ? tag.item.tagText : nil) ?? tag.item.valueText)
    }
  }
}
