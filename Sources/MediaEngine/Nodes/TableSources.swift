import CoreMedia
import MediaGraph
import MovieFile

/// The tracks of a file that is read by its own tables (see ``TabledFile``): a source element for each stream that is read.
///
///     frames   ─▷ video          decoded, every picture at its exact time
///     samples  ─▷ audio          decoded, trimmed to the sample, silence in empty edits
///     packets  ─▷ coded_video, coded_audio
///     captions ─▷ text
struct TableSources: Sendable {
  /// What becomes of tracks that are not as they should be.
  enum Leniency: Sendable {
    /// A file with a track that can't be read here is none of ours; samples behind the end of the file are errors.
    case none
    /// Each track for itself; a file that was cut off ends where it does.
    case partial
  }

  private let file: TabledFile
  private let path: String
  private let leniency: Leniency

  /// Opens a file; nil when it is none of these, or holds something that only GStreamer's demuxer can give.
  ///
  /// - Throws: `Diagnostic` for movies that are encrypted.
  init?(path: String) throws {
    guard InputFile.isRegular(path), let file = (try? TabledFile(path: path)) ?? nil else { return nil }
    (self.file, self.path, leniency) = (file, path, .none)
    switch file {
    case .movie(let movie):
      try Self.refuseEncrypted(movie, path)
      guard movie.tracks.allSatisfy({ Self.kind(of: $0) == nil || Self.isReadable($0) }) else { return nil }
    case .song(let song): guard (try? CodedFormat(song.formatDescription)) != nil else { return nil }
    case .coreAudio: break
    case .chunkedSound(let file): guard file.isCoded else { return nil }
    }
  }

  /// Opens a movie, for as much of it as there is.
  ///
  /// - Throws: `Diagnostic` when it is none, or encrypted.
  init(movie path: String) throws(Diagnostic) {
    let movie: Movie
    do throws(MovieError) {
      movie = try Movie(path: path)
    } catch {
      var named = error
      named.file = nil
      throw Diagnostic("cannot read '\(path)'", kind: .input, cause: named.description)
    }
    (file, self.path, leniency) = (.movie(movie), path, .partial)
    try Self.refuseEncrypted(movie, path)
  }

  private static func refuseEncrypted(_ movie: Movie, _ path: String) throws(Diagnostic) {
    for track in movie.tracks where kind(of: track) != nil {
      guard let protection = track.sampleDescriptions.lazy.compactMap(\.protection).first else { continue }
      throw Diagnostic(
        "cannot read '\(path)'", kind: .input,
        cause: "track \(track.id) is encrypted" + (protection.scheme.map { " (\($0.text))" } ?? ""))
    }
  }

  var tracks: [AssetTrack] {
    guard case .movie(let movie) = file else { return [AssetTrack(kind: .audio, id: 1, facts: nil)] }
    let facts = MovieTracks(movie).facts
    return movie.tracks.map { AssetTrack(kind: Self.kind(of: $0), id: Int($0.id), facts: facts[Int($0.id)]) }
  }

  /// The format of a track's first sample, without reading its tables.
  func format(ofTrack id: Int) throws -> CodedFormat? {
    switch file {
    case .movie(let movie):
      try movie.track(id: UInt32(clamping: id))?.formatDescriptions().first.map { try CodedFormat($0) }
    case .song(let song): try CodedFormat(song.formatDescription)
    case .coreAudio(let file): try CodedFormat(file.formatDescription)
    case .chunkedSound(let file): try CodedFormat(file.formatDescription)
    }
  }

  private static func kind(of track: Track) -> AssetTrack.Kind? {
    switch track.handlerType {
    case "vide": .video
    case "soun": .audio
    case "text", "sbtl", "subt": .text
    default: nil
    }
  }

  private static func isReadable(_ track: Track) -> Bool {
    if kind(of: track) == .text {
      return track.sampleDescriptions.allSatisfy { ["tx3g", "text"].contains($0.codec) }
    }
    let formats = try? track.formatDescriptions().map { try CodedFormat($0) }
    return formats?.isEmpty == false
  }

  // MARK: Sources

  /// Puts in a source for each stream that is read.
  func build(_ bin: NodeBin, _ chosen: [OutputKey: AssetTrack]) throws {
    var opened: [Int: any CodedTrack] = [:]
    let first = bin.outputs.filter { $0.port == "video" }.lazy.compactMap { chosen[$0]?.id }.first
    let keyTimes = try first.map { id in
      let track = try coded(id, &opened, bin)
      // All sources of a movie go to the same times: to those of its first pictures.
      return KeyTimes(track, mediaEnd: try track.presentationEnd())
    }
    for key in bin.outputs {
      guard let id = chosen[key]?.id else { continue }
      do {
        let source = try key.port == "text" ? captions(id) : source(key.port, coded(id, &opened, bin))
        source?.keyTimes = keyTimes
        guard let source else { continue }
        if key.port.hasPrefix("coded") { bin.isForwardOnly = true }
        let element = try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(source, name: nil)
        try bin.adopt(element, factory: "movie")
        // It starts with the run: what it gives before everything is linked would be lost.
        bin.hold(element)
        try bin.exposeOutput(element.pad("src"), as: key)
      } catch let error as Diagnostic {
        throw error
      } catch {
        throw problem(id, error, bin)
      }
    }
  }

  private func problem(_ id: Int, _ error: any Error, _ bin: NodeBin) -> Diagnostic {
    Diagnostic("track \(id) cannot be read", kind: .input, at: bin.node.range, cause: "\(error)")
  }

  private func source(_ port: String, _ track: any CodedTrack) throws -> TrackSource {
    switch port {
    case "video": FrameSource(track)
    case "audio": try SoundSource(track)
    default: try PacketSource(track)
    }
  }

  private func captions(_ id: Int) throws -> TrackSource? {
    guard case .movie(let movie) = file, let track = movie.track(id: UInt32(clamping: id)) else { return nil }
    return try CaptionSource(track, of: movie)
  }

  /// A track, opened once for all of its streams.
  private func coded(_ id: Int, _ opened: inout [Int: any CodedTrack], _ bin: NodeBin) throws -> any CodedTrack {
    if let track = opened[id] { return track }
    do {
      let track = try open(id, bin)
      opened[id] = track
      return track
    } catch {
      throw problem(id, error, bin)
    }
  }

  private func open(_ id: Int, _ bin: NodeBin) throws -> any CodedTrack {
    switch file {
    case .song(let song): return try SoundFileTrack(song)
    case .coreAudio(let file): return try SoundFileTrack(file)
    case .chunkedSound(let file): return try SoundFileTrack(file)
    case .movie(let movie):
      guard let track = movie.track(id: UInt32(clamping: id)) else {
        throw DecoderError(.nothingThere, "there is no track \(id)")
      }
      let whole = try MovieTrack(track, of: movie)
      guard leniency == .partial else { return whole }
      if let part = try PartialTrack(whole) {
        bin.note("'\(path)' is cut off: \(part.count) of \(whole.count) samples of track \(id) are there")
        return part
      }
      if let problem = whole.table.problem { bin.note("'\(path)', track \(id): \(problem.message)") }
      return whole
    }
  }
}
