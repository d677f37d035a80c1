import CoreGraphics

/// The chapter tracks of a movie (QuickTime File Format, "Chapter lists"): a track of names for each list, and one of
/// pictures, to which the audio and video tracks refer as `chap`.
///
/// Names are QuickTime text in all file types, which is what players look for. A chapter lasts until the next one
/// begins, and the last one for its own duration, or to the movie's end.
struct ChapterTracks: Sendable {
  /// The track of names of each list.
  private(set) var names: [WholeTrack] = []
  private(set) var pictures: WholeTrack?

  /// - Parameters:
  ///   - lists: Chapters, with their pictures among their items; the first list that has any provides them. A chapter
  ///     without one shows the picture of the one before.
  ///   - end: The end of the movie.
  /// - Throws: `notStorable` if the file type has no chapters, or a list has two that begin at once, or begin after the end.
  init(_ lists: [ChapterList], end: CMTime, format: MovieFormat) throws(MovieError) {
    guard format != .threeGP else { throw .notStorable("3gp files have no chapters") }
    for list in lists where !list.chapters.isEmpty {
      let chapters = list.chapters.sorted { $0.timeRange.start < $1.timeRange.start }
      names.append(try Self.names(chapters, language: list.language, end: end, format: format))
      if pictures == nil, chapters.contains(where: { $0.pictureBytes != nil }) {
        pictures = try Self.pictures(chapters, end: end)
      }
    }
  }

  /// All tracks, in the order that readers expect.
  var all: [WholeTrack] { names + (pictures.map { [$0] } ?? []) }

  private static func names(
    _ chapters: [Chapter], language: String?, end: CMTime, format: MovieFormat
  ) throws(MovieError) -> WholeTrack {
    var draft = TrackDraft(
      handlerType: "text", timescale: timescale(of: chapters, end: end),
      sampleEntries: [.quickTimeText(isQuickTime: format.isQuickTime)])
    draft.describeChapters(in: format)
    if let language {
      draft.language = MediaLanguage(tag: language)
      // Three letters cannot express a region or script.
      if draft.language?.iso639 != language { draft.extendedLanguageTag = language }
    }
    return try track(draft, chapters, end: end) { chapter throws(MovieError) in
      let text = Array(chapter.title.utf8)
      // The longest name that readers accept.
      guard text.count <= 65_000 else {
        throw .notStorable("a chapter's name has \(text.count) bytes; 65000 are the most")
      }
      var writer = BoxWriter()
      writer.u16(UInt16(text.count))
      writer.append(text)
      // Marks text as UTF-8, which QuickTime would read in a Macintosh encoding.
      writer.box("encd") { $0.u32(0x100) }
      return (writer.contents, 0)
    }
  }

  private static func pictures(_ chapters: [Chapter], end: CMTime) throws(MovieError) -> WholeTrack {
    let shown = chapters.filter { $0.pictureBytes != nil }
    var entries: [SampleEntry] = []
    var largest = (width: 0, height: 0)
    var numbers: [Int] = []
    for chapter in shown {
      guard let bytes = chapter.pictureBytes, let size = StillImage(bytes) else {
        throw .notStorable("the picture of chapter '\(chapter.title)' is neither JPEG nor PNG")
      }
      let entry = SampleEntry(size.codec, contents: SampleEntry.stillFields(size))
      if !entries.contains(entry) { entries.append(entry) }
      numbers.append(entries.firstIndex(of: entry) ?? 0)
      largest = (max(largest.width, size.width), max(largest.height, size.height))
    }
    var draft = TrackDraft(
      handlerType: .video, timescale: timescale(of: chapters, end: end), sampleEntries: entries)
    draft.handlerName = "Chapter pictures"
    draft.width = FixedPoint(Int32(largest.width) << 16, fractionBits: 16)
    draft.height = FixedPoint(Int32(largest.height) << 16, fractionBits: 16)
    var index = 0
    return try track(draft, shown, end: end) { chapter throws(MovieError) in
      defer { index += 1 }
      return (chapter.pictureBytes ?? [], numbers[index])
    }
  }

