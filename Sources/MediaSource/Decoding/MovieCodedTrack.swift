package import GStreamer
import CoreMedia
import MovieFile

/// A track of an MP4 or QuickTime file, decoded by its own sample tables.
package struct MovieCodedTrack: TableTrack {
  package let movie: Movie
  package let track: Track
  package let formats: [CodedFormat]
  package let edits: [TrackEdit]
  package let gapless: GaplessRange?
  /// GStreamer's muxer writes no edit for the pre-skip of Opus, but takes it from the duration of the first packet.
  package let hasShortenedFirstPacket: Bool
  package let table: MovieFile.SampleTable

  /// Blocks while the tables are walked.
  ///
  /// - Parameter mayLackDecoder: True for a track of any kind whose samples are only copied.
  /// - Throws: `DecoderError` with `missingDecoder` for codings that can't be decoded, with `protected` for encrypted ones, `MovieError`
  ///   when the tables can't be read.
  package init(_ track: Track, of movie: Movie, mayLackDecoder: Bool = false) throws {
    self.movie = movie
    self.track = track
    if let scheme = track.sampleDescriptions.lazy.compactMap(\.protection).first {
      throw DecoderError(.protected, "the track is encrypted", cause: scheme.scheme.map { "scheme \($0.text)" })
    }
    let table = try track.samples()
    let rate = Self.frameRate(table)
    formats = try track.formatDescriptions().map { description in
      do {
        return try CodedFormat(description, frameRate: rate)
      } catch {
        guard mayLackDecoder else { throw error }
        return try CodedFormat(storing: description)
      }
    }
    self.table = table
    hasShortenedFirstPacket =
      try formats.first?.codec == .opus && table.count > 1 && table[0].duration < table[1].duration
    let heard = try Self.gapless(of: track, in: movie)
    gapless = heard.map { GaplessRange($0) }
    edits = heard.map { [TrackEdit($0, timescale: table.timescale)] } ?? Self.edits(of: track)
  }

  /// Frames a second on average; nil if its terms have more than the 31 bits that caps hold.
  private static func frameRate(_ table: MovieFile.SampleTable) -> (Int, Int)? {
    guard let rate = table.meanFrameRate, let frames = Int32(exactly: rate.frames),
      let seconds = Int32(exactly: rate.seconds)
    else { return nil }
    return (Int(frames), Int(seconds))
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

  /// iTunes' numbers, where the edits do not say something else: none, or a single one that begins with the media or with the audio.
  private static func gapless(of track: Track, in movie: Movie) throws -> GaplessInfo? {
    guard let info = try movie.gapless(of: track), info.source == .iTunes else { return nil }
    guard let edit = track.edits?.first else { return info }
    let start = CMTime(value: edit.mediaTime ?? -1, timescale: track.timescale)
    let priming = CMTime(value: info.priming, timescale: info.sampleRate)
    let length = CMTime(value: edit.duration, timescale: track.movieTimescale)
    let audio = CMTime(value: info.sampleCount, timescale: info.sampleRate)
    let unit = CMTime(value: 1, timescale: track.movieTimescale)
    guard track.edits?.count == 1, edit.rate.rawValue == 65536, start == .zero || start == priming,
      edit.duration == 0 || length > audio - unit
    else { return nil }
    return info
  }

  package func lastTogether(from sample: CodedSample, count: Int) throws -> CodedSample {
    let run = try table.run(from: sample.index, before: min(sample.index + max(1, count), self.count))
    return try self.sample(sample.index + run.count - 1)
  }

  package func bytes(of samples: Range<Int>) throws -> (bytes: Buffer, count: Int) {
    try table.bytes(of: samples, in: track, of: movie)
  }

  package func file(of sample: CodedSample) throws -> FileByteSource? {
    try movie.source(ofDescription: sample.formatIndex, in: track, sample: sample.index) as? FileByteSource
  }
}

extension MovieFile.SampleTable {
  /// The bytes of samples of a movie's track, as many as lie together.
  package func bytes(of samples: Range<Int>, in track: Track, of movie: Movie) throws -> (bytes: Buffer, count: Int) {
    let run = try self.run(from: samples.lowerBound, before: min(samples.upperBound, count))
    let size = try movie.mediaSize(of: run.first, in: track)
    guard run.first.offset >= 0, run.byteCount <= size - run.first.offset else {
      throw MovieError(
        .truncated, "the file ends after \(size) bytes, in sample \(run.first.index)", offset: size,
        file: movie.source.name)
    }
    let buffer = try Buffer(count: Int(run.byteCount)) { bytes throws(MovieError) in
      try movie.read(run, in: track, into: bytes)
    }
    return (buffer, run.count)
  }
}
