import CoreMedia
import MovieFile

/// A kind of file: it tells its files by their first bytes, opens them, and gives their tracks.
///
/// A new kind is one conforming type and one row of ``ContainerTable``; no client has to know it. Opening reads headers at most. Whatever
/// is asked for afterwards may block until it is read, from any number of threads at once: never on the cooperative pool.
package protocol MediaContainer: Sendable {
  /// The fit of a file's first bytes.
  static func match(_ probeData: ProbeData) -> ContainerMatch
  /// The order in which the bytes of a file that matches are needed.
  static func access(_ probeData: ProbeData, by delivery: MediaDelivery) -> ContainerAccess

  /// The size of the whole file, by what a matching file's headers state; nil if they don't state it. A file with fewer bytes was cut off.
  ///
  /// - Throws: Read errors of the source.
  static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64?

  /// Opens a file that matches; nil if it is of another kind after all, or one that only a demuxer reads.
  ///
  /// - Throws: `MovieError` when it is damaged, or its bytes cannot be read.
  static func open(_ input: MediaInput) throws -> Self?

  /// The movie, of files that are one.
  var movie: Movie? { get }
  /// The presentation, of playlists.
  var presentation: HLSPresentation? { get }
  /// True if graphs read the samples by the file's own tables; false if GStreamer's demuxers give them as they come.
  var isReadByTables: Bool { get }
  /// True if graphs read some tracks, by their IDs, by the file's own tables, whatever the others are.
  func readsByTables(_ ids: Set<Int>) -> Bool

  /// Reads the headers, where opening has not.
  ///
  /// - Throws: What is wrong with them; `CancellationError`.
  func readHeaders() throws
  /// Checks that the file needs nothing that it may not use, such as media in other files.
  func checkReferences() throws
  /// The tracks in the order of the file; none of a playlist, whose tracks are not known before it is played.
  func tracks() throws -> [any ContainerTrack]
  /// The tracks that reading gives: of a finished playlist those of its segments, which are loaded for that.
  func playedTracks() throws -> [any ContainerTrack]
  /// The video and audio tracks that can be decoded, in the order of the file.
  ///
  /// - Throws: `DecoderError` for encrypted tracks and missing decoders, `MovieError` for damaged tables.
  func codedTracks() throws -> [any CodedTrack]
  /// The duration that the file states; nil if it states none, and indefinite for what has no end.
  func duration() throws -> CMTime?
  /// True if more than headers have to be read for the duration.
  func isDurationExpensive() throws -> Bool

  /// The metadata of the whole file.
  ///
  /// - Parameter sizeLimit: Larger values are left out where the format allows it, in bytes.
  func metadata(sizeLimit: Int64) throws -> Metadata
  /// The chapters, a list for each language and way to store them; the last chapter of a list may have no duration, and then lasts to
  /// the end.
  func chapterLists() throws -> [ChapterList]

  /// True if samples of any track are encrypted, with keys of a rights manager.
  func isProtected() throws -> Bool
  /// True if anything in it can be seen or heard here.
  func isPlayable() throws -> Bool
  /// True if samples can be taken out of it.
  func isReadable() throws -> Bool

  /// The tracks for a listing of all their samples.
  func listing() throws -> (entries: [ListedFile.Entry], problems: [MovieError])
  /// A description of the file for people.
  ///
  /// - Parameter input: The place of the file that was opened.
  func probe(_ input: AssetProbe.Input) throws(MediaError) -> AssetProbe
}

/// A container with the input that it was opened from.
package protocol InputContainer: MediaContainer {
  var input: MediaInput { get }
}

extension MediaContainer {
  package static func statedSize(of source: any ByteSource) throws(MovieError) -> Int64? { nil }

  package var movie: Movie? { nil }
  package var presentation: HLSPresentation? { nil }

  package func readsByTables(_ ids: Set<Int>) -> Bool { isReadByTables }

  package func readHeaders() throws {}
  package func checkReferences() throws {}
  package func duration() throws -> CMTime? { nil }
  package func isDurationExpensive() throws -> Bool { false }

  package func playedTracks() throws -> [any ContainerTrack] { try tracks() }

  package func codedTracks() throws -> [any CodedTrack] {
    try tracks().filter(\.isAudiovisual).map { try $0.codedTrack() }
  }

  package func isProtected() throws -> Bool { try tracks().contains { $0.attributes.isProtected } }

  package func isPlayable() throws -> Bool { try tracks().contains { try $0.isAudiovisual && $0.isDecodable() } }

  package func isReadable() throws -> Bool {
    let tracks = try tracks()
    return !tracks.isEmpty && !tracks.contains { $0.attributes.isProtected }
  }
}

extension InputContainer {
  /// The metadata in tags: ID3's before, after and inside of the media, those of FLAC, Ogg and Matroska.
  package func metadata(sizeLimit: Int64) throws -> Metadata {
    try FileTags(of: input.source, sizeLimit: sizeLimit)?.metadata ?? Metadata()
  }

  package func chapterLists() throws -> [ChapterList] {
    try FileTags(of: input.source, sizeLimit: MediaFile.metadataSizeLimit)?.chapterLists ?? []
  }

  package func probe(_ place: AssetProbe.Input) throws(MediaError) -> AssetProbe {
    try AssetProbe(discoveredAt: place, tagsIn: input.source)
  }
}
