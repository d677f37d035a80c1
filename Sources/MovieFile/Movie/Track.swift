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
  /// Units a second of the movie's timeline.
  public let movieTimescale: Int32
  /// Whether players leave it out when they choose one of its alternate group (QuickTime's `txas`).
  public let isExcludedFromAutoselection: Bool
  /// The sizes of its pictures with and without what the clean aperture cuts off; nil if the file does not say.
  public let apertures: TrackApertures?
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
    apertures = parts.apertures
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
