/// The state of a movie in fragments while it is written.
struct FragmentState {
  let interval: CMTime
  /// True if the headers are written.
  var hasBegun = false
  /// The number of fragments written.
  var count: UInt32 = 0
  /// The end of the next fragment, on the timeline of the samples; nil before there are any.
  var end: CMTime?
  /// The time of each track's samples that is 0 in the file; known when the headers are written.
  var zeros: [Int64] = []
  /// The size of the headers, and the number of free bytes after them; the headers are written again at the end.
  var headers: (size: Int, room: Int)?
  /// True if every track begins with a sync sample.
  var startsWithSync = false
  /// True if the headers were written with CMAF's brand.
  var promisesCMAF = false
  /// Each track's edits in the headers.
  var edits: [[Edit]?] = []
  var index: FragmentIndex?
  /// The random access points by track: the time, the fragment's offset, the index of the run and of the sample in it.
  var randomAccess: [Int: [(time: Int64, offset: Int64, trackFragment: UInt32, sample: UInt32)]] = [:]

  init(interval: CMTime) {
    self.interval = interval
  }
}

// Movie fragments (ISO/IEC 14496-12, clause 8.8) that are CMAF chunks (ISO/IEC 23000-19, clause 7.3.2): with decode
// times, and offsets relative to the 'moof' box. Each ends at a multiple of the interval, so that a crash loses no more
// than that; the first sync frame in an interval begins another one, so that players can start there.

extension MovieWriter {
  /// Writes the complete fragments: those whose samples all tracks have, or with one track far ahead.
  func writeFragments() throws(MovieError) {
    while let state = fragments, let end = nextFragmentEnd(state) {
      fragments?.end = end
      let open = tracks.filter { !$0.isFinished }
      if !state.hasBegun, waitsForBeginnings(of: open, until: end) { return }
      let reached = tracks.map { $0.certainEnd ?? .negativeInfinity }
      guard reached.contains(where: { $0 >= end }) else { return }
      let allReached = open.allSatisfy { ($0.certainEnd ?? .negativeInfinity) >= end }
      guard allReached || reached.contains(where: { $0 >= end + state.interval }) else { return }
      try writeFragments(before: end)
      fragments?.end = end + state.interval
    }
  }

  /// The origin is the earliest first sample, and the headers contain it: all tracks' first samples are awaited, up to
  /// a limit.
  private func waitsForBeginnings(of open: [TrackWriter], until end: CMTime) -> Bool {
    guard open.contains(where: { $0.isPresented && !$0.tables.hasSamples }) else { return false }
    let limit = end + Self.patience
    return !tracks.contains { ($0.certainEnd ?? .negativeInfinity) >= limit }
  }

  private static let patience = CMTime(value: 10, timescale: 1)

  private func nextFragmentEnd(_ state: FragmentState) -> CMTime? {
    guard let start = firstTime else { return state.end }
    guard var end = state.end else { return start + state.interval }
    // There may be very many intervals without samples, which have no fragments.
    while end <= start {
      var step = state.interval
      while end + step + step <= start { step = step + step }
      guard end + step > end else { return start + state.interval }
      end = end + step
    }
    return end
  }

  /// The earliest decode time of the next samples; of a track with segments, not before its first one.
  private var firstTime: CMTime? {
    tracks.compactMap { track in
      guard let sample = track.fragment.entries.first?.run.first else { return nil }
      let time = CMTime(value: sample.decodeTime, timescale: track.draft.timescale)
      return track.segments?.lazy.compactMap(\.source).first.map { max(time, $0.start) } ?? time
    }.min()
  }

  func finishFragments() throws(MovieError) {
    for track in tracks where track.isPresented { track.fragment.stretch(to: track.tables.presentationEnd) }
    try writeFragments(before: nil)
    try beginFragments()
    let end = position
    try writeRandomAccess()
    try completeHeaders()
    try writeFragmentIndex(end: end)
  }

  /// Writes the samples that begin before a time, all of them if it is nil, as one fragment or several.
  private func writeFragments(before end: CMTime?) throws(MovieError) {
    while let place = nextBreak(before: end) { try writeFragment(before: place) }
    try writeFragment(before: end)
  }

  /// Returns the time at which a fragment must end early: samples of one fragment have one description, and a fragment
  /// with sync frames begins with one.
  private func nextBreak(before end: CMTime?) -> CMTime? {
    let pictures = tracks.first { $0.draft.handlerType == .video }
    return tracks.compactMap { track in
      let limit = end.map { track.limit($0) }
      return track.fragment.nextBreak(before: limit, atSync: track === pictures).map {
        CMTime(value: $0, timescale: track.draft.timescale)
      }
    }.min()
  }

  private func writeFragment(before end: CMTime?) throws(MovieError) {
    try beginFragments()
    var parts: [FragmentPart] = []
    for (index, track) in tracks.enumerated() {
      let entries = track.fragment.take(before: end.map { track.limit($0) })
      guard !entries.isEmpty else { continue }
      parts += FragmentPart.parts(
        entries, track: index, id: track.id, zero: fragments?.zeros[index] ?? 0, shift: track.fragmentShift)
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
    // Written fragments survive if the process is killed.
    try sink.commit()
  }

  /// Writes the random access points at the end of the file ('mfra').
  private func writeRandomAccess() throws(MovieError) {
    guard let state = fragments, !state.randomAccess.isEmpty else { return }
    var writer = BoxWriter()
    writer.box("mfra") { mfra in
      for (track, entries) in state.randomAccess.sorted(by: { $0.key < $1.key }) {
        mfra.fullBox("tfra", version: 1) { box in
          box.u32(tracks[track].id)
          // All numbers have 32 bits.
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
}

extension TrackWriter {
  /// The time up to which this track's fragments can be written.
  fileprivate var certainEnd: CMTime? {
    fragment.certainEnd.map { CMTime(value: $0, timescale: draft.timescale) }
  }

  /// Returns the first time in this track's units that is not before a time.
  fileprivate func limit(_ end: CMTime) -> Int64 {
    CMTimeConvertScale(end, timescale: draft.timescale, method: .roundTowardPositiveInfinity).value
  }
}
