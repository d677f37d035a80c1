internal import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// The metadata of a file to write.
struct MuxerMetadata: Sendable {
  let format: WritableFormat
  /// The items, with the format's keys.
  private(set) var items: [MetadataItem] = []
  /// The chapters, at the times of the file.
  private(set) var chapters: [ChapterList] = []
  /// The names of items that the format cannot hold.
  private(set) var left: [String] = []
  /// The keys whose values take precedence over those of streams.
  private var given: Set<TagKey> = []
  private let isFragmented: Bool

  /// - Parameters:
  ///   - texts: Values by name or key, as for `reel tags --set`; they take precedence over those of the source.
  ///   - source: A file whose metadata are copied, with the format's keys; items without one are left out. Of a pipe,
  ///     which can only be read once, there are none.
  ///   - chapterSource: A file whose chapters are copied, likewise.
  ///   - isRun: False for a check, which reads no remote files.
  /// - Throws: `Diagnostic` for an unknown name, a value that the format cannot hold, a source that cannot be read.
  init(
    _ texts: TextMap, from source: Location?, chapters chapterSource: Location?, in format: WritableFormat,
    isFragmented: Bool, at range: SourceRange?, isRun: Bool = true
  ) throws(Diagnostic) {
    (self.format, self.isFragmented) = (format, isFragmented)
    if let source, isRun || source.path != nil {
      let found = try Self.read("metadata", of: source, at: range) { file in
        (items: try file.wholeMetadata(), movie: try file.movieFormat())
      }
      if let found { items = translated(found.items, of: found.movie) }
    }
    if let chapterSource, isRun || chapterSource.path != nil {
      let found = try Self.read("chapters", of: chapterSource, at: range) { try $0.wholeChapters() } ?? []
      if isFragmented, format == .movie(.mov), !found.isEmpty {
        throw Diagnostic(
          "the chapters of '\(chapterSource.text)' cannot be written", at: range,
          cause: "QuickTime files in fragments have no chapters", help: "leave out fragment, or use mux.mp4")
      }
      take(chapters: found)
    }
    guard let destination = MetadataDestination(format) else { return }
    var tags = TagEditor(items, in: destination)
    for (name, value) in texts.entries {
      guard let key = TagKey(parameterName: name) else {
        let names = MetadataTag.allCases.map(\.rawValue)
        let near = Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'? " } ?? ""
        throw Diagnostic(
          "there is no metadata '\(name)'", at: range, notes: ["names are \(names.joined(separator: ", "))"],
          help: near + "a file's own keys are written as \"ilst:©nam\", \"mdta:com.example.key\" or \"udta:©nam\"")
      }
      given.insert(key)
      do throws(MovieError) {
        try tags.set(key, to: [.text(value)])
      } catch {
        throw Diagnostic("'\(name)' cannot be '\(value)'", at: range, cause: error.message, underlying: error)
      }
    }
    items = tags.items
    do throws(MovieError) {
      switch format {
      case .movie: _ = try boxes(before: nil)
      case .audio(let format): _ = try format.tags(saying: items, chapters: chapters)
      case .matroska: break
      }
    } catch {
      throw Diagnostic("the metadata cannot be written", at: range, cause: error.message, underlying: error)
    }
  }

  /// Returns another file's items with this format's keys.
  ///
  /// - Parameter movie: The format of that file, if it is a movie: the same format has the same keys.
  private mutating func translated(_ found: [MetadataItem], of movie: MovieFormat?) -> [MetadataItem] {
    let found = found.filter { item in !MetadataItem.keysOfTheFileItself.contains { item.key == .name($0) } }
    var prefersOwnKeys = true
    if let movie, case .movie(let format) = format { prefersOwnKeys = !format.laysOutMetadata(like: movie) }
    let translator = MetadataDestination(format).map { MetadataTranslator($0, prefersOwnKeys: prefersOwnKeys) }
    let (translated, left) = translator?.items(found) ?? ([], found)
    self.left += left.filter { !$0.isOfTheFileItself }.map(\.nameOfTag)
    return translated.map { item in
      // The places of items in that file do not apply to this one.
      var item = item
      item.source = nil
      return item
    }
  }

  private mutating func take(chapters lists: [ChapterList]) {
    guard !lists.isEmpty else { return }
    if format.hasChapters, !isFragmented || format != .movie(.mov) { chapters = lists } else { left.append("chapters") }
  }

