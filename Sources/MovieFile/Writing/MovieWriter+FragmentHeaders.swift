/// The headers of a movie in fragments, written before the first fragment and completed at the end.
extension MovieWriter {
  /// Writes the headers, when the first samples are known.
  func beginFragments() throws(MovieError) {
    guard var state = fragments, !state.hasBegun else { return }
    guard fragmentTimescale > 0 else { throw MovieError(.unfit, "a movie has a timescale of \(fragmentTimescale)") }
    state.hasBegun = true
    // The first sample's decode time is the origin, even if its presentation is later.
    let starts = tracks.filter { $0.isPresented && $0.segments == nil }.compactMap { track in
      track.tables.firstDecodeTime.map { CMTime(value: $0, timescale: track.draft.timescale) }
    }
    for track in tracks { state.zeros.append(try Self.fragmentZero(of: track, starts.min() ?? .zero)) }
    for track in tracks where track.isPresented { track.fragmentShift = max(0, -track.tables.leastOffset) }
    state.startsWithSync = tracks.allSatisfy(\.startsWithSync)
    fragments = state
    let boxes = try fragmentHeaders(isComplete: false)
    try sink.append(boxes)
    position = Int64(boxes.count)
    let room = sink is any RandomAccessByteSink ? roomForEdits : 0
    if room > 0 {
      var free = BoxWriter()
      free.writeFree(room)
      try sink.append(free)
      position += Int64(room)
    }
    fragments?.headers = (boxes.count, room)
    try reserveFragmentIndex()
  }

  /// Completes the edits and durations in the headers. If the sink cannot change bytes, the headers are valid as they
  /// are.
  func completeHeaders() throws(MovieError) {
    guard let file = sink as? any RandomAccessByteSink, let headers = fragments?.headers else { return }
    var boxes = try fragmentHeaders(isComplete: true)
    let rest = headers.size + headers.room - boxes.count
    guard rest == 0 || rest >= 8 else { return }
    if rest > 0 { boxes.writeFree(rest) }
    try file.overwrite(at: 0, with: boxes)
  }

  /// The number of bytes to reserve for the edits that tracks may still get: eight for each track with segments.
  private var roomForEdits: Int { tracks.count { $0.isPresented && $0.segments != nil } * (24 + 8 * 20) }

  /// Returns the headers as they are at the beginning, or complete.
  private func fragmentHeaders(isComplete: Bool) throws(MovieError) -> BoxWriter {
    var timelines = ResolvedTimelines(timescale: fragmentTimescale, edits: [], durations: [])
    for (index, track) in tracks.enumerated() {
      let zero = fragments?.zeros[index] ?? 0
      let edits: [Edit]? =
        switch track.draft.timing {
        case .stored(let edits): edits
        case .presented:
          isComplete
            ? try completeEdits(of: track, zero: zero, timelines.timescale)
            : try firstEdits(of: track, zero: zero, timelines.timescale)
        }
      timelines.edits.append(edits)
      timelines.durations.append(duration(of: track, edits, zero: zero, timelines.timescale))
    }
    fragments?.edits = timelines.edits
    let isCMAF = isCMAFTrack(timelines.edits)
    if !isComplete { fragments?.promisesCMAF = isCMAF }
    var boxes = BoxWriter()
    (draft.fileType ?? draft.format.fileType(isFragmented: true))
      .promising(cmaf: fragments?.promisesCMAF == true ? isCMAF : nil, isQuickTime: draft.format.isQuickTime)
      .write(to: &boxes)
    boxes.append(
      movieBox(timelines, movedBy: 0, largeOffsets: false, fragments: isComplete ? .complete : .begun).contents)
    return boxes
  }

  /// The movie's timescale, which must be known before the samples.
  var fragmentTimescale: Int32 { draft.timescale ?? tracks.map(\.draft.timescale).max() ?? 600 }

  // MARK: - Edits

  /// Returns the edits at the beginning. Decode times give the position of most samples; edits are for media that are
  /// not shown at the beginning, such as the priming of audio. Their durations are known at the end.
  private func firstEdits(of track: TrackWriter, zero: Int64, _ timescale: Int32) throws(MovieError) -> [Edit]? {
    guard let segment = track.segments?.first(where: { $0.source != nil }), let source = segment.source else {
      return shiftEdit(of: track)
    }
    let media = try Self.units(source.start, track.draft.timescale) - zero
    guard try media != Self.units(segment.target.start, track.draft.timescale) else { return shiftEdit(of: track) }
    let start = try Self.units(segment.target.start, timescale)
    let shown = Edit(duration: 0, mediaTime: max(0, media) + track.fragmentShift, rate: segment.rate)
    return start > 0 ? [Edit(duration: start, mediaTime: nil, rate: .one), shown] : [shown]
  }

