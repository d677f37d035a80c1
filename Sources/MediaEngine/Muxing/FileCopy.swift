internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// Copies the tracks of any file that can be read into a movie or a file of sound: samples and times as they are.
///
///     table or parsers ─▶ CodedTrack ─▶ CopiedTrack ─▶ MovieWriter, SoundFileWriter
///
/// What is edited away stays in the file, and edited away.
struct FileCopy {
  /// What the copy is without.
  let notes: [String]
  private let input: String
  private let format: WritableFormat
  private let tracks: [CopiedTrack]
  /// What the file says about itself, in words that the other kind has.
  private let metadata: MuxerMetadata

  /// Reads the file's tables, or where it has none all of it.
  ///
  /// - Throws: `MovieError` with `unfit` if the kind of file cannot hold a track; what reading throws.
  init(_ input: String, to format: WritableFormat, isFragmented: Bool = false) throws {
    (self.input, self.format) = (input, format)
    try GStreamerLibrary.start()
    let opened = try Self.tracks(of: input)
    guard !opened.tracks.isEmpty else { throw MovieError(.unfit, "there is neither picture nor sound in '\(input)'") }
    do {
      tracks = try Self.copied(opened.tracks, to: format)
    } catch let error as MovieError {
      throw Misfit(error, in: format) { (try? Self.copied(opened.tracks, to: $0)) != nil }
    }
    metadata = try MuxerMetadata(
      TextMap(), from: Location(input), chapters: Location(input), in: format, isFragmented: isFragmented, at: nil)
    notes = opened.notes + metadata.notes("copy")
  }

  private static func copied(
    _ tracks: [(track: any CodedTrack, facts: TrackFacts?)], to format: WritableFormat
  ) throws -> [CopiedTrack] {
    if case .sound = format, tracks.count > 1 {
      throw MovieError(.unfit, "\(format.name) cannot hold \(tracks.count) tracks: it has one track")
    }
    return try tracks.enumerated().map { index, found in
      try MovieError.naming(track: index + 1) { try CopiedTrack(found.track, found.facts, to: format) }
    }
  }

  private static func tracks(
    of path: String
  ) throws -> (tracks: [(track: any CodedTrack, facts: TrackFacts?)], notes: [String]) {
    let contents = try OpenedMedia(path: path).container.tracks()
    let (kept, others) = (contents.filter(\.isAudiovisual), contents.filter { !$0.isAudiovisual })
    return (
      try kept.map { (try $0.codedTrack(), $0.facts) },
      others.map { note(UInt32(bitPattern: $0.facts.id), $0.facts.mediaType) }
    )
  }

  private static func note(_ id: UInt32, _ kind: String) -> String {
    "the copy is without track \(id), which has neither pictures nor sound but '\(kind)'"
  }

  /// Bytes of all samples.
  private func byteCount() throws -> Int64 {
    try tracks.reduce(0) { sum, copied in
      if let table = (copied.track as? any TableTrack)?.table { return sum + table.byteCount }
      var sum = sum
      try copied.track.forEachSample { sum += Int64($0.size) }
      return sum
    }
  }

  /// Headers first, with as much room as they will need, as `MovieCopy.headersFirst()`; files of sound have one layout only.
  func headersFirst() throws -> MovieWriter.Layout {
    guard case .movie(let movie) = format else { return .headersLast }
    let counter = CountingByteSink()
    var media: Int64 = 0
    try write(to: counter, layout: .headersLast) { done, _ in media = done }
    return .headersFirst(asInFileOf: counter.count, media: media, MovieDraft(movie))
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - layout: That of a movie; files of sound have one only.
  ///   - progress: Called with the bytes of samples that are written, and of all of them; may throw to stop.
  func write(
    to sink: any RandomAccessByteSink, layout: MovieWriter.Layout, progress: (Int64, Int64) throws -> Void
  ) throws {
    let end = tracks.compactMap(\.segments.last?.target.end).max() ?? .zero
    let writer = try MuxerOptions(format: format, layout: layout, metadata: metadata).writer(to: sink, length: end)
    var cursors: [(track: CopiedTrack, number: Int, next: CodedSample, time: CMTime)] = []
    for copied in tracks {
      let number = try writer.addTrack(copied.draft)
      writer.setSegments(copied.segments, ofTrack: number)
      if let first = try copied.track.firstSample() {
        cursors.append((copied, number, first, .zero))
      } else {
        try writer.finishTrack(number)
      }
    }
    let all = try byteCount()
    var done: Int64 = 0
    // Half a second of the track that is furthest behind, again and again.
    while let next = cursors.indices.min(by: { cursors[$0].time < cursors[$1].time }) {
      let (copied, number, sample, _) = cursors[next]
      let step = try copied.copy(from: sample, within: CMTime(value: 1, timescale: 2), to: writer, number)
      done += step.bytes
      try progress(done, all)
      if let sample = step.next {
        cursors[next].next = sample
        cursors[next].time = copied.track.time(sample.decodeTime)
      } else {
        try writer.finishTrack(number)
        cursors.remove(at: next)
      }
    }
    try metadata.finish(writer, tracks: Array(tracks.indices), end: end)
    try writer.finish()
  }
}
