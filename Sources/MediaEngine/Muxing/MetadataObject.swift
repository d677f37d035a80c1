internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// A metadata item of a file on its way to a muxer: one JSON object in each buffer.
///
///     {"name":"title","value":"Größe"}
///     {"key":"udta:©nam","language":"fr","movie":"mov","name":"title","value":"Grandeur"}
///     {"name":"artwork","picture":"…base64…"}
///     {"chapter":"One","language":"en"}
///
/// Names and values are those of `reel tags`, and sufficient. The other fields allow writing the item unchanged. A
/// chapter is at the time of its buffer; other items apply to the whole file.
struct MetadataObject: Codable, Hashable, Sendable {
  var name: String?
  var value: String?
  /// The bytes of an image file: of artwork, or of a chapter.
  var picture: Data?
  var chapter: String?
  /// The language of a value, or of a chapter's name: a BCP 47 tag or three letters of ISO 639-2.
  var language: String?
  /// The language code of the classic Mac OS, if the file has it.
  var macintoshLanguage: UInt16?
  var country: String?
  /// The item's key in the file: `udta:©nam`.
  var key: String?
  /// The file's movie format, if it is a movie.
  var movie: MovieFormat?
  /// The bytes of the value and their form, if the value is not complete.
  var form: String?
  var data: Data?
  /// The data type in QuickTime's table of types, in the same case.
  var type: UInt32?
  var attributes: [String: MetadataAttributeValue]?

  /// The caps of a stream of these objects.
  static let caps = metadataCaps + ",about=(string)asset"

  /// Creates an object; nil for data whose key cannot be written as text.
  init?(_ item: MetadataItem, of movie: MovieFormat?) {
    let name = TagKey(item)
    self.name = "\(name)"
    self.movie = movie
    value = item.tagText
    picture = item.value.image.map { Data($0) }
    language = item.language?.identifier
    if case .macintosh(let code)? = item.language { macintoshLanguage = code }
    country = item.country
    let own = TagKey.raw(item.keySpace, item.key)
    guard TagKey("\(own)") == own else {
      if value == nil, picture == nil { return nil }
      return
    }
    if name != own { key = "\(own)" }
    if !item.attributes.isEmpty {
      attributes = Dictionary(uniqueKeysWithValues: item.attributes.map { ($0.key.rawValue, $0.value) })
    }
    let plain = self.item(in: nil)
    if plain?.value != item.value {
      form = item.value.form
      if item.value.image == nil { data = Data(item.value.bytes) }
    }
    if plain?.dataType != item.dataType { type = item.dataType }
  }

  init(_ chapter: Chapter, language: String?) {
    (self.chapter, self.language) = (chapter.title, language)
    picture = chapter.items.lazy.compactMap(\.value.image).first.map { Data($0) }
  }

  /// Returns the item, under its own key or under that of another format; nil if there is none for it.
  func item(in destination: MetadataDestination?) -> MetadataItem? {
    guard let name = key ?? name, let tagKey = TagKey(parameterName: name) else { return nil }
    let place: MetadataKeySpace? =
      switch tagKey {
      case .raw(let keySpace, _): keySpace
      case .tag(let tag): destination?.keySpace(for: tag)
      }
    guard let place else { return nil }
    var item: MetadataItem
    let stored = form.flatMap { form in (data ?? picture).flatMap { MetadataValue(form: form, bytes: [UInt8]($0)) } }
    if let stored, case .raw(let keySpace, let key) = tagKey {
      item = MetadataItem(keySpace: keySpace, key: key, value: stored)
    } else {
      guard let value = tagValue, let made = try? MetadataItem(tagKey, saying: value, in: place) else { return nil }
      item = made
    }
    let spoken = macintoshLanguage.map { .macintosh($0) } ?? language.map { MetadataLanguage.tag($0) }
    if case .raw = tagKey {
      item.language = spoken ?? (movie == nil ? item.language : nil)
    } else if item.language != nil || place == .quickTimeMetadata {
      // The place is another one: not all have languages.
      item.language = spoken ?? item.language
    }
    item.country = country
    if let type { item.dataType = type }
    for (name, value) in attributes ?? [:] {
      if let name = MetadataAttribute(rawValue: name) { item.attributes[name] = value }
    }
    return item
  }

  /// - Throws: `MovieError` with `notStorable` for other objects.
  init(_ buffer: Buffer) throws {
    let object = try? buffer.withUnsafeBytes { try JSONDecoder().decode(Self.self, from: Data($0)) }
    guard let object, object.chapter != nil || object.name != nil && (object.tagValue != nil || object.data != nil)
    else {
      throw MovieError(
        .notStorable, "what is said of a file is an object with 'name' and 'value' or 'picture', or one with 'chapter'")
    }
    self = object
  }

  /// The value for tag editors.
  var tagValue: TagValue? { picture.map { .picture([UInt8]($0)) } ?? value.map { .text($0) } }

  func packet(at range: CMTimeRange?) throws -> DataPacket {
    DataPacket(try json(), at: range?.start ?? .zero, duration: range?.duration ?? .invalid)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}

extension NodeBin {
  /// Adds a source of a file's metadata, if its output is linked; an empty one without a file.
  ///
  /// - Parameter range: The part of the file that is read: chapters are those in it, at their times in it.
  func exposeMetadata(of file: MediaFile?, in range: CMTimeRange = .wholeTimeline) throws {
    guard let key = outputs.first(where: { $0.port == "metadata" }) else { return }
    let source = try addMetadataSource(of: file, in: range)
    try exposeOutput(source.pad("src"), as: key)
  }

  /// Adds a source of a file's metadata; an empty one without a file.
  func addMetadataSource(of file: MediaFile?, in range: CMTimeRange) throws -> Element {
    let pending = Mutex<[DataPacket]?>(nil)
    let source = try ClosureElements.dataSource(caps: MetadataObject.caps) {
      let read = try pending.withLock { $0 } ?? (file.map { try Self.packets(of: $0, in: range) } ?? [])
      pending.withLock { $0 = Array(read.dropFirst()) }
      return read.first
    }
    try adopt(source, factory: "swift")
    // It starts with the run, like the tracks.
    hold(source)
    return source
  }

  private static func packets(of file: MediaFile, in range: CMTimeRange) throws -> [DataPacket] {
    let movie = try file.movieFormat()
    return try file.wholeMetadata().compactMap { try MetadataObject($0, of: movie)?.packet(at: nil) }
      + DataPacket.chapters(of: file, in: range)
  }
}

extension ChapterList {
  /// Returns the chapters that are seen in a part of a file, at their times in it.
  func part(_ range: CMTimeRange) -> ChapterList {
    guard range != .wholeTimeline else { return self }
    var list = self
    list.chapters = chapters.enumerated().compactMap { index, chapter in
      // Some files say only when chapters begin.
      let next = chapters.indices.contains(index + 1) ? chapters[index + 1].timeRange.start : .positiveInfinity
      let own = chapter.timeRange
      let end = min(own.duration.isNumeric && own.duration > .zero ? own.end : next, range.end)
      let start = max(own.start, range.start)
      guard start < end else { return nil }
      var part = chapter
      part.timeRange = CMTimeRange(
        start: start - range.start, duration: end.isNumeric ? end - start : own.duration)
      return part
    }
    return list
  }
}
