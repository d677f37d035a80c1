/// A walk that can go on where it was after an error.
///
/// Unchecked, since a walk belongs to one reader at a time.
struct ResumableWalk: @unchecked Sendable {
  private var walker: any PacketWalker
  /// The walk some packets ago, and their number.
  private var kept: any PacketWalker
  private var passed = 0
  /// The number of packets to pass over again.
  private var missing = 0

  /// The packets between two copies of a walk.
  private static let spacing = 64

  init(_ walker: any PacketWalker) { (self.walker, kept) = (walker, walker) }

  /// The offset in the file before which nothing is needed any more.
  var needed: Int64 { min(walker.needed, kept.needed) }

  var problem: MovieError? { walker.problem }

  var omission: MovieError? { walker.omission }

  /// Calls a body with the next packet, nil at the end of the file, and its place.
  ///
  /// - Throws: Read errors of the source, and what the body throws; then the walk has not moved.
  mutating func next(
    _ body: (ContainerPacket?, PacketPlace) throws(MovieError) -> Void
  ) throws(MovieError) {
    do throws(MovieError) {
      while missing > 0 {
        _ = try walker.next()
        missing -= 1
      }
      let place = walker.place
      let packet = try walker.next()
      try body(packet, walker.packetPlace ?? place)
    } catch {
      (walker, missing) = (kept, passed)
      throw error
    }
    passed += 1
    if passed >= Self.spacing { (kept, passed) = (walker, 0) }
  }
}
