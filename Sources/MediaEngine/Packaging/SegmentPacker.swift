import CoreMedia
import MovieFile

/// The container of segments.
protocol SegmentPacker {
  /// The file name extension of segments.
  var fileExtension: String { get }

  /// Returns the next segment.
  ///
  /// - Parameters:
  ///   - samples: Its samples in decoding order, with their decode times.
  ///   - offset: The distance from the samples' times to those of the presentation.
  mutating func pack(_ samples: [PackedSample], offset: CMTime) throws(MovieError) -> PackedSegment

  /// Returns the headers that all segments share; nil without any. Nothing is packed afterwards.
  ///
  /// - Parameter segments: The parts of the track that are shown.
  mutating func finish(_ segments: [TrackTimeline.Segment]?) throws(MovieError) -> [UInt8]?
}

/// A sample of a segment.
struct PackedSample {
  var sample: MovieFile.Sample
  let bytes: MovieFile.SampleBytes
}

/// The bytes of a segment.
struct PackedSegment {
  let bytes: [UInt8]
  /// The number of bytes, from the first, that the first sample is read from: the tables before it, and itself.
  let firstSampleEnd: Int
}

/// Packs segments as fragments of a movie (ISO/IEC 14496-12, clause 8.8): one each.
struct MovieSegmentPacker: SegmentPacker {
  let fileExtension = "m4s"
  private let sink = Sink()
  private let writer: MovieWriter

  /// - Parameter segments: The parts of the track that are shown, as far as known.
  init(_ draft: TrackDraft, _ segments: [TrackTimeline.Segment]?) throws(MovieError) {
    writer = try MovieWriter(MovieDraft(.mp4), to: sink, layout: .fragments(interval: .positiveInfinity))
    var draft = draft
    // The times of decoding are those of the segments.
    draft.timing = .timed
    try writer.addTrack(draft)
    writer.setSegments(segments, ofTrack: 0)
  }

  mutating func pack(_ samples: [PackedSample], offset: CMTime) throws(MovieError) -> PackedSegment {
    for packed in samples { try writer.append(packed.sample, packed.bytes, toTrack: 0) }
    try writer.endFragment()
    let bytes = sink.take()
    // A fragment has its samples in order behind its tables, and nothing behind them.
    let behind = samples.dropFirst().reduce(0) { $0 + $1.sample.size }
    return PackedSegment(bytes: bytes, firstSampleEnd: max(0, bytes.count - behind))
  }

  mutating func finish(_ segments: [TrackTimeline.Segment]?) throws(MovieError) -> [UInt8]? {
    writer.setSegments(segments, ofTrack: 0)
    try writer.finish()
    return sink.headers
  }

  /// Takes fragments apart from the headers before them, which the writer completes at the end.
  private final class Sink: RandomAccessByteSink {
    private(set) var headers: [UInt8] = []
    private var fragments: [UInt8] = []

    func append(_ bytes: UnsafeRawBufferPointer) { fragments.append(contentsOf: bytes) }

    func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) {
      guard offset >= 0, offset + Int64(bytes.count) <= Int64(headers.count) else { return }
      headers.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
    }

    func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64 {
      throw MovieError(.unwritable, "the headers of segments have their place")
    }

    /// Returns the fragments since the last call.
    func take() -> [UInt8] {
      if headers.isEmpty {
        var end = 0
        while end + 8 <= fragments.count, Array(fragments[(end + 4)..<(end + 8)]) != Array("moof".utf8) {
          let size = fragments[end..<(end + 4)].reduce(0) { $0 << 8 | Int($1) }
          guard size >= 8 else { break }
          end += size
        }
        end = min(end, fragments.count)
        headers = Array(fragments[..<end])
        fragments.removeFirst(end)
      }
      defer { fragments = [] }
      return fragments
    }
  }
}

/// Packs segments as parts of a transport stream.
struct TransportSegmentPacker: SegmentPacker {
  let fileExtension = "ts"
  private var writer: TransportSegmentWriter
  /// The distance by which decoding is earlier than in the order of presentation, so that no sample of the first segment is late.
  private var shift: Int64?

  init(_ draft: TrackDraft) throws(MovieError) {
    guard let entry = draft.sampleEntries.first else { throw MovieError(.notStorable, "a track has no format") }
    writer = try TransportSegmentWriter(entry, handlerType: draft.handlerType)
  }

  mutating func pack(_ samples: [PackedSample], offset: CMTime) throws(MovieError) -> PackedSegment {
    let delays = samples.map { $0.sample.decodeTime - $0.sample.presentationTime }
    if shift == nil {
      // Frames may be in a wider order later: twice the distance leaves room.
      shift = max(0, delays.max() ?? 0) * 2
    }
    let shift = shift ?? 0
    var units = try samples.map { packed throws(MovieError) in
      func units(_ time: Int64) -> Int64 {
        let time = CMTime(value: time, timescale: packed.sample.timescale) + offset
        return CMTimeConvertScale(time, timescale: 90_000, method: .default).value
      }
      return TransportSegmentWriter.Unit(
        presentation: units(packed.sample.presentationTime), decode: units(packed.sample.decodeTime - shift),
        isSync: packed.sample.isSync, bytes: try packed.bytes.bytes())
    }
    // Frames of a later segment can be in a wider order than those of the first: no frame is decoded after it is shown, and
    // those before it are decoded earlier still.
    var latest = Int64.max
    for index in units.indices.reversed() {
      latest = min(units[index].decode, units[index].presentation, latest - 1)
      units[index].decode = latest
    }
    let (bytes, end) = try writer.segment(units)
    return PackedSegment(bytes: bytes, firstSampleEnd: end)
  }

  mutating func finish(_ segments: [TrackTimeline.Segment]?) -> [UInt8]? { nil }
}
