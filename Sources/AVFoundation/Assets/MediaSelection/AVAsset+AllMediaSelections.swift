extension AVAsset {
  /// A selection for each combination of options, one of each group; the preferred one alone for an asset without
  /// groups.
  ///
  /// Groups that may be empty add that as an option. Of more than 10,000 combinations there are the first 10,000.
  public final var allMediaSelections: [AVMediaSelection] {
    let groups = availableMediaCharacteristicsWithMediaSelectionOptions.compactMap {
      mediaSelectionGroup(forMediaCharacteristic: $0)
    }
    var combinations: [[ObjectIdentifier: AVMediaSelectionOption?]] = [[:]]
    for group in groups {
      let choices = group.options.map { Optional($0) } + (group.allowsEmptySelection ? [nil] : [])
      guard !choices.isEmpty else { continue }
      combinations = Array(
        combinations.lazy.flatMap { earlier in
          choices.map { choice in earlier.merging([ObjectIdentifier(group): choice]) { _, new in new } }
        }.prefix(10_000))
    }
    return combinations.map { AVMediaSelection(self, chosen: $0) }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// `AVAsset.allMediaSelections`.
  public static var allMediaSelections: AVAsyncProperty<Root, [AVMediaSelection]> {
    AVAsyncProperty("availableMediaCharacteristicsWithMediaSelectionOptions") { $0.allMediaSelections }
  }
}
