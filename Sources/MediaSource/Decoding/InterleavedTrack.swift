package import GStreamer
import CoreMedia
import MovieFile

/// A track of a container whose packets lie interleaved, decoded by an index that grows as far as lookups need.
///
/// Times count from the beginning of the file, wherever its clocks begin.
package struct InterleavedTrack: CodedTrack {
  private let index: PacketIndex
  /// The position in the file's streams.
  private let stream: Int
  /// The time at which the file begins, in units of the index.
  private let origin: Int64
  package let timescale: Int32
  package let formats: [CodedFormat]
  package let isReordered: Bool
  package let edits: [TrackEdit]

  /// Blocks, of audio until all packets are found: the last ones say where it ends.
  ///
  /// - Throws: `DecoderError` with `missingDecoder` for codings that can't be decoded, with `protected` for encrypted ones; read errors of the
  ///   source.
  package init(_ stream: Int, of index: PacketIndex) throws {
    (self.index, self.stream) = (index, stream)
    let facts = index.file.streams[stream]
    if let problem = facts.problem {
      throw DecoderError(problem.code == .protected ? .protected : .unsupported, problem.message)
    }
    guard let description = facts.formatDescription else {
      throw DecoderError(.missingDecoder, "'\(facts.codecID)' can't be decoded")
    }
    let rate = facts.frameDuration.flatMap { duration in
      Int(exactly: duration.value).flatMap { $0 > 0 ? (Int(duration.timescale), $0) : nil }
    }
    formats = [try CodedFormat(description, frameRate: rate)]
    timescale = index.timescale(of: stream)
    origin = CMTimeConvertScale(index.file.origin, timescale: timescale, method: .default).value
    isReordered = (facts.coded?.codec.reorderDepth ?? 0) > 0
    edits = try facts.sampleRate > 0 ? Self.heard(stream, of: index, from: origin, facts) : [.everything]
  }

  /// The edit of the samples that are heard: without priming before, and padding after them.
  private static func heard(
    _ stream: Int, of index: PacketIndex, from origin: Int64, _ facts: ContainerStream
  ) throws -> [TrackEdit] {
    let padding = try index.discardPadding(of: stream)
    guard let last = try index.packet(index.count(of: stream) - 1, of: stream) else { return [.everything] }
    let priming = facts.priming + padding.start
    let end = last.presentationTime + last.duration - origin - padding.end
    return [
      TrackEdit(duration: CMTime(value: max(0, end - priming), timescale: facts.sampleRate), mediaStart: priming)
    ]
  }

  // MARK: Samples

  private func sample(_ packet: IndexedPacket) -> CodedSample {
    CodedSample(
      index: packet.number, decodeTime: packet.decodeTime - origin, presentationTime: packet.presentationTime - origin,
      duration: packet.duration, size: packet.size, formatIndex: 0, isSync: packet.isSync, offset: packet.place.offset)
  }

  /// A time of the index; the largest and smallest numbers stay what they are.
  private func indexTime(_ time: Int64) -> Int64 {
    let (sum, isOver) = time.addingReportingOverflow(origin)
    return isOver ? time : sum
  }

  package func length() throws -> TrackLength? {
    let count = try index.count(of: stream)
    let (last, shown) = (try index.packet(count - 1, of: stream), try index.packet(of: stream, shownAt: .max))
    return TrackLength(
      sampleCount: count, decodeEnd: last.map { $0.decodeTime + $0.duration - origin } ?? 0,
      presentationEnd: shown.map { $0.presentationTime + $0.duration - origin } ?? 0)
  }

  package func firstSample() throws -> CodedSample? { try index.packet(0, of: stream).map(sample) }

  package func sample(after sample: CodedSample) throws -> CodedSample? {
    try index.packet(sample.index + 1, of: stream).map(self.sample)
  }

  package func sample(shownAt time: Int64) throws -> CodedSample? {
    try index.packet(of: stream, shownAt: indexTime(time)).map(sample)
  }

  package func sample(shownAfter time: Int64) throws -> CodedSample? {
    try index.packet(of: stream, shownAfter: indexTime(time)).map(sample)
  }

  package func syncSample(before sample: CodedSample) throws -> CodedSample? {
    try index.syncPacket(of: stream, atOrBefore: sample.index - 1).map(self.sample)
  }

  package func syncSample(after sample: CodedSample) throws -> CodedSample? {
    try index.syncPacket(of: stream, after: sample.index).map(self.sample)
  }

  package func bytes(of sample: CodedSample) throws -> Buffer {
    guard let packet = try index.packet(sample.index, of: stream) else {
      throw DecoderError(.noSample, "there is no sample \(sample.index)")
    }
    let bytes = try index.bytes(of: packet)
    return try Buffer(count: bytes.count) { buffer throws(MovieError) in
      try bytes.read(from: index.file.source, into: buffer)
    }
  }
}
