internal import MediaSource
internal import GStreamer
import CoreMedia
import Foundation
import MediaGraph
import MovieFile

/// The tracks of a container that is read by its own tables: a source element for each stream that is read.
///
///     frames   ─▷ video          decoded, every frame at its exact time, black in empty edits
///     samples  ─▷ audio          decoded, trimmed to the sample, silence in empty edits
///     packets  ─▷ coded_video, coded_audio
///     captions ─▷ text
struct TableSources: Sendable {
  /// The treatment of tracks that cannot be read whole.
  enum Leniency: Sendable {
    /// Samples behind the end of the file are errors.
    case none
    /// Each track for itself; a file that was cut off ends where it does.
    case partial
  }

  private let media: OpenedMedia
  private var container: any MediaContainer { media.container }
  /// The tracks of the container.
  private let contents: [any ContainerTrack]
  /// The stream of a movie's fragments, when they come one after the other.
  private var stream: FragmentStream?
  /// True if the bytes come one after the other: each stream reads them once.
  private var goesBy: Bool { stream != nil || media.input.source is ArrivingBytes }
  private let name: String
  private let leniency: Leniency
  /// The streams, if they were opened before the node is built.
  private var prepared: Streams?

  /// Opens a file; nil when its container holds something that only GStreamer's demuxer can give.
  ///
  /// - Parameter isPart: True if only a part of it is read, for which all samples that a demuxer gives are kept.
  /// - Throws: `Diagnostic` for movies that are encrypted, and for files that cannot be opened.
  init?(path: String, isPart: Bool = false) throws {
    guard InputFile.isRegular(path) else { return nil }
    let input: MediaInput
    do throws(MovieError) {
      input = try MediaInput(path: path)
    } catch {
      throw Diagnostic(cannotRead: path, error)
    }
    do {
      try self.init(input, name: path, isPart: isPart)
    } catch let error where error is MovieError || error is MediaError {
      throw Diagnostic(cannotRead: path, error)
    }
  }

  /// - Parameter name: What messages call it.
  /// - Throws: `MovieError` when the bytes themselves can't be had, also.
  init?(_ input: MediaInput, name: String, isPart: Bool = false) throws {
    let media: OpenedMedia
    do {
      media = try OpenedMedia(input)
    } catch let error as MovieError {
      // Whatever is wrong with its tables: a demuxer may make something of it.
      let hasDemuxer = try ProbeData(of: input.source).hasDemuxer
      if error.isUnreadable || !hasDemuxer { throw error }
      return nil
    }
    try self.init(media, name: name, isPart: isPart)
  }

  /// Takes what is open; nil when it holds something that only GStreamer's demuxer can give. Of a movie, ``gives(_:of:)``
  /// tells that for the tracks that are read.
  ///
  /// - Throws: `Diagnostic` for movies that are encrypted.
  init?(_ media: OpenedMedia, name: String, isPart: Bool = false) throws {
    if let movie = media.container.movie { try Self.refuseEncrypted(movie, name) }
    guard isPart || media.container.isReadByTables || media.container.movie != nil else { return nil }
    self.media = media
    (contents, self.name, leniency) = (try media.container.tracks(), name, .none)
  }

  /// Opens a movie, for as much of it as there is.
  ///
  /// - Throws: `Diagnostic` when it is none, or encrypted.
  init(movie path: String) throws(Diagnostic) {
    let source: FileByteSource
    do throws(MovieError) {
      source = try FileByteSource(path: path)
    } catch {
      throw Diagnostic(cannotRead: path, error)
    }
    try self.init(movie: source, location: URL(fileURLWithPath: path), name: path)
  }

  /// Opens a movie from any source, for as much of it as there is.
  ///
  /// - Throws: `Diagnostic` when it is none, or encrypted.
  init(movie source: any ByteSource, location: URL?, name: String) throws(Diagnostic) {
    let movie: Movie
    do throws(MovieError) {
      movie = try Movie(source: source, location: location)
    } catch {
      throw Diagnostic(cannotRead: name, error)
    }
    try Self.refuseEncrypted(movie, name)
    let container = MovieContainer(movie)
    media = OpenedMedia(MediaInput(source, location: location), as: container)
    (contents, self.name, leniency) = (container.movieTracks, name, .partial)
  }

