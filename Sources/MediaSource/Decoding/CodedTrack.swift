package import GStreamer
import CoreMedia
import MovieFile

/// A coded sample of a track's table.
///
/// Times are in units of the track's timescale, on the media's own timeline: edits are not applied.
package struct CodedSample: Hashable, Sendable {
  /// Its number in decoding order: larger for what is decoded later. Where all samples are known, the position from 0.
  package var index: Int
  package var decodeTime: Int64
  package var presentationTime: Int64
  /// The duration on the decoding timeline.
  package var duration: Int64
  /// Its bytes.
  package var size: Int
  /// The position of its format in the track's formats.
  package var formatIndex: Int
  /// True if decoding may start here; samples that are decoded later and shown earlier may be lost.
  package var isSync: Bool
  /// True for the first sample of a later link of a chain: its decoder begins anew.
  package var beginsLink = false
  /// True if the file says that no other sample depends on it.
  package var isDisposable = false
  /// Its dependencies, as a movie's tables have them; nil where the file has none.
  package var flags: SampleFlags?
  /// The number of samples to decode before the output is right, from a movie's tables; nil if these do not have it.
  package var rollDistance: Int?
  /// The offset of its bytes, in the terms of the track that holds them.
  package var offset: Int64 = 0
}

/// The coded samples of one track: what decoding needs to know of any file.
///
/// A track is walked by time and from sample to sample, so that its samples may still be coming: a request for one waits for it. The
/// numbers of samples never change; where all samples are known, ``IndexedTrack`` finds them by number.
///
/// May be used from several threads at once. Reading blocks: never on the cooperative pool.
package protocol CodedTrack: Sendable {
  /// Units a second; positive.
  var timescale: Int32 { get }
  /// The formats that samples name.
  var formats: [CodedFormat] { get }
  /// True if any sample may be shown before one that is decoded earlier.
  var isReordered: Bool { get }
  /// The edits; one of the whole media if the file has none.
  var edits: [TrackEdit] { get }
  /// The decoded audio samples that are heard, if the file says so in other ways than by edits.
  var gapless: GaplessRange? { get }
  /// True if the first packet's duration counts only the audio at its end that is heard.
  var hasShortenedFirstPacket: Bool { get }
  /// True if samples still come: their number and the end of the last are not known.
  var isOpen: Bool { get }
  /// True if the file has times of a constant frame rate in units that do not hold them, such as milliseconds.
  var hasRoundedTimes: Bool { get }
  /// The rate of the frames around a time if the file has rounded its times; nil where frames begin at their own times.
  func roundedRate(at time: Int64) -> RoundedRate?
  /// The damage by which a file has lost samples, as far as it is known: players go on behind it.
  var loss: MovieError? { get }
  /// The damage by which a file has lost samples, up to the sync sample after one: bytes that are lost behind a sample may
  /// have taken the end of it along. Nil for files whose tables name all samples, which have to be whole.
  ///
  /// - Parameter sample: The number of the sample.
  func loss(behind sample: Int) -> MovieError?
  /// The length of the track; nil while samples still come.
  func length() throws -> TrackLength?
  /// The time after the last sample, on the decoding timeline; a time that never comes while samples still do.
  func mediaEnd() throws -> Int64
  /// The end of what is shown last; a time that never comes while samples still do.
  func presentationEnd() throws -> Int64
  /// The end of the frame that is shown last.
  ///
  /// - Parameter sample: The frame's sample; more may be behind it that are not shown.
  func shownEnd(ofLast sample: CodedSample) throws -> Int64

  /// The first sample in decoding order; nil if the track has none.
  func firstSample() throws -> CodedSample?
  /// The sample that is decoded next; nil after the last.
  func sample(after sample: CodedSample) throws -> CodedSample?
  /// The sample that is shown at a time: of those that start at or before it, the last to start; nil before the first.
  func sample(shownAt time: Int64) throws -> CodedSample?
  /// The sample that is shown next after a time; nil after the last.
  func sample(shownAfter time: Int64) throws -> CodedSample?

  /// The last sync sample that is decoded before a sample; nil if there is none.
  func syncSample(before sample: CodedSample) throws -> CodedSample?
  /// The first sync sample that is decoded after a sample; nil if there is none.
  func syncSample(after sample: CodedSample) throws -> CodedSample?

  /// A sample's bytes.
  func bytes(of sample: CodedSample) throws -> Buffer
  /// The file that a sample's bytes lie in as they are, at its offset; nil where they lie elsewhere, or in parts.
  ///
  /// - Throws: `DecoderError` or `MovieError` where they cannot be found.
  func file(of sample: CodedSample) throws -> FileByteSource?
  /// The bytes of uncompressed samples from one on: of a number of samples as many as lie together, at least one.
  func bytes(from sample: CodedSample, count: Int) throws -> SampleBytes
  /// The last of the uncompressed samples from one on that lie together: of a number of samples, itself at least.
  func lastTogether(from sample: CodedSample, count: Int) throws -> CodedSample
}

