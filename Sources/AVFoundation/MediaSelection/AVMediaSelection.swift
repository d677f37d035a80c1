import Synchronization

/// Which option of each group of an asset is chosen.
///
/// Source: `AVMediaSelection`.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  /// The asset; nil when nobody holds it any more.
  public weak final var asset: AVAsset? { owner }
  private weak let owner: AVAsset?
  let chosen: Mutex<[ObjectIdentifier: AVMediaSelectionOption?]>

  init(_ asset: AVAsset?, chosen: [ObjectIdentifier: AVMediaSelectionOption?] = [:]) {
    owner = asset
    self.chosen = Mutex(chosen)
  }

  /// The chosen option of a group: its default one unless somebody chose; nil if none is.
  open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    let option = chosen.withLock { $0[ObjectIdentifier(mediaSelectionGroup)] }
    return option ?? mediaSelectionGroup.defaultOption
  }

  /// The selection itself; a mutable one as it is now.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A mutable selection of the same options.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMediaSelection(asset, chosen: chosen.withLock { $0 })
  }
}

/// A choice of options that can be changed.
///
/// Source: `AVMutableMediaSelection`.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  /// Chooses an option instead of the one that was chosen before.
  ///
  /// - Parameter mediaSelectionOption: An option of the group, others change nothing; nil for none, where the group allows that.
  open func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    let isAllowed =
      mediaSelectionOption.map { option in mediaSelectionGroup.options.contains { $0 === option } }
      ?? mediaSelectionGroup.allowsEmptySelection
    guard isAllowed else { return }
    chosen.withLock { $0[ObjectIdentifier(mediaSelectionGroup)] = .some(mediaSelectionOption) }
  }

  /// A selection of the options that are chosen now, which does not change.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVMediaSelection(asset, chosen: chosen.withLock { $0 })
  }
}
