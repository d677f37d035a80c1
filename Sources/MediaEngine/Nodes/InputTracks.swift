package import MediaGraph
internal import MediaSource
internal import MovieFile

/// A track of a file, as a node `asset.read` gives it.
package struct InputTrack: Sendable, Equatable {
  package enum Kind: Sendable { case video, audio, subtitles, timecode }

  package let kind: Kind
  /// The track's number in the file.
  package let id: Int
  /// The language as in the file, an ISO 639 code or a BCP 47 tag; nil if the file does not say it.
  package let language: String?
  /// Of subtitles, the number of the stream of a node that reads all of them, from 1; nil for those that are no text, or cannot be
  /// read, and for other tracks.
  package let number: Int?
  /// True if players show it without being asked to.
  package let isEnabled: Bool
  /// True for subtitles that are for those who show none, such as translations of signs.
  package let isForced: Bool
  /// True for video whose alpha is not read.
  package let lacksAlpha: Bool
}

/// The video, audio, subtitle and timecode tracks of a local file, for making a graph that reads it.
package struct InputTracks: Sendable {
  /// In the order of the file; subtitles have text.
  package let all: [InputTrack]
  private let known: [AssetTrack]
  private let path: String
  private let media: OpenedMedia

  /// Creates the tracks of a file; nil if they are not known before it is read.
  ///
  /// Reads headers, of files such as FLAC with the demuxer that the node also has, and the tables of subtitles; blocks.
  ///
  /// - Throws: The error of a file that cannot be opened.
  package init?(of path: String) throws {
    self.path = path
    media = try OpenedMedia(path: path)
    let container = media.container
    guard container.isReadByTables || container.movie != nil || container is DemuxedContainer else { return nil }
    let contents = try container.tracks()
    let chapters = contents.chapterIDs
    known = AssetTrack.all(contents, of: container.movie)
    var count = 0
    all = zip(contents, known).compactMap { content, track in
      let attributes = content.attributes
      if track.kind == .text { count += 1 }
      guard !chapters.contains(attributes.id), let kind = InputTrack.Kind(attributes.mediaType) else { return nil }
      var isReadable =
        container.readsByTables([Int(attributes.id)]) && track.kind == .text && !attributes.isProtected
      if kind == .subtitles {
        do {
          if try content.storedTrack().firstSample() == nil { return nil }
        } catch {
          isReadable = false
        }
      }
      return InputTrack(
        kind: kind, id: Int(attributes.id), language: track.language, number: isReadable ? count : nil,
        isEnabled: attributes.isEnabled,
        isForced: (try? content.characteristics())?.contains("public.subtitles.forced-only") ?? false,
        lacksAlpha: attributes.lacksAlpha)
    }
  }

  /// Returns the names of what the file says about itself, for a note on a file that does not say it; nil for none.
  ///
  /// - Parameter hasTags: True if the other file says its tags, and only chapters are missing.
  package func missingMetadata(hasTags: Bool = false) -> String? {
    MuxerSupport.metadata(missingOf: MediaFile(media), hasTags: hasTags)
  }

  /// The chunks of a file of sound that no other file gets, in words; nil for none.
  package var missingChunks: String? { ProductionChunks.text(in: media.input.source) }

  /// Returns the tracks that a node `asset.read` gives for a choice, in turn.
  ///
  /// - Throws: The error of a file whose tracks cannot be chosen by what they are.
  package func chosen(_ choice: TrackChoice, isVideo: Bool) throws -> [InputTrack] {
    let chosen = try AssetTrack.choose(choice, from: known, kind: isVideo ? .video : .audio, in: path)
    let ids = Set(chosen.compactMap(\.id))
    return all.filter { $0.kind == (isVideo ? .video : .audio) && ids.contains($0.id) }
  }
}

extension InputTrack.Kind {
  fileprivate init?(_ mediaType: String) {
    switch mediaType {
    case "vide": self = .video
    case "soun": self = .audio
    case "sbtl", "text": self = .subtitles
    case "tmcd": self = .timecode
    default: return nil
    }
  }
}
