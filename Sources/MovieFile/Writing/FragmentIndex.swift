/// The offsets and durations of a movie's fragments ('sidx', ISO/IEC 14496-12, clause 8.16.3), with which players that
/// load a file in parts seek without reading everything before.
///
/// It precedes the fragments, so room for it is reserved; if there are more fragments than entries, consecutive
/// fragments share an entry.
struct FragmentIndex {
  /// The samples of one track in a fragment.
  struct Samples: Equatable {
    /// The presentation time of the first sample, on the file's timeline.
    var time: Int64
    /// True if decoding can begin with the first sample, and none is presented before it.
    var startsWithSync: Bool
  }

  private struct Entry {
    /// The offset of its first fragment in the file.
    var offset: Int64
    var samples: Samples?
  }

  /// The number of entries that fit into the reserved room.
  let capacity: Int
  /// The index of the track that the times refer to.
  let track: Int
  /// The offset of the reserved room; set when it is reserved.
  var place: Int64?
  private var entries: [Entry] = []

  /// - Parameter capacity: The number of entries, clamped to the box's maximum.
  init(capacity: Int, track: Int) {
    self.capacity = min(max(1, capacity), Int(UInt16.max))
    self.track = track
  }

  /// The number of reserved bytes: the size of a full index.
  var room: Int { Self.size(capacity) }

  private static func size(_ count: Int) -> Int { 40 + 12 * count }

  /// Adds a fragment; one without a random access point belongs to the entry before (CMAF: a chunk of its fragment,
  /// ISO/IEC 23000-19, clause 7.3.3).
  mutating func append(offset: Int64, _ samples: Samples?) {
    guard let last = entries.last else { return entries.append(Entry(offset: offset, samples: samples)) }
    guard let samples else { return }
    if last.samples == nil {
      entries[entries.count - 1].samples = samples
    } else if samples.startsWithSync {
      entries.append(Entry(offset: offset, samples: samples))
    }
  }

  /// Returns the index after a free box, together as large as the reserved room.
  ///
  /// - Parameter end: The end of the last fragment in the file, and of the last sample on the timeline.
  /// - Returns: Nil if there are no entries, or numbers exceed the box's fields.
  func box(trackID: UInt32, timescale: Int32, end: (offset: Int64, time: Int64)) -> BoxWriter? {
    guard let first = entries.first?.samples else { return nil }
    let share = (entries.count + capacity - 1) / capacity
    let shared = stride(from: 0, to: entries.count, by: share).map { entries[$0] }
    var references: [(size: UInt32, duration: UInt32, startsWithSync: Bool)] = []
    for (index, entry) in shared.enumerated() {
      let next = index + 1 < shared.count ? shared[index + 1] : nil
      let size = (next?.offset ?? end.offset) - entry.offset
      let duration = max(0, (next?.samples?.time ?? end.time) - (entry.samples?.time ?? 0))
      // The first bit is set if the reference is to another index.
      guard size > 0, size < 1 << 31, let length = UInt32(exactly: duration) else { return nil }
      references.append((UInt32(size), length, entry.samples?.startsWithSync == true))
    }
    var writer = BoxWriter()
    let rest = room - Self.size(references.count)
    if rest > 0 { writer.writeFree(rest) }
    writer.fullBox("sidx", version: 1) { box in
      box.u32(trackID)
      box.u32(UInt32(timescale))
      box.i64(max(0, first.time))
      // Relative to the end of this box, where the first fragment begins.
      box.i64(0)
      box.u16(0)
      box.u16(UInt16(references.count))
      for reference in references {
        box.u32(reference.size)
        box.u32(reference.duration)
        // A stream access point of type 1, at the first byte.
        box.u32(reference.startsWithSync ? 0x9000_0000 : 0)
      }
    }
    return writer
  }
}

extension MovieWriter.Layout {
  /// Returns the number of entries of a fragment index: one for each fragment of a movie of known length, up to some
  /// thousands. For an unknown length it has some hundred entries, which more fragments share: seeking is less exact
  /// then.
  ///
  /// - Parameter length: The length of the movie; nil if it is unknown, as of live sources.
  public func indexCapacity(forLength length: CMTime?) -> Int {
    guard case .fragments(let interval) = self, interval.isNumeric else { return 0 }
    guard let length, length.isNumeric else { return 512 }
    let count = (length.seconds / interval.seconds).rounded(.up)
    return count < 4096 ? Int(count) + 1 : 4096
  }
}

extension FragmentLayout {
  /// Reserves room for an index of the fragments after the headers.
  func reserveIndex() throws(MovieError) {
    let capacity = movie.preferences.fragmentIndexCapacity
    guard capacity > 0, movie.sink is any RandomAccessByteSink, !tracks.isEmpty else { return }
    let track = movie.tracks.firstIndex { $0.draft.handlerType == .video } ?? 0
    var index = FragmentIndex(capacity: capacity, track: track)
    index.place = movie.position
    self.index = index
    try movie.appendFree(index.room)
  }

  /// Adds a fragment that is about to be written.
  func noteInIndex(_ parts: [FragmentPart]) {
    guard let index else { return }
    let own = parts.filter { $0.track == index.track }
    let times = own.flatMap { part in part.runs.map { part.presentationTime(of: $0.first) } }
    let samples = times.min().map { time in
      FragmentIndex.Samples(
        time: shownTime(time, ofTrack: index.track),
        startsWithSync: own.first?.runs.first?.first.isSync == true && times.first == time)
    }
    self.index?.append(offset: movie.position, samples)
  }

  /// Writes the index into its reserved room, after all fragments.
  func writeIndex(end: Int64) throws(MovieError) {
    guard let index, let place = index.place, let file = movie.sink as? any RandomAccessByteSink else { return }
    let (track, state) = (movie.tracks[index.track], tracks[index.track])
    let time = shownTime(track.tables.presentationEnd - state.zero + state.shift, ofTrack: index.track)
    guard let box = index.box(trackID: track.id, timescale: track.draft.timescale, end: (end, time)) else { return }
    try file.overwrite(at: place, with: box)
  }

  /// Returns the presentation time of a track's media time after the edits, which may begin later and delay it. Never
  /// negative.
  private func shownTime(_ time: Int64, ofTrack track: Int) -> Int64 {
    guard let edits = tracks[track].edits, let shown = edits.first(where: { $0.mediaTime != nil }) else {
      return max(0, time)
    }
    let before = edits.prefix { $0.mediaTime == nil }.reduce(0) { $0 + $1.duration }
    let start = CMTimeConvertScale(
      CMTime(value: before, timescale: timescale), timescale: movie.tracks[track].draft.timescale, method: .default)
    return max(0, time - (shown.mediaTime ?? 0) + start.value)
  }
}
