internal import MediaSource

/// A track of a file that segments of compositions present.
///
/// It opens the file on first use. Copies of a composition share it.
final class CompositionSource: Sendable {
  let url: URL
  let trackID: CMPersistentTrackID
  let file: MediaFile
  /// The asset that the track was inserted from: releasing an asset breaks off what is being read from its file.
  private let asset: AVAsset?
  private let known: OnceValue<any ContainerTrack>

  /// Makes the source of a stored segment.
  init(url: URL, trackID: CMPersistentTrackID, file: MediaFile? = nil) {
    (self.url, self.trackID, asset) = (url, trackID, nil)
    self.file = file ?? MediaFile(url)
    known = OnceValue()
  }

  /// Makes the source of a track that is inserted.
  init(_ content: any ContainerTrack, in file: MediaFile, of asset: AVAsset?) {
    (url, trackID, self.file, self.asset) = (file.url, content.attributes.id, file, asset)
    known = OnceValue()
    _ = known.get { content }
  }

  /// True if the track is known: then the file has been opened.
  var isOpened: Bool { known.known != nil }

  /// Returns the track.
  ///
  /// - Throws: read errors of the file; `AVError.invalidSourceMedia` if it has no such track.
  func track() throws -> any ContainerTrack {
    try known.get {
      guard let track = try file.tracks().first(where: { $0.attributes.id == trackID }) else {
        throw AVError(.invalidSourceMedia, reason: "\(url.lastPathComponent) has no track with the ID \(trackID)")
      }
      return track
    }
  }

  /// Checks that the track can be presented by one of a media type.
  ///
  /// - Throws: As `track()`; `AVError.invalidSourceMedia` for a track of another type.
  func check(_ mediaType: AVMediaType) throws {
    let type = try track().attributes.mediaType
    guard type == mediaType.rawValue else {
      throw AVError(
        .invalidSourceMedia,
        reason:
          "track \(trackID) of \(url.lastPathComponent) is of type '\(type)', and its segment's of type '\(mediaType)'")
    }
  }

  /// The end of the track on its file's timeline.
  func end() throws -> CMTime { try track().segments().last?.target.end ?? .zero }
}

extension CompositionSource: Equatable {
  /// Sources are equal if they name the same track.
  static func == (left: CompositionSource, right: CompositionSource) -> Bool {
    left === right || left.url == right.url && left.trackID == right.trackID
  }
}
