/// The packets that a walk has returned and another one from the place of a packet meets before it: they are passed over.
///
/// Packets of one stream are complete in their order, those of several are not always: a walk that begins between them may not
/// recognise the audio of another stream before its next header.
struct WalkLog: Sendable {
  /// The offsets of each stream's packets' anchors, ascending.
  private var offsets: [Int: ArraySlice<Int64>] = [:]

  init() {}

  /// Notes a packet that is returned.
  ///
  /// - Parameters:
  ///   - anchor: The place from which a walk meets it.
  ///   - pending: The place from which a walk meets all packets that wait; nil if none does.
  /// - Returns: The packet's place.
  mutating func note(_ stream: Int, _ anchor: WalkAnchor, before pending: WalkAnchor?) -> PacketPlace {
    var known = offsets.removeValue(forKey: stream) ?? []
    let index = known.partitioningIndex { $0 >= anchor.offset }
    let skipped = known.endIndex - index
    known.insert(anchor.offset, at: known.partitioningIndex { $0 > anchor.offset })
    if known.count > 64, known.count & 63 == 0 {
      let first = pending?.offset ?? .max
      known = known[known.partitioningIndex { $0 >= first }...]
    }
    offsets[stream] = known
    return PacketPlace(
      offset: anchor.offset, reference: anchor.reference, skipped: Int32(clamping: skipped), stream: stream)
  }
}