  /// Adds the items of a stream, which replace those of another file, but not those of the description; items that the
  /// format cannot hold are left out.
  mutating func add(_ objects: [MetadataObject]) {
    let objects = objects.filter { $0.chapter == nil && !$0.isOfTheFileItself }
    var kinds: [MovieFormat?] = []
    for object in objects where !kinds.contains(object.movie) { kinds.append(object.movie) }
    var new: [MetadataItem] = []
    for kind in kinds {
      let found = objects.filter { $0.movie == kind }.map {
        (object: $0, item: $0.item(in: MetadataDestination(format)))
      }
      left += found.filter { $0.item == nil }.compactMap(\.object.name).filter { $0 != "\(MetadataTag.software)" }
      let items = found.compactMap(\.item).filter { item in !given.contains { $0.matches(item) } }
      new += translated(items, of: kind)
    }
    let keys = Set(new.map { TagKey($0) })
    items.removeAll { keys.contains(TagKey($0)) }
    items += new
  }

  /// Adds the chapters of a stream, a list for each language.
  mutating func add(chapters: [(object: MetadataObject, timeRange: CMTimeRange)]) {
    var lists: [ChapterList] = []
    for (object, timeRange) in chapters {
      var chapter = Chapter(timeRange: timeRange, title: object.chapter ?? "")
      if let picture = object.picture.map({ [UInt8]($0) }), let format = MetadataImageFormat(signatureOf: picture) {
        chapter.items = [MetadataItem(keySpace: .iTunes, key: .name("artwork"), value: .image(format, picture))]
      }
      if let place = lists.firstIndex(where: { $0.language == object.language }) {
        lists[place].chapters.append(chapter)
      } else {
        lists.append(ChapterList(source: .nero, language: object.language, chapters: [chapter]))
      }
    }
    take(chapters: lists)
  }

  /// Returns notes for the user: the items that a file does not have.
  ///
  /// - Parameters:
  ///   - file: The file's name in the notes.
  ///   - kind: The name of the format in the notes; nil for its own.
  func notes(_ file: String, kind: String? = nil) -> [String] {
    if left.isEmpty { return [] }
    return ["\(kind ?? format.name) files get no such tags, and the \(file) is without: \(Self.list(left))"]
  }

  /// Returns the names for a note, the first of many.
  static func list(_ names: [String]) -> String {
    // Names come from files: control characters would reach the terminal.
    let shown = names.prefix(8).map { name in
      let scalars = name.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{fffd}" : $0 }
      return String(String.UnicodeScalarView(scalars))
    }
    return shown.joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
  }

  /// Returns the names of all that a file says about itself.
  static func names(of file: MediaFile) throws -> (tags: [String], hasChapters: Bool) {
    let metadata = try file.metadata()
    let items = try file.movieFormat() != nil ? metadata.items : metadata.itemsByPrecedence
    return (
      items.filter { !$0.isOfTheFileItself }.map(\.nameOfTag), try file.chapterLists().contains { !$0.chapters.isEmpty }
    )
  }

  /// Returns the movie's metadata boxes, with Nero's list of chapters except for QuickTime files.
  ///
  /// - Parameter end: The end of the movie; nil if unknown, as at the beginning of fragments.
  /// - Throws: `notStorable` if an item does not fit into its box.
  func boxes(before end: CMTime?) throws(MovieError) -> [RawBox] {
    guard case .movie(let format) = format else { return [] }
    let list = end.map { end in chapters.first?.before(end) } ?? chapters.first
    return try MetadataEncoder(format).boxes(items, chapters: format == .mov ? nil : list?.forNero)
  }

  /// Adds the metadata to a file that is complete except for its headers.
  ///
  /// - Parameter tracks: The video and audio tracks, by the writer's numbers.
  func finish(_ writer: any MediaWriter, tracks: [Int], end: CMTime) throws(MovieError) {
    let lists = chapters(before: end)
    if let audio = writer as? AudioFileWriter {
      try audio.setMetadata(items, chapters: lists.map { $0.ending(at: end) })
    }
    if let matroska = writer as? MatroskaWriter {
      matroska.setMetadata(items, chapters: lists.map { $0.ending(at: end) })
    }
    // The headers of fragments were written before the end of the last chapter was known.
    guard let movie = writer as? MovieWriter, !movie.layout.isFragmented else { return }
    let boxes = try boxes(before: end)
    movie.updateMovie { $0.boxes = boxes }
    if !lists.isEmpty { try movie.addChapters(lists, ofTracks: tracks, end: end) }
  }

  /// Returns the chapters that begin before the end of a file.
  func chapters(before end: CMTime) -> [ChapterList] {
    chapters.map { $0.before(end) }.filter { !$0.chapters.isEmpty }
  }

