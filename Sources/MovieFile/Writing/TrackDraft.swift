import Foundation

/// What is known of a track before it is written.
public struct TrackDraft: Sendable {
  /// Identifies the track; 0 for the next one that is free.
  public var id: UInt32 = 0
  /// The kind of the media, such as `vide`, `soun`, `text`, `tmcd`.
  public var handlerType: BoxType
  /// What the handler is called; nil for something usual.
  public var handlerName: String?
  /// Units a second of the media's timeline, on which samples lie.
  public var timescale: Int32
  public var isEnabled = true
  public var isInMovie = true
  public var isInPreview = true
  /// Tracks with lower numbers are in front.
  public var layer: Int16 = 0
  /// Tracks of one group are alternatives; 0 for none.
  public var alternateGroup: Int16 = 0
  /// 1 for full volume; 0 in tracks without sound.
  public var volume: FixedPoint
  public var matrix = MovieMatrix.identity
  /// The size to show, before the matrix applies; in pixels.
  public var width = FixedPoint(0, fractionBits: 16)
  public var height = FixedPoint(0, fractionBits: 16)
  /// The language; nil for QuickTime's "unspecified", `und` in ISO files.
  public var language: MediaLanguage?
  /// The language as a BCP 47 tag ('elng'); nil for none.
  public var extendedLanguageTag: String?
  /// Whether players leave it out when they choose one of its alternate group (QuickTime's `txas`).
  public var isExcludedFromAutoselection = false
  /// Other tracks that belong to this one, by their identifiers.
  public var references: [TrackReference] = []
  /// Nil if the file shall not say.
  public var creationDate: Date?
  public var modificationDate: Date?
  /// What the samples are; each sample says which entry is its own.
  public var sampleEntries: [SampleEntry]
  /// Boxes of 'trak' behind the media: 'udta', 'meta' and the like, whole.
  public var boxes: [RawBox] = []
  /// Boxes of 'minf' that say of the media what the handler needs, such as 'gmhd'; nil for the usual one.
  public var mediaInformation: [RawBox]?

  public var timing = Timing.presented(reorderDepth: 0)

  /// How samples get their decode times, and the track its edits.
  public enum Timing: Hashable, Sendable {
    /// Each sample brings its decode time; the edits, in units of the movie's timescale, are those of these samples. Nil
    /// shows all media from 0 on.
    case stored([Edit]?)
    /// Samples say when they are shown, on a timeline that the track's segments refer to; of so many that follow each other
    /// the one that is shown first is among the first to be decoded. Sound and pictures that are not reordered have a
    /// depth of 0.
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
