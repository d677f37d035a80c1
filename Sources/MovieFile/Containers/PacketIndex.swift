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
  private struct State {
    var streams: [IndexedStream]
    var isAtEnd = false
    var problem: MovieError?
    var omission: MovieError?
    /// The first packet that each reader of a stream that comes once needs.
    var readers: [Int: (stream: Int, number: Int)] = [:]
    var readerCount = 0
    /// The offset in the file before which the walk needs nothing any more.
    var needed: Int64 = 0
  }

  package let file: any InterleavedFile
  private let start: PacketPlace?
  private let checkpoint: @Sendable () -> @Sendable () throws -> Void
  private let state: Mutex<State>
  /// The walk, which one lookup at a time continues: others find what is known meanwhile. Nil before the first.
  private let walk = Mutex<ResumableWalk?>(nil)
  /// The packets between two calls of the checkpoint; of a stream that comes once, between two lookups that wait for it.
  private let step: Int

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
    let isArriving = file.source.arriving != nil
    step = isArriving ? 1 : 1024
    state = Mutex(State(streams: file.streams.map { IndexedStream($0, isHeld: isArriving) }))
  }

  // MARK: Facts

  /// The units per second of a stream's times here: the sample rate of audio, else the stream's own timescale.
  package func timescale(of stream: Int) -> Int32 { state.withLock { $0.streams[stream].times.timescale } }

  /// True if all packets are known.
  package var isComplete: Bool { state.withLock { $0.isAtEnd } }

  /// The damage that the walk has passed over so far; nil if there was none.
  package var problem: MovieError? { state.withLock { $0.problem } }

  /// The first stream that began too late to be listed, as far as the walk has come; nil if there was none.
  package var omission: MovieError? { state.withLock { $0.omission } }

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
      $0.discarded()
    }
  }

  /// Returns the ranges of a stream's decode times that its packets say are not heard, ascending. Walks to the end of
  /// the file.
  ///
  /// - Throws: Read errors of the source; errors of the checkpoint.
  package func unheard(of stream: Int) throws -> [Range<Int64>] {
    try grown(stream) { _ in
      false
    } body: {
      $0.unheard()
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
      let result: R? = state.withLock { state in
        state.isAtEnd || isEnough(state.streams[stream]) ? body(state.streams[stream]) : nil
      }
      if let result { return result }
      let current = check ?? checkpoint()
      check = current
      try current()
      try walk.withLock { walk in
        for _ in 0..<step {
          if state.withLock({ $0.isAtEnd || isEnough($0.streams[stream]) }) { return }
          try advance(&walk)
        }
      }
    }
  }

  private func advance(_ walk: inout ResumableWalk?) throws(MovieError) {
    // Taken out, so that the walker changes in place.
    var current: ResumableWalk
    if let known = walk.take() { current = known } else { current = ResumableWalk(try file.packets(from: start)) }
    let size = file.source.size
    do throws(MovieError) {
      try add(&current)
    } catch {
      // The end of a stream shows when more is asked for: what the end of a file tells follows from its size.
      guard file.source.size != size else {
        walk = current
        throw error
      }
      let result = Result { () throws(MovieError) in try add(&current) }
      walk = current
      return try result.get()
    }
    walk = current
  }

  private func add(_ walk: inout ResumableWalk) throws(MovieError) {
    let source = file.source
    try walk.next { packet, place throws(MovieError) in
      if let packet { try source.arriving?.wait(for: packet.bytes.end) }
      let problem = state.withLock { state -> MovieError? in
        guard let packet else {
          for index in state.streams.indices { state.streams[index].finish() }
          state.isAtEnd = true
          return nil
        }
        guard state.streams.indices.contains(packet.stream) else { return nil }
        do throws(MovieError) {
          try state.streams[packet.stream].add(packet, at: place, of: source)
          return nil
        } catch {
          return error
        }
      }
      if let problem { throw problem }
    }
    let (problem, omission, needed) = (
      walk.problem, walk.omission, source.arriving == nil ? 0 : walk.needed
    )
    state.withLock { ($0.problem, $0.omission, $0.needed) = (problem, omission, needed) }
  }
}

// MARK: - Streams that come once

extension PacketIndex {
  /// The packets behind the one that was read last that are kept: as many as decoders may hold.
  private static let lookback = 64

  /// True if the bytes come one after the other: packets that all readers have passed are forgotten.
  package var isArriving: Bool { file.source.arriving != nil }

  /// Returns the samples at both ends of a stream that are not heard, by the packets so far.
  package func discardedSoFar(of stream: Int) -> DiscardPadding { state.withLock { $0.streams[stream].discardedSoFar } }

  /// Returns the samples behind a packet that are not heard, if it is the last one; 0 where that is not known.
  package func padding(behind number: Int, of stream: Int) -> Int64 {
    state.withLock { state in
      state.isAtEnd && number + 1 == state.streams[stream].count ? state.streams[stream].discardedSoFar.end : 0
    }
  }

  /// Returns the samples of a packet that are not heard; nil if all are.
  package func padding(of number: Int, in stream: Int) -> DiscardPadding? {
    state.withLock { $0.streams[stream].padding(of: number) }
  }

  /// Returns the parameters of a stream that later links have brought so far, as packets number them from 1 on.
  package func laterParameters(of stream: Int) -> [ContainerStream] {
    state.withLock { $0.streams[stream].parameters.map(\.stream) }
  }

  /// Returns the bytes of a packet; nil if all readers have passed it.
  package func heldBytes(of number: Int, _ stream: Int) -> PacketBytes? {
    state.withLock { $0.streams[stream].bytes(of: number) }
  }

  /// Adds a reader of a stream: packets from the first one that is kept on are kept until it moves on.
  package func addReader(of stream: Int) -> Int {
    state.withLock { state in
      state.readerCount += 1
      state.readers[state.readerCount] = (stream, 0)
      return state.readerCount
    }
  }

  /// Moves a reader to a packet, or removes it: what all readers have passed is given back.
  ///
  /// - Parameter number: The position in decoding order of the packet that was read last; nil at the end of reading.
  package func move(_ reader: Int, to number: Int?) {
    let offset = state.withLock { state -> Int64 in
      if let number {
        let before = state.readers[reader]?.number ?? 0
        state.readers[reader]?.number = max(before, number - Self.lookback)
      } else {
        state.readers[reader] = nil
        // Without readers, the progress is not known.
        if state.readers.isEmpty { return 0 }
      }
      var offset = state.needed
      for index in state.streams.indices {
        let first = state.readers.values.lazy.filter { $0.stream == index }.map(\.number).min()
        state.streams[index].drop(before: first ?? state.streams[index].count)
        if first != nil, let held = state.streams[index].firstOffset { offset = min(offset, held) }
      }
      return offset
    }
    file.source.arriving?.discard(before: offset)
  }
}
