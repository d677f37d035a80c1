package import GStreamer
import CoreMedia
import MovieFile
import Synchronization

/// A track of a movie whose fragments come one after the other: as much of it as is asked for, which is waited for.
///
/// It is read once, forwards: samples that are far behind the last one that was read are gone. Each reader has one of its own.
package final class StreamedTrack: CodedTrack {
  /// The number of samples that are kept for decoders: as many as they may hold.
  private static let lookback = 256

  package let timescale: Int32
  package let formats: [CodedFormat]
  package let edits: [TrackEdit]
  package let gapless: GaplessRange?
  package let isReordered: Bool
  package let hasShortenedFirstPacket: Bool

  /// The time from the first sample's decoding to the first presentation.
  private let lead: Int64
  private let stream: FragmentStream
  private let id: UInt32
  private let reader: Int
  /// The number of the group that is kept, as are all behind it.
  private let kept = Mutex(0)

  /// Blocks until samples of the track have come.
  ///
  /// - Throws: `DecoderError` when there are none, or they can't be decoded; what reading throws.
  package init(_ id: UInt32, of stream: FragmentStream) throws {
    (self.stream, self.id) = (stream, id)
    reader = stream.addReader()
    do {
      var number = 0
      while let group = try stream.group(number), group.parts[id] == nil { number += 1 }
      guard let group = try stream.group(number), let part = group.parts[id] else {
        throw DecoderError(.noSample, "track \(id) has no samples")
      }
      let first = try MovieCodedTrack(part.track, of: group.movie)
      (timescale, formats, edits, gapless) = (first.timescale, first.formats, first.edits, first.gapless)
      isReordered = part.track.handlerType == "vide"
      lead = try part.presentation.lowerBound &- part.table[part.samples.lowerBound].decodeTime
      hasShortenedFirstPacket = first.hasShortenedFirstPacket
    } catch {
      stream.move(reader, to: nil)
      throw error
    }
  }

  deinit { stream.move(reader, to: nil) }

  // MARK: Groups

  /// A part of the track, and what reads its tables.
  private struct Place {
    let number: Int
    let part: FragmentGroup.Part
    let track: GroupTrack

    /// The place in the table of a sample, and the sample of a place.
    func local(_ index: Int) -> Int { index - part.first + part.samples.lowerBound }
    func global(_ local: Int) -> Int { local - part.samples.lowerBound + part.first }
  }

  /// The first part at or behind a group; nil at the end.
  private func place(from number: Int) throws -> Place? {
    var number = number
    while let group = try stream.group(number) {
      if let part = group.parts[id] {
        return Place(number: number, part: part, track: GroupTrack(part, group.movie, formats))
      }
      number += 1
    }
    return nil
  }

  private var oldest: Int { kept.withLock { $0 } }

  /// The part that holds a sample; nil if that is gone, or never comes.
  private func part(of index: Int) throws -> Place? {
    var number = oldest
    while let place = try place(from: number) {
      if place.part.range.contains(index) { return place }
      guard index >= place.part.first else { break }
      number = place.number + 1
    }
    return nil
  }

  private func place(of index: Int) throws -> Place {
    guard let place = try part(of: index) else { throw DecoderError(.noSample, "there is no sample \(index)") }
    return place
  }

  // MARK: Samples

  package var isOpen: Bool { true }

  /// Nil: samples come for as long as the pipe does.
  package func length() throws -> TrackLength? { nil }

  package func firstSample() throws -> CodedSample? {
    try place(from: oldest).map { try sample($0.part.first, in: $0) }
  }

  /// The sample that is decoded next, which may have to be waited for; nil after the last, and when the wait is cancelled: what decoders
  /// hold comes out then.
  package func sample(after sample: CodedSample) throws -> CodedSample? {
    do {
      return try part(of: sample.index + 1).map { try self.sample(sample.index + 1, in: $0) }
    } catch is CancellationError {
      return nil
    }
  }

  private func sample(_ index: Int, in place: Place) throws -> CodedSample {
    var sample = try place.track.sample(place.local(index))
    sample.index = index
    sample.decodeTime += place.part.shift
    sample.presentationTime += place.part.shift
    return sample
  }

  package func syncSample(before sample: CodedSample) throws -> CodedSample? {
    guard sample.index > 0 else { return nil }
    let index = sample.index - 1
    var number = try place(of: sample.index).number
    while number >= oldest {
      if let place = try place(from: number), place.part.first <= index {
        let end = min(place.local(index), place.part.samples.upperBound - 1)
        if let sync = try place.track.syncSample(atOrBefore: end), sync >= place.part.samples.lowerBound {
          return try self.sample(place.global(sync), in: place)
        }
      }
      number -= 1
    }
    return nil
  }

  package func syncSample(after sample: CodedSample) throws -> CodedSample? {
    var number = try place(of: sample.index).number
    while let place = try place(from: number) {
      let start = max(place.local(sample.index), place.part.samples.lowerBound - 1)
      if start < place.part.samples.lowerBound, place.part.startsWithSync {
        return try self.sample(place.part.first, in: place)
      }
      if let sync = try place.track.syncSample(after: max(start, place.part.samples.lowerBound)) {
        return try self.sample(place.global(sync), in: place)
      }
      number = place.number + 1
    }
    return nil
  }

  package func sample(shownAt time: Int64) throws -> CodedSample? {
    var (found, number): (CodedSample?, Int) = (nil, oldest)
    while let place = try place(from: number) {
      let local = time.subtractingReportingOverflow(place.part.shift).partialValue
      if place.part.presentation.lowerBound > local { break }
      found = try place.track.sampleShown(at: local).map { try sample(place.global($0), in: place) } ?? found
      // Groups follow each other: nothing that comes is shown earlier.
      if place.part.presentation.upperBound > local { break }
      number = place.number + 1
    }
    return found
  }

  package func sample(shownAfter time: Int64) throws -> CodedSample? {
    var number = oldest
    while let place = try place(from: number) {
      let (local, overflow) = time.subtractingReportingOverflow(place.part.shift)
      let start = overflow ? .min : local
      // Samples of the movie's head are none of this group's.
      let before = max(start, place.part.presentation.lowerBound - 1)
      if before < place.part.presentation.upperBound, let next = try place.track.presentationTime(after: before),
        let index = try place.track.sampleShown(at: next)
      {
        return try sample(place.global(index), in: place)
      }
      number = place.number + 1
    }
    return nil
  }

  /// The last group ends the media: they last as long as all durations together, from the first presentation on.
  package func shownEnd(ofLast sample: CodedSample) throws -> Int64 {
    let own = sample.presentationTime + sample.duration
    guard let place = try part(of: sample.index), place.part.table.isReordered else { return own }
    let end = place.part.end.decodeTime &+ lead
    return end > sample.presentationTime ? end : own
  }

  package func bytes(of sample: CodedSample) throws -> Buffer { try bytes(from: sample, count: 1).buffer }

  package func bytes(from sample: CodedSample, count: Int) throws -> SampleBytes {
    let place = try place(of: sample.index)
    let first = place.local(sample.index)
    let (buffer, count) = try place.track.bytes(of: first..<min(first + count, place.part.samples.upperBound))
    let last = count > 1 ? try self.sample(sample.index + count - 1, in: place) : sample
    try moveOn(to: last.index)
    return SampleBytes(buffer: buffer, count: count, last: last)
  }

  /// Forgets what is far behind.
  private func moveOn(to index: Int) throws {
    var number = oldest
    while let place = try place(from: number), place.part.range.upperBound <= index - Self.lookback {
      number = place.number + 1
    }
    let oldest = kept.withLock { kept in
      kept = max(kept, number)
      return kept
    }
    stream.move(reader, to: oldest)
  }
}

/// A track of one group of samples.
private struct GroupTrack: TableTrack {
  let movie: Movie
  let track: Track
  let table: MovieFile.SampleTable
  let formats: [CodedFormat]
  let edits: [TrackEdit] = [.everything]

  init(_ part: FragmentGroup.Part, _ movie: Movie, _ formats: [CodedFormat]) {
    (self.movie, track, table, self.formats) = (movie, part.track, part.table, formats)
  }

  func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    try table.bytes(of: samples, in: track, of: movie)
  }
}
