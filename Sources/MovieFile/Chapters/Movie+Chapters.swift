extension Movie {
  /// Returns the chapters of the movie: one list for each language of its chapter tracks, and Nero's list if there is
  /// one.
  ///
  /// Reads the samples of the chapter tracks on each call. Chapters outside of the edits are left out.
  /// - Throws: The error of the first list if none can be read; read errors of the file.
  public func chapterLists() throws(MovieError) -> [ChapterList] {
    let chapterTracks = chapterTracks
    let pictures = chapterTracks.first { $0.handlerType == .video }
    var lists: [ChapterList] = []
    var problem: MovieError?
    for track in chapterTracks where track.handlerType != .video {
      do throws(MovieError) {
        lists.append(try ChapterTrackReader(self, track).list(pictures: pictures))
      } catch {
        problem = problem ?? error
      }
    }
    do throws(MovieError) {
      if let list = try neroChapters() { lists.append(list) }
    } catch {
      problem = problem ?? error
    }
    if lists.isEmpty, let problem { throw problem }
    return lists
  }

  /// Returns all pictures of chapters, by time: of the first video track that other tracks refer to as chapters.
  ///
  /// Reads the sample tables of that track only.
  /// - Throws: The error of the track.
  public func chapterPictures() throws(MovieError) -> [ChapterPicture] {
    guard let track = chapterTracks.first(where: { $0.handlerType == .video }) else { return [] }
    return try ChapterTrackReader.stretches(of: track).compactMap {
      ChapterPicture($0.sample, during: $0.range, in: track)
    }
  }

  /// The tracks with names and pictures that other tracks refer to as chapters, in the order of the references.
  private var chapterTracks: [Track] {
    var ids: [UInt32] = []
    for track in tracks {
      for reference in track.references where reference.type == "chap" {
        for id in reference.trackIDs where !ids.contains(id) && ids.count < 256 { ids.append(id) }
      }
    }
    return ids.compactMap { track(id: $0) }
  }

  /// Returns the end of the movie, by its header, or by its tracks if that has none.
  private func end() throws(MovieError) -> CMTime {
    if header.duration.isNumeric, header.duration > .zero { return header.duration }
    var end = CMTime.zero
    for track in tracks { end = max(end, try track.timeline().duration) }
    return end
  }

  /// Reads Nero's list: version and flags, a count, then for each chapter the start in units of 100 ns and the name.
  private func neroChapters() throws(MovieError) -> ChapterList? {
    let window = ByteWindow(headerSource, capacity: 4096)
    var children = BoxSequence(in: box, window: window)
    guard let userData = try children.first("udta") else { return nil }
    var entries = BoxSequence(in: userData, window: window)
    guard let list = try entries.first("chpl") else { return nil }
    var reader = PayloadReader(list, window: window)
    let (version, _) = try reader.versionAndFlags()
    var count = 0
    if version == 0 {
      count = Int(try reader.u8())
    } else {
      _ = try reader.u8()
      count = Int(try reader.u32())
    }
    guard Int64(count) <= reader.remaining / 9 else {
      throw .malformed("'chpl' says that it holds \(count) chapters in \(reader.remaining) bytes", in: list)
    }
    guard count <= MetadataLimit.itemCount else {
      throw MovieError(.excessive, "'chpl' has \(count) chapters", box: list.path.description, offset: list.offset)
    }
    var starts: [(CMTime, String)] = []
    for _ in 0..<count {
      guard let start = Int64(exactly: try reader.u64()) else { throw .malformed("a chapter starts at 2^63", in: list) }
      let title = try reader.bytes(Int(try reader.u8()))
      starts.append((CMTime(value: start, timescale: 10_000_000), String(decoding: title, as: UTF8.self)))
    }
    guard !starts.isEmpty else { return nil }
    starts.sort { $0.0 < $1.0 }
    let end = try end()
    let chapters = starts.enumerated().map { index, chapter in
      let next = index + 1 < starts.count ? starts[index + 1].0 : max(end, chapter.0)
      return Chapter(timeRange: CMTimeRange(start: chapter.0, end: next), title: chapter.1)
    }
    return ChapterList(source: .nero, chapters: chapters)
  }
}

/// Reads a track of chapter names.
private struct ChapterTrackReader {
  private let movie: Movie
  private let track: Track

  init(_ movie: Movie, _ track: Track) {
    self.movie = movie
    self.track = track
  }

  /// - Parameter pictures: The track with pictures of the chapters.
  func list(pictures: Track?) throws(MovieError) -> ChapterList {
    let shown = try pictures.map { track throws(MovieError) in try Self.stretches(of: track) } ?? []
    var total = 0
    var chapters: [Chapter] = []
    for stretch in try Self.stretches(of: track) {
      let sample = stretch.sample
      total += sample.size
      guard sample.size <= 1 << 16, total <= 1 << 22 else {
        throw MovieError(
          .excessive, "the name of a chapter has \(sample.size) bytes", box: track.box.path.description,
          offset: sample.offset)
      }
      let bytes = try movie.data(of: sample, in: track)
      // The picture on display when the chapter begins.
      let index = shown.partitioningIndex { $0.range.start > stretch.range.start } - 1
      let picture =
        shown.indices.contains(index) && shown[index].range.containsTime(stretch.range.start) ? shown[index] : nil
      chapters.append(
        Chapter(
          timeRange: stretch.range, title: TimedText.text(of: bytes),
          picture: picture.flatMap { ChapterPicture($0.sample, during: $0.range, in: pictures) }))
    }
    let language = track.extendedLanguageTag ?? track.mediaHeader.language.map(\.tag)
    return ChapterList(
      source: .track(id: Int(track.id)), language: language == "und" ? nil : language, chapters: chapters)
  }

  /// Returns the samples with their time ranges on the movie's timeline.
  static func stretches(of track: Track) throws(MovieError) -> [(range: CMTimeRange, sample: Sample)] {
    let table = try track.samples()
    guard table.count <= MetadataLimit.itemCount else {
      throw MovieError(.excessive, "a chapter track has \(table.count) samples", box: track.box.path.description)
    }
    let timeline = try track.timeline()
    let whole = CMTimeRange(start: .zero, duration: timeline.duration)
    var result: [(range: CMTimeRange, sample: Sample)] = []
    try table.forEachRun { run throws(MovieError) in
      for index in 0..<run.count {
        let sample = run[index]
        let start = timeline.movieTime(ofMedia: sample.presentationTimeStamp)
        let end = timeline.movieTime(ofMedia: sample.presentationTimeStamp + sample.durationTime)
        guard start.isNumeric, end.isNumeric, end > start else { continue }
        let range = CMTimeRange(start: start, end: end).intersection(whole)
        if !range.isEmpty { result.append((range, sample)) }
      }
    }
    return result.sorted { $0.range.start < $1.range.start }
  }
}

extension ChapterPicture {
  /// Nil if the sample has no valid byte range in a file.
  fileprivate init?(_ sample: Sample, during timeRange: CMTimeRange, in track: Track?) {
    let (end, overflow) = sample.offset.addingReportingOverflow(Int64(sample.size))
    guard let track, !overflow, sample.offset >= 0 else { return nil }
    self.init(trackID: Int(track.id), sampleIndex: sample.index, range: sample.offset..<end, timeRange: timeRange)
  }
}
