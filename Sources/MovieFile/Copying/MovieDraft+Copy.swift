extension MovieDraft {
  /// Creates the draft of a movie's copy.
  init(copying movie: Movie, to format: MovieFormat, tracks: [Track]) throws(MovieError) {
    self.init(format)
    var scale = movie.header.timescale
    // Edits to the end of the media, which only the samples determine: that may need finer units.
    for track in tracks where track.edits?.last?.duration == 0 {
      scale = leastCommonMultiple(of: [scale, track.timescale]) ?? scale
    }
    timescale = scale
    preferredRate = movie.header.preferredRate
    preferredVolume = movie.header.preferredVolume
    matrix = movie.header.matrix
    creationDate = movie.header.creationDate
    modificationDate = movie.header.modificationDate
    boxes = try CopiedMetadata(movie, to: format).boxes
    if movie.fileType.isQuickTime == format.isQuickTime, movie.fileType.suits(format) { fileType = movie.fileType }
  }
}

extension FileType {
  /// Returns true if a file type can be kept in a file of a format.
  fileprivate func suits(_ format: MovieFormat) -> Bool {
    switch format {
    case .mov: isQuickTime
    case .mp4: ["isom", "mp41", "mp42", "iso2", "avc1"].contains(majorBrand)
    case .m4a: ["M4A ", "M4B ", "M4P "].contains(majorBrand)
    case .m4v: ["M4V ", "M4VH", "M4VP"].contains(majorBrand)
    case .threeGP: majorBrand.text.hasPrefix("3gp") || majorBrand.text.hasPrefix("3g2")
    }
  }
}

extension TrackDraft {
  /// Creates the draft of a track's copy.
  ///
  /// - Parameter omitsPrivate: True to leave out private metadata.
  init(
    copying track: Track, of movie: Movie, to format: MovieFormat, movieTimescale: Int32, omitsPrivate: Bool = false
  ) throws(MovieError) {
    if let protection = track.sampleDescriptions.lazy.compactMap(\.protection).first {
      throw MovieError(
        .protected, "track \(track.id) is encrypted" + (protection.scheme.map { " (\($0.text))" } ?? ""),
        box: track.box.path.description, offset: track.box.offset, file: movie.source.name)
    }
    let isSameKind = movie.fileType.isQuickTime == format.isQuickTime
    var entries: [SampleEntry] = []
    for description in track.sampleDescriptions {
      // Only audio has two layouts.
      if isSameKind || track.handlerType != .audio {
        entries.append(try SampleEntry(description))
      } else {
        entries.append(try SampleEntry(description.formatDescription(), in: format))
      }
    }
    self.init(handlerType: track.handlerType, timescale: track.timescale, sampleEntries: entries)
    id = track.id
    handlerName = track.handlerName
    isEnabled = track.header.isEnabled
    isInMovie = track.header.isInMovie
    isInPreview = track.header.isInPreview
    layer = Int16(clamping: track.header.layer)
    alternateGroup = Int16(clamping: track.header.alternateGroup)
    volume = track.header.volume
    matrix = track.header.matrix
    (width, height) = (track.header.width, track.header.height)
    language = track.mediaHeader.language
    extendedLanguageTag = track.extendedLanguageTag
    isExcludedFromAutoselection = track.isExcludedFromAutoselection
    references = track.references
    creationDate = track.header.creationDate
    modificationDate = track.header.modificationDate
    boxes = try RawBox.contents(of: track.box, keeping: ["tapt"], source: movie.headerSource)
    boxes += try CopiedMetadata(movie, track, to: format, omitsPrivate: omitsPrivate).boxes
    if isSameKind {
      let kept = try RawBox.mediaInformation(of: track, source: movie.headerSource)
      if !kept.isEmpty { mediaInformation = kept }
    }
    timing = .stored(try Self.edits(of: track, movieTimescale))
    try format.check(self)
  }

  /// Returns the edits in other units; an edit to the end of the media gets its duration.
  private static func edits(of track: Track, _ timescale: Int32) throws(MovieError) -> [Edit]? {
    guard let edits = track.edits, edits.last?.duration == 0 || timescale != track.movieTimescale else {
      return track.edits
    }
    let segments = try track.timeline().segments
    guard segments.count == edits.count else { return edits }
    return zip(edits, segments).map { edit, segment in
      let duration = CMTimeConvertScale(segment.target.duration, timescale: timescale, method: .default)
      return Edit(
        duration: duration.isNumeric ? duration.value : edit.duration, mediaTime: edit.mediaTime, rate: edit.rate)
    }
  }
}

extension RawBox {
  /// Returns the child boxes of some types.
  static func contents(
    of parent: Box, keeping types: Set<BoxType>, source: any ByteSource
  ) throws(MovieError) -> [RawBox] {
    let window = ByteWindow(source)
    var children = BoxSequence(in: parent, window: window)
    var kept: [RawBox] = []
    while let child = try children.next() {
      if types.contains(child.type) { kept.append(try RawBox(child, source: source)) }
    }
    return kept
  }

  /// Returns the media header and data handler boxes of a track's media information.
  fileprivate static func mediaInformation(of track: Track, source: any ByteSource) throws(MovieError) -> [RawBox] {
    let window = ByteWindow(source)
    var boxes = BoxSequence(in: track.box, window: window)
    guard let media = try boxes.first("mdia") else { return [] }
    var parts = BoxSequence(in: media, window: window)
    guard let information = try parts.first("minf") else { return [] }
    return try contents(
      of: information, keeping: ["vmhd", "smhd", "gmhd", "nmhd", "sthd", "hmhd", "hdlr"], source: source)
  }
}
