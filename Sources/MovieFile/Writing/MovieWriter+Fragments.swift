/// What a movie in fragments remembers while it is written.
struct FragmentState {
  let interval: CMTime
  /// Whether the headers are written.
  var hasBegun = false
  /// How many fragments are written.
  var count: UInt32 = 0
  /// Where the next fragment ends, on the timeline of the samples; nil before there are any.
  var end: CMTime?
  /// Which time of each track's samples is 0 in the file; known when the headers are written.
  var zeros: [Int64] = []
  /// Where the headers are in the file, and what they say, to be said again when all is known.
  var headers: (start: Int64, size: Int)?
  /// What the headers say of each track's edits.
  var edits: [[Edit]?] = []
  var index: FragmentIndex?
  /// Where decoding may begin, by track: the time, the fragment's place, the place of the run and of the sample in it.
  var randomAccess: [Int: [(time: Int64, offset: Int64, trackFragment: UInt32, sample: UInt32)]] = [:]

  init(interval: CMTime) {
    self.interval = interval
  }
}

// Movie fragments (ISO/IEC 14496-12, clause 8.8), as CMAF wants them (ISO/IEC 23000-19, clause 7.3.2): decode times are
// stated, offsets count from the 'moof' box, composition offsets may be negative, so that no edits are needed for them.

extension MovieWriter {
  /// Writes the fragments that are complete: of which all tracks have all samples, or one track is far ahead.
  func writeFragments() throws(MovieError) {
    while let state = fragments, let end = nextFragmentEnd(state) {
      fragments?.end = end
      let open = tracks.filter { !$0.isFinished }
      if !state.hasBegun, waitsForBeginnings(of: open, until: end) { return }
      let reached = tracks.map { $0.certainEnd ?? .negativeInfinity }
      guard reached.contains(where: { $0 >= end }) else { return }
      let allReached = open.allSatisfy { ($0.certainEnd ?? .negativeInfinity) >= end }
      guard allReached || reached.contains(where: { $0 >= end + state.interval }) else { return }
      try writeFragment(before: end)
      fragments?.end = end + state.interval
    }
  }

  /// What is first is at 0, and the headers say where that is: all tracks' first samples are waited for, though not for ever.
  private func waitsForBeginnings(of open: [TrackWriter], until end: CMTime) -> Bool {
    guard open.contains(where: { $0.isPresented && !$0.tables.hasSamples }) else { return false }
    let limit = end + Self.patience
    return !tracks.contains { ($0.certainEnd ?? .negativeInfinity) >= limit }
  }

  private static let patience = CMTime(value: 10, timescale: 1)

  private func nextFragmentEnd(_ state: FragmentState) -> CMTime? {
    if let end = state.end { return end }
    guard let start = firstTime else { return nil }
    return start + state.interval
  }

  /// The earliest decode time of samples that wait.
  private var firstTime: CMTime? {
    tracks.compactMap { track in
      track.fragment.entries.first.map {
        CMTime(value: $0.run.first.decodeTime, timescale: track.draft.timescale)
      }
    }.min()
  }

  func finishFragments() throws(MovieError) {
    for track in tracks where track.isPresented { track.fragment.stretch(to: track.tables.presentationEnd) }
    try writeFragment(before: nil)
    try beginFragments()
    let end = position
    try writeRandomAccess()
    try completeHeaders()
    try writeFragmentIndex(end: end)
  }

  /// Writes the headers, when the first samples are known.
  private func beginFragments() throws(MovieError) {
    guard var state = fragments, !state.hasBegun else { return }
    state.hasBegun = true
    // What is shown first is decoded at that time, though it may come later.
    let starts = tracks.filter { $0.isPresented && $0.segments == nil }.compactMap { track in
      track.tables.firstDecodeTime.map { CMTime(value: $0, timescale: track.draft.timescale) }
    }
    state.zeros = tracks.map { Self.fragmentZero(of: $0, starts.min() ?? .zero) }
    var boxes = BoxWriter()
    (draft.fileType ?? draft.format.fileType(isFragmented: true))
      .promising(fragmentsOf: tracks.count, in: draft.format).write(to: &boxes)
    let start = Int64(boxes.count)
    fragments = state
    let moov = try fragmentHeaders(isComplete: false)
    fragments?.headers = (start, moov.count)
    try sink.append(boxes)
    try sink.append(moov)
    position = start + Int64(moov.count)
    try reserveFragmentIndex()
  }

  /// The headers as they are at the beginning, or with everything that is known at the end: equally long.
  private func fragmentHeaders(isComplete: Bool) throws(MovieError) -> BoxWriter {
    var timelines = ResolvedTimelines(timescale: draft.timescale ?? fragmentTimescale, edits: [], durations: [])
    for (index, track) in tracks.enumerated() {
      if case .stored(let edits) = track.draft.timing {
        timelines.edits.append(edits)
      } else {
        timelines.edits.append(
          fragmentEdits(of: track, zero: fragments?.zeros[index] ?? 0, timelines.timescale, isComplete))
      }
      let media = CMTime(value: track.tables.decodeEnd, timescale: track.draft.timescale)
      timelines.durations.append(CMTimeConvertScale(media, timescale: timelines.timescale, method: .default).value)
    }
    fragments?.edits = timelines.edits
    return movieBox(timelines, movedBy: 0, largeOffsets: false, fragmented: true)
  }

