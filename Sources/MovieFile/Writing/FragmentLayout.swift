/// Movie fragments (ISO/IEC 14496-12, clause 8.8) that are CMAF chunks (ISO/IEC 23000-19, clause 7.3.2): with decode
/// times, and offsets relative to the 'moof' box.
///
/// Each ends at a multiple of the interval, counted from the movie's start or another time, so that a crash loses no more than that; the
/// first sync frame in an interval begins another one, so that players can start there.
final class FragmentLayout: MovieLayout {
  let movie: WrittenMovie
  private let interval: CMTime
  /// The time from which intervals count, on the timeline of the samples; nil for the movie's start.
  var start: CMTime?
  /// The time of the samples that is 0 in a file whose samples keep their times; nil in one that begins with what it shows.
  var origin: CMTime?
  /// The state of each track.
  var tracks: [TrackState] = []
  var hasHeaders = false
  /// The number of fragments written.
  private var count: UInt32 = 0
  /// The end of the next fragment, on the timeline of the samples; nil before there are any.
  private var end: CMTime?
  /// The times that end segments, on the timeline of the samples; they ascend.
  private var segmentEnds: [CMTime] = []
  /// The last of them that was told.
  private var latestSegmentEnd = CMTime.negativeInfinity
  /// True if the next fragment that players can start at begins a segment.
  private var beginsSegment = false
  /// The size of the headers, and the number of free bytes after them; the headers are written again at the end.
  var headerPlace: (size: Int, room: Int)?
  /// True if every track begins with a sync sample.
  var startsWithSync = false
  /// True if the headers were written with CMAF's brand.
  var promisesCMAF = false
  var index: FragmentIndex?

  struct TrackState {
    /// The samples of the next fragments.
    var queue = FragmentQueue()
    /// The time of the samples that is 0 in the file; known when the headers are written.
    var zero: Int64 = 0
    /// The distance between decoding and presentation that is added in the file, so that no sample is presented before it is decoded.
    /// Ffmpeg 5 takes negative offsets in fragments for a delay of the track.
    var shift: Int64 = 0
    /// The distance by which presentation is delayed in the file; an edit compensates for it. That is the shift, unless samples can be
    /// decoded earlier instead.
    var delay: Int64 = 0
    /// The edits in the headers.
    var edits: [Edit]?
    var randomAccess: [RandomAccess] = []

    /// The edit that compensates for the delay of samples that are shown at their own times.
    var delayEdit: [Edit]? { delay > 0 ? [Edit(duration: 0, mediaTime: delay, rate: .one)] : nil }
  }

  /// A random access point: the time, the fragment's offset, the numbers of the run and of the sample in it, from 1.
  struct RandomAccess {
    let time: Int64
    let offset: Int64
    let run: UInt32
    let sample: UInt32
  }

  init(_ movie: WrittenMovie, interval: CMTime) throws(MovieError) {
    guard interval.isPositiveInfinity || (interval.isNumeric && interval > .zero) else {
      throw MovieError(.notStorable, "fragments have a positive length")
    }
    (self.movie, self.interval) = (movie, interval)
  }

  func addTrack() { tracks.append(TrackState()) }

  func place(_ run: SampleRun, _ bytes: SampleBytes, _ track: Int) throws(MovieError) {
    try movie.tracks[track].tables.note(run)
    tracks[track].queue.append(run, bytes)
    try writeComplete()
  }

  /// Ends a segment at a time on the timeline of the samples: the next one begins with the first fragment from it on that
  /// players can start at, after a box that says so.
  ///
  /// Times that are told again, or do not ascend, change nothing.
  func endSegment(at time: CMTime) {
    guard time.isNumeric, time > latestSegmentEnd else { return }
    segmentEnds.append(time)
    latestSegmentEnd = time
  }

  func trackEnded() throws(MovieError) { try writeComplete() }

  func endFragment() throws(MovieError) { try write(before: nil) }

  /// Writes the complete fragments: those whose samples all tracks have, or with one track far ahead.
  private func writeComplete() throws(MovieError) {
    guard interval.isNumeric else { return }
    while let end = nextEnd {
      self.end = end
      let open = tracks.indices.filter { !movie.tracks[$0].isFinished }
      if !hasHeaders, waitsForTrackStarts(of: open, until: end) { return }
      let reached = tracks.indices.map(certainEnd)
      guard reached.contains(where: { $0 >= end }) else { return }
      let allReached = open.allSatisfy { reached[$0] >= end }
      guard allReached || reached.contains(where: { $0 >= end + interval }) else { return }
      try write(before: end)
      while let first = segmentEnds.first, first <= end {
        segmentEnds.removeFirst()
        beginsSegment = true
      }
      self.end = end + interval
    }
  }

  /// The origin is the earliest first sample, and the headers contain it: all tracks' first samples are awaited, up to
  /// a limit.
  private func waitsForTrackStarts(of open: [Int], until end: CMTime) -> Bool {
    guard open.contains(where: { movie.tracks[$0].isPresented && !movie.tracks[$0].tables.hasSamples }) else {
      return false
    }
    let limit = end + Self.patience
    return !tracks.indices.contains { certainEnd(of: $0) >= limit }
  }

  private static let patience = CMTime(value: 10, timescale: 1)

  private var nextEnd: CMTime? {
    guard let regular = nextRegularEnd, let segmentEnd = segmentEnds.first else { return nextRegularEnd }
    return min(regular, segmentEnd)
  }

  private var nextRegularEnd: CMTime? {
    guard let next = nextSample else { return end }
    var end = end ?? start.map(inUnitsOfSamples) ?? next.origin + interval
    // There may be very many intervals without samples, which have no fragments.
    while end <= next.time {
      var step = interval
      while end + step + step <= next.time { step = step + step }
      guard end + step > end else { return next.time + interval }
      end = end + step
    }
    return end
  }

