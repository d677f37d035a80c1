import CoreMedia
import Foundation
import MovieFile

/// A track of any file that can be read, to be decoded exactly.
public struct MediaTrack: Sendable {
  /// True for a video track, false for an audio track.
  public let isVideo: Bool
  /// Units a second of the track's own times.
  ///
  /// Matroska files, for one, have milliseconds: their frames do not lie on the grid of any frame rate.
  public var timescale: Int32 { track.timescale }
  /// The number of coded samples; nil while some are still to come, or when their table cannot be read.
  public var sampleCount: Int? { (try? track.length())?.sampleCount }
  package let track: any CodedTrack

  package init(_ track: any CodedTrack) {
    self.track = track
    isVideo = track.formats.first?.codec.isVideo ?? false
  }

  /// The time at which the first frame is shown; zero if there is none.
  ///
  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards.
  public func start() async throws -> CMTime {
    try await ReaderQueue("reel.start").run { [track] _ in
      let search = try FrameSearch(track)
      for piece in search.timeline.pieces {
        guard let media = piece.mediaStart else { continue }
        let end = piece.mediaEnd(timescale: track.timescale)
        if let first = try search.firstFrame(at: media, before: end) {
          return try search.times(of: first, in: piece).start
        }
      }
      return .zero
    }
  }

  /// The end of the track's timeline.
  ///
  /// - Throws: `DecoderError` with `unsupported` when an edit plays backwards.
  public func end() async throws -> CMTime {
    try await ReaderQueue("reel.end").run { [track] _ in try FrameSearch(track).timeline.end }
  }

  /// The video and audio tracks of a file, in its order.
  ///
  /// MP4, QuickTime, Core Audio, WAVE and AIFF files, MP3 and AAC are read by their own tables, in milliseconds;
  /// Matroska, MPEG streams, Flash, AVI and Ogg by their headers, as far as is asked for. All others are read once from
  /// beginning to end by GStreamer's parsers, and their coded samples are kept: in memory while they are few, else in a
  /// file without a name.
  /// - Throws: `DecoderError` for encrypted tracks, `MovieError` for damaged tables, `MediaError` for files that no reader can read.
  public static func tracks(ofFile path: String) async throws -> [MediaTrack] {
    try await tracks { try OpenedMedia(path: path, cancellation: $0) }
  }

  /// The video and audio tracks of a file by its path, or of what a server has by its URL, as ``tracks(ofFile:)``.
  ///
  /// - Throws: `DecoderError` for encrypted tracks, `MovieError` for damaged tables, `MediaError` for what cannot be read.
  package static func tracks(of place: AssetProbe.Input) async throws -> [MediaTrack] {
    try await tracks { try OpenedMedia(place, cancellation: $0) }
  }

  private static func tracks(
    of media: @escaping @Sendable (ReadingCancellation) throws -> OpenedMedia
  ) async throws -> [MediaTrack] {
    try await ReaderQueue("reel.open").run { cancellation in
      let media = try media(ReadingCancellation(cancellation))
      return try media.checkingType { try media.container.codedTracks() }.map { MediaTrack($0) }
    }
  }
}
