/// The packets that a walk has returned and another one from the same place meets again: they are passed over.
struct WalkLog: Sendable {
  private var offsets: [Int64] = []

  init() {}

  /// Notes a packet that is returned.
  ///
  /// - Parameters:
  ///   - anchor: The place from which a walk meets it.
  ///   - pending: The place from which a walk meets all packets that wait; nil if none does.
  mutating func note(_ anchor: WalkAnchor, before pending: WalkAnchor?) {
    offsets.append(anchor.offset)
    guard offsets.count > 64, offsets.count & 63 == 0 else { return }
    let first = pending?.offset ?? .max
    offsets.removeAll { $0 < first }
  }

  func place(of pending: WalkAnchor) -> PacketPlace {
    let skipped = offsets.count { $0 >= pending.offset }
    return PacketPlace(offset: pending.offset, reference: pending.reference, skipped: Int32(clamping: skipped))
  }
}