  /// Returns a time in the units of the samples: the frame that begins then is rounded to them, perhaps to a time just before.
  private func inUnitsOfSamples(_ time: CMTime) -> CMTime {
    guard let track = movie.tracks.first(where: { $0.draft.handlerType == "vide" }) ?? movie.tracks.first else {
      return time
    }
    return CMTimeConvertScale(time, timescale: track.draft.timescale, method: .default)
  }

  /// The earliest decode time of the next samples, of a track with segments not before its first one; and the time of its samples that
  /// is 0 in the movie, or the decode time itself without segments.
  private var nextSample: (time: CMTime, origin: CMTime)? {
    zip(movie.tracks, tracks).compactMap { track, state -> (time: CMTime, origin: CMTime)? in
      guard let sample = state.queue.entries.first?.run.first else { return nil }
      let time = CMTime(value: sample.decodeTime, timescale: track.draft.timescale)
      guard let shown = track.segments?.first(where: { $0.source != nil }), let source = shown.source else {
        return (time, time)
      }
      return (max(time, source.start), source.start - shown.target.start)
    }.min { $0.time < $1.time }
  }

  /// The time up to which a track's fragments can be written.
  private func certainEnd(of track: Int) -> CMTime {
    tracks[track].queue.certainEnd.map { CMTime(value: $0, timescale: movie.tracks[track].draft.timescale) }
      ?? .negativeInfinity
  }

  /// Returns the first time in a track's units that is not before a time.
  private func limit(_ end: CMTime, of track: Int) -> Int64 {
    CMTimeConvertScale(end, timescale: movie.tracks[track].draft.timescale, method: .roundTowardPositiveInfinity).value
  }

  func finish() throws(MovieError) {
    for (index, track) in movie.tracks.enumerated() where track.isPresented {
      tracks[index].queue.stretch(to: track.tables.mediaEnd)
    }
    try write(before: nil)
    try begin()
    let end = movie.position
    try writeRandomAccess()
    try completeHeaders()
    try writeIndex(end: end)
  }

  /// Writes the samples that begin before a time, all of them if it is nil, as one fragment or several.
  private func write(before end: CMTime?) throws(MovieError) {
    while let place = nextBreak(before: end) { try writeFragment(before: place) }
    try writeFragment(before: end)
  }

  /// Returns the time at which a fragment must end early: samples of one fragment have one description, and a fragment
  /// with sync frames begins with one.
  private func nextBreak(before end: CMTime?) -> CMTime? {
    let video = movie.tracks.firstIndex { $0.draft.handlerType == .video }
    let breaks = tracks.indices.compactMap { track -> CMTime? in
      let limit: Int64? = end.map { self.limit($0, of: track) }
      let time = tracks[track].queue.nextBreak(before: limit, atSync: track == video)
      return time.map { CMTime(value: $0, timescale: movie.tracks[track].draft.timescale) }
    }
    return breaks.min()
  }

  private func isVideo(_ track: Int) -> Bool { movie.tracks[track].draft.handlerType == .video }

  /// The box at the beginning of a segment ('styp', ISO/IEC 14496-12, clause 8.16.2).
  private var segmentType: BoxWriter {
    var writer = BoxWriter()
    writer.box("styp") { box in
      box.boxType("msdh")
      box.u32(0)
      for brand: BoxType in ["msdh", "msix"] { box.boxType(brand) }
    }
    return writer
  }

  private func writeFragment(before end: CMTime?) throws(MovieError) {
    try begin()
    var parts: [FragmentPart] = []
    for index in tracks.indices {
      let entries = tracks[index].queue.take(before: end.map { limit($0, of: index) })
      guard !entries.isEmpty else { continue }
      parts += FragmentPart.parts(
        entries, track: index, id: movie.tracks[index].id, zero: tracks[index].zero, shift: tracks[index].shift)
    }
    guard !parts.isEmpty else { return }
    if beginsSegment, let first = parts.first(where: { isVideo($0.track) }) ?? parts.first,
      !isVideo(first.track) || first.runs.first?.first.isSync == true
    {
      beginsSegment = false
      try movie.append(segmentType)
    }
    let number = movie.preferences.firstFragmentNumber &+ count
    count += 1
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
      tracks[part.track].randomAccess.append(
        RandomAccess(
          time: part.presentationTime(sample), offset: movie.position, run: UInt32(index + 1),
          sample: UInt32(sample + 1)))
    }
    noteInIndex(parts)
    try movie.sink.append(boxes)
    for part in parts { try part.bytes.write(to: movie.sink) }
    movie.position += Int64(boxes.count) + dataSize
    // Written fragments survive if the process is killed.
    try movie.sink.commit()
  }

  /// Writes the random access points at the end of the file ('mfra').
  private func writeRandomAccess() throws(MovieError) {
    guard tracks.contains(where: { !$0.randomAccess.isEmpty }) else { return }
    var writer = BoxWriter()
    writer.box("mfra") { mfra in
      for (track, state) in zip(movie.tracks, tracks) where !state.randomAccess.isEmpty {
        mfra.fullBox("tfra", version: 1) { box in
          box.u32(track.id)
          // All numbers have 32 bits.
          box.u32(0x3f)
          box.u32(UInt32(state.randomAccess.count))
          for entry in state.randomAccess {
            box.i64(max(0, entry.time))
            box.i64(entry.offset)
            for number in [entry.run, 1, entry.sample] { box.u32(number) }
          }
        }
      }
      let size = mfra.count + 16
      mfra.fullBox("mfro") { $0.u32(UInt32(size)) }
    }
    try movie.append(writer)
  }
}
