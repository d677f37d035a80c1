import Foundation
import Testing

@testable import MovieFile

/// The writer's API, and the files it makes.
@Suite struct MovieWriterTests {
  private let material: Material
  init() throws { material = try Material.shared.get() }

  private func time(_ value: Int64, _ scale: Int32) -> CMTime { CMTime(value: value, timescale: scale) }

  private func write(
    _ draft: MovieDraft = MovieDraft(.mp4), layout: MovieWriter.Layout = .headersLast,
    _ body: (MovieWriter) throws -> Void
  ) throws -> (movie: Movie, bytes: [UInt8]) {
    let sink = MemoryByteSink()
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    try body(writer)
    try writer.finish()
    let movie = try Movie(source: MemoryByteSource(sink.bytes))
    #expect(movie.problems == [])
    return (movie, sink.bytes)
  }

  /// Two recording sessions with a pause between them, as a camera makes them.
  @Test(arguments: [MovieFormat.mp4, .mov]) func severalSessions_areSeveralEdits(format: MovieFormat) throws {
    let kind = material.picture
    let (start, second) = (time(0, 1), time(1, 1))
    func segment(_ target: CMTime, _ source: CMTime?, _ length: CMTime) -> TrackTimeline.Segment {
      TrackTimeline.Segment(
        target: CMTimeRange(start: target, duration: length),
        source: source.map { CMTimeRange(start: $0, duration: length) }, rate: .one)
    }
    let (movie, _) = try write(MovieDraft(format)) { writer in
      let track = try writer.addTrack(TrackDraft(kind, in: format))
      try writer.append(kind, 0..<25, at: 0, toTrack: track)
      // Ten seconds later in media time, half a second later in the movie; and the first fifth is not shown.
      try writer.append(kind, 0..<25, at: 10 * Int64(kind.timescale), toTrack: track)
      writer.setSegments(
        [
          segment(start, time(0, 1), second),
          segment(time(3, 2), time(102, 10), time(4, 5)),
        ], ofTrack: track)
    }
    let track = movie.tracks[0]
    let timeline = try track.timeline()
    #expect(timeline.segments.map(\.target.duration) == [second, time(1, 2), time(4, 5)])
    #expect(timeline.segments.map { $0.source?.start } == [start, nil, time(102, 10)])
    #expect(track.edits?.map { $0.mediaTime == nil } == [false, true, false])
  }

  /// An edit list without entries would show all of the track.
  @Test(arguments: [MovieWriter.Layout.headersLast, .fragments(interval: CMTime(value: 2, timescale: 5))])
  func noSegments_showNothing(layout: MovieWriter.Layout) throws {
    let (movie, bytes) = try write(layout: layout) { writer in
      let track = try writer.addTrack(TrackDraft(material.picture, in: .mp4))
      writer.setSegments([], ofTrack: track)
      try writer.append(material.picture, 0..<25, at: 0, toTrack: track)
    }
    #expect(try movie.tracks[0].timeline().segments.map { $0.source == nil } == [true])
    #expect(try movie.tracks[0].samples().count == 25)
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: folder.url("a.mp4"))
    if layout == .headersLast {
      let frames = try Oracle.run(
        "ffprobe", ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", folder.file("a.mp4")])
      #expect(frames.isEmpty)
    }
  }

  @Test(arguments: [MovieFormat.mp4, .mov]) func sessionsWithoutAPause_arePlayedByFFmpeg(format: MovieFormat) throws {
    let kind = material.picture
    let (_, bytes) = try write(MovieDraft(format)) { writer in
      let track = try writer.addTrack(TrackDraft(kind, in: format))
      for start in [0, 10] { try writer.append(kind, 0..<25, at: Int64(start) * Int64(kind.timescale), toTrack: track) }
      writer.setSegments(
        [(time(0, 1), time(0, 1), time(1, 1)), (time(1, 1), time(102, 10), time(4, 5))].map { target, source, length in
          TrackTimeline.Segment(
            target: CMTimeRange(start: target, duration: length), source: CMTimeRange(start: source, duration: length),
            rate: .one)
        }, ofTrack: track)
    }
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(format.rawValue)")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let frames = try Oracle.run("ffprobe", ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path])
    let times = String(decoding: frames, as: UTF8.self).split(whereSeparator: { "\n,".contains($0) }).compactMap {
      Double($0)
    }
    #expect(times.count == 45 && zip(times, 0..<45).allSatisfy { abs($0 - Double($1) / 25) < 0.001 }, "\(times)")
  }

