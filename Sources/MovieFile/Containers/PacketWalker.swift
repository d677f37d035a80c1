/// A walk over the packets of a container in the order of the file.
///
/// It reads headers and passes over payloads. Belongs to one reader at a time; copies walk on independently.
package protocol PacketWalker {
  /// Returns the next packet; nil at the end of the file, or where it is cut off.
  ///
  /// - Throws: Read errors of the source. Damage is passed over, see `problem`.
  mutating func next() throws(MovieError) -> ContainerPacket?

  /// The place of the packet that `next` returns next: a walk from there gives the same packets.
  ///
  /// Where packets are put together out of parts that lie between those of others, it may give earlier ones, too.
  var place: PacketPlace { get }

  /// The place of the packet that `next` returned last: a walk from there gives that packet as the first of its stream. Nil
  /// where `place` was that before.
  var packetPlace: PacketPlace? { get }

  /// The offset in the file before which `next` reads nothing any more, nor do the packets lie that it returns.
  var needed: Int64 { get }

  /// The first damage that was passed over so far, or the cut-off end; nil if there was none.
  var problem: MovieError? { get }

  /// The first stream that began too late to be one of the file's streams, and is not read; nil if there was none so far.
  var omission: MovieError? { get }
}

extension PacketWalker {
  /// The place of the next packet, in containers whose places are offsets.
  package var needed: Int64 { place.offset }

  /// None, in containers whose packets lie one after the other.
  package var packetPlace: PacketPlace? { nil }

  /// None, in containers whose headers list all streams.
  package var omission: MovieError? { nil }
}
