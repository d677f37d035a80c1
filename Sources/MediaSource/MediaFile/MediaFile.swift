package import CoreMedia
import Foundation
package import MovieFile

/// A file or URL, read lazily: nothing before it is requested, no more than is requested, and nothing twice.
///
///     URL ─▶ bytes ─┬▶ Movie             its own tables
///                   ├▶ AudioFrameFile    bare MP3 and AAC
///                   ├▶ CoreAudioFile
///                   ├▶ HLSPlaylist
///                   └▶ ContainerHeaders ─▶ ParsedTrack, when more than headers is asked for
///
/// Safe to use from any number of threads. All functions may block to read: never call them on the cooperative pool.
package final class MediaFile: Sendable {
  /// The options of reading.
  package struct Options: Sendable, Hashable {
    /// The references to media in other files that are not followed.
    package var restrictions: ReferenceRestrictions
    /// True if durations are counted instead of estimated, in formats where that is expensive.
    package var isPrecise: Bool
    /// The number of seconds without data after which a server times out.
    package var timeout: Int

    package init(
      restrictions: ReferenceRestrictions = .forbidRemoteToLocal, isPrecise: Bool = false, timeout: Int = 15
    ) {
      (self.restrictions, self.isPrecise, self.timeout) = (restrictions, isPrecise, timeout)
    }
  }

  /// The format of the file, by its beginning.
  package enum Contents: Sendable {
    /// MPEG-4, QuickTime or 3GPP.
    case movie(Movie)
    /// MP3 or ADTS.
    case frames(AudioFrameFile)
    /// WAVE or AIFF with compressed audio.
    case chunkedSound(ChunkedSoundFile)
    /// A Core Audio file.
    case coreAudio(CoreAudioFile)
    /// A playlist of HTTP Live Streaming.
    case playlist(HLSPresentation)
    /// Any other format that GStreamer's parsers read.
    case container
  }

  package let url: URL
  package let options: Options
  private let reader: MediaFileReader
  private let listed = OnceResult<[any TrackContent]>()
  private let length = OnceResult<CMTime>()
  package let described = OnceResult<Metadata>()
  let chaptered = OnceResult<[ChapterList]>()

  /// Creates a file without reading it.
  package init(_ url: URL, options: Options = Options()) {
    (self.url, self.options) = (url, options)
    reader = MediaFileReader(url, options)
  }

  /// Cancels current reads. Later requests read again.
  package func cancel() { reader.cancel() }

  /// Opens the file and reads its headers.
  package func contents() throws -> Contents { try reader.file().contents }

  /// Returns the source of the bytes.
  package func bytes() throws -> any ByteSource { try reader.file().source }

  /// Returns the movie; nil for other formats.
  package func movie() throws -> Movie? {
    if case .movie(let movie) = try contents() { movie } else { nil }
  }

  /// Returns the tracks in file order. Those of a playlist are only known when it is played: there are none.
  package func tracks() throws -> [any TrackContent] {
    try listed.get(isPassing: \.mayPass) {
      let file = try reader.file()
      switch file.contents {
      case .movie(let movie):
        // A movie with a reference that is not permitted cannot be used at all.
        for track in movie.tracks { try track.checkReferences(of: movie) }
        return movie.tracks.map { MovieTrackContent($0, of: movie) }
      case .frames(let frames): return [FrameFileContent(frames, of: reader)]
      case .chunkedSound(let sound): return [SoundFileContent(sound)]
      case .coreAudio(let sound): return [SoundFileContent(sound)]
      case .playlist: return []
      case .container: return try streams(of: file)
      }
    }
  }

  private func streams(of file: OpenedFile) throws -> [any TrackContent] {
    guard let headers = file.headers else { return [] }
    let purposes = try Self.purposes(in: file.source)
    let streams = headers.streams.compactMap { stream in
      StreamFormat(stream.caps)?.mediaType.map { (stream: stream, mediaType: $0) }
    }
    let numbers = StreamNumbers.stated(of: streams.map(\.stream.streamID))
    let ids = numbers ?? StreamNumbers.places(streams.count)
    let purpose = ids.map { id in numbers == nil ? nil : purposes.first { $0.number == UInt64(max(id, 0)) } }
    var facts = streams.indices.map {
      TrackFacts(id: ids[$0], of: streams[$0].stream, streams[$0].mediaType, purpose[$0])
    }
    facts.markAlternatives()
    return streams.indices.map {
      ParsedTrackContent(streams[$0].stream, facts[$0], purpose[$0], duration: headers.duration, of: reader)
    }
  }

  /// Reads fields of Matroska's headers that GStreamer ignores. Errors are ignored: GStreamer has read the file
  /// nevertheless.
  private static func purposes(in source: any ByteSource) throws -> [MatroskaTrack] {
    do {
      return try MatroskaTrack.tracks(of: source)
    } catch {
      guard [.unreadable, .changed].contains(error.code) else { return [] }
      throw error
    }
  }

  /// Returns the duration: that of the file, or else the end of its longest track; indefinite for endless media.
  package func duration() throws -> CMTime {
    try length.get(isPassing: \.mayPass) {
      switch try contents() {
      case .movie(let movie) where !movie.isFragmented && movie.header.duration.isNumeric:
        if movie.header.duration > .zero { return movie.header.duration }
      case .movie(let movie):
        if let units = movie.fragmentsDuration, units > 0 {
          return CMTime(value: units, timescale: movie.header.timescale)
        }
      case .playlist(let presentation):
        return try presentation.media(timeout: options.timeout, isCancelled: reader.isCancelled).duration
      case .frames, .chunkedSound, .coreAudio, .container: break
      }
      return try tracks().compactMap { try $0.segments().last?.target.end }.max() ?? .zero
    }
  }

  // MARK: State without reading

  /// The result of reading the headers; nil if they are not read yet.
  package var isOpen: Result<Void, any Error>? { reader.known ?? immediateProblem }

  /// The result of reading the tracks; nil if they are not read yet.
  package var knowsTracks: Result<Void, any Error>? { listed.known.map { $0.map { _ in } } ?? fatalProblem }

  /// The result of reading the duration; nil if it is not read yet.
  package var knowsDuration: Result<Void, any Error>? { length.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Returns true if the duration requires more than the headers.
  package func durationIsDear() throws -> Bool {
    switch try contents() {
    case .movie(let movie): movie.isFragmented && movie.fragmentsDuration == nil
    case .frames: options.isPrecise
    case .chunkedSound(let sound): sound.isWalked
    case .playlist, .coreAudio: false
    case .container: try options.isPrecise || reader.file().headers?.duration == nil
    }
  }

  private var fatalProblem: Result<Void, any Error>? {
    if case .failure(let error)? = isOpen { .failure(error) } else { nil }
  }

  private var immediateProblem: Result<Void, any Error>? { OpenedFile.problem(url).map { .failure($0) } }
}

extension Track {
  /// Throws an error if samples are in files that the movie may not use.
  fileprivate func checkReferences(of movie: Movie) throws(MovieError) {
    for description in sampleDescriptions {
      do throws(MovieError) {
        _ = try movie.mediaLocation(description, in: self)
      } catch {
        // A missing file is an error only when it is read.
        if error.code == .forbiddenReference { throw error }
      }
    }
  }
}
