import CoreGraphics
package import CoreMedia
import MovieFile

/// A track of any container, and its properties.
///
/// Values of the headers are properties; values that have to be read are functions, which may block: never call them on
/// the cooperative pool. Results are cached.
package protocol ContainerTrack: Sendable {
  /// The values of the headers.
  var attributes: TrackAttributes { get }
  /// Returns the units a second of the media's own times.
  func timescale() throws -> Int32
  /// Returns the formats of the samples; one if all are equal.
  func formatDescriptions() throws -> [CMFormatDescription]
  /// Returns the edits: without gaps, from zero on.
  func segments() throws -> [TrackTimeline.Segment]
  /// Returns the totals of the samples. Reads the sample tables, or without tables the whole file.
  func statistics() throws -> SampleStatistics
  /// Returns the presentation time of the sample shown at a time of the track; nil if there is none.
  func presentationTime(at time: CMTime) throws -> CMTime?
  /// Returns the names of the track's media characteristics, inferred and tagged.
  func characteristics() throws -> [String]
  /// Returns the track's metadata; large values are omitted as in the file's own metadata.
  func metadata() throws -> Metadata
  /// True if the metadata are read.
  var knowsMetadata: Bool { get }
  /// Returns true if all samples can be decoded, or need no decoder. Encrypted ones cannot.
  func isDecodable() throws -> Bool
  /// The coded samples.
  /// - Throws: `DecoderError` for what can't be decoded here, and for encrypted samples.
  func codedTrack() throws -> any CodedTrack
  /// The samples of a track of any kind, as they are stored: whether they can be decoded does not matter.
  /// - Throws: `DecoderError` for encrypted samples, and where they have no format.
  func storedTrack() throws -> any CodedTrack
}

extension [any ContainerTrack] {
  /// The numbers of tracks whose text or pictures are chapters of other tracks.
  package var chapterIDs: Set<Int32> {
    let references = flatMap(\.attributes.references).filter { $0.type == "chap" }
    return Set(references.flatMap(\.trackIDs).map { Int32(bitPattern: $0) })
  }
}

extension ContainerTrack {
  /// The name for people; nil if there is none. Movies have it in the track's user data ('name').
  package var name: String? {
    // Metadata that cannot be read say no name.
    let item = try? metadata().items.first { $0.tag == .title || "\(TagKey($0))" == "udta:name" }
    return item?.value.text.flatMap { $0.isEmpty ? nil : $0 }
  }
  package func metadata() throws -> Metadata { Metadata() }
  package var knowsMetadata: Bool { true }
  package func storedTrack() throws -> any CodedTrack { try codedTrack() }

  /// True for video and audio.
  package var isAudiovisual: Bool { attributes.mediaType == "vide" || attributes.mediaType == "soun" }

  /// The track for decoding.
  /// - Throws: `DecoderError` for what can't be decoded here, and for encrypted samples.
  package func mediaTrack() throws -> MediaTrack { MediaTrack(try codedTrack()) }
}

/// The values of a track's headers.
package struct TrackAttributes: Sendable {
  package var id: Int32
  /// The media type by QuickTime's handlers, such as `vide`, `soun`, `text`, `sbtl`, `clcp`, `tmcd`, `meta`.
  package var mediaType: String
  package var isEnabled = true
  /// Three letters of ISO 639-2/T; nil if not stated.
  package var languageCode: String?
  /// A BCP 47 tag; nil if not stated.
  package var extendedLanguageTag: String?
  package var transform = CGAffineTransform.identity
  /// 1 for full volume.
  package var volume = 1.0
  /// The display size in the header; zero if not stated.
  package var headerSize = CGSize.zero
  /// Tracks of one group are alternatives; 0 for none.
  package var alternateGroup = 0
  /// True if players exclude it when they choose a track of its group.
  package var isExcludedFromAutoselection = false
  /// References to other tracks.
  package var references: [TrackReference] = []
  /// True if all samples are in the file itself.
  package var isSelfContained = true
  /// True if samples are encrypted.
  package var isProtected = false
  /// True if the file stores the alpha of frames beside the samples, which are read without it.
  package var lacksAlpha = false
}

/// The totals of a track's samples.
package struct SampleStatistics: Sendable, Equatable {
  package var sampleCount: Int
  package var byteCount: Int64
  /// The sum of the samples' durations, on the media's timeline.
  package var duration: CMTime
  /// The minimum presentation duration of a sample; invalid without samples.
  package var shortestDuration: CMTime
  /// The nominal frame duration if the file states it and most frames have it; else invalid.
  package var steadyDuration = CMTime.invalid
}

extension TrackAttributes {
  /// Makes the values of a track that no header states, such as a composition's.
  package init(trackID: Int32, mediaType: String) { self.init(id: trackID, mediaType: mediaType) }
}

extension SampleStatistics {
  /// The totals of no samples.
  package static let empty = SampleStatistics(
    sampleCount: 0, byteCount: 0, duration: .zero, shortestDuration: .invalid)
}
