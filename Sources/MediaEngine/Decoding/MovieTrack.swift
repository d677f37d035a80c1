import CoreMedia
import MovieFile

/// A track of an MP4 or QuickTime file, decoded by its own sample tables.
struct MovieTrack: CodedTrack {
  let movie: Movie
  let track: Track
  let formats: [CodedFormat]
  let edits: [TrackEdit]
  private let table: MovieFile.SampleTable

  /// - Throws: `DecoderError` with `unsupported` for codings that can't be decoded and encrypted ones, `MovieError` when the tables
  ///   can't be read.
  init(_ track: Track, of movie: Movie) throws {
    self.movie = movie
    self.track = track
    if let scheme = track.sampleDescriptions.lazy.compactMap(\.protection).first {
      throw DecoderError(.unsupported, "the track is encrypted", cause: scheme.scheme.map { "scheme \($0.text)" })
    }
    let table = try track.samples()
    let rate = Self.frameRate(table)
    formats = try track.formatDescriptions().map { try CodedFormat($0, frameRate: rate) }
    self.table = table
    edits = Self.edits(of: track)
  }

  /// Pictures a second on average, as a fraction in lowest terms; nil if it does not fit one.
  private static func frameRate(_ table: MovieFile.SampleTable) -> (Int, Int)? {
    guard table.decodeEnd > 0, table.count > 0 else { return nil }
    let (count, overflow) = Int64(table.count).multipliedReportingOverflow(by: Int64(table.timescale))
    if overflow { return nil }
    var (a, b) = (count, table.decodeEnd)
    while b != 0 { (a, b) = (b, a % b) }
    guard let numerator = Int32(exactly: count / a), let denominator = Int32(exactly: table.decodeEnd / a) else {
      return nil
    }
    return (Int(numerator), Int(denominator))
  }

  private static func edits(of track: Track) -> [TrackEdit] {
    guard let edits = track.edits, !edits.isEmpty else { return [.everything] }
    return edits.enumerated().map { index, edit in
      // No length says "up to the end", as in fragmented movies, whose writers do not know it.
      let isOpen = edit.duration == 0 && index + 1 == edits.count && edit.mediaTime != nil
      return TrackEdit(
        duration: isOpen ? .indefinite : CMTime(value: edit.duration, timescale: track.movieTimescale),
        mediaStart: edit.mediaTime, rate: edit.rate.rawValue)
    }
  }

  var timescale: Int32 { table.timescale }
  var count: Int { table.count }
  var isReordered: Bool { table.isReordered }

  func sample(_ index: Int) throws -> CodedSample {
    guard index >= 0, index < table.count else { throw DecoderError(.nothingThere, "there is no sample \(index)") }
    return CodedSample(try table[index])
  }

  func rank(of index: Int) throws -> Int { try table.rank(of: index) }

  func syncSample(atOrBefore index: Int) throws -> Int? { try table.start(atOrBefore: index, kinds: .randomAccess) }

  func syncSample(after index: Int) throws -> Int? { try table.start(after: index, kinds: .randomAccess) }

  func sampleShown(at time: Int64) throws -> Int? { try table.sample(atPresentationTime: time)?.index }

  func presentationTime(after time: Int64) throws -> Int64? {
    var rank = try table.rank(atPresentationTime: time).map { $0 + 1 } ?? 0
    while rank < table.count {
      let next = try table[table.sample(rank: rank)].presentationTime
      if next > time { return next }
      rank += 1
    }
    return nil
  }

  func bytes(of sample: CodedSample) throws -> Buffer { try bytes(of: sample.index..<sample.index + 1).bytes }

  func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    let run = try table.run(from: samples.lowerBound, before: samples.upperBound)
    guard run.first.offset >= 0, run.byteCount <= movie.source.size - run.first.offset else {
      throw MovieError(
        .truncated, "the file ends after \(movie.source.size) bytes, in sample \(run.first.index)",
        offset: movie.source.size, file: movie.source.name)
    }
    let buffer = try Buffer(count: Int(run.byteCount)) { bytes throws(MovieError) in
      try movie.read(run, in: track, into: bytes)
    }
    return (buffer, run.count)
  }

  func mediaEnd() throws -> Int64 { table.decodeEnd }

  /// When the last picture ends.
  func presentationEnd() throws -> Int64 { table.isReordered ? table.presentationRange.upperBound : table.decodeEnd }

  /// The earliest time at which anything is shown or decoded.
  func earliestTime() throws -> Int64 { min(0, table.presentationRange.lowerBound) }
}

extension CodedSample {
  fileprivate init(_ sample: MovieFile.Sample) {
    self.init(
      index: sample.index, decodeTime: sample.decodeTime, presentationTime: sample.presentationTime,
      duration: sample.duration, size: sample.size, formatIndex: sample.descriptionIndex,
      isSync: !sample.flags.isDisjoint(with: .randomAccess), isDisposable: sample.flags.contains(.disposable),
      offset: sample.offset)
  }
}
