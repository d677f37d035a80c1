import CoreMedia
import MediaGraph
import MovieFile

/// The tracks of an MP4 or QuickTime file, read by its own tables: a source element for each stream that is read.
///
///     frames   ─▷ video          decoded, every picture at its exact time
///     samples  ─▷ audio          decoded, trimmed to the sample, silence in empty edits
///     packets  ─▷ coded_video, coded_audio
///     captions ─▷ text
struct MovieSources: Sendable {
  let movie: Movie

  /// Opens a file; nil when it is no movie, or holds something that only GStreamer's demuxer can give.
  ///
  /// - Throws: `Diagnostic` for movies that are encrypted.
  init?(path: String) throws {
    guard InputFile.isRegular(path), let movie = try? Movie(path: path) else { return nil }
    self.movie = movie
    for track in movie.tracks where Self.kind(of: track) != nil {
      if let protection = track.sampleDescriptions.lazy.compactMap(\.protection).first {
        throw Diagnostic(
          "cannot read '\(path)'", kind: .input,
          cause: "track \(track.id) is encrypted" + (protection.scheme.map { " (\($0.text))" } ?? ""))
      }
      guard isReadable(track) else { return nil }
    }
  }

  var tracks: [AssetTrack] {
    let facts = MovieTracks(movie).facts
    return movie.tracks.map { AssetTrack(kind: Self.kind(of: $0), id: Int($0.id), facts: facts[Int($0.id)]) }
  }

  private static func kind(of track: Track) -> AssetTrack.Kind? {
    switch track.handlerType {
    case "vide": .video
    case "soun": .audio
    case "text", "sbtl", "subt": .text
    default: nil
    }
  }

  private func isReadable(_ track: Track) -> Bool {
    if Self.kind(of: track) == .text {
      return track.sampleDescriptions.allSatisfy { ["tx3g", "text"].contains($0.codec) }
    }
    guard let formats = try? track.formatDescriptions().map({ try CodedFormat($0) }), !formats.isEmpty else {
      return false
    }
    // GStreamer plays sound faster or slower as the edit says; here it would be written as it is.
    return track.handlerType == "vide"
      || (track.edits ?? []).allSatisfy { $0.mediaTime == nil || $0.rate.doubleValue == 1 }
  }

  /// Puts in a source for each stream that is read.
  func build(_ bin: NodeBin, _ chosen: [OutputKey: AssetTrack]) throws {
    let keyTimes = keyTimes(of: bin.outputs.filter { $0.port == "video" }.lazy.compactMap { chosen[$0]?.id }.first)
    for key in bin.outputs {
      guard let id = chosen[key]?.id, let track = movie.track(id: UInt32(clamping: id)) else { continue }
      let source = try source(for: key, track, keyTimes, node: bin.node)
      try bin.adopt(source, factory: "movie")
      // It starts with the run: what it gives before everything is linked would be lost.
      bin.hold(source)
      try bin.exposeOutput(source.pad("src"), as: key)
    }
  }

  /// All sources of a movie go to the same times: to those of its first pictures.
  private func keyTimes(of id: Int?) -> KeyTimes? {
    guard let id, let track = movie.track(id: UInt32(clamping: id)), let coded = try? MovieTrack(track, of: movie),
      let end = try? coded.presentationEnd()
    else { return nil }
    return KeyTimes(coded, mediaEnd: end)
  }

  private func source(
    for key: OutputKey, _ track: Track, _ keyTimes: KeyTimes?, node: GraphNode
  ) throws -> Element {
    let type = ElementType(kind: .maker, isVideo: false, caps: "ANY")
    do {
      let source: TrackSource =
        switch key.port {
        case "text": try CaptionSource(track, of: movie)
        case "video": FrameSource(try MovieTrack(track, of: movie))
        case "audio": try SoundSource(MovieTrack(track, of: movie))
        default: try PacketSource(MovieTrack(track, of: movie))
        }
      source.keyTimes = keyTimes
      return try type.make(source, name: nil)
    } catch {
      throw Diagnostic("track \(track.id) cannot be read", kind: .input, at: node.range, cause: "\(error)")
    }
  }
}
