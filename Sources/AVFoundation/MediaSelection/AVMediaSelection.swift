import Synchronization

/// The selected option of each group of an asset.
///
/// Source: `AVMediaSelection`.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// The asset; nil once it is released.
  public weak final var asset: AVAsset? { owner }
  private weak let owner: AVAsset?
  let chosen: Mutex<[ObjectIdentifier: AVMediaSelectionOption?]>

  init(_ asset: AVAsset?, chosen: [ObjectIdentifier: AVMediaSelectionOption?] = [:]) {
    owner = asset
    self.chosen = Mutex(chosen)
  }

  /// Returns the selected option of a group: its default unless another was selected; nil if none is.
  open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    let option = chosen.withLock { $0[ObjectIdentifier(mediaSelectionGroup)] }
    return option ?? mediaSelectionGroup.defaultOption
  }

  /// Returns the selection itself; of a mutable one, its present state.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable selection of the same options.
  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    AVMutableMediaSelection(asset, chosen: chosen.withLock { $0 })
  }
}

/// A selection of options that can be changed.
///
/// Source: `AVMutableMediaSelection`.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.
  /// Selects an option in place of the previous one.
  ///
  /// - Parameter mediaSelectionOption: An option of the group, others have no effect; nil for none, if allowed.
  open func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    let isAllowed =
      mediaSelectionOption.map { option in mediaSelectionGroup.options.contains { $0 === option } }
      ?? mediaSelectionGroup.allowsEmptySelection
    guard isAllowed else { return }
    chosen.withLock { $0[ObjectIdentifier(mediaSelectionGroup)] = .some(mediaSelectionOption) }
  }

  /// Returns an immutable selection of the present options.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVMediaSelection(asset, chosen: chosen.withLock { $0 })
  }
}