  /// The timescale must be known before the samples are.
  var fragmentTimescale: Int32 { tracks.map(\.draft.timescale).max() ?? 600 }

  /// Decode times say where most samples are; edits are for what is not shown at the beginning, as of sound with priming. How
  /// long they are, the end tells.
  private func fragmentEdits(of track: TrackWriter, zero: Int64, _ timescale: Int32, _ isComplete: Bool) -> [Edit]? {
    guard let segment = track.segments?.first(where: { $0.source != nil }), let source = segment.source else {
      return nil
    }
    func units(_ time: CMTime, _ scale: Int32) -> Int64 {
      CMTimeConvertScale(time, timescale: scale, method: .default).value
    }
    let media = units(source.start, track.draft.timescale) - zero
    guard media != units(segment.target.start, track.draft.timescale) else { return nil }
    let start = units(segment.target.start, timescale)
    let shown = Edit(
      duration: isComplete ? units(segment.target.end, timescale) - start : 0, mediaTime: max(0, media),
      rate: segment.rate)
    return start > 0 ? [Edit(duration: start, mediaTime: nil, rate: .one), shown] : [shown]
  }

  /// Which time of a track's samples is 0 in the file: that of the movie's, or the first sample if it is before.
  private static func fragmentZero(of track: TrackWriter, _ origin: CMTime) -> Int64 {
    guard track.isPresented else { return 0 }
    var origin = origin
    if let segment = track.segments?.first(where: { $0.source != nil }), let source = segment.source {
      origin = source.start - segment.target.start
    }
    let zero = CMTimeConvertScale(origin, timescale: track.draft.timescale, method: .roundTowardNegativeInfinity)
    return min(zero.isNumeric ? zero.value : 0, track.tables.firstDecodeTime ?? .max)
  }

  func writeExtends(to moov: inout BoxWriter) {
    moov.box("mvex") { mvex in
      for track in tracks {
        mvex.fullBox("trex") { box in
          box.u32(track.id)
          box.u32(1)
          box.zeros(12)
        }
      }
    }
  }

  private func writeFragment(before end: CMTime?) throws(MovieError) {
    try beginFragments()
    var parts: [FragmentPart] = []
    for (index, track) in tracks.enumerated() {
      let limit = end.map {
        CMTimeConvertScale($0, timescale: track.draft.timescale, method: .roundTowardPositiveInfinity).value
      }
      let entries = track.fragment.take(before: limit)
      guard !entries.isEmpty else { continue }
      parts += FragmentPart.parts(entries, track: index, id: track.id, zero: fragments?.zeros[index] ?? 0)
    }
    guard !parts.isEmpty, let number = fragments.map({ $0.count + 1 }) else { return }
    fragments?.count = number
    let size = Int64(try FragmentPart.movieFragment(parts, number: number, dataStart: 0).count)
    let dataSize = parts.reduce(0) { $0 + $1.byteCount }
    let headerSize: Int64 = dataSize + 8 > Int64(UInt32.max) ? 16 : 8
    var boxes = try FragmentPart.movieFragment(parts, number: number, dataStart: size + headerSize)
    if headerSize == 16 {
      boxes.u32(1)
      boxes.boxType(.mdat)
      boxes.u64(UInt64(dataSize + 16))
    } else {
      boxes.u32(UInt32(dataSize + 8))
      boxes.boxType(.mdat)
    }
    for (index, part) in parts.enumerated() {
      guard let sample = part.firstSync else { continue }
      let time = part.presentationTime(sample)
      fragments?.randomAccess[part.track, default: []].append((time, position, UInt32(index + 1), UInt32(sample + 1)))
    }
    noteInIndex(parts)
    try sink.append(boxes)
    for part in parts { try part.bytes.write(to: sink) }
    position += Int64(boxes.count) + dataSize
    // What is written is there if the process is killed now.
    try sink.commit()
  }

  /// Says where decoding may begin, for players that look at the end ('mfra').
  private func writeRandomAccess() throws(MovieError) {
    guard let state = fragments, !state.randomAccess.isEmpty else { return }
    var writer = BoxWriter()
    writer.box("mfra") { mfra in
      for (track, entries) in state.randomAccess.sorted(by: { $0.key < $1.key }) {
        mfra.fullBox("tfra", version: 1) { box in
          box.u32(tracks[track].id)
          // Numbers of 32 bits.
          box.u32(0x3f)
          box.u32(UInt32(entries.count))
          for entry in entries {
            box.i64(max(0, entry.time))
            box.i64(entry.offset)
            for number in [entry.trackFragment, 1, entry.sample] { box.u32(number) }
          }
        }
      }
      let size = mfra.count + 16
      mfra.fullBox("mfro") { $0.u32(UInt32(size)) }
    }
    try sink.append(writer)
    position += Int64(writer.count)
  }

  /// Says in the headers what was not known when they were written; where the sink cannot, they are right as they are.
  private func completeHeaders() throws(MovieError) {
    guard let file = sink as? any RandomAccessByteSink, let headers = fragments?.headers else { return }
    let moov = try fragmentHeaders(isComplete: true)
    guard moov.count == headers.size else { return }
    try file.overwrite(at: headers.start, with: moov)
  }
}

extension TrackWriter {
  /// The time up to which this track's fragments can be written.
  fileprivate var certainEnd: CMTime? {
    fragment.certainEnd.map { CMTime(value: $0, timescale: draft.timescale) }
  }
}
