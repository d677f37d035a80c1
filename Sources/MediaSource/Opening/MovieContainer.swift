import CoreMedia
import MovieFile

/// An MPEG-4, QuickTime or 3GPP file.
package struct MovieContainer: MediaContainer {
  private let file: Movie
  package var movie: Movie? { file }

  package init(_ movie: Movie) { file = movie }

  package static func match(_ probeData: ProbeData) -> ContainerMatch {
    if probeData.bytes.count < 12, !probeData.isEnough { return .undecided }
    return FileType.begins(probeData.bytes) ? .certain : .none
  }

  package static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess {
    .byPosition
  }

  package static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? {
    try Movie.statedSize(of: source)
  }

  package static func open(_ input: MediaInput) throws -> MovieContainer? {
    do throws(MovieError) {
      return MovieContainer(
        try Movie(source: input.source, location: input.location, restrictions: input.options.restrictions))
    } catch {
      // Bytes of a movie without its headers: other readers would only guess.
      if error.code == .notAMovie, error.offset.map({ $0 > 0 }) ?? false, input.source.size > 0 {
        throw MovieError(.truncated, error.message, offset: error.offset, file: error.file)
      }
      guard error.code == .notAMovie else { throw error }
      return nil
    }
  }

  /// True if all frames, audio and text can be read without a demuxer.
  package var isReadByTables: Bool {
    file.tracks.allSatisfy { Self.hasKnownCodings($0) }
  }

  package func readsByTables(_ ids: Set<Int>) -> Bool {
    file.tracks.allSatisfy { !ids.contains(Int($0.id)) || Self.hasKnownCodings($0) }
  }

  private static func hasKnownCodings(_ track: Track) -> Bool {
    switch track.handlerType {
    case "vide", "soun": (try? track.formatDescriptions().map { try CodedFormat($0) })?.isEmpty == false
    case "text", "sbtl", "subt": track.sampleDescriptions.allSatisfy { ["tx3g", "text"].contains($0.codec) }
    default: true
    }
  }

  /// A movie that needs what it may not use cannot be used at all.
  package func checkReferences() throws {
    for track in file.tracks {
      for description in track.sampleDescriptions {
        do throws(MovieError) {
          _ = try file.mediaLocation(description, in: track)
        } catch {
          // A file that cannot be found is missing only when it is read.
          if error.code == .forbiddenReference { throw error }
        }
      }
    }
  }

  package func tracks() throws -> [any ContainerTrack] { movieTracks }

  /// The tracks, which headers describe whole.
  package var movieTracks: [any ContainerTrack] { file.tracks.map { MovieContainerTrack($0, of: file) } }

  package func duration() throws -> CMTime? {
    if !file.isFragmented, file.header.duration.isNumeric {
      return file.header.duration > .zero ? file.header.duration : nil
    }
    return file.fragmentsDuration.flatMap { units in
      units > 0 ? CMTime(value: units, timescale: file.header.timescale) : nil
    }
  }

  package func isDurationExpensive() throws -> Bool { file.isFragmented && file.fragmentsDuration == nil }

  package func metadata(sizeLimit: Int64) throws -> Metadata { try file.metadata(sizeLimit: sizeLimit) }

  package func chapterLists() throws -> [ChapterList] { try file.chapterLists() }

  package func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError]) {
    let entries = file.tracks.map { track in
      ListedFile.Entry(id: track.id, mediaType: track.handlerType.text) {
        try ListedTrack(track)
      } problem: {
        (try? track.samples())?.problem
      }
    }
    return (entries, file.problems)
  }

  package func probe(_ input: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    if let probe = MovieProbe.probe(file) { return probe }
    return try AssetProbe(discoveredAt: input, tagsIn: file.source)
  }
}
