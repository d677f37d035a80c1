package import CoreMedia
package import Foundation
package import MovieFile

/// A file or what is behind a URL, read step by step: nothing before it is asked for, no more than is asked for, and nothing twice.
///
/// May be used from any number of threads. Whatever is asked for may block until it is read: never on the cooperative pool.
package final class MediaFile: Sendable {
  /// How the file is to be read.
  package struct Options: Sendable, Hashable {
    /// Which references to media in other files are not followed.
    package var restrictions: ReferenceRestrictions
    /// Whether durations are counted, where the format makes that dear, instead of estimated.
    package var isPrecise: Bool

    package init(restrictions: ReferenceRestrictions = .forbidRemoteToLocal, isPrecise: Bool = false) {
      (self.restrictions, self.isPrecise) = (restrictions, isPrecise)
    }
  }

  /// What kind of thing it is, as far as its beginning tells.
  package enum Contents: Sendable {
    /// MPEG-4, QuickTime or 3GPP.
    case movie(Movie)
    /// Anything else that GStreamer's parsers read.
    case parsed
  }

  package let url: URL
  package let options: Options
  private let opened = OnceResult<Contents>()
  private let listed = OnceResult<[any TrackContent]>()
  private let parsed = OnceResult<[ParsedTrack]>()
  private let length = OnceResult<CMTime>()
  let described = OnceResult<Metadata>()
  let chaptered = OnceResult<[ChapterList]>()

  /// Nothing is read yet.
  package init(_ url: URL, options: Options = Options()) {
    (self.url, self.options) = (url, options)
  }

  /// Opens it and reads its headers.
  package func contents() throws -> Contents {
    try opened.get {
      guard url.isFileURL else { throw MediaFileError(.unsupportedScheme(url.scheme ?? "")) }
      do throws(MovieError) {
        return .movie(try Movie(path: url.path, restrictions: options.restrictions))
      } catch {
        guard error.code == .notAMovie else { throw error }
        return .parsed
      }
    }
  }

  /// The movie; nil if it is something else.
  package func movie() throws -> Movie? {
    if case .movie(let movie) = try contents() { movie } else { nil }
  }

  /// The tracks in the order of the file.
  package func tracks() throws -> [any TrackContent] {
    try listed.get {
      switch try contents() {
      case .movie(let movie): return movie.tracks.map { MovieTrackContent($0, of: movie) }
      case .parsed:
        return try parsedTracks().enumerated().map { try CodedTrackContent($1, number: Int32($0 + 1)) }
      }
    }
  }

  /// How long it lasts: what the file says, or else the end of its longest track; indefinite when nobody knows.
  package func duration() throws -> CMTime {
    try length.get {
      if let movie = try movie(), !movie.isFragmented, movie.header.duration.isNumeric,
        movie.header.duration > .zero
      {
        return movie.header.duration
      }
      return try tracks().compactMap { try $0.segments().last?.target.end }.max() ?? .zero
    }
  }

  // MARK: What is known without reading

  /// Whether the headers are read, or why they cannot be; nil while nobody knows.
  package var isOpen: Result<Void, any Error>? { opened.known.map { $0.map { _ in } } ?? immediateProblem }

  /// Whether the tracks are known.
  package var knowsTracks: Result<Void, any Error>? { listed.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Whether the duration is known.
  package var knowsDuration: Result<Void, any Error>? { length.known.map { $0.map { _ in } } ?? fatalProblem }

  /// Whether more than headers have to be read for the duration.
  package func durationIsDear() throws -> Bool {
    switch try contents() {
    case .movie(let movie): movie.isFragmented
    case .parsed: true
    }
  }

  private var fatalProblem: Result<Void, any Error>? {
    if case .failure(let error)? = isOpen { .failure(error) } else { nil }
  }

  /// What is wrong at first sight.
  private var immediateProblem: Result<Void, any Error>? {
    guard url.isFileURL else { return .failure(MediaFileError(.unsupportedScheme(url.scheme ?? ""))) }
    return access(url.path, R_OK) == 0
      ? nil : .failure(MovieError(.unreadable, String(cString: strerror(errno)), file: url.path))
  }

  private func parsedTracks() throws -> [ParsedTrack] {
    try parsed.get { try ParsedContainer.tracks(of: url.path) }
  }
}

/// Why a file or URL could not be opened, where the file itself is not at fault.
package struct MediaFileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// There is no way to read URLs of this kind.
    case unsupportedScheme(String)
  }

  package var reason: Reason

  package init(_ reason: Reason) { self.reason = reason }
}

extension MediaFileError: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .unsupportedScheme(""): "the URL has no scheme"
    case .unsupportedScheme(let scheme): "nothing here reads URLs with the scheme '\(scheme)'"
    }
  }
}
