import Foundation
import Synchronization

/// A track of a movie: media of one kind with its samples, and its presentation.
public final class Track: Sendable {
  public let header: TrackHeader
  public let mediaHeader: MediaHeader
  /// The kind of the media, such as `vide`, `soun`, `text`, `tmcd` (ISO/IEC 14496-12, clause 8.4.3, 'hdlr').
  public let handlerType: BoxType
  /// The name of the handler.
  public let handlerName: String
  /// The edit list; nil without one, which shows all media from 0 on.
  public let edits: [Edit]?
  /// References to other tracks.
  public let references: [TrackReference]
  /// The locations of samples, which sample descriptions refer to.
  public let dataReferences: [DataReference]
  /// The descriptions of samples; each sample refers to one.
  public let sampleDescriptions: [SampleDescription]
  /// The language as a BCP 47 tag, if the file names one ('elng').
  public let extendedLanguageTag: String?
  /// The units per second of the movie's timeline.
  public let movieTimescale: Int32
  /// True if players ignore it when they select a track of its alternate group (QuickTime's `txas`).
  public let isExcludedFromAutoselection: Bool
  /// The frame sizes with and without the clean aperture; nil if the file does not state them.
  public let apertures: TrackApertures?
  /// The 'trak' box.
  public let box: Box

  /// True if samples are, or may be, in fragments.
  public let isFragmented: Bool

  private let fileName: String?
  private let layout: Result<TrackLayout, MovieError>
  private let table = Mutex<Result<SampleTable, MovieError>?>(nil)
  private let formats = Mutex<[CMFormatDescription]?>(nil)

  /// The identifier of the track in its movie; never 0 in a valid file.
  public var id: UInt32 { header.trackID }
  /// The units per second of the media's timeline.
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

  /// Returns the format descriptions of all samples, in the order of `sampleDescriptions`.
  public func formatDescriptions() throws(MovieError) -> [CMFormatDescription] {
    if let known = formats.withLock({ $0 }) { return known }
    var made: [CMFormatDescription] = []
    let channels = try channelsOfMPEGAudio(in: layout)
    for description in sampleDescriptions { made.append(try description.formatDescription(channels: channels)) }
    formats.withLock { $0 = made }
    return made
  }

  /// Returns all samples of the track.
  ///
  /// The first call walks the track's tables, or all fragments of a fragmented movie, which takes milliseconds per hour
  /// of video.
  /// - Throws: The error of the tables; the same on each call, except for read errors.
  public func samples() throws(MovieError) -> SampleTable {
    if let known = table.withLock({ $0 }) { return try known.get() }
    do throws(MovieError) {
      let made = try SampleTable(layout.get())
      // The first result is kept: all are equal.
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
