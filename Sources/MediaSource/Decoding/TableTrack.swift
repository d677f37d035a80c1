package import GStreamer
import CoreMedia
import MovieFile

/// A track whose samples a table of `MovieFile` describes.
package protocol TableTrack: IndexedTrack {
  var table: MovieFile.SampleTable { get }
}

extension TableTrack {
  package var timescale: Int32 { table.timescale }
  package var count: Int { table.count }
  package var isReordered: Bool { table.isReordered }
  package var loss: MovieError? { table.problem }
  package func loss(behind sample: Int) -> MovieError? { nil }

  package func sample(_ index: Int) throws -> CodedSample {
    guard index >= 0, index < count else { throw DecoderError(.noSample, "there is no sample \(index)") }
    return CodedSample(try table[index])
  }

  package func syncSample(atOrBefore index: Int) throws -> Int? {
    try table.start(atOrBefore: index, kinds: .randomAccess)
  }

  package func syncSample(after index: Int) throws -> Int? { try table.start(after: index, kinds: .randomAccess) }

  package func sampleShown(at time: Int64) throws -> Int? { try table.sample(atPresentationTime: time)?.index }

  package func presentationTime(after time: Int64) throws -> Int64? {
    var rank = try table.rank(atPresentationTime: time).map { $0 + 1 } ?? 0
    while rank < table.count {
      let next = try table[table.sample(rank: rank)].presentationTime
      if next > time { return next }
      rank += 1
    }
    return nil
  }

  package func bytes(of sample: CodedSample) throws -> Buffer { try bytes(of: sample.index..<sample.index + 1).bytes }

  package func mediaEnd() throws -> Int64 { table.decodeEnd }

  package func shownEnd(ofLast sample: CodedSample) throws -> Int64 {
    // The sample's own duration is a distance of decode times.
    table.isReordered ? table.presentationRange.upperBound : sample.presentationTime + sample.duration
  }
}

extension CodedSample {
  package init(_ sample: MovieFile.Sample) {
    self.init(
      index: sample.index, decodeTime: sample.decodeTime, presentationTime: sample.presentationTime,
      duration: sample.duration, size: sample.size, formatIndex: sample.descriptionIndex,
      isSync: !sample.flags.isDisjoint(with: .randomAccess), isDisposable: sample.flags.contains(.disposable),
      flags: sample.flags, rollDistance: sample.rollDistance, offset: sample.offset)
  }
}

/// The audio of a file that holds nothing else: MP3, AAC in ADTS, Core Audio, WAVE, AIFF.
package struct AudioFileTrack: TableTrack {
  package let table: MovieFile.SampleTable
  package let formats: [CodedFormat]
  package let gapless: GaplessRange?
  package let edits: [TrackEdit]
  private let source: any ByteSource

  /// Blocks while the packets are walked, where no table lists them.
  package init(_ file: any AudioFile) throws {
    source = file.source
    table = try file.samples()
    formats = [try CodedFormat(file.formatDescription)]
    gapless = file.gapless.map { GaplessRange($0) }
    edits = file.gapless.map { [timescale = table.timescale] in [TrackEdit($0, timescale: timescale)] } ?? [.everything]
  }

  package func file(of sample: CodedSample) -> FileByteSource? { source as? FileByteSource }

  package func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    let run = try table.run(from: samples.lowerBound, before: min(samples.upperBound, count))
    let buffer = try Buffer(count: Int(run.byteCount)) { bytes throws(MovieError) in
      try source.read(at: run.first.offset, into: bytes)
    }
    return (buffer, run.count)
  }
}
