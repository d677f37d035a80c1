import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Writing chapters: with the editor into existing movies, and with the writer of new ones.
@Suite struct ChapterEditingTests {
  private func time(_ milliseconds: Int64) -> CMTime { CMTime(value: milliseconds, timescale: 1000) }

  private func list(
    _ chapters: [(Int64, String)], language: String? = nil, pictures: [[UInt8]?] = []
  ) -> ChapterList {
    ChapterList(
      source: .nero, language: language,
      chapters: chapters.enumerated().map { index, chapter in
        var result = Chapter(timeRange: CMTimeRange(start: time(chapter.0), duration: .invalid), title: chapter.1)
        if index < pictures.count, let picture = pictures[index], let format = MetadataImageFormat(signatureOf: picture)
        {
          result.items = [MetadataItem(keySpace: .iTunes, key: .name("artwork"), value: .image(format, picture))]
        }
        return result
      })
  }

  private func movie(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file(name)
    let video = name.hasSuffix("m4a") ? [] : ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=2"]
    try Oracle.make(
      video + ["-f", "lavfi", "-i", "sine=duration=2"]
        + (video.isEmpty ? [] : ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
        + ["-c:a", "aac", "-f", name.hasSuffix("mov") ? "mov" : "mp4", path])
    return path
  }

  private func picture(_ name: String, _ size: String, in folder: TemporaryFolder) throws -> [UInt8] {
    let path = folder.file(name)
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=\(size):rate=1:duration=1", "-frames:v", "1", path])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func read(_ path: String) throws -> [[String]] {
    try Movie(path: path).chapterLists().map { list in
      [list.language ?? "-"]
        + list.chapters.map { "\(Int(($0.timeRange.start.seconds * 1000).rounded())) \($0.title)" }
    }
  }

  private static let names: [(Int64, String)] = [(0, "Größe"), (700, "漢字 🎬"), (1500, "End")]

  @Test(arguments: ["a.mp4", "a.mov", "a.m4a"]) func chaptersOfTheEditor_areReadByUs_andByFFprobe(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try movie(name, in: folder)
    let hashes = try EditedMovie.packetHashes(path)
    for inPlace in [false, true] {
      var editor = try MovieEditor(Movie(path: path))
      try editor.setChapters([list(Self.names, language: "de-AT"), list([(0, "One"), (1000, "Two")], language: "eng")])
      let result = inPlace ? path : folder.file("copy-\(name)")
      if inPlace {
        try editor.writeInPlace()
      } else {
        let sink = try FileByteSink(creating: result)
        try editor.write(to: sink)
        try sink.flush()
      }
      let nero = name == "a.mov" ? [] : [["-", "0 Größe", "700 漢字 🎬", "1500 End"]]
      #expect(
        try read(result) == [["de-AT", "0 Größe", "700 漢字 🎬", "1500 End"], ["eng", "0 One", "1000 Two"]] + nero)
      // The packets from before the edit, without the chapter tracks.
      #expect(try EditedMovie.packetHashes(result).hasPrefix(hashes))
      // FFprobe knows one language: of several lists, it mixes the names.
      let single = folder.file("single-\(name)")
      try Data(contentsOf: URL(fileURLWithPath: result)).write(to: URL(fileURLWithPath: single))
      var other = try MovieEditor(Movie(path: single))
      try other.setChapters([list(Self.names, language: "de-AT")])
      try other.writeInPlace()
      let json = try Oracle.run("ffprobe", ["-v", "error", "-show_chapters", "-of", "json", single])
      let chapters = try #require((JSONSerialization.jsonObject(with: json) as? [String: [[String: Any]]])?["chapters"])
      #expect(chapters.map { ($0["tags"] as? [String: String])?["title"] } == Self.names.map(\.1))
      #expect(chapters.map { ($0["start_time"] as? String).flatMap(Double.init) } == [0, 0.7, 1.5])
      let report = String(decoding: try Oracle.run("mediainfo", [single]), as: UTF8.self)
      #expect(report.contains("\nMenu") && report.contains("00:00:00.700") && report.contains("Größe"))
    }
    // Other chapters replace the first ones, and track IDs are not reused.
    var editor = try MovieEditor(Movie(path: path))
    try editor.setChapters([list([(0, "Only")])])
    try editor.writeInPlace()
    let movie = try Movie(path: path)
    #expect(try movie.chapterLists().allSatisfy { $0.chapters.map(\.title) == ["Only"] })
    #expect(movie.tracks.count == (name == "a.m4a" ? 2 : 3))
    #expect(movie.header.nextTrackID > movie.tracks.map(\.id).max() ?? 0)
    // Without chapters, no track reference remains.
    var last = try MovieEditor(movie)
    try last.setChapters([])
    let sink = MemoryByteSink()
    try last.write(to: sink)
    let bare = try Movie(source: MemoryByteSource(sink.bytes))
    #expect(try bare.chapterLists() == [] && bare.tracks.allSatisfy { $0.references.isEmpty })
    #expect(!MovieBytes.contains(sink.bytes, .text("chpl")))
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.m4a"]) func chaptersHavePictures(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try movie(name, in: folder)
    let pictures = [try picture("1.jpg", "64x48", in: folder), nil, try picture("2.jpg", "80x60", in: folder)]
    var editor = try MovieEditor(Movie(path: path))
    try editor.setChapters([list(Self.names, language: "deu", pictures: pictures)])
    try editor.writeInPlace()
    let movie = try Movie(path: path)
    let chapters = try #require(try movie.chapterLists().first).chapters
    let found = try chapters.map { chapter in
      try chapter.picture.map { try movie.source.bytes(at: $0.range.lowerBound, count: $0.range.count) }
    }
    // A chapter without an image shows that of the chapter before.
    #expect(found == [pictures[0], pictures[0], pictures[2]])
    let track = try #require(movie.tracks.last)
    #expect(!track.header.isEnabled && track.handlerType == .video)
    #expect(try track.formatDescriptions().map { $0.dimensions.width } == [64, 80])
    // FFmpeg takes the first image for a thumbnail.
    let output = folder.file("out.png")
    let streams = String(
      decoding: try Oracle.run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv", path]),
      as: UTF8.self)
    #expect(streams.contains("mjpeg"))
    let index = streams.split(separator: "\n").firstIndex { $0.contains("mjpeg") } ?? 0
    try Oracle.make(["-i", path, "-map", "0:\(index)", "-frames:v", "1", output])
  }

