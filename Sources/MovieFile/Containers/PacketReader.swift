import Synchronization

/// Reads the bytes of a stream's packets by their numbers: of packets that follow each other with one walk.
///
/// May be used from several threads at once; each of them goes on with a walk of its own.
package final class PacketReader: Sendable {
  /// Unchecked, since a walk belongs to one reader at a time: the one that has taken it.
  private struct Walk: @unchecked Sendable {
    var walker: any PacketWalker
    /// The number of the stream's packet that comes next.
    var number: Int
  }

  private let index: PacketIndex
  private let stream: Int
  /// The walks that no call uses at present, the last used one last.
  private let idle = Mutex<[Walk]>([])

  private static let largestCount = 4
  /// The packets that a walk passes over before a new walk takes less time.
  private static let patience = 64
  /// The packets before the wanted one with which a walk begins if the file is damaged at the place.
  private static let distance = 16
  /// The bytes at the beginning of the file behind which no stream begins with frames that only a walk of the whole file meets.
  private static let beginning: Int64 = 1 << 23
  /// The packets of other streams among which a walk from a packet's place meets it: walks hold no more of them back.
  private static let reach = 4096

  /// - Parameter stream: The position in the file's streams.
  package init(_ index: PacketIndex, stream: Int) { (self.index, self.stream) = (index, stream) }

  /// Returns the bytes of a packet where they are.
  ///
  /// - Throws: `changed` if the file has another packet there; read errors of the source; errors of the index.
  package func bytes(of packet: IndexedPacket) throws -> PacketBytes {
    if var walk = take(before: packet.number), let bytes = try bytes(of: packet, &walk) { return bytes }
    // A walk that begins at damage may meet other packets than one that comes from before.
    for number in [packet.number, packet.number - Self.distance] {
      guard number >= 0, let first = try index.packet(number, of: stream) else { continue }
      let isNear = number == 0 && first.place.offset < Self.beginning
      let walker = try index.file.packets(from: isNear ? nil : first.place)
      if number > 0, try !meets(first, walker) { continue }
      var walk = Walk(walker: walker, number: number)
      if let bytes = try bytes(of: packet, &walk) { return bytes }
    }
    // Frames before the first one that others refer to have times only in a walk from the beginning of the file: one
    // from their own place passes them over.
    var walk = Walk(walker: try index.file.packets(from: nil), number: 0)
    if let bytes = try bytes(of: packet, &walk) { return bytes }
    throw MovieError(
      .changed, "the packet is no longer there", offset: packet.place.offset, file: index.file.source.name)
  }

  /// True if the stream's packet that a walk meets first is the one of its place.
  private func meets(_ packet: IndexedPacket, _ walker: any PacketWalker) throws(MovieError) -> Bool {
    var walker = walker
    for _ in 0..<Self.reach {
      guard let found = try walker.next() else { return false }
      if found.stream == stream { return found.bytes.count == packet.size }
    }
    return false
  }

  /// Walks on to a packet; returns nil if another one is there.
  ///
  /// The walk is changed in place: a copy of it would copy all that it has read.
  private func bytes(of packet: IndexedPacket, _ walk: inout Walk) throws(MovieError) -> PacketBytes? {
    while walk.number <= packet.number, let found = try walk.walker.next() {
      guard found.stream == stream else { continue }
      walk.number += 1
      guard walk.number > packet.number else { continue }
      guard found.bytes.count == packet.size else { return nil }
      put(walk)
      return found.bytes
    }
    return nil
  }

  /// Takes the idle walk that is nearest to a packet, of those before it.
  private func take(before number: Int) -> Walk? {
    idle.withLock { idle in
      let near = idle.indices.filter { idle[$0].number <= number && number - idle[$0].number <= Self.patience }
      return near.max { idle[$0].number < idle[$1].number }.map { idle.remove(at: $0) }
    }
  }

  private func put(_ walk: Walk) {
    idle.withLock { idle in
      idle.append(walk)
      if idle.count > Self.largestCount { idle.removeFirst() }
    }
  }
}
