/// The mapping of offsets in a file to offsets in an edited copy of it.
struct MovedMedia {
  /// The first byte of each range, and the distance by which it moved; in the order of the file.
  private var stretches: [(start: Int64, distance: Int64)] = []

  /// True if no byte moves.
  var isStill: Bool { stretches.allSatisfy { $0.distance == 0 } }

  /// Adds a range after all others, with its new place.
  mutating func append(_ start: Int64, to place: Int64) {
    if stretches.last?.distance != place - start { stretches.append((start, place - start)) }
  }

  /// Returns the offset of a byte in the copy; the largest number if the file's own offset is invalid.
  func place(of offset: Int64) -> Int64 {
    let index = stretches.partitioningIndex { $0.start > offset } - 1
    guard index >= 0 else { return offset }
    let (place, overflow) = offset.addingReportingOverflow(stretches[index].distance)
    return overflow ? .max : place
  }
}

/// Changes the chunk offsets in a movie's tables after its media have moved.
struct ChunkMover {
  let moved: MovedMedia
  let movie: Movie
  let window: ByteWindow
  /// True to write all tables with 64 bits.
  var isLarge = false
  /// True if an offset did not fit into 32 bits: the result is invalid unless `isLarge` is set.
  private(set) var needsLarge = false

  init(moved: MovedMedia, movie: Movie, window: ByteWindow) {
    self.moved = moved
    self.movie = movie
    self.window = window
  }

  /// - Parameter moov: An opened box.
  mutating func apply(to moov: inout BoxDraft) throws(MovieError) {
    for index in moov.children.indices where moov.children[index].type == .trak {
      guard let box = moov.children[index].original else { continue }
      var trak = moov.children[index]
      let track = movie.tracks.first { $0.box.offset == box.offset }
      try trak.update(at: ["mdia", "minf", "stbl"], window: window) { table throws(MovieError) in
        try table.open(window: window)
        try apply(to: &table, of: track)
      }
      moov.children[index] = trak
    }
  }

  private mutating func apply(to table: inout BoxDraft, of track: Track?) throws(MovieError) {
    // Media in other files do not move.
    let descriptions =
      track.map { track in
        track.sampleDescriptions.map { description in
          !track.dataReferences.indices.contains(description.dataReferenceIndex)
            || track.dataReferences[description.dataReferenceIndex].target == .sameFile
        }
      } ?? []
    if !descriptions.isEmpty, !descriptions.contains(true) { return }
    var isHere: (Int) -> Bool = { _ in true }
    if descriptions.contains(false), let place = table.index(of: "stsc"), let box = table.children[place].original {
      let runs = try Self.chunkRuns(in: box, window: window)
      isHere = { chunk in
        let run = runs.partitioningIndex { $0.firstChunk > chunk } - 1
        return run < 0 || !descriptions.indices.contains(runs[run].description) || descriptions[runs[run].description]
      }
    }
    for index in table.children.indices {
      guard case .untouched = table.children[index].contents, let box = table.children[index].original else { continue }
      switch box.type {
      case "stco", "co64":
        let places = try Self.numbers(in: box, after: 4, isLarge: box.type == "co64", window: window).enumerated().map {
          isHere($0.offset) ? moved.place(of: $0.element) : $0.element
        }
        var writer = BoxWriter()
        writer.u32(0)
        write(places, isLarge: isLarge || box.type == "co64", to: &writer)
        if isLarge { table.children[index].type = "co64" }
        table.children[index].replace(bytes: writer.contents)
      case "saio": try applyToAuxiliary(&table.children[index], box)
      default: break
      }
    }
  }

  /// Changes the offsets of auxiliary information (ISO/IEC 14496-12, clause 8.7.9), which are offsets in the file for a
  /// movie's tables.
  private mutating func applyToAuxiliary(_ draft: inout BoxDraft, _ box: Box) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let (version, flags) = try reader.versionAndFlags()
    let head: Int64 = 4 + (flags & 1 != 0 ? 8 : 0)
    let places = try Self.numbers(in: box, after: head, isLarge: version == 1, window: window).map(moved.place)
    var writer = BoxWriter()
    let large = isLarge || version == 1
    writer.u32(UInt32(large ? 1 : 0) << 24 | flags)
    writer.append(try window.bytes(at: box.start + 4, count: Int(head - 4)))
    write(places, isLarge: large, to: &writer)
    draft.replace(bytes: writer.contents)
  }

  private mutating func write(_ places: [Int64], isLarge: Bool, to writer: inout BoxWriter) {
    writer.u32(UInt32(clamping: places.count))
    for place in places {
      if isLarge {
        writer.i64(place)
      } else {
        if place > Int64(UInt32.max) { needsLarge = true }
        writer.u32(UInt32(clamping: place))
      }
    }
  }

  /// Reads a count, and as many numbers.
  private static func numbers(
    in box: Box, after head: Int64, isLarge: Bool, window: ByteWindow
  ) throws(MovieError) -> [Int64] {
    var reader = PayloadReader(box, window: window)
    try reader.skip(head)
    let count = Int64(try reader.u32())
    guard count <= reader.remaining / (isLarge ? 8 : 4) else {
      throw .malformed("'\(box.type.text)' says that it holds \(count) places in \(reader.remaining) bytes", in: box)
    }
    var numbers: [Int64] = []
    numbers.reserveCapacity(Int(count))
    for _ in 0..<count {
      // A larger number is beyond the end of any file.
      numbers.append(isLarge ? Int64(clamping: try reader.u64()) : Int64(try reader.u32()))
    }
    return numbers
  }

  /// Returns the first chunk of each run with one description; chunks and descriptions count from 0.
  private static func chunkRuns(
    in box: Box, window: ByteWindow
  ) throws(MovieError) -> [(firstChunk: Int, description: Int)] {
    var reader = PayloadReader(box, window: window)
    _ = try reader.versionAndFlags()
    let count = Int64(try reader.u32())
    guard count <= reader.remaining / 12 else {
      throw .malformed("'stsc' says that it holds \(count) runs in \(reader.remaining) bytes", in: box)
    }
    var runs: [(firstChunk: Int, description: Int)] = []
    for _ in 0..<count {
      let chunk = Int(try reader.u32()) - 1
      _ = try reader.u32()
      runs.append((chunk, Int(try reader.u32()) - 1))
    }
    return runs
  }
}
