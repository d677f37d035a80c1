package import GStreamer
import CoreMedia
import MovieFile

/// A track of a file that was cut off, up to there: its first samples, and of its edits what shows them.
package struct TruncatedTrack: IndexedTrack {
  package let count: Int
  package let edits: [TrackEdit]
  private let whole: MovieCodedTrack

  package var timescale: Int32 { whole.timescale }
  package var formats: [CodedFormat] { whole.formats }
  package var isReordered: Bool { whole.isReordered }
  package var hasShortenedFirstPacket: Bool { whole.hasShortenedFirstPacket }

  /// Nil when nothing is missing.
  package init?(_ track: MovieCodedTrack) throws {
    guard track.track.isSelfContained else { return nil }
    let count = try Self.wholeSamples(track.table, in: track.movie.source.size)
    guard count < track.count else { return nil }
    self.count = count
    whole = track
    let missing = try track.table[count]
    edits = Self.clipped(track.edits, to: min(missing.decodeTime, missing.presentationTime), track.timescale)
  }

  /// Returns the number of samples before the first that reaches beyond the end.
  private static func wholeSamples(_ table: MovieFile.SampleTable, in size: Int64) throws -> Int {
    var count = 0
    try table.forEachRun { run throws(MovieError) in
      guard count == run.first.index else { return }
      let room = max(0, size - run.first.offset)
      count += run.first.size == 0 ? run.count : Int(min(Int64(run.count), room / Int64(run.first.size)))
    }
    return count
  }

  /// Returns the edits of the media before an end.
  private static func clipped(_ edits: [TrackEdit], to end: Int64, _ timescale: Int32) -> [TrackEdit] {
    var kept: [TrackEdit] = []
    for edit in edits {
      guard let start = edit.mediaStart, edit.rate > 0, edit.duration.isNumeric else {
        kept.append(edit)
        if !edit.duration.isNumeric { kept[kept.count - 1].duration = .indefinite }
        continue
      }
      let rest = CMTimeMultiplyByRatio(
        CMTime(value: max(0, end - start), timescale: timescale), multiplier: 65536, divisor: edit.rate)
      guard rest < edit.duration else {
        kept.append(edit)
        continue
      }
      if rest > .zero { kept.append(TrackEdit(duration: rest, mediaStart: start, rate: edit.rate)) }
      break
    }
    return kept
  }

  package func sample(_ index: Int) throws -> CodedSample {
    guard index < count else { throw DecoderError(.noSample, "there is no sample \(index)") }
    return try whole.sample(index)
  }

  package func syncSample(atOrBefore index: Int) throws -> Int? {
    try whole.syncSample(atOrBefore: min(index, count - 1))
  }

  package func syncSample(after index: Int) throws -> Int? {
    try whole.syncSample(after: index).flatMap { $0 < count ? $0 : nil }
  }

  package func sampleShown(at time: Int64) throws -> Int? {
    var index = try whole.sampleShown(at: time)
    while let missing = index, missing >= count {
      index = try whole.sampleShown(at: whole.sample(missing).presentationTime - 1)
    }
    return index
  }

  package func presentationTime(after time: Int64) throws -> Int64? {
    var next = try whole.presentationTime(after: time)
    while let time = next, let index = try whole.sampleShown(at: time), index >= count {
      next = try whole.presentationTime(after: time)
    }
    return next
  }

  package func bytes(of sample: CodedSample) throws -> Buffer { try whole.bytes(of: sample) }

  package func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    try whole.bytes(of: samples.lowerBound..<min(samples.upperBound, count))
  }

  package func mediaEnd() throws -> Int64 { try whole.sample(count).decodeTime }
}
