/// The state of a walk before a chunk.
struct AVIWalkState: Sendable {
  var cursor: any AVIChunkCursor
  /// The number of chunks before.
  var number: Int64 = 0
  var streams: [AVIStreamState]
  var isAtEnd = false
  /// The ends of the streams' chunks so far.
  private var ends: [Int64]

  init(_ layout: AVILayout) {
    cursor = layout.cursor
    streams = layout.plans.map { AVIStreamState($0) }
    ends = layout.plans.map { _ in 0 }
  }

  /// The end of the last chunk.
  var end: Int64 { ends.max() ?? 0 }

  /// True if a copy takes little memory.
  var isSmall: Bool { streams.allSatisfy(\.isSmall) }

  /// Returns the next chunk; nil after the last.
  ///
  /// An index may name the same bytes again: nothing is read twice, and a repeated frame is one that was dropped.
  mutating func next(_ windows: AVIWindows) throws(MovieError) -> AVIChunk? {
    guard var chunk = try cursor.next(windows) else { return nil }
    number += 1
    let start = chunk.payload.lowerBound
    if start < ends[chunk.stream] {
      chunk.payload = start..<start
    } else {
      ends[chunk.stream] = chunk.payload.upperBound
    }
    return chunk
  }
}

/// A walk over the chunks of a file.
///
/// Places number the chunks, as audio that chunks cut is put together, and counted, from the beginning.
struct AVIWalker: PacketWalker {
  private let source: any ByteSource
  private let layout: AVILayout
  private let checkpoints: WalkCheckpoints<AVIWalkState>
  private let windows: AVIWindows
  private var state: AVIWalkState
  private var pending: ArraySlice<ContainerPacket> = []
  private var pendingPlace = PacketPlace(offset: 0)

  /// - Throws: Read errors of the source.
  init(
    source: any ByteSource, _ layout: AVILayout, _ checkpoints: WalkCheckpoints<AVIWalkState>, at place: PacketPlace?
  ) throws(MovieError) {
    (self.source, self.layout, self.checkpoints) = (source, layout, checkpoints)
    windows = AVIWindows(
      near: RIFFReader(source, capacity: 4096, isBigEndian: layout.isBigEndian),
      far: RIFFReader(source, capacity: 4096, isBigEndian: layout.isBigEndian))
    state = AVIWalkState(layout)
    guard let place else { return }
    if let kept = checkpoints.state(atOrBefore: place.offset) { state = kept.state }
    while state.number < place.offset, !state.isAtEnd { try passChunk() }
    guard place.skipped > 0 else { return }
    try fill()
    pending = pending.dropFirst(Int(place.skipped))
    pendingPlace.skipped += place.skipped
  }

  var place: PacketPlace { pending.isEmpty ? PacketPlace(offset: state.number) : pendingPlace }
  /// Chunks wait for those that their frames go on in, or are presented after.
  var needed: Int64 {
    let parts = state.streams.compactMap(\.firstPart) + pending.compactMap(\.bytes.offset)
    return parts.reduce(state.end, min)
  }

  var problem: MovieError? { state.cursor.problem }

  mutating func next() throws(MovieError) -> ContainerPacket? {
    while pending.isEmpty, !state.isAtEnd { try fill() }
    guard let packet = pending.popFirst() else { return nil }
    pendingPlace.skipped += 1
    return packet
  }

  /// Reads a chunk.
  private mutating func fill() throws(MovieError) {
    guard !state.isAtEnd else { return }
    pendingPlace = PacketPlace(offset: state.number)
    pending = try readChunk()[...]
  }

  /// Returns the packets that the next chunk completes; those that are left at the end.
  private mutating func readChunk() throws(MovieError) -> [ContainerPacket] {
    if state.isSmall { checkpoints.note(state.number, state) }
    var packets: [ContainerPacket] = []
    if let chunk = try state.next(windows) {
      try state.streams[chunk.stream].take(chunk, layout.plans[chunk.stream], windows.far, &packets)
    } else {
      state.number += 1
      state.isAtEnd = true
      for index in state.streams.indices {
        try state.streams[index].finish(index, layout.plans[index], windows.far, &packets)
      }
    }
    return packets
  }

  /// Passes over the next chunk.
  private mutating func passChunk() throws(MovieError) {
    guard let chunk = try state.next(windows) else {
      _ = try readChunk()
      return
    }
    try state.streams[chunk.stream].pass(chunk, layout.plans[chunk.stream], windows.far)
  }
}