  /// Opens a movie that comes in fragments.
  ///
  /// - Throws: `Diagnostic` when it is encrypted.
  init(_ stream: FragmentStream, _ leniency: Leniency, name: String) throws(Diagnostic) {
    try Self.refuseEncrypted(stream.movie, name)
    let container = MovieContainer(stream.movie)
    media = OpenedMedia(MediaInput(stream.movie.source, location: nil), as: container)
    (contents, self.stream, self.name, self.leniency) = (container.movieTracks, stream, name, leniency)
  }

  private static func refuseEncrypted(_ movie: Movie, _ path: String) throws(Diagnostic) {
    for track in movie.tracks where AssetTrack.Kind(ofTrack: track) != nil {
      guard let protection = track.sampleDescriptions.lazy.compactMap(\.protection).first else { continue }
      throw Diagnostic(
        "cannot read '\(path)'", kind: .input,
        cause: "track \(track.id) is encrypted" + (protection.scheme.map { " (\($0.text))" } ?? ""))
    }
  }

  var tracks: [AssetTrack] { AssetTrack.all(contents, of: container.movie) }

  /// True if tables give the tracks for outputs of a node: GStreamer's demuxer may know the codings of others.
  func gives(_ outputs: [OutputKey], of node: any OpeningNode) -> Bool {
    // Building the node reports tracks that cannot be chosen.
    guard let chosen = try? node.tracks(for: outputs, from: tracks) else { return true }
    return container.readsByTables(Set(chosen.values.compactMap(\.id)))
  }

  /// The file, for its metadata; nil where these would have to be waited for.
  var file: MediaFile? { media.input.source is ArrivingBytes ? nil : MediaFile(media) }

  /// The format of a track's first sample, without reading its tables.
  func format(ofTrack id: Int) throws -> CodedFormat? {
    try content(id)?.formatDescriptions().first.map { try CodedFormat($0) }
  }

  private func content(_ id: Int) -> (any ContainerTrack)? { contents.first { Int($0.attributes.id) == id } }

  // MARK: Sources

  /// Returns true if some of the streams are read by tables that have to be there as a whole.
  static func needWhole(_ outputs: [OutputKey]) -> Bool { outputs.contains { $0.port == "text" } }

  /// The sources of the streams that are read, and the notes about them.
  private struct Streams: Sendable {
    /// Made while the file opens, and handed to the thread that builds the node.
    nonisolated(unsafe) var sources: [OutputKey: TrackSource] = [:]
    var notes: [String] = []
    fileprivate var opened: [Int: any CodedTrack] = [:]
  }

  /// Reads the tables of all tracks that are chosen; blocks for as long as that takes.
  ///
  /// - Throws: `Diagnostic`.
  func prepared(for outputs: [OutputKey], _ chosen: [OutputKey: AssetTrack], at place: SourceRange?) throws -> Self {
    var copy = self
    copy.prepared = try streams(for: outputs, chosen, at: place)
    return copy
  }

  /// Puts in a source for each stream that is read.
  ///
  /// - Parameter range: The part of the timeline that they give.
  /// - Throws: `Diagnostic` for a part of a stream that goes by.
  func build(_ bin: NodeBin, _ chosen: [OutputKey: AssetTrack], in range: CMTimeRange = .wholeTimeline) throws {
    if goesBy, range != .wholeTimeline { throw Diagnostic(noPartOf: name, "its bytes go by once", at: bin.node) }
    let streams = try prepared ?? streams(for: bin.outputs, chosen, at: bin.node.range)
    for note in streams.notes { bin.note(note) }
    if let file = media.container as? InterleavedContainer { bin.note { file.notes } }
    // A stream of bytes is read once, for all of them.
    bin.hasIndependentStreams = !goesBy
    for key in bin.outputs {
      guard chosen[key] != nil, let source = streams.sources[key] else { continue }
      bin.note(source.notes)
      source.reception = bin.reception
      source.range = range
      if key.port.hasPrefix("coded") { bin.isForwardOnly = true }
      let element = try ElementType(kind: .maker, isVideo: false, caps: "ANY").make(source, name: nil)
      try bin.adopt(element, factory: "movie")
      // It starts with the run: what it gives before everything is linked would be lost.
      bin.hold(element)
      try bin.exposeOutput(element.pad("src"), as: key)
    }
  }

