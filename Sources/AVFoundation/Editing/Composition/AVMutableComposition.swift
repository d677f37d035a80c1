internal import MediaSource

/// A composition that can be edited: tracks are added and removed, and ranges of assets inserted, removed and scaled in all of
/// them.
///
///     let composition = AVMutableComposition()
///     try composition.insertTimeRange(range, of: asset, at: .zero)
///
/// Edit it on one thread at a time. Readers, export sessions and player items take a snapshot when they start; an image
/// generator looks at the tracks with every request.
///
/// Source: `AVMutableComposition`.
open class AVMutableComposition: AVComposition, AVMutableCompositionTrackInspection, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  /// Creates a mutable composition of the same tracks as another has now.
  convenience init(copying composition: AVComposition) {
    self.init(urlAssetInitializationOptions: composition.options)
    copyTracks(of: composition) { AVMutableCompositionTrack($0, of: self) }
  }

  /// Returns an immutable snapshot: an `AVComposition`.
  open override func copy(with zone: NSZone? = nil) -> Any { AVComposition(copying: self) }

  /// The size of the video; zero restores the default, that of the first enabled video track with media.
  open override var naturalSize: CGSize {
    get { super.naturalSize }
    set { contents.state.withLock { $0.naturalSize = newValue } }
  }

  // MARK: Tracks

  /// Returns the track with an ID; nil if there is none.
  open override func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
    super.track(withTrackID: trackID) as? AVMutableCompositionTrack
  }

  /// Adds an empty track.
  ///
  /// - Parameter preferredTrackID: The ID of the track, unless a track has it or a removed one had it; otherwise, and for
  ///   `kCMPersistentTrackID_Invalid`, it gets another.
  /// - Returns: The track; nil if all IDs are used up.
  @discardableResult
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType, preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    let id = contents.state.withLock { $0.newID(preferredTrackID) }
    guard id != kCMPersistentTrackID_Invalid else { return nil }
    let track = AVMutableCompositionTrack(CompositionTrackContent(id: id, mediaType: mediaType), of: self)
    contents.state.withLock { $0.tracks.append(track) }
    return track
  }

  /// Removes a track; it keeps its values and has no `asset` any more. A track of another composition is ignored.
  open func removeTrack(_ track: AVCompositionTrack) {
    let wasRemoved = contents.state.withLock { state in
      let count = state.tracks.count
      state.tracks.removeAll { $0 === track }
      return state.tracks.count < count
    }
    guard wasRemoved else { return }
    track.leaveComposition()
    for other in contents.tracks {
      other.contents.edit { $0.associations.removeAll { $0.trackID == track.trackID } }
    }
  }

  /// Returns a track that any range of another track can be inserted into: the first of its media type; nil if there is
  /// none.
  open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
    mutableTracks.first { $0.mediaType == track.mediaType }
  }

  final var mutableTracks: [AVMutableCompositionTrack] {
    contents.tracks.compactMap { $0 as? AVMutableCompositionTrack }
  }
}

/// The tracks of mutable compositions with their own type.
public protocol AVMutableCompositionTrackInspection: AVCompositionTrackInspection {}

extension AVMutableCompositionTrackInspection where Self: AVMutableComposition {
  /// The tracks, in the order in which they were added.
  public var tracks: [AVMutableCompositionTrack] { mutableTracks }

  /// Returns the tracks of a media type, in their order.
  public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
    mutableTracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks with a media characteristic, in their order.
  public func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVMutableCompositionTrack] { mutableTracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) } }
}

extension AVPartialAsyncProperty where Root: AVMutableComposition {
  /// `AVMutableComposition.tracks`.
  public static var tracks: AVAsyncProperty<Root, [AVMutableCompositionTrack]> {
    AVAsyncProperty("tracks") { $0.mutableTracks }
  }
}
