/// The packets that a walk has returned and another one from the same place meets again: they are passed over.
struct WalkLog: Sendable {
  /// The offsets of the packets' anchors, ascending.
  private var offsets: ArraySlice<Int64> = []

  init() {}

  /// Notes a packet that is returned.
  ///
  /// - Parameters:
  ///   - anchor: The place from which a walk meets it.
  ///   - pending: The place from which a walk meets all packets that wait; nil if none does.
  mutating func note(_ anchor: WalkAnchor, before pending: WalkAnchor?) {
    offsets.insert(anchor.offset, at: offsets.partitioningIndex { $0 > anchor.offset })
    guard offsets.count > 64, offsets.count & 63 == 0 else { return }
    let first = pending?.offset ?? .max
    offsets = offsets[offsets.partitioningIndex { $0 >= first }...]
  }

  func place(of pending: WalkAnchor) -> PacketPlace {
    let skipped = offsets.endIndex - offsets.partitioningIndex { $0 >= pending.offset }
    return PacketPlace(offset: pending.offset, reference: pending.reference, skipped: Int32(clamping: skipped))
  }
}