extension CodedTrack {
  package var gapless: GaplessRange? { nil }
  package var hasShortenedFirstPacket: Bool { false }
  package var isOpen: Bool { false }
  package var hasRoundedTimes: Bool { false }
  package func roundedRate(at time: Int64) -> RoundedRate? { nil }
  package var loss: MovieError? { nil }
  package func loss(behind sample: Int) -> MovieError? { loss }
  package func file(of sample: CodedSample) throws -> FileByteSource? { nil }

  /// - Throws: `DecoderError` where the file does not describe it.
  package func format(of sample: CodedSample) throws -> CodedFormat {
    guard formats.indices.contains(sample.formatIndex) else {
      throw DecoderError(
        .incompleteFormat, "its format is not described", sample: sample.index, time: time(sample.presentationTime))
    }
    return formats[sample.formatIndex]
  }

  package func bytes(from sample: CodedSample, count: Int) throws -> SampleBytes {
    SampleBytes(buffer: try bytes(of: sample), count: 1, last: sample)
  }

  package func lastTogether(from sample: CodedSample, count: Int) throws -> CodedSample { sample }

  package func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: timescale) }
}

/// The bytes of samples that follow each other.
package struct SampleBytes: Sendable {
  package let buffer: Buffer
  package let count: Int
  /// The last of the samples.
  package let last: CodedSample

  package init(buffer: Buffer, count: Int, last: CodedSample) {
    (self.buffer, self.count, self.last) = (buffer, count, last)
  }
}

/// The samples of what a decoder gives that are heard: without priming before, and padding after it.
package struct GaplessRange: Hashable, Sendable {
  /// Samples to leave out at the beginning.
  package var priming: Int64
  /// The number of samples to keep after those; nil for all.
  package var count: Int64?
  /// Samples a second of these numbers.
  package var rate: Int32

  package init(_ info: GaplessInfo) { (priming, count, rate) = (info.priming, info.sampleCount, info.sampleRate) }
}

/// A piece of a track's timeline.
package struct TrackEdit: Hashable, Sendable {
  /// The duration on the track's timeline; positive or indefinite for the last one, which then has all of the media.
  package var duration: CMTime
  /// The start in the media, in units of the track's timescale; nil for an empty edit.
  package var mediaStart: Int64?
  /// Media seconds a second, in units of 1/65536; 0 holds the frame at the start.
  package var rate: Int32 = 65536

  /// An edit of all of the media.
  package static let everything = TrackEdit(duration: .indefinite, mediaStart: 0)
}

extension CodedSample {
  /// Creates a sample that is not in a file, without its place on the timeline.
  package init(isSync: Bool, formatIndex: Int) {
    self.init(
      index: 0, decodeTime: 0, presentationTime: 0, duration: 0, size: 1, formatIndex: formatIndex, isSync: isSync,
      flags: isSync ? .sync : [], offset: -1)
  }
}

extension TrackEdit {
  /// Creates an edit that plays the media as they are, or an empty one.
  package init(lasting duration: CMTime, from mediaStart: Int64?) {
    self.init(duration: duration, mediaStart: mediaStart)
  }

  /// Creates the edit of the samples that are heard, rounded to the nearest unit of the media.
  package init(_ gapless: GaplessInfo, timescale: Int32) {
    self.init(
      duration: CMTime(value: gapless.sampleCount, timescale: gapless.sampleRate),
      mediaStart: Int64(
        clamping: ExactScale.nearest(Int128(gapless.priming) * Int128(timescale), over: Int128(gapless.sampleRate))))
  }
}
