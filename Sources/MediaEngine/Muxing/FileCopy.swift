internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// Copies a file into a movie or an audio file: samples and times as they are.
///
///     OpenedMedia ─┬▶ Movie, all that a movie holds ─▶ CopiedTable ─┐
///                  └▶ CodedTrack, tags and chapters ─▶ CopiedTrack ─┴▶ InterleavedCopy ─▶ MovieWriter, AudioFileWriter
///
/// Media outside of the edits stay in the file, outside of the edits; of a part of the input, only what it needs is copied.
struct FileCopy {
  /// Notes on the parts of the input that the copy does not have.
  let notes: [String]
  /// The duration of the copy.
  let duration: CMTime
  private let format: WritableFormat
  private let content: Content

  /// The parts of a file that are copied besides samples.
  private enum Content {
    /// All that a movie holds.
    case movie(MovieCopy)
    /// Tracks, and the metadata of the input with the keys of the output's format.
    case tracks([CopiedTrack], texts: [CopiedText], MuxerMetadata)
  }

  /// Reads the tables of a file, or of what a server has; where it has none all of it.
  ///
  /// - Parameters:
  ///   - range: The part of the input's timeline that is copied.
  ///   - metadata: The metadata of the copy; nil for those of the input.
  ///   - omitsPrivate: True to leave out private metadata of tracks.
  /// - Throws: `MovieError` with `notStorable`, or `UnsupportedMedia`, if the kind of file cannot hold a track; what reading throws.
  init(
    _ input: Location, to format: WritableFormat, isFragmented: Bool = false, range: CMTimeRange = .wholeTimeline,
    metadata: MuxerMetadata? = nil, omitsPrivate: Bool = false, cancellation: ReadingCancellation = .init()
  ) throws {
    if isFragmented, !format.isMovie { throw MovieError(.notStorable, "\(format.name) has no fragments") }
    self.format = format
    let media = try OpenedMedia(AssetProbe.Input(input), cancellation: cancellation)
    try media.readHeaders()
    let container = media.container
    let whole = try MediaFile(media).duration()
    duration = max(.zero, min(range.end, whole) - range.start)
    if range != .wholeTimeline, whole.isNumeric, whole > .zero, duration <= .zero {
      throw Diagnostic(
        "there is nothing to copy", kind: .usage, cause: "'\(input.text)' ends before the part begins")
    }
    if case .movie(let movieFormat) = format, let movie = container.movie {
      let copy =
        range == .wholeTimeline && metadata == nil && !omitsPrivate
        ? try Self.whole(movie, to: movieFormat)
        : try Self.part(
          of: movie, input, to: movieFormat, range, metadata, omitsPrivate: omitsPrivate, isFragmented: isFragmented)
      // The tracks of a file in fragments have the same loss.
      let loss = movie.tracks.lazy.compactMap { (try? $0.samples())?.problem }.first
      (content, notes) = (copy.0, copy.notes + [loss?.description].compactMap(\.self))
    } else {
      let tracks = try Self.tracks(
        of: container, input, to: format, range, metadata, isFragmented: isFragmented)
      let lost = ProductionChunks.text(in: media.input.source).map { "the copy is without \($0)" }
      let end = (try? FLACEnd.problem(of: media.input.source))?.description
      (content, notes) = (tracks.0, tracks.notes + [lost, end].compactMap(\.self))
    }
  }

  // MARK: - Movies

  private static func whole(_ movie: Movie, to format: MovieFormat) throws -> (Content, notes: [String]) {
    if let problem = movie.problems.first { throw problem }
    do throws(MovieError) {
      let copy = try MovieCopy(movie, to: format)
      return (.movie(copy), notes(on: copy) + (note(copy.omittedMetadata, format).map { [$0] } ?? []))
    } catch {
      throw unsupported(error, movie, in: format)
    }
  }

  /// A movie whose metadata are written anew: chapters are at other times, or all are others.
  private static func part(
    of movie: Movie, _ input: Location, to format: MovieFormat, _ range: CMTimeRange, _ metadata: MuxerMetadata?,
    omitsPrivate: Bool, isFragmented: Bool
  ) throws -> (Content, notes: [String]) {
    if let problem = movie.problems.first { throw problem }
    let metadata = try metadata ?? Self.metadata(of: input, in: .movie(format), range, isFragmented: isFragmented)
    let length = try movie.tracks.map { try $0.timeline().duration }.max() ?? .zero
    let end = min(range.end, length) - range.start
    let part = range == .wholeTimeline ? nil : range
    do throws(MovieError) {
      let boxes = try metadata.boxes(before: end)
      let chapters = (lists: metadata.chapters(before: end), end: end)
      let copy = try MovieCopy(
        movie, to: format, range: part, metadata: boxes, chapters: chapters, omitsPrivate: omitsPrivate)
      return (.movie(copy), notes(on: copy) + metadata.notes("copy"))
    } catch {
      throw unsupported(error, movie, in: format)
    }
  }

  private static func unsupported(_ error: MovieError, _ movie: Movie, in format: MovieFormat) -> UnsupportedMedia {
    UnsupportedMedia(error, in: .movie(format)) { other in
      if case .movie(let other) = other { (try? MovieCopy(movie, to: other)) != nil } else { false }
    }
  }

  private static func metadata(
    of input: Location, in format: WritableFormat, _ range: CMTimeRange, isFragmented: Bool
  ) throws -> MuxerMetadata {
    var metadata = try MuxerMetadata(
      TextMap(), from: input, chapters: input, in: format, isFragmented: isFragmented, at: nil)
    if range != .wholeTimeline { metadata.limit(to: range) }
    return metadata
  }