  /// The bytes that a file has at most for them.
  var byteCount: Int64 {
    let boxes = ((try? boxes(before: nil)) ?? []).reduce(0) { $0 + $1.payload.count + 8 }
    let items = items.reduce(0) { $0 + $1.value.bytes.count + 64 }
    // Nero's list, a text track with its tables, and pictures in another.
    let texts = chapters.flatMap(\.chapters).reduce(0) { sum, chapter in
      sum + 3 * chapter.title.utf8.count + 128 + chapter.items.reduce(0) { $0 + $1.value.bytes.count }
    }
    return Int64(max(boxes, items) + texts)
  }

  /// Leaves what is in a part of the file whose chapters these are, at its times in the part.
  mutating func limit(to range: CMTimeRange) { chapters = chapters.map { $0.part(range) } }

  /// The title, as far as it is known.
  var title: String? { items.first { $0.tag == .title }?.tagText }

  /// Reads a file's value; nil for a pipe.
  private static func read<Value>(
    _ what: String, of location: Location, at range: SourceRange?, _ body: (MediaFile) throws -> Value
  ) throws(Diagnostic) -> Value? {
    func problem(_ cause: String) -> Diagnostic {
      Diagnostic("cannot read the \(what) of '\(location.text)'", kind: .input, at: range, cause: cause)
    }
    if let found = InputFile.problem(location, at: range) { throw problem(found.cause ?? found.message) }
    if let path = location.path, !InputFile.isRegular(path) { return nil }
    guard let url = location.path.map({ URL(fileURLWithPath: $0) }) ?? URL(string: location.text) else {
      throw problem("it is no URL")
    }
    do {
      return try body(MediaFile(url))
    } catch let error as MovieError {
      throw problem(error.message)
    } catch {
      throw problem("\(error)")
    }
  }
}

extension ChapterList {
  /// The list as Nero's; nil if it would be truncated.
  fileprivate var forNero: ChapterList? { chapters.count <= 255 && !chapters.isEmpty ? self : nil }

  /// Returns the chapters that begin before the end of a movie.
  fileprivate func before(_ end: CMTime) -> ChapterList {
    var list = self
    list.chapters.removeAll { $0.timeRange.start >= end }
    return list
  }

  /// Returns the list with a limited last chapter.
  fileprivate func ending(at end: CMTime) -> ChapterList {
    var list = self
    guard let last = list.chapters.indices.last else { return list }
    let range = list.chapters[last].timeRange
    if !range.end.isNumeric || range.end > end || range.duration == .zero {
      list.chapters[last].timeRange = CMTimeRange(start: range.start, end: end)
    }
    return list
  }
}

extension WritableFormat {
  /// True if files of this format have chapters.
  fileprivate var hasChapters: Bool {
    switch self {
    case .movie(let format): format != .threeGP
    case .audio(let format): format.hasChapters
    case .matroska: true
    }
  }
}

extension MetadataObject {
  /// True for items about the file itself, as `MetadataItem` knows them.
  fileprivate var isOfTheFileItself: Bool {
    MetadataItem.keysOfTheFileItself.contains { name?.hasSuffix(":\($0)") ?? false }
  }
}

extension MetadataItem {
  /// True for items about the file itself, which do not apply to a copy: the writing program, and ffmpeg's copies of
  /// movie brands in Matroska files.
  fileprivate var isOfTheFileItself: Bool {
    tag == .software || Self.keysOfTheFileItself.contains { key == .name($0) }
  }

  /// The name of the tag in notes, with the description that tells user-defined tags apart, or the name of an attached file.
  fileprivate var nameOfTag: String {
    let descriptions = [MetadataAttribute.description, .fileName].compactMap { attributes[$0]?.description }
    guard let description = descriptions.first(where: { !$0.isEmpty }) else { return "\(TagKey(self))" }
    return "\(TagKey(self)) (\(description.prefix(40)))"
  }

  fileprivate static let keysOfTheFileItself = [
    "WritingApp", "MuxingApp", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
  ]
}

extension TagKey {
  /// Parses a name of descriptions and `reel tags`.
  init?(parameterName name: String) {
    guard let key = TagKey(name) ?? MetadataTag(parameterName: name).map({ .tag($0) }) else { return nil }
    self = key
  }
}

extension MetadataTag {
  /// Parses a tag's name in descriptions: `album_artist`.
  fileprivate init?(parameterName name: String) {
    guard name.contains("_") else { return nil }
    let words = name.split(separator: "_").map(String.init)
    self.init(rawValue: words[0] + words.dropFirst().map(\.capitalized).joined())
  }
}
