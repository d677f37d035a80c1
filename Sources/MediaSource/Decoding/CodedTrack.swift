package import GStreamer
import CoreMedia
import MovieFile

/// A coded sample of a track's table.
///
/// Times are in units of the track's timescale, on the media's own timeline: edits are not applied.
package struct CodedSample: Hashable, Sendable {
  /// The position in decoding order, from 0.
  package var index: Int
  package var decodeTime: Int64
  package var presentationTime: Int64
  /// How long it takes on the decoding timeline.
  package var duration: Int64
  /// Its bytes.
  package var size: Int
  /// The position of its format in the track's formats.
  package var formatIndex: Int
  /// Whether decoding may start here; samples that are decoded later and shown earlier may be lost.
  package var isSync: Bool
  /// Whether nothing depends on it, as the file says.
  package var isDisposable = false
  /// Where its bytes are, in terms of whatever holds them.
  package var offset: Int64 = 0
}

/// The coded samples of one track: what decoding needs to know of any file.
///
/// A track is walked by time and from sample to sample, so that its samples may still be coming: a request for one waits for it. Positions
/// in decoding order are those of samples that were given; they never change.
///
/// May be used from several threads at once. Reading blocks: never on the cooperative pool.
package protocol CodedTrack: Sendable {
  /// Units a second; positive.
  var timescale: Int32 { get }
  /// The formats that samples name.
  var formats: [CodedFormat] { get }
  /// True if any sample may be shown before one that is decoded earlier.
  var isReordered: Bool { get }
  /// What is shown when; one edit of the whole media if the file has none.
  var edits: [TrackEdit] { get }
  /// Which samples of the decoded sound are the sound, if the file says so in other ways than by edits.
  var gapless: GaplessRange? { get }
  /// True if samples still come: their number and the end of the last are not known.
  var isOpen: Bool { get }
  /// The length of the track; nil while samples still come.
  func length() throws -> TrackLength?

  /// The first sample in decoding order; nil if the track has none.
  func firstSample() throws -> CodedSample?
  /// The sample that is decoded next; nil after the last.
  func sample(after sample: CodedSample) throws -> CodedSample?
  /// The sample that is shown at a time: of those that start at or before it, the last to start; nil before the first.
  func sample(shownAt time: Int64) throws -> CodedSample?
  /// The sample that is shown next after a time; nil after the last.
  func sample(shownAfter time: Int64) throws -> CodedSample?

  /// The sample at a position in decoding order.
  ///
  /// - Throws: `DecoderError` with `nothingThere` if there is none.
  func sample(_ index: Int) throws -> CodedSample
  /// The position of the last sync sample at or before a position in decoding order.
  func syncSample(atOrBefore index: Int) throws -> Int?
  /// The position of the first sync sample after a position in decoding order.
  func syncSample(after index: Int) throws -> Int?

  /// A sample's bytes.
  func bytes(of sample: CodedSample) throws -> Buffer
  /// The bytes of uncompressed samples that follow each other: of those that there are as many as lie together, at least one.
  func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int)
}

extension CodedTrack {
  package var gapless: GaplessRange? { nil }
  package var isOpen: Bool { false }

  /// - Throws: `DecoderError` where the file does not describe it.
  package func format(of sample: CodedSample) throws -> CodedFormat {
    guard formats.indices.contains(sample.formatIndex) else {
      throw DecoderError(
        .incompleteFormat, "its format is not described", sample: sample.index, time: time(sample.presentationTime))
    }
    return formats[sample.formatIndex]
  }

  package func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    (try bytes(of: sample(samples.lowerBound)), 1)
  }

  package func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: timescale) }
}

/// Which samples of what a decoder gives are the sound: without priming before, and padding after it.
package struct GaplessRange: Hashable, Sendable {
  /// Samples to leave out at the beginning.
  package var priming: Int64
  /// How many samples to keep after those; nil for all.
  package var count: Int64?
  /// Samples a second of these numbers.
  package var rate: Int32

  package init(_ info: GaplessInfo) { (priming, count, rate) = (info.priming, info.sampleCount, info.sampleRate) }
}

/// A piece of a track's timeline.
package struct TrackEdit: Hashable, Sendable {
  /// How long it lasts on the track's timeline; positive or indefinite for the last one, which then has all of the media.
  package var duration: CMTime
  /// Where it starts in the media, in units of the track's timescale; nil for an empty edit.
  package var mediaStart: Int64?
  /// Media seconds a second, in units of 1/65536; 0 holds the picture at the start.
  package var rate: Int32 = 65536

  /// An edit of all of the media.
  package static let everything = TrackEdit(duration: .indefinite, mediaStart: 0)
}

extension TrackEdit {
  /// What is heard, as an edit; of odd numbers at another rate, to the nearest unit of the media.
  package init(_ gapless: GaplessInfo, timescale: Int32) {
    self.init(
      duration: CMTime(value: gapless.sampleCount, timescale: gapless.sampleRate),
      mediaStart: Int64(
        clamping: ExactScale.nearest(Int128(gapless.priming) * Int128(timescale), over: Int128(gapless.sampleRate))))
  }
}
