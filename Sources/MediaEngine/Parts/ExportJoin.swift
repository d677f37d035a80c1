internal import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// Joins the parts of an export into one file: coded samples are copied, nothing is decoded.
///
/// The output appears complete or not at all.
package struct ExportJoin: Sendable {
  /// The parts, in any order.
  package var parts: [String]
  package var output: String
  package var overwrite = false

  package init(_ parts: [String], to output: String) { (self.parts, self.output) = (parts, output) }

  /// Thrown if the join was stopped.
  package struct Stopped: Error {}

  /// A part with its movie.
  private struct Opened {
    let path: String
    let description: ExportPart
    let movie: Movie

    func track(_ type: BoxType) throws -> Track? {
      let tracks = movie.tracks.filter { $0.handlerType == type }
      guard tracks.count <= 1 else { throw ExportJoin.damaged(path, "it has several tracks of a kind") }
      return tracks.first
    }

    /// The part of a track that is shown.
    func shown(_ track: Track) throws -> TrackTimeline.Segment {
      let shown = try track.timeline().segments.filter { $0.source != nil && $0.target.duration > .zero }
      guard shown.count == 1, shown[0].rate == .one else {
        throw ExportJoin.damaged(path, "its track \(track.id) has gaps, across which parts are not joined")
      }
      return shown[0]
    }
  }

  /// Joins the parts; blocks until it is done.
  ///
  /// - Parameters:
  ///   - shouldStop: Called between pieces of the file; if it returns true, the join ends and leaves no file.
  ///   - notice: Called with notes for the user.
  ///   - progress: Called with the number of sample bytes copied, and of all sample bytes.
  /// - Returns: The size of the output in bytes.
  /// - Throws: `Diagnostic` for parts of different exports, missing ones, damaged ones; `Stopped`.
  package func run(
    shouldStop: () -> Bool = { false }, notice: (String) -> Void = { _ in },
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Int {
    guard let format = WritableFormat(path: output) else {
      throw Diagnostic(
        "cannot write '\(output)'", kind: .usage, cause: "its name says no kind of file that is written",
        help: "end the name with .mov, .mp4, .m4a or .mkv")
    }
    let file = OutputFile(Location(output), overwrite: overwrite)
    if let problem = file.problem(at: nil) { throw problem }
    guard file.isRenamed else {
      throw Diagnostic("cannot write '\(output)'", kind: .output, cause: "a movie goes into a regular file")
    }
    let opened = try Self.inOrder(try parts.map(Self.open))
    let (tracks, end) = try Self.tracks(of: opened, in: format)
    let metadata = try metadata(opened[0].description, format, notice)
    func write(to sink: any RandomAccessByteSink, _ layout: MovieWriter.Layout, _ watch: (Int64, Int64) throws -> Void)
      throws
    {
      let writer = try MuxerOptions(format: format, layout: layout, metadata: metadata).writer(to: sink, length: end)
      try InterleavedCopy(tracks).write(to: writer, progress: watch)
      try metadata.finish(writer, tracks: Array(tracks.indices), end: end)
      try writer.finish()
    }
    var hasStopped = false
    do {
      var layout = MovieWriter.Layout.headersLast
      if case .movie(let movie) = format {
        let counter = CountingByteSink()
        try write(to: counter, .headersLast) { _, _ in }
        layout = .headersFirst(
          asInFileOf: counter.count, media: try InterleavedCopy(tracks).byteCount(), MovieDraft(movie))
      }
      try file.create(at: nil)
      try write(to: FileByteSink(descriptor: file.descriptor, name: output), layout) { done, all in
        hasStopped = shouldStop()
        if hasStopped { throw MovieError(.unwritable, "stopped") }
        progress(done, all)
      }
      return file.finish(try file.place(at: nil))
    } catch {
      file.discard()
      if hasStopped { throw Stopped() }
      if let problem = error as? Diagnostic { throw problem }
      throw Diagnostic(writing: output, underlying: error)
    }
  }

  /// Joins the parts on a thread of its own.
  ///
  /// - Returns: The size of the output in bytes.
  /// - Throws: As ``run(shouldStop:notice:progress:)``.
  package func result(
    shouldStop: @escaping @Sendable () -> Bool, notice: @escaping @Sendable (String) -> Void
  ) async throws -> Int {
    try await blocking { try run(shouldStop: shouldStop, notice: notice) }
  }

  // MARK: - Parts

  private static func open(_ path: String) throws -> Opened {
    if let problem = InputFile.problem(Location(path), at: nil) { throw problem }
    let movie: Movie
    do {
      movie = try Movie(path: path)
    } catch {
      throw damaged(path, error.message)
    }
    let item = try? movie.metadata().items.first { $0.key == .name(ExportPart.key) }
    guard case .text(let text, _)? = item?.value, let description = try? ExportPart(text: text) else {
      throw Diagnostic(
        "'\(path)' is no part of an export", kind: .input, help: "parts are made with --part 1/3, 2/3 and 3/3")
    }
    guard description.version == 1, description.count > 0, (1...description.count).contains(description.number) else {
      throw damaged(path, "another version of reel has made it")
    }
    return Opened(path: path, description: description, movie: movie)
  }

  fileprivate static func damaged(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic("the part '\(path)' cannot be joined", kind: .input, cause: reason, help: "make it again")
  }

  /// Returns the parts by their numbers: all of one export, each once.
  private static func inOrder(_ parts: [Opened]) throws -> [Opened] {
    guard let first = parts.first else { throw Diagnostic("there are no parts", kind: .usage) }
    for part in parts where part.description.export != first.description.export {
      throw Diagnostic(
        "'\(part.path)' is a part of another export than '\(first.path)'", kind: .input,
        cause: part.description.source == first.description.source
          ? "its settings, or its source, are not the same"
          : "it is of '\(part.description.source)', not of '\(first.description.source)'")
    }
    for part in parts where part.description.count != first.description.count {
      throw Diagnostic(
        "'\(part.path)' is one of \(part.description.count) parts, '\(first.path)' one of \(first.description.count)",
        kind: .input, help: "make all parts with the same number")
    }
    let byNumber = Dictionary(grouping: parts, by: \.description.number)
    if let (number, same) = byNumber.filter({ $0.value.count > 1 }).min(by: { $0.key < $1.key }) {
      throw Diagnostic(
        "part \(number) is given twice", kind: .usage, notes: ["'\(same[0].path)' and '\(same[1].path)'"])
    }
    let missing = (1...first.description.count).filter { byNumber[$0] == nil }
    guard missing.isEmpty else {
      let list = missing.prefix(8).map(String.init).joined(separator: ", ") + (missing.count > 8 ? ", …" : "")
      throw Diagnostic(
        "part \(list) of \(first.description.count) is missing", kind: .usage,
        help: "make it with --part \(missing[0])/\(first.description.count)")
    }
    return parts.sorted { $0.description.number < $1.description.number }
  }

  // MARK: - Tracks

  private static func tracks(of parts: [Opened], in format: WritableFormat) throws -> ([any CopiedMedia], end: CMTime) {
    let video = try joinedVideo(parts)
    let audio = try joinedAudio(parts)
    let origin = [video?.start, audio?.start].compactMap(\.self).min() ?? .zero
    var tracks: [any CopiedMedia] = []
    var end = CMTime.zero
    for track in [video, audio].compactMap(\.self) {
      let target = CMTimeRange(start: track.start - origin, duration: track.source.duration)
      end = max(end, target.end)
      let segment = TrackTimeline.Segment(target: target, source: track.source, rate: .one)
      tracks.append(try JoinedTrack(track.pieces, to: format.descriptions, segments: [segment]))
    }
    guard !tracks.isEmpty else { throw damaged(parts[0].path, "there is nothing in it") }
    return (tracks, end)
  }

  /// The pieces of a track, what of them is shown, and when, on the source's timeline.
  private struct Pieces {
    let pieces: [JoinedTrack.Piece]
    let source: CMTimeRange
    let start: CMTime
  }

  private static func joinedVideo(_ parts: [Opened]) throws -> Pieces? {
    var pieces: [JoinedTrack.Piece] = []
    var (start, end): (CMTime?, CMTime) = (nil, .zero)
    for part in parts {
      guard let place = part.description.video?.start.time else { continue }
      guard let track = try part.track("vide") else { throw damaged(part.path, "its frames are missing") }
      let shown = try part.shown(track)
      guard let source = shown.source, try track.samples().count > 0, try track.samples()[0].isSync else {
        throw damaged(part.path, "it does not begin with a key frame")
      }
      // The samples of the whole are at their times in the source.
      let shift = CMTimeConvertScale(place - source.start, timescale: track.timescale, method: .default)
      pieces.append(try JoinedTrack.Piece(track, of: part.movie, shift: shift.value))
      if start == nil { start = place }
      end = place + source.duration
    }
    guard let start else { return nil }
    return Pieces(pieces: pieces, source: CMTimeRange(start: start, end: end), start: start)
  }

  private static func joinedAudio(_ parts: [Opened]) throws -> Pieces? {
    var pieces: [JoinedTrack.Piece] = []
    var (start, end, next): (CMTime?, CMTime, Int64?) = (nil, .zero, nil)
    var place = CMTime.zero
    for part in parts {
      guard let audio = part.description.audio else { continue }
      guard let track = try part.track("soun") else { throw damaged(part.path, "its sound is missing") }
      guard track.timescale == audio.rate else {
        throw damaged(part.path, "its sound has \(track.timescale) samples a second, not \(audio.rate)")
      }
      let shown = try part.shown(track)
      guard let source = shown.source else { continue }
      let kept = audio.keptFrom..<max(audio.keptFrom, audio.keptTo ?? .max)
      let piece = try JoinedTrack.Piece(track, of: part.movie, shift: audio.offset, kept: kept)
      // Packet follows packet: what is missing would be a seam.
      guard let first = try piece.start(), let last = try piece.end(), next.map({ $0 == first }) ?? true,
        audio.keptTo.map({ $0 == last }) ?? true
      else {
        throw damaged(part.path, "its packets do not follow those of the part before")
      }
      next = last
      pieces.append(piece)
      let shift = CMTime(value: audio.offset, timescale: audio.rate)
      if start == nil {
        start = source.start + shift
        place = CMTime(value: audio.origin, timescale: audio.rate)
      }
      end = source.end + shift
    }
    guard let start else { return nil }
    return Pieces(pieces: pieces, source: CMTimeRange(start: start, end: end), start: place)
  }

  // MARK: - Metadata

  /// Returns the metadata of the whole: those of the source, if it can be read.
  private func metadata(
    _ part: ExportPart, _ format: WritableFormat, _ notice: (String) -> Void
  ) throws -> MuxerMetadata {
    let source = Location(part.source)
    var tags = TextMap()
    for (name, value) in part.tags.sorted(by: { $0.key < $1.key }) { tags.entries[name] = value }
    guard InputFile.problem(source, at: nil) == nil else {
      notice("the output is without the tags of '\(part.source)', which cannot be read here")
      return try MuxerMetadata(tags, from: nil, chapters: nil, in: format, isFragmented: false, at: nil)
    }
    return try MuxerMetadata(
      tags, from: source, chapters: part.isWhole ? source : nil, in: format, isFragmented: false, at: nil)
  }
}
