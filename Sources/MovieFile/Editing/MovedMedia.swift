/// Where the bytes of a file are in a copy of it, in which boxes have other sizes.
struct MovedMedia {
  /// The first byte of each stretch, and how far it was moved; in the order of the file.
  private var stretches: [(start: Int64, distance: Int64)] = []

  /// Whether all is where it was.
  var isStill: Bool { stretches.allSatisfy { $0.distance == 0 } }

  /// Says where bytes went that are behind all others that are known.
  mutating func append(_ start: Int64, to place: Int64) {
    if stretches.last?.distance != place - start { stretches.append((start, place - start)) }
  }

  /// Where a byte is in the copy; beyond all numbers if the file lies about it.
  func place(of offset: Int64) -> Int64 {
    let index = stretches.partitioningIndex { $0.start > offset } - 1
    guard index >= 0 else { return offset }
    let (place, overflow) = offset.addingReportingOverflow(stretches[index].distance)
    return overflow ? .max : place
  }
}

/// Changes the places of chunks in a movie's tables, after its media were moved.
struct ChunkMover {
  let moved: MovedMedia
  let movie: Movie
  let window: ByteWindow
  /// Whether all tables get 64 bits.
  var isLarge = false
  /// Whether a place did not fit into 32 bits: nothing is right before `isLarge` is set.
  private(set) var needsLarge = false

  init(moved: MovedMedia, movie: Movie, window: ByteWindow) {
    self.moved = moved
    self.movie = movie
    self.window = window
  }

  /// - Parameter moov: Opened.
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
    // Nothing to do for media that are in other files.
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

  /// Where the samples' auxiliary information is (ISO/IEC 14496-12, clause 8.7.9): in a movie's tables, in the file.
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

  /// A count, and so many numbers.
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
      // What does not fit is beyond any file.
      numbers.append(isLarge ? Int64(clamping: try reader.u64()) : Int64(try reader.u32()))
    }
    return numbers
  }

  /// From which chunk on samples have which description; chunks and descriptions count from 0.
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