  /// Returns the edit that compensates for the shift of a track whose samples are shown at their own times.
  private func shiftEdit(of track: TrackWriter) -> [Edit]? {
    track.fragmentShift > 0 ? [Edit(duration: 0, mediaTime: track.fragmentShift, rate: .one)] : nil
  }

  /// Returns the edits of a complete track: none for media that are shown at their own times; an edit to the end of the
  /// media needs no duration.
  private func completeEdits(of track: TrackWriter, zero: Int64, _ timescale: Int32) throws(MovieError) -> [Edit]? {
    guard let segments = track.segments, track.tables.hasSamples else { return shiftEdit(of: track) }
    var edits = try Self.edits(segments, track, zero: zero, shift: track.fragmentShift, timescale) ?? []
    let shown = segments.filter { $0.source != nil }
    guard shown.count == 1, shown[0].rate == .one, let source = shown[0].source, edits.last?.mediaTime != nil,
      source.end >= CMTime(value: track.tables.presentationEnd, timescale: track.draft.timescale)
    else { return edits.isEmpty ? nil : edits }
    if source.start - shown[0].target.start == CMTime(value: zero, timescale: track.draft.timescale) {
      return shiftEdit(of: track)
    }
    edits[edits.count - 1].duration = 0
    return edits
  }

  /// Returns a track's duration in the movie, up to its last sample so far.
  private func duration(of track: TrackWriter, _ edits: [Edit]?, zero: Int64, _ timescale: Int32) -> Int64 {
    let tables = track.tables
    let end = (track.isPresented ? tables.presentationEnd : (tables.firstDecodeTime ?? 0) + tables.decodeEnd) - zero
    func units(_ media: Int64) -> Int64 {
      CMTimeConvertScale(
        CMTime(value: max(0, media), timescale: track.draft.timescale), timescale: timescale, method: .default
      ).value
    }
    guard let edits else { return tables.hasSamples ? units(end) : 0 }
    return edits.reduce(0) { sum, edit in
      guard edit.duration == 0, let media = edit.mediaTime else { return sum + edit.duration }
      return sum + units(end + track.fragmentShift - media)
    }
  }

  /// Returns the time of a track's samples that is 0 in the file: the movie's origin, or the first sample if that is
  /// earlier.
  private static func fragmentZero(of track: TrackWriter, _ origin: CMTime) throws(MovieError) -> Int64 {
    guard track.isPresented else { return 0 }
    var origin = origin
    if let segment = track.segments?.first(where: { $0.source != nil }), let source = segment.source {
      origin = source.start - segment.target.start
    }
    let zero = try units(origin, track.draft.timescale, .roundTowardNegativeInfinity)
    return min(zero, track.tables.firstDecodeTime ?? .max)
  }

  // MARK: - Brands

  /// True if the file conforms to CMAF's structural brand 'cmfc' (ISO/IEC 23000-19, clauses 7.3 and 7.5): one audio or
  /// video track, headers without optional values, at most one edit, with the start of the media but no duration, and a
  /// sync sample at the beginning.
  ///
  /// The end may require another edit, for example if the last packet is valid only in part: that takes precedence, and
  /// the brand is removed.
  private func isCMAFTrack(_ edits: [[Edit]?]) -> Bool {
    guard draft.format != .threeGP, !draft.format.isQuickTime, tracks.count == 1, let track = tracks.first else {
      return false
    }
    let header = track.draft
    guard [.video, .audio].contains(header.handlerType), header.matrix == .identity, header.layer == 0,
      header.alternateGroup == 0, draft.matrix == .identity, draft.preferredRate == .one,
      draft.preferredVolume == FixedPoint(0x100, fractionBits: 8), fragments?.startsWithSync == true
    else { return false }
    guard let edits = edits[0] else { return true }
    return edits.count == 1 && edits[0].mediaTime != nil && edits[0].duration == 0 && edits[0].rate == .one
  }

  // MARK: - Defaults

  /// Writes the defaults of all fragments ('mvex'), and their total duration if it is known.
  func writeExtends(to moov: inout BoxWriter, duration: Int64?) {
    moov.box("mvex") { mvex in
      if let duration {
        mvex.fullBox("mehd", version: 1) { $0.i64(duration) }
      } else {
        // Room for the duration.
        mvex.writeFree(20)
      }
      for track in tracks {
        mvex.fullBox("trex") { box in
          box.u32(track.id)
          box.u32(1)
          box.zeros(12)
        }
      }
    }
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