  private static func notes(on copy: MovieCopy) -> [String] {
    copy.omittedTracks.map { "the copy is without track \($0.track.id): \($0.reason)" }
  }

  private static func note(_ omitted: [(track: UInt32?, item: MetadataItem)], _ format: MovieFormat) -> String? {
    guard !omitted.isEmpty else { return nil }
    let names = omitted.prefix(8).map { track, item in
      "'\(item.keySpace.rawValue) \(item.key)'" + (track.map { " of track \($0)" } ?? "")
    }
    let more = omitted.count > 8 ? " and \(omitted.count - 8) more" : ""
    return "\(format.name) files cannot hold, and the copy is without: \(names.joined(separator: ", "))\(more)"
  }

  // MARK: - Other files

  private static func tracks(
    of container: any MediaContainer, _ input: Location, to format: WritableFormat, _ range: CMTimeRange,
    _ metadata: MuxerMetadata?, isFragmented: Bool
  ) throws -> (Content, notes: [String]) {
    try GStreamerLibrary.start()
    let contents = try container.tracks()
    let found = try contents.filter(\.isAudiovisual).map { (track: try $0.codedTrack(), content: $0) }
    guard !found.isEmpty else {
      throw MovieError(.notStorable, "there is neither picture nor sound in '\(input.text)'")
    }
    let tracks: [CopiedTrack]
    do {
      tracks = try copied(found, to: format, range)
    } catch let error as MovieError {
      throw UnsupportedMedia(error, in: format) { (try? copied(found, to: $0, range)) != nil }
    }
    let metadata = try metadata ?? Self.metadata(of: input, in: format, range, isFragmented: isFragmented)
    // Chapters are in the metadata.
    let chapters = contents.chapterIDs
    var texts: [CopiedText] = []
    // The samples of the tracks are known by now, and with them the streams that no track lists.
    var others = ((container as? InterleavedContainer)?.omission).map { [$0] } ?? []
    for content in contents where content.attributes.lacksAlpha {
      others.append("the copy is without the alpha of track \(content.attributes.id)")
    }
    let mediaEnd = range.start + (tracks.compactMap(\.segments?.last?.target.end).max() ?? .zero)
    for content in contents where !content.isAudiovisual {
      let id = UInt32(bitPattern: content.attributes.id)
      if chapters.contains(content.attributes.id) { continue }
      let without = "the copy is without track \(id)"
      do {
        if let text = try CopiedText(content, of: container, to: format, part: range, mediaEnd: mediaEnd) {
          texts.append(text)
        } else {
          others.append("\(without), which has neither pictures nor sound but '\(content.attributes.mediaType)'")
        }
      } catch let error as MovieError where !error.isUnreadable {
        others.append("\(without), which is damaged: \(error)")
      } catch let error as DecoderError {
        others.append("\(without): \(error.message)")
      }
    }
    if case .matroska = format {
      for content in contents where content.attributes.mediaType == "vide" && !content.attributes.transform.isRightAngle
      {
        others.append(
          "\(format.name) files only say that pictures are to be turned by right angles: those of track \(content.attributes.id) are "
            + "shown as they are stored")
      }
    }
    return (.tracks(tracks, texts: texts, metadata), others + metadata.notes("copy"))
  }

  private static func copied(
    _ tracks: [(track: any CodedTrack, content: any ContainerTrack)], to format: WritableFormat, _ range: CMTimeRange
  ) throws -> [CopiedTrack] {
    if case .audio = format, tracks.count > 1 {
      throw MovieError(.notStorable, "\(format.name) cannot hold \(tracks.count) tracks: it has one track")
    }
    return try tracks.enumerated().map { index, found in
      try MovieError.naming(track: index + 1) {
        try CopiedTrack(found.track, found.content, to: format, part: range)
      }
    }
  }

  // MARK: - Writing

  /// Headers first, with as much room as they will need; audio files have one layout only.
  ///
  /// - Throws: The errors of `write`.
  func headersFirst() throws -> MovieWriter.Layout {
    switch (content, format) {
    case (.movie(let copy), _): return try copy.headersFirst()
    case (.tracks(let tracks, let texts, _), .movie(let movie)):
      let counter = CountingByteSink()
      try write(to: counter, layout: .headersLast) { _, _ in }
      let media = try InterleavedCopy(tracks + texts).byteCount()
      return .headersFirst(asInFileOf: counter.count, media: media, MovieDraft(movie))
    case (.tracks, _): return .headersLast
    }
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - layout: That of a movie; audio files have one only.
  ///   - progress: Called with the bytes of samples that are written, and of all of them; may throw to stop.
  /// - Returns: Notes on the copy that are known at its end.
  @discardableResult
  func write(
    to sink: any RandomAccessByteSink, layout: MovieWriter.Layout, progress: (Int64, Int64) throws -> Void
  ) throws -> [String] {
    switch content {
    case .movie(let copy):
      try copy.write(to: sink, layout: layout, progress: progress)
      return []
    case .tracks(let tracks, let texts, let metadata):
      let end = tracks.compactMap(\.segments?.last?.target.end).max() ?? .zero
      let writer = try MuxerOptions(format: format, layout: layout, metadata: metadata).writer(to: sink, length: end)
      try InterleavedCopy(tracks + texts).write(to: writer, progress: progress)
      try metadata.finish(writer, tracks: Array(tracks.indices), end: end)
      try writer.finish()
      // All tracks of a file have the same loss.
      let loss = tracks.lazy.compactMap(\.track.loss).first.map { [$0.description] } ?? []
      return loss + texts.compactMap(\.note) + ((writer as? MatroskaWriter)?.notes ?? [])
    }
  }
}

extension WritableFormat {
  fileprivate var isMovie: Bool { if case .movie = self { true } else { false } }
}
