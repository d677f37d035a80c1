extension MovieEditor {
  /// Replaces the chapters of the movie, in all forms that players read: tracks of names, one of pictures, and in
  /// MPEG-4 files Nero's list.
  ///
  /// The tracks of the old chapters are removed; their samples stay among the media without references.
  /// - Parameter lists: An empty array removes all chapters.
  /// - Throws: `notStorable` if the file type has no chapters, or they are invalid; `unsupported` for fragmented movies, to
  ///   which tracks cannot be added.
  public mutating func setChapters(_ lists: [ChapterList]) throws(MovieError) {
    guard !movie.isFragmented else {
      throw MovieError(
        .unsupported, "the movie is in fragments, to which no tracks can be added", file: movie.source.name)
    }
    var end = movie.header.duration
    if !end.isNumeric || end <= .zero {
      end = .zero
      for track in movie.tracks { end = max(end, try track.timeline().duration) }
    }
    let chapters = try ChapterTracks(lists, end: end, format: format)
    let old = try removeChapterTracks()
    try setNeroChapters(lists.first)
    noteChange()
    let drafts = chapters.all
    guard !drafts.isEmpty else { return }
    let stated = movie.header.nextTrackID == .max ? 0 : movie.header.nextTrackID
    let (free, overflow) = (movie.tracks.map(\.id).max() ?? 0).addingReportingOverflow(1)
    var next = max(stated, free)
    guard !overflow, next < UInt32.max - UInt32(drafts.count) else {
      throw MovieError(.notStorable, "all identifiers of tracks are taken", file: movie.source.name)
    }
    var ids: [UInt32] = []
    var tracks: [WholeTrack] = []
    for var track in drafts {
      track.draft.id = next
      ids.append(next)
      next += 1
      tracks.append(track)
    }
    try append(tracks)
    try setNextTrackID(next)
    for track in movie.tracks where [.video, .audio].contains(track.handlerType) && !old.contains(track.id) {
      try setReference("chap", to: ids, ofTrack: track)
    }
  }

  /// Removes the tracks that others refer to as chapters.
  private mutating func removeChapterTracks() throws(MovieError) -> Set<UInt32> {
    let ids = Set(movie.tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.trackIDs))
    let old = movie.tracks.filter { ids.contains($0.id) }
    for track in movie.tracks where !ids.contains(track.id) {
      if track.references.contains(where: { $0.type == "chap" }) { try setReference("chap", to: [], ofTrack: track) }
    }
    let offsets = Set(old.map(\.box.offset))
    moov.children.removeAll { box in box.original.map { offsets.contains($0.offset) } ?? false }
    return Set(old.map(\.id))
  }

  /// Sets the tracks that a track refers to; an empty array removes the reference.
  mutating func setReference(_ type: BoxType, to ids: [UInt32], ofTrack track: Track) throws(MovieError) {
    guard let index = index(of: track) else { return }
    try moov.children[index].open(window: window)
    var writer = BoxWriter()
    for id in ids { writer.u32(id) }
    let window = window
    try moov.children[index].update("tref", adding: BoxDraft("tref", boxes: [])) { tref throws(MovieError) in
      try tref.open(window: window)
      tref.children.removeAll { $0.type == type }
      if !ids.isEmpty { tref.children.append(BoxDraft(type, bytes: writer.contents)) }
      tref.isEmptied = tref.children.isEmpty
    }
    moov.children[index].children.removeAll { $0.isEmptied }
  }

  private mutating func setNeroChapters(_ list: ChapterList?) throws(MovieError) {
    let window = window
    if let index = moov.index(of: "udta") {
      var udta = moov.children[index]
      try udta.open(keepingDamage: true, window: window)
      let count = udta.children.count
      udta.children.removeAll { $0.type == "chpl" }
      udta.isEmptied = count > 0 && udta.children.isEmpty
      moov.children[index] = udta
    }
    // QuickTime files have tracks; the list cannot hold more.
    if let list, format != .mov, !list.chapters.isEmpty, list.chapters.count <= 255 {
      let box = BoxDraft(whole: try NeroChapters.bytes(of: list))
      try moov.update("udta", adding: BoxDraft("udta", boxes: [])) { udta throws(MovieError) in
        try udta.open(keepingDamage: true, window: window)
        udta.children.append(box)
        udta.isEmptied = false
      }
    }
    moov.children.removeAll { $0.isEmptied }
  }

  /// Adds tracks with their media, which are appended to the file.
  private mutating func append(_ tracks: [WholeTrack]) throws(MovieError) {
    // Chapters may have pictures in files that otherwise only hold audio.
    var draft = MovieDraft(format.isQuickTime ? .mov : .mp4)
    draft.timescale = movie.header.timescale
    let sink = MemoryByteSink()
    let writer = try MovieWriter(draft, to: sink)
    _ = try writer.addTracks(tracks)
    try writer.finish()
    let small = try Movie(source: MemoryByteSource(sink.bytes))
    guard let media = sink.bytes.topLevelBoxes.first(where: { $0.type == .mdat }) else { return }
    let start = Int64(addedMedia.count)
    addedMedia += sink.bytes[Int(media.start)..<Int(media.end)]
    let place = moov.children.lastIndex { $0.type == .trak }.map { $0 + 1 } ?? moov.children.count
    let boxes = try small.tracks.map { track throws(MovieError) in
      try BoxDraft(copying: track.box, of: small.source) { $0 - media.start + start }
    }
    moov.children.insert(contentsOf: boxes, at: place)
  }

  /// Sets the next track ID of the movie's header.
  private mutating func setNextTrackID(_ id: UInt32) throws(MovieError) {
    guard let index = moov.index(of: "mvhd"), let box = moov.children[index].original, box.payloadSize >= 4 else {
      return
    }
    var writer = BoxWriter()
    writer.append(try window.bytes(at: box.start, count: Int(box.payloadSize)).dropLast(4))
    writer.u32(id)
    moov.children[index].replace(bytes: writer.contents)
  }
}

extension [UInt8] {
  /// The boxes of a file in memory, up to the first damage.
  fileprivate var topLevelBoxes: [Box] {
    var sequence = BoxSequence(topLevelOf: ByteWindow(MemoryByteSource(self)))
    var boxes: [Box] = []
    while let box = try? sequence.next() { boxes.append(box) }
    return boxes
  }
}

extension BoxDraft {
  /// Copies a track's box of another movie, whose chunks are in the added media.
  ///
  /// - Parameter place: Returns the offset in these media for an offset in the other movie.
  fileprivate init(
    copying box: Box, of source: any ByteSource, place: (Int64) -> Int64
  ) throws(MovieError) {
    let window = ByteWindow(source)
    switch box.type {
    case .trak, "mdia", "minf", "stbl":
      var sequence = BoxSequence(in: box, window: window)
      var children: [BoxDraft] = []
      while let child = try sequence.next() { children.append(try BoxDraft(copying: child, of: source, place: place)) }
      self.init(box.type, boxes: children)
    case "stco", "co64":
      var reader = PayloadReader(box, window: window)
      try reader.skip(4)
      var places: [Int64] = []
      for _ in 0..<(try reader.u32()) {
        places.append(place(box.type == "co64" ? try reader.i64() : Int64(try reader.u32())))
      }
      self.init(addedChunks: places)
    default: self.init(box.type, bytes: try source.bytes(at: box.start, count: Int(box.payloadSize)))
    }
  }
}
