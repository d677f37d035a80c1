/// Tracks of which one is presented at a time, as the file groups them.
///
/// Source: `AVAssetTrackGroup`.
open class AVAssetTrackGroup: NSObject, NSCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant.
  /// The IDs of the tracks, in the order of the file.
  public final let trackIDs: [NSNumber]

  init(_ trackIDs: [CMPersistentTrackID]) { self.trackIDs = trackIDs.map { NSNumber(value: $0) } }

  /// Returns the same object: a group does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension AVAsset {
  /// The groups of tracks that are alternatives, in the order of the file. Movies state them; other files have none.
  public final var trackGroups: [AVAssetTrackGroup] {
    var groups: [(number: Int, ids: [CMPersistentTrackID])] = []
    for track in tracks {
      let number = track.content?.attributes.alternateGroup ?? 0
      guard number != 0 else { continue }
      if let index = groups.firstIndex(where: { $0.number == number }) {
        groups[index].ids.append(track.trackID)
      } else {
        groups.append((number, [track.trackID]))
      }
    }
    return groups.map { AVAssetTrackGroup($0.ids) }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// `AVAsset.trackGroups`.
  public static var trackGroups: AVAsyncProperty<Root, [AVAssetTrackGroup]> {
    AVAsyncProperty("tracks") { $0.trackGroups }
  }
}
