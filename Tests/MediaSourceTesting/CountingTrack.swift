import GStreamer
import MediaSource
import MovieFile

/// A track that notes how often the bytes of each sample are read. Its samples can be walked, and not found by number.
package final class CountingTrack: CodedTrack, @unchecked Sendable {
  private let track: any CodedTrack
  /// Belongs to the one thread that reads.
  package private(set) var reads: [Int: Int] = [:]

  package init(_ track: any CodedTrack) { self.track = track }

  package var timescale: Int32 { track.timescale }
  package var formats: [CodedFormat] { track.formats }
  package var isReordered: Bool { track.isReordered }
  package var edits: [TrackEdit] { track.edits }
  package var loss: MovieError? { track.loss }
  package func loss(behind sample: Int) -> MovieError? { track.loss(behind: sample) }
  package func length() throws -> TrackLength? { try track.length() }
  package func firstSample() throws -> CodedSample? { try track.firstSample() }
  package func sample(after sample: CodedSample) throws -> CodedSample? { try track.sample(after: sample) }
  package func sample(shownAt time: Int64) throws -> CodedSample? { try track.sample(shownAt: time) }
  package func sample(shownAfter time: Int64) throws -> CodedSample? { try track.sample(shownAfter: time) }
  package func syncSample(before sample: CodedSample) throws -> CodedSample? { try track.syncSample(before: sample) }
  package func syncSample(after sample: CodedSample) throws -> CodedSample? { try track.syncSample(after: sample) }
  package func bytes(of sample: CodedSample) throws -> Buffer {
    reads[sample.index, default: 0] += 1
    return try track.bytes(of: sample)
  }
}