  @Test func timescales_areThoseOfTheCaller_orConvenientOnes() throws {
    func scale(_ chosen: Int32?, _ tracks: [Material.Kind]) throws -> Int32 {
      var draft = MovieDraft(.mp4)
      draft.timescale = chosen
      let (movie, _) = try write(draft) { writer in
        for kind in tracks {
          let track = try writer.addTrack(TrackDraft(kind, in: .mp4))
          try writer.append(kind, 0..<5, at: 0, toTrack: track)
        }
      }
      #expect(movie.tracks.map(\.timescale) == tracks.map(\.timescale))
      return movie.header.timescale
    }
    #expect(try scale(90_000, [material.picture]) == 90_000)
    #expect(try scale(nil, [material.picture]) == material.picture.timescale)
    // Both tracks' times are whole numbers in it: 12800 and 44100 units a second.
    #expect(try scale(nil, [material.picture, material.audio]) == 5_644_800)
  }

  @Test(arguments: [MovieWriter.Layout.headersLast, .fragments(interval: CMTime(value: 2, timescale: 5))])
  func severalSampleDescriptions_areInOneTrack(layout: MovieWriter.Layout) throws {
    let (large, small) = (material.picture, material.smallVideo)
    let (movie, bytes) = try write(layout: layout) { writer in
      var draft = try TrackDraft(large, in: .mp4)
      draft.sampleEntries.append(try small.entry(.mp4))
      let track = try writer.addTrack(draft)
      try writer.append(large, 0..<12, at: 0, toTrack: track)
      try writer.append(small, 0..<7, at: 12 * large.duration, toTrack: track, description: 1)
      try writer.append(large, 12..<25, at: 19 * large.duration, toTrack: track)
      #expect(throws: MovieError.self) {
        try writer.append(small, 0..<1, at: 32 * large.duration, toTrack: track, description: 2)
      }
    }
    let samples = try movie.tracks[0].samples().all()
    #expect(samples.map(\.descriptionIndex) == (0..<32).map { 12..<19 ~= $0 ? 1 : 0 })
    let sizes = try movie.tracks[0].formatDescriptions().map { [$0.dimensions.width, $0.dimensions.height] }
    #expect(sizes == [[64, 48], [48, 32]])
    // FFmpeg decodes with the first description, whatever a fragment's is.
    guard case .headersLast = layout else { return }
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    let frames = try Oracle.run(
      "ffprobe", ["-v", "warning", "-show_entries", "frame=width", "-of", "csv=p=0", folder.file("a.mp4")])
    let widths = String(decoding: frames, as: UTF8.self).split(separator: "\n").map { Int($0.prefix { $0 != "," }) }
    #expect(widths == (0..<32).map { 12..<19 ~= $0 ? 48 : 64 })
  }

  /// Parameter sets in the samples, none needed in the description (ISO/IEC 14496-15, clause 5.4.2).
  @Test func avc3_isPlayed() throws {
    let kind = material.picture
    let entry = try kind.entry(.mp4)
    let configuration = try #require(Data(entry.contents).range(of: Data("avcC".utf8))).upperBound
    // Version, profile, constraints, level, sizes of lengths, a count and a length of two bytes each.
    let record = Array(entry.contents[configuration...])
    let spsLength = Int(record[6]) << 8 | Int(record[7])
    let sps = Array(record[8..<8 + spsLength])
    let ppsStart = 8 + spsLength + 3
    let ppsLength = Int(record[ppsStart - 2]) << 8 | Int(record[ppsStart - 1])
    let pps = Array(record[ppsStart..<ppsStart + ppsLength])
    func unit(_ bytes: [UInt8]) -> [UInt8] { [0, 0, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    let (movie, bytes) = try write { writer in
      var draft = try TrackDraft(kind, in: .mp4)
      draft.sampleEntries[0].format = "avc3"
      let track = try writer.addTrack(draft)
      for (index, sample) in kind.samples.enumerated() {
        let bytes = unit(sps) + unit(pps) + sample
        let time = Int64(index) * kind.duration
        try writer.append(
          Sample(
            decodeTime: time, presentationTime: time, duration: kind.duration, size: bytes.count,
            timescale: kind.timescale),
          .memory(bytes), toTrack: track)
      }
    }
    #expect(movie.tracks[0].sampleDescriptions.map(\.format) == ["avc3"])
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("a.mp4")))
    let plain = try write { writer in
      try writer.append(kind, 0..<25, at: 0, toTrack: writer.addTrack(TrackDraft(kind, in: .mp4)))
    }
    try Data(plain.bytes).write(to: URL(fileURLWithPath: folder.file("b.mp4")))
    let (ours, words) = try Oracle.ffmpeg(["-i", folder.file("a.mp4"), "-f", "framemd5", "-"])
    #expect(words == "")
    #expect(try ours == Oracle.ffmpeg(["-i", folder.file("b.mp4"), "-f", "framemd5", "-"]).output)
  }

  @Test func chunks_areAsLongAsTheCallerSays_andTracksTakeTurns() throws {
    let (picture, audio) = (material.picture, material.audio)
    let (movie, _) = try write { writer in
      writer.chunkDuration = time(1, 5)
      let tracks = [
        try writer.addTrack(TrackDraft(picture, in: .mp4)), try writer.addTrack(TrackDraft(audio, in: .mp4)),
      ]
      for step in 0..<20 {
        try writer.append(picture, 0..<5, at: Int64(step) * 5 * picture.duration, toTrack: tracks[0])
        try writer.append(audio, 0..<8, at: Int64(step) * 8 * audio.duration, toTrack: tracks[1])
      }
    }
    for track in movie.tracks {
      var lengths: [CMTime] = []
      var end: Int64?
      for sample in try track.samples().all() {
        if sample.offset != end { lengths.append(.zero) }
        end = sample.offset + Int64(sample.size)
        lengths[lengths.count - 1] = lengths[lengths.count - 1] + sample.durationTime
      }
      // The last two are contiguous.
      let chunks = lengths.dropLast()
      #expect(
        chunks.count >= 18 && chunks.allSatisfy { $0 <= time(1, 5) && $0 > time(1, 8) }, "\(lengths.map(\.seconds))")
    }
  }

  /// Players over a network test if a file's fragments conform to CMAF (ISO/IEC 23000-19, clause 7).
  @Test func fragmentsOfOneTrack_areAsCMAFWantsThem() throws {
    let kind = material.picture
    let (movie, bytes) = try write(layout: .fragments(interval: time(2, 5))) { writer in
      try writer.append(kind, 0..<25, at: 0, toTrack: writer.addTrack(TrackDraft(kind, in: .mp4)))
    }
    #expect(movie.fileType.compatibleBrands.contains("cmfc") && movie.fileType.compatibleBrands.contains("iso6"))
    #expect(movie.tracks[0].edits == nil)
    var tree: [(String, [UInt8])] = []
    func walk(_ box: Box) throws {
      let source = MemoryByteSource(bytes)
      var children = BoxSequence(in: box, window: ByteWindow(source))
      while let child = try children.next() {
        tree.append((child.type.text, try source.bytes(at: child.start, count: Int(min(child.payloadSize, 8)))))
        if ["traf", "moof", "mvex"].contains(child.type.text) { try walk(child) }
      }
    }
    let top = topLevel(bytes)
    #expect(top.map(\.type.text) == ["ftyp", "moov"] + ["moof", "mdat", "moof", "mdat", "moof", "mdat"] + ["mfra"])
    for box in top where box.type == "moof" { try walk(box) }
    // Offsets are relative to the fragment, and each has its decode time.
    #expect(tree.filter { $0.0 == "tfhd" }.allSatisfy { $0.1[1] & 0x2 != 0 })
    #expect(tree.filter { $0.0 == "tfdt" }.map { $0.1[0] } == [1, 1, 1])
    // A movie of two tracks does not conform to CMAF.
    let two = try write(layout: .fragments(interval: time(2, 5))) { writer in
      let tracks = [try writer.addTrack(TrackDraft(kind, in: .mp4)), try writer.addTrack(TrackDraft(kind, in: .mp4))]
      for track in tracks { try writer.append(kind, 0..<25, at: 0, toTrack: track) }
    }
    #expect(!two.movie.fileType.compatibleBrands.contains("cmfc"))
  }

  private func topLevel(_ bytes: [UInt8]) -> [Box] {
    var sequence = BoxSequence(topLevelOf: ByteWindow(MemoryByteSource(bytes)))
    var boxes: [Box] = []
    while let box = try? sequence.next() { boxes.append(box) }
    return boxes
  }

  static let strangers: [(format: MovieFormat, codec: BoxType, handler: BoxType, reason: String)] = [
    (.mp4, "sowt", .audio, "MP4 cannot hold 'sowt': only QuickTime files know it"),
    (.m4v, "rle ", .video, "M4V cannot hold 'rle ': only QuickTime files know it"),
    (.m4a, "avc1", .video, "M4A cannot hold 'avc1': it is for sound"),
    (.mov, "Opus", .audio, "QuickTime cannot hold 'Opus': no specification says how QuickTime files store it"),
    (
      .threeGP, "ap4h", .video,
      "3GP cannot hold 'ap4h': 3GPP's files hold H.263, H.264, HEVC, MPEG-4, AAC, AMR and timed text"
    ),
  ]

  @Test(arguments: strangers.indices) func whatAFileTypeCannotHold_isRefusedWithTheReason(index: Int) throws {
    let (format, codec, handler, reason) = Self.strangers[index]
    let writer = try MovieWriter(MovieDraft(format), to: MemoryByteSink())
    let entry = SampleEntry(codec, contents: [UInt8](repeating: 0, count: 70))
    let error = #expect(throws: MovieError.self) {
      try writer.addTrack(TrackDraft(handlerType: handler, timescale: 600, sampleEntries: [entry]))
    }
    #expect(error?.code == .notStorable && error?.message == reason)
  }

  @Test func valuesBeyondTheTables_areRefused() throws {
    let kind = material.picture
    let writer = try MovieWriter(MovieDraft(.mp4), to: MemoryByteSink())
    var draft = try TrackDraft(kind, in: .mp4, timing: .stored(nil))
    let track = try writer.addTrack(draft)
    func code(_ decode: Int64, _ presentation: Int64, _ duration: Int64, bytes: Int = 4, description: Int = 0)
      -> MovieError.Code?
    {
      let sample = Sample(
        decodeTime: decode, presentationTime: presentation, duration: duration, size: 4, descriptionIndex: description,
        timescale: kind.timescale)
      return #expect(throws: MovieError.self) {
        try writer.append(sample, .memory([UInt8](repeating: 0, count: bytes)), toTrack: track)
      }?.code
    }
    #expect(code(0, 1 << 33, 1) == .excessive)
    #expect(code(0, 0, 1 << 33) == .excessive)
    #expect(code(1 << 62, 1 << 62, 1) == .excessive)
    #expect(code(0, 0, 1, bytes: 3) == .malformed)
    #expect(code(0, 0, 1, description: 1) == .notStorable)
    try writer.append(kind, 0..<2, at: 1000, toTrack: track)
    #expect(code(0, 0, 1) == .malformed)
    draft.id = writer.id(ofTrack: track)
    #expect(throws: MovieError.self) { try writer.addTrack(draft) }
    (draft.id, draft.timescale) = (0, 0)
    #expect(throws: MovieError.self) { try writer.addTrack(draft) }
    #expect(throws: MovieError.self) {
      try MovieWriter(MovieDraft(.mp4), to: MemoryByteSink(), layout: .fragments(interval: .zero))
    }
  }

  @Test func fileOfAKilledProgram_isWholeUpToItsLastFragment() throws {
    let kind = material.picture
    let (movie, bytes) = try write(layout: .fragments(interval: time(1, 5))) { writer in
      try writer.append(kind, 0..<25, at: 0, toTrack: writer.addTrack(TrackDraft(kind, in: .mp4)))
    }
    let all = try movie.tracks[0].samples().all()
    let ends = topLevel(bytes).filter { $0.type == "mdat" }.map(\.end)
    #expect(ends.count == 5)
    #expect(try Movie.wholeByteCount(of: MemoryByteSource(bytes)) == Int64(bytes.count))
    for length in stride(from: 0, to: bytes.count, by: 97) {
      let whole = try Movie.wholeByteCount(of: MemoryByteSource(Array(bytes[..<length])))
      #expect(whole == ends.last { $0 <= length } ?? 0)
      guard whole > 0 else { continue }
      let cut = try Movie(source: MemoryByteSource(Array(bytes[..<Int(whole)])))
      #expect(cut.problems == [])
      let samples = try cut.tracks[0].samples().all()
      #expect(samples == Array(all.prefix(samples.count)) && samples.count >= 5)
    }
    // A movie in one piece is incomplete until its end.
    let plain = try write { try $0.append(kind, 0..<25, at: 0, toTrack: $0.addTrack(TrackDraft(kind, in: .mp4))) }
    #expect(try Movie.wholeByteCount(of: MemoryByteSource(plain.bytes)) == 0)
  }
}
