extension MovieEditor {
  /// Writes the file with its changes.
  ///
  /// Media keep their order, and their offsets if the changed boxes fit in the place of the old ones and the free space
  /// after them; else all bytes after them move, and all tables and fragments are updated.
  /// - Throws: `unsupported` if a box that cannot be updated holds offsets of media; read and write errors.
  public func write(to sink: any ByteSink) throws(MovieError) {
    try copy().write(to: sink, source: movie.source)
  }

  /// Returns the pieces of the changed file.
  func copy() throws(MovieError) -> FilePieces {
    let plain = layout(movieSize: moov.size)
    if plain.moved.isStill { return try pieces(moov, plain) }
    try checkThatMediaCanMove(plain.moved)
    var mover = ChunkMover(moved: plain.moved, movie: movie, window: window)
    var changed = moov
    try mover.apply(to: &changed)
    guard mover.needsLarge else { return try pieces(changed, plain) }
    // Larger tables move the media further: the distance is known once the tables exist.
    mover.isLarge = true
    changed = moov
    try mover.apply(to: &changed)
    let large = layout(movieSize: changed.size)
    mover = ChunkMover(moved: large.moved, movie: movie, window: window)
    mover.isLarge = true
    changed = moov
    try mover.apply(to: &changed)
    return try pieces(changed, large)
  }

  /// The new layout of the file.
  private struct Layout {
    var moved = MovedMedia()
    /// The free space after the movie's box.
    var free: Int64 = 0
    /// The boxes that the movie's box and free space replace.
    var replaced: Range<Int> = 0..<0
    /// The offset of new tracks' media.
    var addedMedia: Int64 = 0
  }

  /// The free space for the next change, if all media move anyway.
  private static let spareRoom: Int64 = 4096

  /// The free boxes after the movie's box, and their size.
  var freeBehindMovie: (boxes: Range<Int>, size: Int64) {
    var end = moovIndex + 1
    var size: Int64 = 0
    while end < boxes.count, let box = boxes[end].original, !box.isCut, box.type == "free" || box.type == "skip" {
      size += box.size
      end += 1
    }
    return (moovIndex + 1..<end, size)
  }

  private func layout(movieSize: Int64) -> Layout {
    var layout = Layout()
    let behind = freeBehindMovie
    let room = movie.box.size + behind.size
    layout.replaced = behind.boxes
    let isLast = behind.boxes.upperBound == boxes.count
    if movieSize == room || movieSize + 8 <= room {
      layout.free = room - movieSize
    } else if !isLast {
      layout.free = Self.spareRoom
    }
    var position: Int64 = 0
    for (index, box) in boxes.enumerated() where !layout.replaced.contains(index) {
      if let original = box.original { layout.moved.append(original.offset, to: position) }
      position += index == moovIndex ? movieSize + layout.free : box.size
    }
    layout.moved.append(end, to: position)
    layout.addedMedia = position + 8
    return layout
  }

  private func pieces(_ moov: BoxDraft, _ layout: Layout) throws(MovieError) -> FilePieces {
    var pieces = FilePieces()
    for (index, box) in boxes.enumerated() where !layout.replaced.contains(index) {
      switch box.type {
      case _ where index == moovIndex:
        moov.write(to: &pieces, addedMedia: layout.addedMedia)
        if layout.free > 0 { pieces.appendFree(layout.free) }
      case .moof where !layout.moved.isStill: try writeFragment(box, to: &pieces, layout.moved)
      case "mfra" where !layout.moved.isStill: try writeRandomAccess(box, to: &pieces, layout.moved)
      default: box.write(to: &pieces, addedMedia: layout.addedMedia)
      }
    }
    if !addedMedia.isEmpty {
      try checkThatFileCanGrow()
      pieces.appendHeader(.mdat, size: Int64(addedMedia.count) + 8)
      pieces.append(addedMedia)
    }
    pieces.append(end..<movie.source.size)
    return pieces
  }

  /// Throws unless media can be appended: the last box must have a definite size.
  func checkThatFileCanGrow() throws(MovieError) {
    guard let last = boxes.last?.original else { return }
    let isOpen = try window.u32(at: last.offset) == 0
    guard end == movie.source.size else {
      throw MovieError(
        .unsupported,
        "the file ends with \(movie.source.size - end) bytes that are no box, and nothing can be put behind them",
        offset: end, file: movie.source.name)
    }
    guard !last.isCut, !isOpen else {
      throw MovieError(
        .unsupported, "the file's last box has no end, and nothing can be put behind it", box: last.path.description,
        offset: last.offset, file: movie.source.name)
    }
  }

