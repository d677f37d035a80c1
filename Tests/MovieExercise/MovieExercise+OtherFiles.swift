import MovieFile

extension MovieExercise {
  /// Reads everything in a possibly damaged file of any kind other than a movie; for movies, see `read`.
  ///
  /// - Throws: An error other than `MovieError`, or a sample outside of the file: a bug of the reader.
  public static func readOtherFile(_ bytes: [UInt8]) throws -> Outcome {
    var outcome = Outcome()
    let source = MemoryByteSource(bytes)
    func attempt(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as MovieError {
        outcome.errors.append(error)
      }
    }
    try attempt {
      let file = try CoreAudioFile(source: source)
      outcome.isOpen = true
      _ = file.gapless
      let table = try file.samples()
      try check(table, in: bytes.count, &outcome)
      try list { try SampleListing([ListedTrack(file)]).writeText($0) }
    }
    try attempt {
      let file = try ChunkedAudioFile(source: source)
      outcome.isOpen = true
      let table = try file.samples()
      try check(table, in: bytes.count, &outcome)
      try list { try SampleListing([ListedTrack(file)]).writeJSON($0) }
    }
    try attempt {
      let file = try AudioFrameFile(source: source)
      outcome.isOpen = true
      _ = (file.gapless, file.tags.metadata)
      _ = try file.estimatedDuration()
      let table = try file.samples()
      try check(table, in: bytes.count, &outcome)
      try list { try SampleListing([ListedTrack(file)]).writeJSON($0) }
    }
    try attempt {
      let tags = try ID3Location(of: source)
      outcome.errors += tags.metadata.problems
      outcome.items += tags.metadata.items.count
      _ = tags.tags.flatMap(\.chapterLists)
    }
    do {
      var editor = try AudioTagEditor(source)
      let title = MetadataTag.title.key(in: .id3).map {
        MetadataItem(keySpace: .id3, key: $0, value: .text("Title", .utf8))
      }
      let text = MetadataItem(keySpace: .audioFile, key: .name("info-title"), value: .text("Title", .utf8))
      try editor.setMetadata(editor.metadata.items + [editor.destination == .id3 ? title ?? text : text])
      let sink = MemoryByteSink()
      try editor.write(to: sink)
      // The written tag is read back.
      let again = try ID3Location(of: MemoryByteSource(sink.bytes)).metadata
      guard again.items.contains(where: { $0.tagText == "Title" }) else { throw Unread() }
    } catch is MovieError {
      // Files that are not audio files, or damaged, are not changed.
    }
    try attempt { try changeComments(of: source) }
    try attempt {
      guard let tags = try XiphTags(of: source) else { return }
      outcome.errors += tags.metadata.problems
      outcome.items += tags.metadata.items.count
    }
    try attempt {
      guard let tags = try MatroskaTags(of: source) else { return }
      outcome.errors += tags.metadata.problems
      outcome.items += tags.metadata.items.count
    }
    try attempt { try exercise(MatroskaFile(source: source), &outcome) }
    // Damaged time stamps and tables may be met by one walk, and not by another that begins after them.
    try attempt { try exercise(TransportStreamFile(source: source), &outcome, isSameFromAnyPlace: false) }
    try attempt { try exercise(ProgramStreamFile(source: source), &outcome, isSameFromAnyPlace: false) }
    try attempt { try exercise(FLVFile(source: source), &outcome) }
    try attempt { try exercise(AVIFile(source: source), &outcome) }
    try attempt { try exercise(OggFile(source: source), &outcome) }
    // Frames may leave out the configuration that those before have stated.
    try attempt { try exercise(LOASFile(source: source), &outcome, isSameFromAnyPlace: false) }
    try attempt {
      let file = try GIFFile(source: source)
      try exercise(file, &outcome)
      try drawImages(of: file)
    }
    // Otherwise, damage would only reach the checksums.
    if bytes.starts(with: Array("OggS".utf8)) {
      let whole = MemoryByteSource(OggBytes.withChecksums(bytes))
      try attempt { try exercise(OggFile(source: whole), &outcome) }
      try attempt { try changeComments(of: whole) }
    }
    return outcome
  }

  /// Changes the comments of a FLAC or Ogg file, and reads them back; of one that is refused with a reason, there is
  /// nothing to read.
  private static func changeComments(of source: MemoryByteSource) throws {
    let found = Result { () throws(MovieError) in try XiphTagEditor(source) }
    if case .failure(let error) = found, error.code == .unsupported { return }
    guard var editor = try found.get() else { return }
    let title = MetadataItem(keySpace: .vorbisComment, key: .name("TITLE"), value: .text("Title", .utf8))
    try editor.setMetadata(editor.metadata.items + [title])
    let sink = MemoryByteSink()
    try editor.write(to: sink)
    let again = try FileTags(of: MemoryByteSource(sink.bytes))?.metadata
    guard again?.items.contains(where: { $0.tagText == "Title" }) == true else { throw Unread() }
  }

  /// Checks that samples are within the file, and that lookups find them.
  private static func check(_ table: SampleTable, in size: Int, _ outcome: inout Outcome) throws {
    outcome.samples += table.count
    if let problem = table.problem { outcome.errors.append(problem) }
    guard table.count > 0 else { return }
    for index in Set([0, table.count / 2, table.count - 1]) {
      let sample = try table[index]
      guard sample.offset >= 0, sample.size >= 0, Int64(sample.size) <= Int64(size) - sample.offset else {
        throw Misplaced(sample: sample)
      }
      _ = try table.sample(atPresentationTime: sample.presentationTime)
      _ = try table.sample(atDecodeTime: sample.decodeTime)
      _ = try table.sample(rank: table.rank(of: index))
    }
    for time in [Int64.min, -1, 0, .max] { _ = try table.sample(atPresentationTime: time) }
  }

  /// Thrown if a written tag cannot be read.
  struct Unread: Error {}

  /// A sample outside of the file.
  struct Misplaced: Error {
    let sample: Sample
  }

  /// Lists the first pages.
  private static func list(_ body: (@escaping ([UInt8]) throws -> Void) throws -> Void) throws {
    do { try body { _ in throw Enough() } } catch is Enough {}
  }
}
