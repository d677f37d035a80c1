/// The headers of a movie in fragments: what is known when the first fragment is written, and at the end the rest.
extension MovieWriter {
  /// Writes the headers, when the first samples are known.
  func beginFragments() throws(MovieError) {
    guard var state = fragments, !state.hasBegun else { return }
    guard fragmentTimescale > 0 else { throw MovieError(.unfit, "a movie has a timescale of \(fragmentTimescale)") }
    state.hasBegun = true
    // What is shown first is decoded at that time, though it may come later.
    let starts = tracks.filter { $0.isPresented && $0.segments == nil }.compactMap { track in
      track.tables.firstDecodeTime.map { CMTime(value: $0, timescale: track.draft.timescale) }
    }
    for track in tracks { state.zeros.append(try Self.fragmentZero(of: track, starts.min() ?? .zero)) }
    for track in tracks where track.isPresented && track.tables.leastOffset < 0 {
      // Of uneven frames, later ones may be shown even sooner than those that have come.
      track.fragmentShift = track.fragment.unevenDuration - track.tables.leastOffset
    }
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

  /// Says in the headers what was not known when they were written: edits, durations. Where the sink cannot, they are right as
  /// they are.
  func completeHeaders() throws(MovieError) {
    guard let file = sink as? any RandomAccessByteSink, let headers = fragments?.headers else { return }
    var boxes = try fragmentHeaders(isComplete: true)
    let rest = headers.size + headers.room - boxes.count
    guard rest == 0 || rest >= 8 else { return }
    if rest > 0 { boxes.writeFree(rest) }
    try file.overwrite(at: 0, with: boxes)
  }

  /// Bytes for the edits that tracks may still get: eight of each whose segments somebody says.
  private var roomForEdits: Int { tracks.count { $0.isPresented && $0.segments != nil } * (24 + 8 * 20) }

  /// The headers as they are at the beginning, or with everything that is known at the end.
  private func fragmentHeaders(isComplete: Bool) throws(MovieError) -> BoxWriter {
    var timelines = ResolvedTimelines(timescale: fragmentTimescale, edits: [], durations: [])
    for (index, track) in tracks.enumerated() {
      let zero = fragments?.zeros[index] ?? 0
      let edits: [Edit]? =
        switch track.draft.timing {
        case .stored(let edits): edits
        case .presented, .timed:
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

  /// The movie's timescale, which must be known before the samples are.
  var fragmentTimescale: Int32 { draft.timescale ?? tracks.map(\.draft.timescale).max() ?? 600 }

  // MARK: - Edits

  /// Decode times say where most samples are; edits are for what is not shown at the beginning, as of sound with priming. How
  /// long they are, the end tells.
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

  /// What takes back the shift of a track of which all is shown where its times say.
  private func shiftEdit(of track: TrackWriter) -> [Edit]? {
    track.fragmentShift > 0 ? [Edit(duration: 0, mediaTime: track.fragmentShift, rate: .one)] : nil
  }

  /// What is shown of a track whose samples have all come: nothing need be said of media that are shown where their times say,
  /// and an edit that reaches to their end needs no length.
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

  /// How long a track is in the movie; as far as its samples have come.
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

  /// Which time of a track's samples is 0 in the file: that of the movie's, or the first sample if it is before.
  private static func fragmentZero(of track: TrackWriter, _ origin: CMTime) throws(MovieError) -> Int64 {
    guard track.isPresented else { return 0 }
    var origin = origin
    if let segment = track.segments?.first(where: { $0.source != nil }), let source = segment.source {
      origin = source.start - segment.target.start
    }
    let zero = try units(origin, track.draft.timescale, .roundTowardNegativeInfinity)
    return min(zero, track.tables.firstDecodeTime ?? .max)
  }

  // MARK: - What is promised

  /// Whether the file keeps what CMAF's structural brand 'cmfc' promises (ISO/IEC 23000-19, clauses 7.3 and 7.5): one track of
  /// sound or pictures, headers with nothing but the usual in them, at most one edit, which says where the media begin and not
  /// how long they are, and a beginning that can be decoded.
  ///
  /// The end may show that there is more to say of a track, such as that its last packet is not heard to its end: this goes
  /// before the promise.
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

  /// What holds for all fragments ('mvex'): how long they are together, where that is known.
  func writeExtends(to moov: inout BoxWriter, duration: Int64?) {
    moov.box("mvex") { mvex in
      if let duration {
        mvex.fullBox("mehd", version: 1) { $0.i64(duration) }
      } else {
        // Room for it.
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
  /// The type as a file in fragments says it: offsets that count from a fragment need a brand that knows them, and no older one
  /// may be beside it (ISO/IEC 14496-12, clause 8.8.7).
  ///
  /// - Parameter cmaf: Whether the file is as CMAF wants it; nil if that was never said, so that it needs no place.
  func promising(cmaf: Bool?, isQuickTime: Bool) -> FileType {
    guard !isQuickTime else { return self }
    let others: Set<BoxType> = ["isom", "iso2", "iso3", "iso4", "avc1", "mp41", "mp42", "cmfc", "cmf2"]
    let knowing: Set<BoxType> = ["iso6", "iso7", "iso8", "iso9", "isoa", "isob", "isoc"]
    var brands = compatibleBrands.filter { !others.contains($0) }
    if !brands.contains(where: knowing.contains) { brands.append("iso6") }
    // A promise that is not kept gives its place to one that is, and was made before.
    if let cmaf { brands.append(cmaf ? "cmfc" : brands.first(where: knowing.contains) ?? "iso6") }
    return FileType(
      majorBrand: others.contains(majorBrand) ? "iso6" : majorBrand, minorVersion: minorVersion,
      compatibleBrands: brands)
  }
}
