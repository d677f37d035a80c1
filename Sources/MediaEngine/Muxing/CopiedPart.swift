package import MediaSource
package import CoreMedia
package import MediaGraph
import MovieFile

/// The tracks that the copy of a part of a file has.
package enum CopiedPart {
  /// Returns the numbers of the samples of copied tracks, by the IDs that these have in the file.
  ///
  /// - Parameter part: The part of the file's timeline; nil for all of it.
  /// - Throws: Errors for media that the kind of file cannot hold; what reading throws.
  package static func sampleCounts(
    of file: MediaFile, as fileType: AssetCopy.FileType, in part: CMTimeRange?
  ) throws -> [Int32: Int] {
    guard let format = WritableFormat(pathExtension: fileType.text) else { return [:] }
    let counts: [(Int32, Int)]
    if let movie = try file.movie(), case .movie(let movieFormat) = format {
      let copy = try MovieCopy(movie, to: movieFormat, range: part)
      counts = Array(zip(copy.tracks.map { Int32(bitPattern: $0.id) }, try copy.sampleCounts()))
    } else {
      counts = try file.tracks().compactMap { track in
        try sampleCount(of: track, of: file, to: format, in: part).map { (track.attributes.id, $0) }
      }
    }
    // Damaged files have IDs twice.
    return Dictionary(counts) { first, _ in first }
  }

  /// Returns the number of the samples of a track that is copied; nil for one that is not.
  private static func sampleCount(
    of track: any ContainerTrack, of file: MediaFile, to format: WritableFormat, in part: CMTimeRange?
  ) throws -> Int? {
    if track.isAudiovisual {
      guard let part else { return try track.statistics().sampleCount }
      return try CopiedTrack.sampleCount(
        of: track.codedTrack(), isVideo: track.attributes.mediaType == "vide", in: part)
    }
    // Chapters are in the metadata.
    guard try !file.tracks().chapterIDs.contains(track.attributes.id) else { return nil }
    let text = try CopiedText(
      track, of: file.container(), to: format, part: part ?? .wholeTimeline, mediaEnd: file.duration())
    return try text?.sampleCount()
  }
}
