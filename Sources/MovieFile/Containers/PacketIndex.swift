import Synchronization

/// The packets of an interleaved file by number and time, found by a walk that goes on as far as lookups need.
///
/// A packet takes 32 bytes. Decode times that the container lacks are those of the order of presentation: the n-th
/// packet in decoding order takes the n-th presentation time.
///
///     walker ─→ times ─→ columns ─→ window ─→ order of presentation
///                           └─→ lookups by number, by time, of sync samples
///
/// May be used from several threads at once. Lookups block while the walk goes on.
package final class PacketIndex: Sendable {
  /// Unchecked, since a walk belongs to one reader at a time: the one that holds the lock.
  private struct Walk: @unchecked Sendable {
    var walker: any PacketWalker
  }

  private struct State {
    var walk: Walk?
    var streams: [IndexedStream]
    var isAtEnd = false
    var problem: MovieError?
  }

  package let file: any InterleavedFile
  private let start: PacketPlace?
  private let checkpoint: @Sendable () -> @Sendable () throws -> Void
  private let state: Mutex<State>

  /// The packets between two calls of the checkpoint.
  private static let step = 1024

  /// - Parameters:
  ///   - place: The place of packet 0; nil for the first packet of the file. From a later place, times of audio are
  ///     those of the container, rounded as there.
  ///   - checkpoint: Returns the function that a lookup which begins now calls again and again while the walk goes on;
  ///     what that throws ends the lookup, and a later one continues the walk.
  package init(
    _ file: any InterleavedFile, from place: PacketPlace? = nil,
    checkpoint: @escaping @Sendable () -> @Sendable () throws -> Void = { {} }
  ) {
    (self.file, start, self.checkpoint) = (file, place, checkpoint)
    state = Mutex(State(streams: file.streams.map { IndexedStream($0) }))
  }

  // MARK: Facts

  /// The units per second of a stream's times here: the sample rate of audio, else the stream's own timescale.
  package func timescale(of stream: Int) -> Int32 { state.withLock { $0.streams[stream].times.timescale } }

  /// True if all packets are known.
  package var isComplete: Bool { state.withLock { $0.isAtEnd } }

  /// The damage that the walk has passed over so far; nil if there was none.
  package var problem: MovieError? { state.withLock { $0.problem } }

  /// Returns the number of packets of a stream. Walks to the end of the file.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func count(of stream: Int) throws -> Int {
    try grown(stream) { _ in
      false
    } body: {
      $0.count
    }
  }

  /// Returns the samples at both ends of a stream that its packets say are not heard. Walks to the end of the file.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func discardPadding(of stream: Int) throws -> DiscardPadding {
    try grown(stream) { _ in
      false
    } body: {
      $0.discarded
    }
  }

  // MARK: Lookups

  /// Returns the packet at a position in decoding order; nil after the last.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func packet(_ number: Int, of stream: Int) throws -> IndexedPacket? {
    try grown(stream) {
      $0.hasPacket(number)
    } body: {
      $0.packet(number)
    }
  }

  /// Returns the packet presented at a time: of those that start at or before it, the last to start; nil before the
  /// first.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func packet(of stream: Int, shownAt time: Int64) throws -> IndexedPacket? {
    try grown(stream) {
      $0.hasPackets(at: time)
    } body: {
      $0.packet(presentedAt: $0.position(after: time) - 1)
    }
  }

  /// Returns the packet presented next after a time; nil after the last.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func packet(of stream: Int, shownAfter time: Int64) throws -> IndexedPacket? {
    try grown(stream) {
      $0.hasPackets(at: time)
    } body: {
      $0.packet(presentedAt: $0.position(after: time))
    }
  }

  /// Returns the last sync sample at or before a position in decoding order; nil if there is none.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func syncPacket(of stream: Int, atOrBefore number: Int) throws -> IndexedPacket? {
    try grown(stream) {
      $0.hasPacket(number)
    } body: {
      $0.sync(atOrBefore: number)
    }
  }

  /// Returns the first sync sample after a position in decoding order; nil if there is none.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func syncPacket(of stream: Int, after number: Int) throws -> IndexedPacket? {
    try grown(stream) {
      $0.hasSync(after: number)
    } body: {
      $0.sync(after: number)
    }
  }

  // MARK: Growing

  /// Calls a body with a stream once a condition holds for it, or the file is at its end.
  private func grown<R: Sendable>(
    _ stream: Int, until isEnough: (IndexedStream) -> Bool, body: (IndexedStream) -> R
  ) throws -> R {
    var check: (@Sendable () throws -> Void)?
    while true {
      let result: R? = try state.withLock { state in
        for _ in 0..<Self.step {
          if state.isAtEnd || isEnough(state.streams[stream]) { return body(state.streams[stream]) }
          try advance(&state)
        }
        return nil
      }
      if let result { return result }
      let current = check ?? checkpoint()
      check = current
      try current()
    }
  }

  private func advance(_ state: inout State) throws(MovieError) {
    // Taken out, so that the walker changes in place.
    var walk: Walk
    if let known = state.walk.take() { walk = known } else { walk = Walk(walker: try file.packets(from: start)) }
    let place = walk.walker.place
    let packet: ContainerPacket?
    do throws(MovieError) {
      packet = try walk.walker.next()
    } catch {
      state.walk = walk
      throw error
    }
    state.problem = walk.walker.problem
    guard let packet else {
      for index in state.streams.indices { state.streams[index].finish() }
      state.isAtEnd = true
      return
    }
    state.walk = walk
    guard state.streams.indices.contains(packet.stream) else { return }
    try state.streams[packet.stream].add(packet, at: place, of: file.source)
  }
}
