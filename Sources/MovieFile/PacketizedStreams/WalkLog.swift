/// The packets that a walk has returned and another one from the place of a packet meets before it: they are passed over.
///
/// Packets of one stream are complete in their order, those of several are not always: a walk that begins between them may not
/// recognise the audio of another stream before its next header.
struct WalkLog: Sendable {
  /// The offsets of each stream's packets' anchors, ascending.
  private var offsets: [Int: ArraySlice<Int64>] = [:]

  private let start: PacketPlace
  /// The packets of the place's stream that are still to be passed over.
  private var skipped: Int32
  /// The place of the last packet.
  private(set) var packetPlace: PacketPlace?

  /// - Parameter place: The place of the first packet.
  init(from place: PacketPlace) { (start, skipped) = (place, place.skipped) }

  /// Returns a unit that is complete as the walk's next packet; nil for one that lies before the walk's first.
  ///
  /// - Parameter pending: The place from which a walk meets all packets that wait; nil if none does.
  mutating func packet(_ stream: Int, _ unit: StampedUnit, before pending: WalkAnchor?) -> ContainerPacket? {
    packetPlace = note(stream, unit.anchor, before: pending)
    guard skipped > 0, stream == start.stream else { return ContainerPacket(stream, unit) }
    skipped -= 1
    return nil
  }

  /// Returns the place of the next packet.
  ///
  /// - Parameters:
  ///   - pending: The place from which a walk meets all packets that wait; nil if none does.
  ///   - position: The offset at which the file is read next.
  ///   - reference: The reference of the clock there.
  func place(_ pending: WalkAnchor?, at position: Int64, reference: Int64) -> PacketPlace {
    if let pending { return PacketPlace(offset: pending.offset, reference: pending.reference) }
    return position > start.offset ? PacketPlace(offset: position, reference: reference) : start
  }

  /// Notes a packet that is returned.
  ///
  /// - Parameters:
  ///   - anchor: The place from which a walk meets it.
  ///   - pending: The place from which a walk meets all packets that wait; nil if none does.
  /// - Returns: The packet's place.
  private mutating func note(_ stream: Int, _ anchor: WalkAnchor, before pending: WalkAnchor?) -> PacketPlace {
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
