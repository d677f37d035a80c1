/// The headers of a movie in fragments, written before the first fragment and completed at the end.
extension FragmentLayout {
  /// Writes the headers, when the first samples are known.
  func begin() throws(MovieError) {
    guard !hasHeaders else { return }
    guard timescale > 0 else { throw MovieError(.notStorable, "a movie has a timescale of \(timescale)") }
    hasHeaders = true
    // The first sample's decode time is the origin, even if its presentation is later.
    let starts = movie.tracks.filter { $0.isPresented && $0.segments == nil }.compactMap { track in
      track.tables.firstDecodeTime.map { CMTime(value: $0, timescale: track.draft.timescale) }
    }
    for (index, track) in movie.tracks.enumerated() {
      tracks[index].zero = try Self.zero(of: track, starts.min() ?? .zero)
      guard track.isPresented else { continue }
      if track.tables.leastOffset < 0 {
        // Of uneven frames, later ones may be shown even sooner than those that have come.
        tracks[index].shift = tracks[index].queue.unevenDuration - track.tables.leastOffset
        tracks[index].delay = tracks[index].shift
      }
      if let origin { try keepTimes(of: index, from: origin) }
    }
    startsWithSync = tracks.allSatisfy(\.queue.startsWithSync)
    let boxes = try headers(isComplete: false)
    try movie.append(boxes)
    let room = movie.sink is any RandomAccessByteSink ? roomForEdits : 0
    if room > 0 { try movie.appendFree(room) }
    headerPlace = (boxes.count, room)
    try reserveIndex()
  }

  /// Places a track whose samples keep their times: what precedes its presentation, such as the priming of audio, is decoded before
  /// it. Nothing can be decoded before 0, so that the track is delayed where there is no room.
  private func keepTimes(of index: Int, from origin: CMTime) throws(MovieError) {
    let track = movie.tracks[index]
    let origin = try WrittenMovie.units(origin, track.draft.timescale, .roundTowardNegativeInfinity)
    let wanted = origin + tracks[index].shift
    tracks[index].zero = min(wanted, track.tables.firstDecodeTime ?? wanted)
    tracks[index].delay = wanted - tracks[index].zero
  }

  /// Completes the edits and durations in the headers. If the sink cannot change bytes, the headers are valid as they
  /// are.
  func completeHeaders() throws(MovieError) {
    guard let file = movie.sink as? any RandomAccessByteSink, let place = headerPlace else { return }
    var boxes = try headers(isComplete: true)
    let rest = place.size + place.room - boxes.count
    guard rest == 0 || rest >= 8 else { return }
    if rest > 0 { boxes.writeFree(rest) }
    try file.overwrite(at: 0, with: boxes)
  }

  /// The number of bytes to reserve for the edits that tracks may still get: eight for each track with segments.
  private var roomForEdits: Int { movie.tracks.count { $0.isPresented && $0.segments != nil } * (24 + 8 * 20) }

  /// Returns the headers as they are at the beginning, or complete.
  private func headers(isComplete: Bool) throws(MovieError) -> BoxWriter {
    var timelines = ResolvedTimelines(timescale: timescale, edits: [], durations: [])
    for index in tracks.indices {
      tracks[index].edits =
        switch movie.tracks[index].draft.timing {
        case .stored(let edits): edits
        case .presented, .timed: isComplete ? try completeEdits(of: index) : try firstEdits(of: index)
        }
      timelines.edits.append(tracks[index].edits)
      timelines.durations.append(duration(of: index))
    }
    let isCMAF = isCMAFTrack
    if !isComplete { promisesCMAF = isCMAF }
    let draft = movie.draft
    var boxes = BoxWriter()
    (draft.fileType ?? draft.format.fileType(isFragmented: true))
      .promising(cmaf: promisesCMAF ? isCMAF : nil, isQuickTime: draft.format.isQuickTime)
      .write(to: &boxes)
    let duration = try isComplete ? timelines.duration : expectedDuration
    boxes.append(movie.box(timelines, .fragments(duration: duration)).contents)
    return boxes
  }

  /// The duration that is expected of all fragments, in units of the movie's timescale; nil if unknown.
  private var expectedDuration: Int64? {
    get throws(MovieError) {
      guard let hint = movie.preferences.durationHint else { return nil }
      return try WrittenMovie.units(hint, timescale)
    }
  }

  /// The movie's timescale, which must be known before the samples.
  var timescale: Int32 { movie.draft.timescale ?? movie.tracks.map(\.draft.timescale).max() ?? 600 }

  // MARK: - Edits

  /// Returns the edits at the beginning. Decode times give the position of most samples; edits are for media that are
  /// not shown at the beginning, such as the priming of audio. Their durations are known at the end.
  private func firstEdits(of index: Int) throws(MovieError) -> [Edit]? {
    let (track, state) = (movie.tracks[index], tracks[index])
    guard origin == nil, let segments = track.segments else { return state.delayEdit }
    guard let segment = segments.first(where: { $0.source != nil }), let source = segment.source else {
      return try WrittenMovie.edits(segments, track, zero: state.zero, shift: state.shift, timescale)
    }
    let media = try WrittenMovie.units(source.start, track.draft.timescale) - state.zero
    guard try media != WrittenMovie.units(segment.target.start, track.draft.timescale) else { return state.delayEdit }
    let start = try WrittenMovie.units(segment.target.start, timescale)
    let shown = Edit(duration: 0, mediaTime: max(0, media) + state.shift, rate: segment.rate)
    return start > 0 ? [Edit(duration: start, mediaTime: nil, rate: .one), shown] : [shown]
  }