  /// Returns a track with one sample for each chapter.
  private static func track(
    _ draft: TrackDraft, _ chapters: [Chapter], end: CMTime,
    _ body: (Chapter) throws(MovieError) -> (bytes: [UInt8], description: Int)
  ) throws(MovieError) -> WholeTrack {
    var draft = draft
    // Players show chapters by themselves.
    (draft.isEnabled, draft.isInPreview) = (false, false)
    func units(_ time: CMTime) -> Int64 {
      CMTimeConvertScale(time, timescale: draft.timescale, method: .roundHalfAwayFromZero).value
    }
    let first = units(chapters[0].timeRange.start)
    guard first >= 0 else { throw .notStorable("chapter '\(chapters[0].title)' begins before the movie") }
    var samples: [(sample: Sample, bytes: [UInt8])] = []
    var last: Int64 = 0
    for (index, chapter) in chapters.enumerated() {
      let start = units(chapter.timeRange.start) - first
      var next = units(end) - first
      if index + 1 < chapters.count {
        next = units(chapters[index + 1].timeRange.start) - first
        guard next > start else {
          throw .notStorable("chapters '\(chapter.title)' and '\(chapters[index + 1].title)' begin at once")
        }
      } else {
        let stated = units(chapter.timeRange.end) - first
        if chapter.timeRange.duration.isNumeric, stated > start { next = min(next, stated) }
        guard next > start else { throw .notStorable("chapter '\(chapter.title)' begins after the movie's end") }
      }
      let (bytes, description) = try body(chapter)
      let sample = Sample(
        index: index, decodeTime: start, presentationTime: start, duration: next - start, size: bytes.count,
        descriptionIndex: description, timescale: draft.timescale)
      samples.append((sample, bytes))
      last = next
    }
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: draft.timescale) }
    var segments: [TrackTimeline.Segment] = []
    if first > 0 {
      segments.append(
        TrackTimeline.Segment(target: CMTimeRange(start: .zero, duration: time(first)), source: nil, rate: .one))
    }
    segments.append(
      TrackTimeline.Segment(
        target: CMTimeRange(start: time(first), duration: time(last)),
        source: CMTimeRange(start: .zero, duration: time(last)), rate: .one))
    return WholeTrack(draft: draft, samples: samples, segments: segments)
  }

  /// Returns a timescale in which all times are integers, if there is one; else a fine one.
  private static func timescale(of chapters: [Chapter], end: CMTime) -> Int32 {
    let scales = Set(chapters.map(\.timeRange.start.timescale) + [end.timescale]).filter { $0 > 0 }
    // A day in these units fits in 31 bits.
    guard let common = leastCommonMultiple(of: scales), common <= 10_000_000 else { return 90_000 }
    return max(common, 1000)
  }
}

extension Chapter {
  /// The picture to write for the chapter: the first among its items.
  fileprivate var pictureBytes: [UInt8]? { items.lazy.compactMap(\.value.image).first }
}

extension TrackDraft {
  /// Makes a track of text one of the names of chapters, as players look for it.
  package mutating func describeChapters(in format: MovieFormat) {
    (handlerType, handlerName) = ("text", "Chapters")
    if !format.isQuickTime { mediaInformation = [.baseMediaHeader(handlerType)] }
  }
}

extension SampleEntry {
  /// Returns the sample entry of QuickTime text (QuickTime File Format, "Text sample description"), black on no
  /// background, in the system font.
  static func quickTimeText(isQuickTime: Bool) -> SampleEntry {
    var writer = BoxWriter()
    writer.u32(1)
    // Justification: centred; then background colour and text box.
    writer.u32(1)
    for _ in 0..<3 { writer.u16(0) }
    for _ in 0..<4 { writer.u16(0) }
    writer.zeros(8)
    // Font and face; then foreground colour and font name.
    writer.u16(0)
    writer.u16(0)
    writer.zeros(3)
    for _ in 0..<3 { writer.u16(0) }
    writer.u8(0)
    return SampleEntry("text", contents: writer.contents, isQuickTime: isQuickTime)
  }

  /// Returns the fields of an entry of still images (ISO/IEC 14496-12, clause 12.1.3).
  static func stillFields(_ picture: StillImage) -> [UInt8] {
    var writer = BoxWriter()
    writer.zeros(16)
    writer.u16(UInt16(clamping: picture.width))
    writer.u16(UInt16(clamping: picture.height))
    // 72 dots per inch, and one image per sample.
    writer.u32(0x48_0000)
    writer.u32(0x48_0000)
    writer.u32(0)
    writer.u16(1)
    writer.zeros(32)
    writer.u16(24)
    writer.i16(-1)
    return writer.contents
  }
}
