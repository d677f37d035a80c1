/// A packet of an index, with the times that decoding needs.
///
/// Times are in units of `PacketIndex.timescale(of:)`.
package struct IndexedPacket: Hashable, Sendable {
  /// The position in decoding order, from 0.
  package var number: Int
  /// The decode time: the container's, or that of the order of presentation. It may exceed the presentation time.
  package var decodeTime: Int64
  package var presentationTime: Int64
  /// The stated duration, or the time to the packet that is decoded next; positive.
  package var duration: Int64
  /// True if the duration is stated.
  package var hasStatedDuration = false
  /// The size in bytes.
  package var size: Int
  package var isSync: Bool
  /// True for the first packet of a later link of a chain: its decoder begins anew.
  package var beginsLink = false
  /// The position of the packet's parameters: 0 for those of the file's stream, behind it those of later links.
  package var parameters = 0
  /// The place from which a walk gives the packet.
  package var place: PacketPlace
}
