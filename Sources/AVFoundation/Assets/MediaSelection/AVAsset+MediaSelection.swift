internal import MediaSource
internal import MediaEngine

extension AVAsset {
  /// Returns `mediaSelectionGroup(forMediaCharacteristic:)` without blocking a thread.
  public final func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    _ = try await load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }

  /// All groups; an asset that cannot be read has none.
  final var mediaSelectionGroups: [AVMediaCharacteristic: AVMediaSelectionGroup] {
    value("availableMediaCharacteristicsWithMediaSelectionOptions", or: [:]) {
      guard let file else { return [:] }
      let (renditions, tracks) = (try file.renditions(), try file.tracks().isEmpty ? [] : self.tracks)
      return selectionGroups.get {
        renditions.isEmpty
          ? AVMediaSelectionGroup.groups(of: tracks) : AVMediaSelectionGroup.groups(of: renditions)
      }
    }
  }

  static var mediaSelectionLoads: [String: PropertyLoad<MediaFile>] {
    // The formats and tags of tracks give their characteristics.
    let work = PropertyLoad<MediaFile>(
      known: { file in
        guard case .success? = file.knowsTracks, let tracks = try? file.tracks() else {
          return file.knowsTracks.flatMap(\.problem)
        }
        return tracks.allSatisfy(\.knowsMetadata) ? .success(()) : nil
      },
      load: { file in
        for track in try file.tracks() {
          _ = try track.characteristics()
          _ = try track.metadata()
        }
      })
    return ["availableMediaCharacteristicsWithMediaSelectionOptions": work]
  }
}

extension Result where Success == Void {
  /// The result itself if it is a failure.
  fileprivate var problem: Self? { if case .failure = self { self } else { nil } }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// `AVAsset.availableMediaCharacteristicsWithMediaSelectionOptions`.
  public static var availableMediaCharacteristicsWithMediaSelectionOptions:
    AVAsyncProperty<Root, [AVMediaCharacteristic]>
  {
    AVAsyncProperty("availableMediaCharacteristicsWithMediaSelectionOptions") {
      $0.availableMediaCharacteristicsWithMediaSelectionOptions
    }
  }
  /// `AVAsset.preferredMediaSelection`.
  public static var preferredMediaSelection: AVAsyncProperty<Root, AVMediaSelection> {
    AVAsyncProperty("preferredMediaSelection") { $0.preferredMediaSelection }
  }
}