  /// Throws for boxes that hold offsets in forms that cannot be updated.
  private func checkThatMediaCanMove(_ moved: MovedMedia) throws(MovieError) {
    func refuse(_ what: String, _ box: Box) -> MovieError {
      MovieError(
        .unsupported, "\(what) would be wrong when the media move", box: box.path.description, offset: box.offset,
        file: movie.source.name)
    }
    for draft in boxes + moov.children {
      guard let box = draft.original else { continue }
      if box.type == "meta" {
        var meta = BoxDraft(box)
        try MetadataPlace(change: MetadataChange(from: [], to: []), encoder: MetadataEncoder(format), window: window)
          .openMeta(&meta)
        if meta.index(of: "iloc") != nil { throw refuse("the places of items", box) }
      } else if box.type == "sidx" {
        // This offset counts from the box's own end.
        var reader = PayloadReader(box, window: window)
        let (version, _) = try reader.versionAndFlags()
        try reader.skip(version == 0 ? 12 : 16)
        let first = Int64(clamping: try reader.unsigned(version: version == 0 ? 0 : 1))
        let (target, overflow) = box.end.addingReportingOverflow(first)
        guard !overflow, moved.place(of: target) - moved.place(of: box.end) == first else {
          throw refuse("the index of segments", box)
        }
      }
    }
  }

  /// Writes a fragment, whose tracks may hold offsets of their media in the file (ISO/IEC 14496-12, clause 8.8.7,
  /// 'tfhd').
  private func writeFragment(
    _ draft: BoxDraft, to pieces: inout FilePieces, _ moved: MovedMedia
  ) throws(MovieError) {
    guard let moof = draft.original else { return }
    var position = moof.offset
    var children = BoxSequence(in: moof, window: window)
    while let traf = try children.next() {
      guard traf.type == "traf" else { continue }
      var parts = BoxSequence(in: traf, window: window)
      guard let header = try parts.first("tfhd") else { continue }
      var reader = PayloadReader(header, window: window)
      guard try reader.versionAndFlags().flags & 1 != 0 else { continue }
      try reader.skip(4)
      let place = reader.position
      let base = Int64(clamping: try reader.u64())
      pieces.append(position..<place)
      var writer = BoxWriter()
      writer.i64(moved.place(of: base))
      pieces.append(writer.contents)
      position = place + 8
    }
    pieces.append(position..<moof.end)
  }

  /// Writes the index of fragments (ISO/IEC 14496-12, clause 8.8.10, 'tfra'); a table whose offsets do not fit is
  /// disabled.
  private func writeRandomAccess(
    _ draft: BoxDraft, to pieces: inout FilePieces, _ moved: MovedMedia
  ) throws(MovieError) {
    guard let mfra = draft.original, mfra.size <= 1 << 26 else { return draft.write(to: &pieces, addedMedia: 0) }
    var bytes = try movie.source.bytes(at: mfra.offset, count: Int(mfra.size))
    var children = BoxSequence(in: mfra, window: window)
    while let table = try children.next() {
      guard table.type == "tfra" else { continue }
      var reader = PayloadReader(table, window: window)
      let isLarge = try reader.versionAndFlags().version == 1
      try reader.skip(4)
      let sizes = try reader.u32()
      let rest = Int64(sizes >> 4 & 3) + Int64(sizes >> 2 & 3) + Int64(sizes & 3) + 3
      let count = try reader.u32()
      guard Int64(count) <= reader.remaining / ((isLarge ? 16 : 8) + rest) else { continue }
      for _ in 0..<count {
        try reader.skip(isLarge ? 8 : 4)
        let at = Int(reader.position - mfra.offset)
        let place = moved.place(of: isLarge ? Int64(clamping: try reader.u64()) : Int64(try reader.u32()))
        if !isLarge, place > Int64(UInt32.max) {
          bytes.replaceSubrange(
            Int(table.offset - mfra.offset) + 4..<Int(table.offset - mfra.offset) + 8, with: Array("free".utf8))
          break
        }
        var writer = BoxWriter()
        if isLarge { writer.i64(place) } else { writer.u32(UInt32(place)) }
        bytes.replaceSubrange(at..<at + (isLarge ? 8 : 4), with: writer.contents)
        try reader.skip(rest)
      }
    }
    pieces.append(bytes)
  }
}
