internal import MediaEngine

extension AVAsset {
  /// The characteristics that the asset has options for.
  public final var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    let groups = self.groups
    return [AVMediaCharacteristic.audible, .legible, .visual].filter { groups[$0] != nil }
  }

  /// The options for a characteristic: audible, legible or visual; nil if the file marks no tracks as alternatives to each other.
  public final func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    groups[mediaCharacteristic]
  }

  /// `mediaSelectionGroup(forMediaCharacteristic:)` without blocking a thread.
  public final func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    _ = try await load(.availableMediaCharacteristicsWithMediaSelectionOptions)
    return groups[mediaCharacteristic]
  }

  /// The default options of all groups.
  public final var preferredMediaSelection: AVMediaSelection { AVMediaSelection(self) }

  /// All groups; an asset that cannot be read has none.
  private var groups: [AVMediaCharacteristic: AVMediaSelectionGroup] {
    value("availableMediaCharacteristicsWithMediaSelectionOptions", or: [:]) {
      if let file { _ = try file.tracks() }
      return selectionGroups.get { AVMediaSelectionGroup.groups(of: tracks) }
    }
  }

  static var mediaSelectionWorks: [String: PropertyWork<MediaFile>] {
    // Formats and tags tell what a track is good for.
    let work = PropertyWork<MediaFile>(
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
  /// Itself if it is a failure.
  fileprivate var problem: Self? { if case .failure = self { self } else { nil } }
}

extension AVMediaSelectionGroup {
  /// The groups that tracks make: for each characteristic the first alternate group that has a track with it. A picture without an
  /// alternative is no choice.
  fileprivate static func groups(of tracks: [AVAssetTrack]) -> [AVMediaCharacteristic: AVMediaSelectionGroup] {
    var groups: [AVMediaCharacteristic: AVMediaSelectionGroup] = [:]
    for characteristic in [AVMediaCharacteristic.audible, .legible, .visual] {
      let fitting = tracks.filter { $0.alternateGroup != 0 && $0.hasMediaCharacteristic(characteristic) }
      guard let first = fitting.first?.alternateGroup else { continue }
      let members = fitting.filter { $0.alternateGroup == first }
      guard characteristic != .visual || members.count > 1 else { continue }
      let options = members.map { AVMediaSelectionOption($0) }
      let isLegible = characteristic == .legible
      let enabled = options.first { $0.track.isEnabled && !$0.hasMediaCharacteristic(.isAuxiliaryContent) }
      groups[characteristic] = AVMediaSelectionGroup(
        options: options, allowsEmptySelection: isLegible, defaultOption: enabled ?? (isLegible ? nil : options.first))
    }
    return groups
  }
}

extension AVAssetTrack {
  /// Tracks of one group are alternatives; 0 for none.
  fileprivate var alternateGroup: Int { content?.facts.alternateGroup ?? 0 }
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