  @Test func sizeOfAnImage_isReadFromItsHeader() throws {
    let folder = try TemporaryFolder()
    for (name, codec) in [("a.png", "png " as BoxType), ("a.jpg", "jpeg")] {
      let bytes = try picture(name, "80x60", in: folder)
      let picture = try #require(StillImage(bytes))
      #expect(picture.codec == codec && picture.width == 80 && picture.height == 60)
      // A truncated header gives no value or the right one.
      for count in 0..<64 { if let cut = StillImage(Array(bytes.prefix(count))) { #expect(cut.width == 80) } }
    }
  }

  @Test func chaptersThatBeginLater_andFractionsOfSeconds_areExact() throws {
    let folder = try TemporaryFolder()
    let path = try movie("a.mp4", in: folder)
    let starts = [
      CMTime(value: 1001, timescale: 30_000), CMTime(value: 1, timescale: 3), CMTime(value: 4, timescale: 5),
    ]
    let wanted = ChapterList(
      source: .nero,
      chapters: starts.map { Chapter(timeRange: CMTimeRange(start: $0, duration: .invalid), title: "c") })
    var editor = try MovieEditor(Movie(path: path))
    try editor.setChapters([wanted])
    try editor.writeInPlace()
    let movie = try Movie(path: path)
    let found = try #require(try movie.chapterLists().first { $0.source != .nero })
    for (a, b) in zip(found.chapters, starts) {
      // The chapter's start is in the movie's timescale.
      #expect(abs((a.timeRange.start - b).seconds) <= 0.5 / Double(movie.header.timescale))
    }
    let distance = found.chapters[2].timeRange.start - found.chapters[1].timeRange.start
    #expect(distance == starts[2] - starts[1])
  }

  @Test func invalidChapters_areRefused() throws {
    let folder = try TemporaryFolder()
    let path = try movie("a.mp4", in: folder)
    let threeGP = try #require(Recipe.containers.first { $0.file == "3gpp.3gp" }).make(in: folder)
    let fragments = try #require(Recipe.containers.first { $0.file == "fragments.mp4" }).make(in: folder)
    func message(_ path: String, _ list: ChapterList) throws -> String? {
      var editor = try MovieEditor(Movie(path: path))
      do {
        try editor.setChapters([list])
        return nil
      } catch {
        return error.message
      }
    }
    #expect(try message(path, list([(0, "a"), (0, "b")])) == "chapters 'a' and 'b' begin at once")
    #expect(try message(path, list([(0, "a"), (9000, "b")])) == "chapter 'b' begins after the movie's end")
    #expect(try message(path, list([(-5, "a")])) == "chapter 'a' begins before the movie")
    #expect(
      try message(path, list([(0, String(repeating: "x", count: 70_000))]))?.hasPrefix("a chapter's name has") == true)
    #expect(try message(threeGP, list([(0, "a")])) == "3gp files have no chapters")
    #expect(
      try message(fragments, list([(0, "a")])) == "the movie is in fragments, to which no tracks can be added")
  }

