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

/// The coded samples of one track, in decoding order: what decoding needs to know of any file.
///
/// May be used from several threads at once. Reading blocks: never on the cooperative pool.
package protocol CodedTrack: Sendable {
  /// Units a second; positive.
  var timescale: Int32 { get }
  /// The formats that samples name.
  var formats: [CodedFormat] { get }
  /// How many samples there are.
  var count: Int { get }
  /// Whether any sample is shown before one that is decoded earlier.
  var isReordered: Bool { get }
  /// What is shown when; one edit of the whole media if the file has none.
  var edits: [TrackEdit] { get }
  /// Which samples of the decoded sound are the sound, if the file says so in other ways than by edits.
  var gapless: GaplessRange? { get }

  /// Whether samples still come: how many there will be, and when they end, nobody knows.
  var isOpen: Bool { get }

  /// A sample by its position in decoding order, 0 to `count - 1`.
  func sample(_ index: Int) throws -> CodedSample
  /// The last sync sample at or before a position in decoding order.
  func syncSample(atOrBefore index: Int) throws -> Int?
  /// The first sync sample after a position in decoding order.
  func syncSample(after index: Int) throws -> Int?
  /// The sample that is shown at a time: of those that start at or before it, the last to start.
  func sampleShown(at time: Int64) throws -> Int?
  /// The earliest presentation time after a time.
  func presentationTime(after time: Int64) throws -> Int64?
  /// A sample's place in the order of presentation, from 0.
  func rank(of index: Int) throws -> Int
  /// A sample's bytes.
  func bytes(of sample: CodedSample) throws -> Buffer
  /// The bytes of uncompressed samples that follow each other; as many of them as lie together, at least one.
  func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int)
  /// The time after the last sample, on the decoding timeline.
  func mediaEnd() throws -> Int64
  /// When the last picture ends.
  func presentationEnd() throws -> Int64
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

  package func mediaEnd() throws -> Int64 {
    guard count > 0 else { return 0 }
    let last = try sample(count - 1)
    return last.decodeTime + last.duration
  }

  package func presentationEnd() throws -> Int64 {
    guard let last = try sampleShown(at: .max).map({ try sample($0) }) else { return 0 }
    return last.presentationTime + last.duration
  }

  /// When the first picture is shown, if that is before 0.
  package func earliestTime() throws -> Int64 { min(0, try presentationTime(after: .min) ?? 0) }

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
