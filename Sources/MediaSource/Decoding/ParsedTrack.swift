internal import GStreamer
import CoreMedia

/// A track of a file that GStreamer's parsers have read.
struct ParsedTrack: IndexedTrack {
  let timescale: Int32
  /// The formats; empty for streams that cannot be decoded, which are only listed.
  let formats: [CodedFormat]
  let isReordered: Bool
  let edits: [TrackEdit]
  /// The demuxer's name of the stream, ending in its number where the file has numbers.
  let streamID: String?
  /// The caps of the stream by the demuxer or parser.
  let content: Caps?
  private let samples: [CodedSample]
  /// Positions of sync samples, ascending.
  private let syncs: [Int]
  /// Positions in the order of presentation.
  private let shown: [Int]
  /// Nil where samples are only listed.
  private let spool: SampleSpool?

  init(
    timescale: Int32, formats: [CodedFormat], edits: [TrackEdit], streamID: String?, content: Caps?,
    samples: [CodedSample], spool: SampleSpool?
  ) {
    self.timescale = timescale
    self.formats = formats
    self.edits = edits
    self.streamID = streamID
    self.content = content
    self.samples = samples
    self.spool = spool
    syncs = samples.indices.filter { samples[$0].isSync }
    isReordered = zip(samples, samples.dropFirst()).contains { $0.presentationTime > $1.presentationTime }
    shown =
      isReordered
      ? samples.indices.sorted {
        (samples[$0].presentationTime, $0) < (samples[$1].presentationTime, $1)
      } : Array(samples.indices)
  }

  var count: Int { samples.count }

  func sample(_ index: Int) throws -> CodedSample {
    guard samples.indices.contains(index) else { throw DecoderError(.noSample, "there is no sample \(index)") }
    return samples[index]
  }

  func syncSample(atOrBefore index: Int) throws -> Int? {
    let end = syncs.firstPosition { $0 > index }
    return end > 0 ? syncs[end - 1] : nil
  }

  func syncSample(after index: Int) throws -> Int? {
    let next = syncs.firstPosition { $0 > index }
    return next < syncs.count ? syncs[next] : nil
  }

  func sampleShown(at time: Int64) throws -> Int? {
    let end = shown.firstPosition { samples[$0].presentationTime > time }
    return end > 0 ? shown[end - 1] : nil
  }

  func presentationTime(after time: Int64) throws -> Int64? {
    let next = shown.firstPosition { samples[$0].presentationTime > time }
    return next < shown.count ? samples[shown[next]].presentationTime : nil
  }

  func bytes(of sample: CodedSample) throws -> Buffer {
    guard let spool else { throw DecoderError(.noSample, "the samples were only listed") }
    return try spool.read(at: sample.offset, count: sample.size)
  }
}

extension Array {
  /// The first position whose element is in the second half of an array that a predicate divides in two.
  func firstPosition(where isInSecondHalf: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondHalf(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
