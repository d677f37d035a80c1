package import CoreMedia
import Foundation
package import MovieFile

/// A file or what is behind a URL, read step by step: nothing before it is asked for, no more than is asked for, and nothing twice.
///
///     URL ─▶ bytes ─┬▶ Movie             its own tables
///                   ├▶ AudioFrameFile    bare MP3 and AAC
///                   ├▶ CoreAudioFile
///                   ├▶ HLSPlaylist
///                   └▶ ContainerHeaders ─▶ ParsedTrack, when more than headers is asked for
///
/// May be used from any number of threads. Whatever is asked for may block until it is read: never on the cooperative pool.
package final class MediaFile: Sendable {
  /// How the file is to be read.
  package struct Options: Sendable, Hashable {
    /// Which references to media in other files are not followed.
    package var restrictions: ReferenceRestrictions
    /// Whether durations are counted, where the format makes that dear, instead of estimated.
    package var isPrecise: Bool
    /// How many seconds a server may say nothing.
    package var timeout: Int

    package init(
      restrictions: ReferenceRestrictions = .forbidRemoteToLocal, isPrecise: Bool = false, timeout: Int = 15
    ) {
      (self.restrictions, self.isPrecise, self.timeout) = (restrictions, isPrecise, timeout)
    }
  }

  /// What kind of thing it is, as far as its beginning tells.
  package enum Contents: Sendable {
    /// MPEG-4, QuickTime or 3GPP.
    case movie(Movie)
    /// Bare MP3 or AAC.
    case frames(AudioFrameFile)
    /// WAVE or AIFF with coded sound.
    case chunkedSound(ChunkedSoundFile)
    /// A Core Audio file.
    case coreAudio(CoreAudioFile)
    /// A playlist of HTTP Live Streaming.
    case playlist(HLSPresentation)
    /// Anything else that GStreamer's parsers read.
    case container
  }

  package let url: URL
  package let options: Options
  private let reader: MediaFileReader
  private let listed = OnceResult<[any TrackContent]>()
  private let length = OnceResult<CMTime>()
  package let described = OnceResult<Metadata>()
  let chaptered = OnceResult<[ChapterList]>()

  /// Nothing is read yet.
  package init(_ url: URL, options: Options = Options()) {
    (self.url, self.options) = (url, options)
    reader = MediaFileReader(url, options)
  }

  /// Breaks off what is being read. What is asked for later is read again.
  package func cancel() { reader.cancel() }

  /// Opens it and reads its headers.
  package func contents() throws -> Contents { try reader.file().contents }

  /// Its bytes, from wherever they come.
  package func bytes() throws -> any ByteSource { try reader.file().source }

  /// The movie; nil if it is something else.
  package func movie() throws -> Movie? {
    if case .movie(let movie) = try contents() { movie } else { nil }
  }

  /// The tracks in the order of the file. Those of a playlist are not known before it is played: there are none.
  package func tracks() throws -> [any TrackContent] {
    try listed.get(isPassing: \.mayPass) {
      let file = try reader.file()
      switch file.contents {
      case .movie(let movie):
        // A movie that needs what it may not use cannot be used at all.
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

  /// What Matroska's headers say that GStreamer does not. Damaged ones say nothing; GStreamer has read the file all the same.
  private static func purposes(in source: any ByteSource) throws -> [MatroskaTrack] {
    do {
      return try MatroskaTrack.tracks(of: source)
    } catch {
      guard [.unreadable, .changed].contains(error.code) else { return [] }
      throw error
    }
  }

  /// How long it lasts: what the file says, or else the end of its longest track; indefinite for what has no end.
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

  // MARK: What is known without reading

  /// Whether the headers are read, or why they cannot be; nil while nobody knows.
  package var isOpen: Result<Void, any Error>? { reader.known ?? immediateProblem }

  /// Whether the tracks are known.
  package var knowsTracks: Result<Void, any Error>? { listed.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Whether the duration is known.
  package var knowsDuration: Result<Void, any Error>? { length.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Whether more than headers have to be read for the duration.
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
  /// Fails if samples are in files that the movie may not use.
  fileprivate func checkReferences(of movie: Movie) throws(MovieError) {
    for description in sampleDescriptions {
      do throws(MovieError) {
        _ = try movie.mediaLocation(description, in: self)
      } catch {
        // A file that cannot be found is missing only where somebody wants to read it.
        if error.code == .forbiddenReference { throw error }
      }
    }
  }
}
