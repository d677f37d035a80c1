import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Synchronization

/// One thing that a file says about itself, on its way from a file to a muxer: an object of JSON a buffer.
///
///     {"name":"title","value":"Größe"}
///     {"name":"artwork","picture":"…base64…"}
///     {"chapter":"One","language":"en"}
///
/// Names and values are those of `reel tags`. A chapter is at the time of its buffer; all else is said of the whole.
struct MetadataObject: Codable, Hashable, Sendable {
  var name: String?
  var value: String?
  /// The bytes of a picture's file: of artwork, or what a chapter shows.
  var picture: Data?
  var chapter: String?
  /// The language of a chapter's name, a tag of BCP 47 or three letters of ISO 639-2.
  var language: String?

  /// The format of a stream of these.
  static let caps = metadataCaps + ",about=(string)asset"

  /// Nil for what has no words, such as data that nobody knows.
  init?(_ item: MetadataItem) {
    name = "\(TagKey(item))"
    value = item.tagText
    picture = item.value.image.map { Data($0) }
    if value == nil, picture == nil { return nil }
  }

  init(_ chapter: Chapter, language: String?) {
    (self.chapter, self.language) = (chapter.title, language)
    picture = chapter.items.lazy.compactMap(\.value.image).first.map { Data($0) }
  }

  /// - Throws: `MovieError` with `unfit` for objects of another kind.
  init(_ buffer: Buffer) throws {
    let object = try? buffer.withUnsafeBytes { try JSONDecoder().decode(Self.self, from: Data($0)) }
    guard let object, object.chapter != nil || object.name != nil && object.tagValue != nil else {
      throw MovieError(
        .unfit, "what is said of a file is an object with 'name' and 'value' or 'picture', or one with 'chapter'")
    }
    self = object
  }

  /// As editors of tags take it.
  var tagValue: TagValue? { picture.map { .picture([UInt8]($0)) } ?? value.map { .text($0) } }

  func packet(at range: CMTimeRange?) throws -> DataPacket {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return DataPacket(
      try encoder.encode(self), at: range?.start ?? .zero, duration: range?.duration ?? .invalid)
  }
}

extension NodeBin {
  /// Puts in a source of what a file says about itself, if anybody reads that. Of a pipe, whose bytes come only once, it is nothing.
  func exposeMetadata(of url: Location) throws {
    guard let key = outputs.first(where: { $0.port == "metadata" }) else { return }
    let pending = Mutex<[DataPacket]?>(nil)
    let source = try ClosureElements.dataSource(caps: MetadataObject.caps) {
      let read = try pending.withLock { $0 } ?? Self.packets(of: url)
      pending.withLock { $0 = Array(read.dropFirst()) }
      return read.first
    }
    try adopt(source, factory: "swift")
    // It starts with the run, as the tracks do.
    hold(source)
    try exposeOutput(source.pad("src"), as: key)
  }

  private static func packets(of url: Location) throws -> [DataPacket] {
    if let path = url.path, !InputFile.isRegular(path) { return [] }
    let file = MediaFile(url: url)
    var packets = try file.wholeMetadata().compactMap { try MetadataObject($0)?.packet(at: nil) }
    for list in try file.wholeChapters() {
      packets += try list.chapters.map { chapter in
        try MetadataObject(chapter, language: list.language).packet(at: chapter.timeRange)
      }
    }
    return packets
  }
}
