internal import MediaSource

/// A subtitle track of a file, as a node `asset.read` gives it that reads all of them.
package struct SubtitleTrack: Sendable, Equatable {
  /// The track's number in the file.
  package let id: Int
  /// The number of the port's stream, from 1; nil for one that is no text, or cannot be read.
  package let number: Int?
  /// True if players show it without being asked to.
  package let isEnabled: Bool

  /// Returns the subtitle tracks of a local file that have text, in its order; none of chapters.
  ///
  /// Reads headers and the tables of these tracks; blocks.
  ///
  /// - Throws: The error of a file that cannot be opened.
  package static func all(in path: String) throws -> [SubtitleTrack] {
    let container = try OpenedMedia(path: path).container
    guard container.isReadByTables || container.movie != nil else { return [] }
    let contents = try container.tracks()
    let chapters = contents.chapterIDs
    var count = 0
    return zip(contents, AssetTrack.all(contents, of: container.movie)).compactMap { content, track in
      let attributes = content.attributes
      if track.kind == .text { count += 1 }
      guard ["sbtl", "text"].contains(attributes.mediaType), !chapters.contains(attributes.id) else { return nil }
      var isReadable = container.isReadByTables && track.kind == .text && !attributes.isProtected
      do {
        if try content.storedTrack().firstSample() == nil { return nil }
      } catch {
        isReadable = false
      }
      return SubtitleTrack(
        id: Int(attributes.id), number: isReadable ? count : nil, isEnabled: attributes.isEnabled)
    }
  }
}