  @Test(arguments: [MovieFormat.mp4, .mov]) func writer_addsChaptersAndTimeCodes(format: MovieFormat) throws {
    let folder = try TemporaryFolder()
    let source = try Movie(path: movie("a.mp4", in: folder))
    let track = source.tracks[0]
    let path = folder.file("out.\(format.rawValue)")
    let list = list(Self.names, language: "fra")
    var draft = MovieDraft(format)
    draft.boxes = try MetadataEncoder(format).boxes([], chapters: format == .mov ? nil : list)
    do {
      let sink = try FileByteSink(creating: path)
      let writer = try MovieWriter(draft, to: sink)
      var video = TrackDraft(
        handlerType: .video, timescale: track.timescale,
        sampleEntries: [try SampleEntry(track.formatDescriptions()[0], in: format)])
      video.timing = .stored(track.edits)
      let index = try writer.addTrack(video)
      for sample in try track.samples().all() {
        try writer.append(sample, .memory(source.data(of: sample, in: track)), toTrack: index)
      }
      let end = CMTime(value: 2, timescale: 1)
      let start = TimeCode(frameNumber: 107_892, framesPerSecond: 30, dropsFrames: true)
      try writer.addChapters([list], ofTracks: [index], end: end)
      try writer.addTimeCode(
        start, frameDuration: CMTime(value: 1001, timescale: 30_000), ofTracks: [index], end: end, name: "reel 1")
      try writer.finish()
    }
    #expect(try read(path).first == ["fra", "0 Größe", "700 漢字 🎬", "1500 End"])
    let movie = try Movie(path: path)
    let codes = try #require(movie.tracks.first { $0.handlerType == "tmcd" })
    #expect(movie.tracks[0].references.map(\.type) == ["chap", "tmcd"])
    #expect(try movie.timeCode(at: .zero, in: codes)?.description == "01:00:00;00")
    #expect(try movie.timeCode(at: CMTime(value: 1001, timescale: 1000), in: codes)?.description == "01:00:01;00")
    let json = String(
      decoding: try Oracle.run("ffprobe", ["-v", "warning", "-show_streams", "-show_chapters", "-of", "json", path]),
      as: UTF8.self)
    #expect(json.contains("01:00:00;00") && json.contains("漢字 🎬"))
  }
}
