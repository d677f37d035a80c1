import Foundation

/// The properties of a track to write.
public struct TrackDraft: Sendable {
  /// The track's identifier; 0 for the next free one.
  public var id: UInt32 = 0
  /// The media type, such as `vide`, `soun`, `text`, `tmcd`.
  public var handlerType: BoxType
  /// The name of the track, for people, in Matroska; nil for none. Movies have it in the boxes of 'udta'.
  public var name: String?
  /// The handler's name; nil for a default.
  public var handlerName: String?
  /// Units a second of the media's timeline.
  public var timescale: Int32
  public var isEnabled = true
  public var isInMovie = true
  public var isInPreview = true
  /// The layer; tracks with lower numbers are in front.
  public var layer: Int16 = 0
  /// The alternate group; tracks of one group are alternatives; 0 for none.
  public var alternateGroup: Int16 = 0
  /// 1 for full volume; 0 in tracks without audio.
  public var volume: FixedPoint
  public var matrix = MovieMatrix.identity
  /// The display size, before the matrix applies; in pixels.
  public var width = FixedPoint(0, fractionBits: 16)
  public var height = FixedPoint(0, fractionBits: 16)
  /// The language; nil for QuickTime's "unspecified", `und` in ISO files.
  public var language: MediaLanguage?
  /// The language as a BCP 47 tag ('elng'); nil for none.
  public var extendedLanguageTag: String?
  /// True if players exclude it when they choose one track of its alternate group (QuickTime's `txas`).
  public var isExcludedFromAutoselection = false
  /// The purpose of the track, which Matroska has in flags. Movies have it in the boxes of 'udta'.
  package var purpose: StreamFlags = []
  /// References to other tracks, by their identifiers.
  public var references: [TrackReference] = []
  /// The creation date; nil for none.
  public var creationDate: Date?
  public var modificationDate: Date?
  /// The sample entries; each sample has the index of its entry.
  public var sampleEntries: [SampleEntry]
  /// Complete boxes of 'trak' after the media, such as 'udta' and 'meta'.
  public var boxes: [RawBox] = []
  /// Boxes of 'minf' for the handler, such as 'gmhd'; nil for the default.
  public var mediaInformation: [RawBox]?

  /// The maximum duration of a chunk, unless it is one sample; nil for that of the writer. Ignored in fragments.
  public var chunkDuration: CMTime?
  /// The power of two at whose multiples in the file chunks begin, in bytes; 1 for no padding between chunks. Ignored in fragments.
  public var chunkAlignment: Int64 = 1

  public var timing = Timing.presented(reorderDepth: 0)

  /// The source of samples' decode times and of the track's edits.
  public enum Timing: Hashable, Sendable {
    /// Each sample has its decode time; the edits, in units of the movie's timescale, are those of these samples. Nil
    /// shows all media from 0 on.
    case stored([Edit]?)
    /// Samples have presentation times on a timeline that the track's segments refer to; `reorderDepth` is the maximum
    /// number of samples that precede one in decode order, but follow it in presentation. Audio and video without
    /// reordering have a depth of 0.
    case presented(reorderDepth: Int)
    /// Samples say when they are decoded and when they are shown, on one timeline that the track's segments refer to.
    case timed
  }

  public init(handlerType: BoxType, timescale: Int32, sampleEntries: [SampleEntry]) {
    self.handlerType = handlerType
    self.timescale = timescale
    self.sampleEntries = sampleEntries
    volume = FixedPoint(handlerType == .audio ? 0x100 : 0, fractionBits: 8)
  }
}