  private func streams(
    for outputs: [OutputKey], _ chosen: [OutputKey: AssetTrack], at place: SourceRange?
  ) throws -> Streams {
    var streams = Streams()
    let first = outputs.filter { $0.port == "video" }.lazy.compactMap { chosen[$0]?.id }.first
    let syncSampleTimes = try first.flatMap { id -> SyncSampleTimes? in
      // A stream that goes by cannot be sought.
      if goesBy { return nil }
      return try reading(id, at: place) {
        let track = try coded(id, &streams)
        // All sources of a movie go to the same times: to those of its first frames.
        return SyncSampleTimes(track, mediaEnd: try track.presentationEnd())
      }
    }
    for key in outputs where key.port != "metadata" {
      guard let id = chosen[key]?.id else { continue }
      try reading(id, at: place) {
        let source =
          switch key.port {
          case "text": try captions(id)
          case "samples": try stored(id).map { try PacketSource($0) }
          default: try source(key.port, coded(id, &streams))
          }
        source?.syncSampleTimes = syncSampleTimes
        source?.tags = tags(id, isVideo: key.port.hasSuffix("video"))
        // The element reports its end when it starts: it is found here, where time does not matter.
        _ = source?.end
        streams.sources[key] = source
      }
    }
    return streams
  }

  private func tags(_ id: Int, isVideo: Bool) -> StreamTags {
    var tags = content(id).map { StreamTags($0) } ?? StreamTags()
    if isVideo { tags.orientation = orientation(id) }
    return tags
  }

  private func reading<Value>(_ id: Int, at place: SourceRange?, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as Diagnostic {
      throw error
    } catch let error as MediaError {
      throw Diagnostic(error, at: place)
    } catch {
      throw Diagnostic("track \(id) cannot be read", kind: .input, at: place, underlying: error)
    }
  }

  private func source(_ port: String, _ track: any CodedTrack) throws -> TrackSource {
    switch port {
    case "video": VideoTrackSource(track)
    case "audio": try AudioTrackSource(track)
    default: try PacketSource(track)
    }
  }

  /// The streams of tracks whose media a program pulls.
  func pulled(_ chosen: [OutputKey: AssetTrack], in range: CMTimeRange) throws -> [OutputKey: PullableSource.Maker] {
    var streams = Streams()
    return try chosen.reduce(into: [:]) { result, entry in
      guard let id = entry.value.id else { return }
      guard let track = try entry.key.port == "samples" ? stored(id) : coded(id, &streams) else { return }
      result[entry.key] = pulledStream(
        ofPort: entry.key.port, track, in: range,
        orientation: orientation(id).flatMap { FrameOrientation(tag: $0) })
    }
  }

  /// The way in which a track's frames are to be turned, as the value of GStreamer's tag; nil if they are upright, or to be turned in
  /// another way.
  func orientation(_ id: Int) -> String? {
    content(id)?.attributes.transform.orientationTag
  }

  private func captions(_ id: Int) throws -> TrackSource? {
    guard let movie = container.movie else { return try content(id).map { TextTrackSource(try $0.codedTrack()) } }
    return try movie.track(id: UInt32(clamping: id)).map { try CaptionSource($0, of: movie) }
  }

  /// A track of any kind, whose samples are only copied.
  /// - Throws: `DecoderError` for a track of a stream that goes by.
  private func stored(_ id: Int) throws -> (any CodedTrack)? {
    if stream != nil { throw DecoderError(.unsupported, "its samples come in fragments, one after the other") }
    return try content(id)?.storedTrack()
  }

  /// A track, opened once for all of its streams; for each one where it goes by.
  private func coded(_ id: Int, _ streams: inout Streams) throws -> any CodedTrack {
    if let stream { return try StreamedTrack(UInt32(clamping: id), of: stream) }
    if let track = streams.opened[id] { return track }
    let track = try open(id, &streams.notes)
    if !goesBy { streams.opened[id] = track }
    return track
  }

  private func open(_ id: Int, _ notes: inout [String]) throws -> any CodedTrack {
    guard let content = content(id) else { throw DecoderError(.noSample, "there is no track \(id)") }
    let track = try content.codedTrack()
    if leniency == .partial, let whole = track as? MovieCodedTrack, let part = try TruncatedTrack(whole) {
      notes.append("'\(name)' is cut off: \(part.count) of \(whole.count) samples of track \(id) are there")
      return part
    }
    // A table tells its loss at once, and the tracks of a file in fragments have the same. Other files tell theirs as they
    // are read.
    if let loss = (track as? any TableTrack)?.loss?.description, !notes.contains(loss) { notes.append(loss) }
    return track
  }
}
