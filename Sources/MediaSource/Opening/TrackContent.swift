import CoreGraphics
package import CoreMedia
import MovieFile

/// A track of whatever can be opened, and what there is to know about it; the same questions for every container.
///
/// What stands in the headers is a property; what has to be read is a function that may block: never on the cooperative pool.
/// Answers are remembered.
package protocol TrackContent: Sendable {
  /// What the headers say.
  var facts: TrackFacts { get }
  /// Units a second of the media's own times.
  func timescale() throws -> Int32
  /// The formats that samples have; one when all are alike.
  func formatDescriptions() throws -> [CMFormatDescription]
  /// What of the media is shown when: without gaps, from zero on.
  func segments() throws -> [TrackTimeline.Segment]
  /// What the samples are together. Reads the sample tables, or where there are none all of the file.
  func statistics() throws -> SampleStatistics
  /// When the sample that a time of the track shows is shown first; nil when there is none.
  func presentationTime(at time: CMTime) throws -> CMTime?
  /// The names of the track's media characteristics, inferred and tagged.
  func characteristics() throws -> [String]
  /// What the file says about the track; large values are left out as in the file's own metadata.
  func metadata() throws -> Metadata
  /// Whether that is known.
  var knowsMetadata: Bool { get }
  /// Whether all samples can be decoded here, or need no decoder. Encrypted ones can not.
  func isDecodable() throws -> Bool
  /// The coded samples.
  /// - Throws: `DecoderError` for what can't be decoded here, and for encrypted samples.
  func codedTrack() throws -> any CodedTrack
}

extension TrackContent {
  package func metadata() throws -> Metadata { Metadata() }
  package var knowsMetadata: Bool { true }

  /// True for pictures and sound.
  package var isAudiovisual: Bool { facts.mediaType == "vide" || facts.mediaType == "soun" }

  /// The track for decoding.
  /// - Throws: `DecoderError` for what can't be decoded here, and for encrypted samples.
  package func mediaTrack() throws -> MediaTrack { MediaTrack(try codedTrack()) }
}

/// What a track's headers say.
package struct TrackFacts: Sendable {
  package var id: Int32
  /// The kind of the media as QuickTime's handlers name it, such as `vide`, `soun`, `text`, `sbtl`, `clcp`, `tmcd`, `meta`.
  package var mediaType: String
  package var isEnabled = true
  /// Three letters of ISO 639-2/T; nil if the file does not say.
  package var languageCode: String?
  /// A BCP 47 tag; nil if the file does not say.
  package var extendedLanguageTag: String?
  package var transform = CGAffineTransform.identity
  /// 1 for full volume.
  package var volume = 1.0
  /// What the file wants it to be shown as; zero if it does not say.
  package var headerSize = CGSize.zero
  /// Tracks of one group are alternatives; 0 for none.
  package var alternateGroup = 0
  /// Whether players that choose from its group leave it out.
  package var isExcludedFromAutoselection = false
  /// Other tracks that belong to it.
  package var references: [TrackReference] = []
  /// Whether all samples are in the file itself.
  package var isSelfContained = true
  /// Whether samples are encrypted.
  package var isProtected = false
}

/// What a track's samples are together.
package struct SampleStatistics: Sendable, Equatable {
  package var sampleCount: Int
  package var byteCount: Int64
  /// How long the samples take together, on the media's timeline.
  package var duration: CMTime
  /// The shortest time that a sample is shown; invalid where there is none.
  package var shortestDuration: CMTime
  /// The time from one picture to the next where the file states it, and most follow each other so; else invalid.
  package var steadyDuration = CMTime.invalid
}
