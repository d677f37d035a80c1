import MovieFile

extension SeedMovies {
  private typealias B = MovieBytes

  /// A movie of `MovieWriter` with reordered frames, audio with priming, chapters, time codes and metadata.
  static var written: [UInt8] { written(.headersLast) }
  static var writtenInFragments: [UInt8] { written(.fragments(interval: CMTime(value: 1, timescale: 2))) }

  private static func written(_ layout: MovieWriter.Layout) -> [UInt8] {
    do {
      return try write(layout)
    } catch {
      preconditionFailure("a valid movie is not written: \(error)")
    }
  }

  private static func write(_ layout: MovieWriter.Layout) throws -> [UInt8] {
    var draft = MovieDraft(.mp4)
    draft.boxes = try MetadataEncoder(.mp4).boxes([
      MetadataTag.title.item("Title", in: .iTunes), MetadataTag.make.item("Make", in: .quickTimeMetadata),
    ])
    let sink = MemoryByteSink()
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    var video = TrackDraft(handlerType: "vide", timescale: 25, sampleEntries: [entry("jpeg", TrackBytes.plainVideo())])
    video.timing = .presented(reorderDepth: 2)
    var audio = TrackDraft(handlerType: "soun", timescale: 44_100, sampleEntries: [entry("mp4a", plainSound)])
    audio.timing = .presented(reorderDepth: 0)
    let tracks = [try writer.addTrack(video), try writer.addTrack(audio)]
    let end = CMTime(value: 2, timescale: 1)
    let chapters = [Chapter(timeRange: CMTimeRange(start: .zero, duration: end), title: "One")]
    try writer.addChapters([ChapterList(source: .nero, chapters: chapters)], ofTracks: [0], end: end)
    try writer.addTimeCode(
      TimeCode(frameNumber: 90_000, framesPerSecond: 25, dropsFrames: false),
      frameDuration: CMTime(value: 1, timescale: 25),
      ofTracks: [0], end: end)
    let heard = CMTimeRange(start: .zero, duration: CMTime(value: 88_000, timescale: 44_100))
    writer.setSegments([TrackTimeline.Segment(target: heard, source: heard, rate: .one)], ofTrack: tracks[1])
    for index in 0..<87 {
      let time = Int64(index) * 1024 - 1024
      try writer.append(
        Sample(decodeTime: 0, presentationTime: time, duration: 1024, size: 4, rollDistance: -1, timescale: 44_100),
        .memory(B.zeros(4)), toTrack: tracks[1])
      guard index < 50 else { continue }
      // The presentation order is 0 3 1 2, 4 7 5 6 …
      let shown = index < 48 ? index / 4 * 4 + [0, 3, 1, 2][index % 4] : index
      try writer.append(
        Sample(
          decodeTime: 0, presentationTime: Int64(shown), duration: 1, size: 3 + index % 5,
          flags: index % 12 == 0 ? .sync : [], timescale: 25),
        .memory(B.zeros(3 + index % 5)), toTrack: tracks[0])
    }
    try writer.finish()
    return sink.bytes
  }

  private static func entry(_ format: BoxType, _ box: [UInt8]) -> SampleEntry {
    SampleEntry(format, contents: Array(box.dropFirst(16)))
  }

  private static var plainSound: [UInt8] {
    B.box("mp4a", B.zeros(6), B.u16(1), B.zeros(8), B.u16(2, 16), B.zeros(4), B.u32(44_100 << 16))
  }
}
