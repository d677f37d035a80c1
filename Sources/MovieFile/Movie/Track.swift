import Foundation
import Synchronization

/// A track of a movie: one kind of media with its samples, and how it is to be shown.
public final class Track: Sendable {
  public let header: TrackHeader
  public let mediaHeader: MediaHeader
  /// The kind of the media, such as `vide`, `soun`, `text`, `tmcd` (ISO/IEC 14496-12, clause 8.4.3, 'hdlr').
  public let handlerType: BoxType
  /// What the writer called the handler.
  public let handlerName: String
  /// What of the media is shown when; nil without an edit list: all of it, from 0 on.
  public let edits: [Edit]?
  /// Other tracks that belong to this one.
  public let references: [TrackReference]
  /// Where samples are; sample descriptions point here.
  public let dataReferences: [DataReference]
  /// What the samples are; each sample says which description is its own.
  public let sampleDescriptions: [SampleDescription]
  /// The language as a BCP 47 tag, if the file has one ('elng').
  public let extendedLanguageTag: String?
  /// Whether players should not choose the track by themselves (QuickTime's 'txas').
  public let isExcludedFromAutoselection: Bool
  /// Units a second of the movie's timeline.
  public let movieTimescale: Int32
  /// Whether players leave it out when they choose one of its alternate group (QuickTime's `txas`).
  public let isExcludedFromAutoselection: Bool
  /// The 'trak' box.
  public let box: Box

  /// Whether samples are, or may be, in fragments.
  public let isFragmented: Bool

  private let fileName: String?
  private let layout: Result<TrackLayout, MovieError>
  private let table = Mutex<Result<SampleTable, MovieError>?>(nil)
  private let formats = Mutex<[CMFormatDescription]?>(nil)

  /// Identifies the track in its movie; never 0 in a good file.
  public var id: UInt32 { header.trackID }
  /// Units a second of the media's timeline.
  public var timescale: Int32 { mediaHeader.timescale }

  init(_ parts: TrackParts, fileName: String?, layout: Result<TrackLayout, MovieError>) {
    header = parts.header
    mediaHeader = parts.mediaHeader
    handlerType = parts.handlerType
    handlerName = parts.handlerName
    edits = parts.edits
    references = parts.references
    dataReferences = parts.dataReferences
    sampleDescriptions = parts.sampleDescriptions
    extendedLanguageTag = parts.extendedLanguageTag
    isExcludedFromAutoselection = parts.isExcludedFromAutoselection
    movieTimescale = parts.movieTimescale
    box = parts.box
    self.fileName = fileName
    self.layout = layout
    isFragmented = parts.isFragmented
  }

  /// The descriptions of all samples, in the order of `sampleDescriptions`.
  public func formatDescriptions() throws(MovieError) -> [CMFormatDescription] {
    if let known = formats.withLock({ $0 }) { return known }
    var made: [CMFormatDescription] = []
    for description in sampleDescriptions { made.append(try description.formatDescription()) }
    formats.withLock { $0 = made }
    return made
  }

  /// All samples of the track.
  ///
  /// The first call walks the track's tables, or all fragments of a fragmented movie, and takes milliseconds an hour of
  /// video.
  /// - Throws: What is wrong with the tables; the same at each call, but for errors of reading.
  public func samples() throws(MovieError) -> SampleTable {
    if let known = table.withLock({ $0 }) { return try known.get() }
    do throws(MovieError) {
      let made = try SampleTable(layout.get())
      // Whoever was first: both say the same.
      return try table.withLock { known in
        if known == nil { known = .success(made) }
        return known ?? .success(made)
      }.get()
    } catch {
      var error = error
      error.file = error.file ?? fileName
      if error.code != .unreadable { table.withLock { $0 = .failure(error) } }
      throw error
    }
  }
}

/// What the boxes of a track say, before there is a track.
struct TrackParts {
  let box: Box
  let movieTimescale: Int32
  let isQuickTime: Bool
  let isFragmented: Bool
  let header: TrackHeader
  var mediaHeader: MediaHeader
  var handlerType: BoxType = "\0\0\0\0"
  var handlerName = ""
  var edits: [Edit]?
  var references: [TrackReference] = []
  var dataReferences: [DataReference] = []
  var sampleDescriptions: [SampleDescription] = []
  var extendedLanguageTag: String?
  var isExcludedFromAutoselection = false
  var sampleTable: Box?

  /// - Throws: `malformed` if the track lacks one of its headers.
  init(
    _ trak: Box, movieTimescale: Int32, isQuickTime: Bool, isFragmented: Bool, window: ByteWindow
  ) throws(MovieError) {
    box = trak
    self.movieTimescale = movieTimescale
    self.isQuickTime = isQuickTime
    self.isFragmented = isFragmented
    var header: TrackHeader?
    var media: Box?
    var children = BoxSequence(in: trak, window: window)
    while let child = try children.next() {
      switch child.type {
      case "tkhd": header = try TrackHeader(child, window: window)
      case "mdia": media = child
      case "edts": edits = try Edit.list(in: child, window: window)
      case "txas": isExcludedFromAutoselection = true
      case "tref": references = try TrackReference.list(in: child, window: window)
      default: break
      }
    }
    guard let header else { throw .malformed("the track has no 'tkhd'", in: trak) }
    guard let media else { throw .malformed("the track has no 'mdia'", in: trak) }
    self.header = header
    var boxes = BoxSequence(in: media, window: window)
    guard let mdhd = try boxes.first("mdhd") else { throw .malformed("the track has no 'mdhd'", in: media) }
    mediaHeader = try MediaHeader(mdhd, window: window)
    try readMedia(media, window)
  }

  private mutating func readMedia(_ media: Box, _ window: ByteWindow) throws(MovieError) {
    var boxes = BoxSequence(in: media, window: window)
    while let child = try boxes.next() {
      switch child.type {
      case "hdlr": (handlerType, handlerName) = try Self.handler(child, window)
      case "elng":
        var reader = PayloadReader(child, window: window)
        _ = try reader.versionAndFlags()
        let bytes = try reader.rest(limit: 1024).prefix { $0 != 0 }
        extendedLanguageTag = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      case "minf": try readInformation(child, window)
      default: break
      }
    }
    guard let sampleTable else { return }
    var tables = BoxSequence(in: sampleTable, window: window)
    if let stsd = try tables.first("stsd") {
      sampleDescriptions = try SampleDescription.list(
        in: stsd, handlerType: handlerType, isQuickTime: isQuickTime, window: window)
    }
  }

  private mutating func readInformation(_ minf: Box, _ window: ByteWindow) throws(MovieError) {
    var boxes = BoxSequence(in: minf, window: window)
    while let child = try boxes.next() {
      switch child.type {
      case "dinf": dataReferences = try DataReference.list(in: child, window: window)
      case "stbl": sampleTable = child
      default: break
      }
    }
  }

  /// Type and name; QuickTime's names begin with their length, ISO's end with a zero.
  private static func handler(_ box: Box, _ window: ByteWindow) throws(MovieError) -> (BoxType, String) {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let component = try reader.boxType()
    let type = try reader.boxType()
    try reader.skip(min(12, reader.remaining))
    var name = try reader.bytes(Int(min(reader.remaining, 1024)))[...]
    if component != "\0\0\0\0", let length = name.first, Int(length) == name.count - 1 || length < 32 {
      name = name.dropFirst().prefix(Int(length))
    }
    return (type, String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
  }
}
