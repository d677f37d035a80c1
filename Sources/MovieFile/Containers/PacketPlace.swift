/// A place in a container at which a walk over its packets can begin.
///
/// Only the container that made a place can read it.
package struct PacketPlace: Hashable, Sendable {
  /// The offset in the file of the unit that holds the packet: a block, page, chunk, tag or transport packet.
  package var offset: Int64
  /// The state that the container needs besides: the offset of the cluster, the last time before a wrap, a granule; 0
  /// if it needs none.
  package var reference: Int64
  /// The number of packets to pass over from the offset on: frames of a lace, packets of a page.
  package var skipped: Int32
  /// The stream whose packets are passed over, where a walk from here may meet the packets of several in another order;
  /// nil for those of all.
  package var stream: Int?

  package init(offset: Int64, reference: Int64 = 0, skipped: Int32 = 0, stream: Int? = nil) {
    (self.offset, self.reference, self.skipped, self.stream) = (offset, reference, skipped, stream)
  }
}

extension PacketPlace: Comparable {
  /// Orders the places of one file as a walk meets them.
  package static func < (a: PacketPlace, b: PacketPlace) -> Bool { (a.offset, a.skipped) < (b.offset, b.skipped) }
}