  /// Returns the edits of a complete track: none for media that are shown at their own times; an edit to the end of the
  /// media needs no duration.
  private func completeEdits(of index: Int) throws(MovieError) -> [Edit]? {
    let (track, state) = (movie.tracks[index], tracks[index])
    guard origin == nil, let segments = track.segments, track.tables.hasSamples else { return state.delayEdit }
    var edits = try WrittenMovie.edits(segments, track, zero: state.zero, shift: state.shift, timescale) ?? []
    let shown = segments.filter { $0.source != nil }
    guard shown.count == 1, shown[0].rate == .one, let source = shown[0].source, edits.last?.mediaTime != nil,
      source.end >= CMTime(value: track.tables.presentationEnd, timescale: track.draft.timescale)
    else { return edits.isEmpty ? nil : edits }
    if source.start - shown[0].target.start == CMTime(value: state.zero, timescale: track.draft.timescale) {
      return state.delayEdit
    }
    edits[edits.count - 1].duration = 0
    return edits
  }

  /// Returns a track's duration in the movie, up to its last sample so far.
  private func duration(of index: Int) -> Int64 {
    let (track, state) = (movie.tracks[index], tracks[index])
    let tables = track.tables
    let last = track.isPresented ? tables.presentationEnd : (tables.firstDecodeTime ?? 0) + tables.decodeEnd
    let end = last - state.zero + state.shift
    func units(_ media: Int64) -> Int64 {
      CMTimeConvertScale(
        CMTime(value: max(0, media), timescale: track.draft.timescale), timescale: timescale, method: .default
      ).value
    }
    guard let edits = state.edits else { return tables.hasSamples ? units(end) : 0 }
    return edits.reduce(0) { sum, edit in
      guard edit.duration == 0, let media = edit.mediaTime else { return sum + edit.duration }
      return sum + units(end - media)
    }
  }

  /// Returns the time of a track's samples that is 0 in the file: the movie's origin, or the first sample if that is
  /// earlier.
  private static func zero(of track: TrackWriter, _ origin: CMTime) throws(MovieError) -> Int64 {
    guard track.isPresented else { return 0 }
    let first = track.tables.firstDecodeTime
    var origin = origin
    if let segments = track.segments {
      guard let segment = segments.first(where: { $0.source != nil }), let source = segment.source else {
        return first ?? 0
      }
      origin = source.start - segment.target.start
    }
    let zero = try WrittenMovie.units(origin, track.draft.timescale, .roundTowardNegativeInfinity)
    return min(zero, first ?? .max)
  }

  // MARK: - Brands

  /// True if the file conforms to CMAF's structural brand 'cmfc' (ISO/IEC 23000-19, clauses 7.3 and 7.5): one audio or
  /// video track, headers without optional values, at most one edit, with the start of the media but no duration, and a
  /// sync sample at the beginning.
  ///
  /// The end may require another edit, for example if the last packet is valid only in part: that takes precedence, and
  /// the brand is removed.
  private var isCMAFTrack: Bool {
    let draft = movie.draft
    guard draft.format != .threeGP, !draft.format.isQuickTime, tracks.count == 1, let track = movie.tracks.first else {
      return false
    }
    let header = track.draft
    guard [.video, .audio].contains(header.handlerType), header.matrix == .identity, header.layer == 0,
      header.alternateGroup == 0, draft.matrix == .identity, draft.preferredRate == .one,
      draft.preferredVolume == FixedPoint(0x100, fractionBits: 8), startsWithSync
    else { return false }
    guard let edits = tracks[0].edits else { return true }
    return edits.count == 1 && edits[0].mediaTime != nil && edits[0].duration == 0 && edits[0].rate == .one
  }
}

extension FileType {
  /// Returns the file type of a file in fragments: offsets relative to a fragment need a brand that includes them,
  /// without older brands (ISO/IEC 14496-12, clause 8.8.7).
  ///
  /// - Parameter cmaf: True if the file conforms to CMAF; nil if the brand was never written, so that it needs no
  ///   place.
  func promising(cmaf: Bool?, isQuickTime: Bool) -> FileType {
    guard !isQuickTime else { return self }
    let others: Set<BoxType> = ["isom", "iso2", "iso3", "iso4", "avc1", "mp41", "mp42", "cmfc", "cmf2"]
    let knowing: Set<BoxType> = ["iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc"]
    var brands = compatibleBrands.filter { !others.contains($0) }
    if !brands.contains(where: knowing.contains) { brands.append("iso6") }
    // A CMAF brand that no longer applies is replaced by another brand of the list, which keeps the size.
    if let cmaf { brands.append(cmaf ? "cmfc" : brands.first(where: knowing.contains) ?? "iso6") }
    return FileType(
      majorBrand: others.contains(majorBrand) ? "iso6" : majorBrand, minorVersion: minorVersion,
      compatibleBrands: brands)
  }
}
