import Foundation
import Testing

import MovieExercise
@testable import MovieFile

/// Chapters of movies: Nero's list, and text and video tracks that other tracks refer to.
@Suite struct MovieChapterTests {
  private static let marks = Oracle.marks(
    chapters: [(0, 700, "Größe"), (700, 1500, "漢字 🎬"), (1500, 2000, "End")])

  private func milliseconds(_ list: ChapterList) -> [[Int64]] {
    list.chapters.map { chapter in
      [chapter.timeRange.start, chapter.timeRange.end].map {
        CMTimeConvertScale($0, timescale: 1000, method: .roundHalfAwayFromZero).value
      }
    }
  }

  @Test(arguments: ["a.mp4", "a.m4b", "a.mov"]) func ffmpegsChapters_areReadAlike(name: String) throws {
    let folder = try TemporaryFolder()
    let marks = folder.file("marks.txt")
    try Self.marks.write(toFile: marks, atomically: true, encoding: .utf8)
    let path = folder.file(name)
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=2", "-f", "ffmetadata", "-i", marks, "-map_metadata", "1", "-c:a", "aac",
      "-f", name == "a.mov" ? "mov" : "mp4", path,
    ])
    let lists = try Movie(path: path).chapterLists()
    // FFmpeg writes both forms into all files.
    #expect(lists.map(\.source) == [.track(id: 2), .nero])
    for list in lists {
      #expect(list.chapters.map(\.title) == ["Größe", "漢字 🎬", "End"])
      let times = milliseconds(list)
      #expect(times.map { $0[0] } == [0, 700, 1500] && times.prefix(2).map { $0[1] } == [700, 1500])
      #expect(abs(times[2][1] - 2000) <= 25)
    }
  }

  /// FFmpeg writes subtitles and a slide show; the test inserts the references that make them chapters.
  @Test func chaptersInTwoLanguages_withPictures() throws {
    let folder = try TemporaryFolder()
    for (language, words) in [("fra", ["Un", "Deux"]), ("deu", ["Eins", "Zwei"])] {
      let text = "1\n00:00:00,000 --> 00:00:01,000\n\(words[0])\n\n2\n00:00:01,000 --> 00:00:02,000\n\(words[1])\n"
      try text.write(toFile: folder.file("\(language).srt"), atomically: true, encoding: .utf8)
    }
    let path = folder.file("a.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=duration=2", "-i", folder.file("fra.srt"), "-i", folder.file("deu.srt"), "-f", "lavfi",
      "-i", "testsrc=size=64x48:rate=1:duration=2", "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-c:a", "aac",
      "-c:s", "mov_text", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-metadata:s:s:0", "language=fra", "-metadata:s:s:1",
      "language=deu", path,
    ])
    #expect(try Movie(path: path).chapterLists() == [])
    let bytes = try Self.adding(
      MovieBytes.box("tref", MovieBytes.box("chap", MovieBytes.u32(2), MovieBytes.u32(3), MovieBytes.u32(4))),
      toFirstTrackOf: Array(Data(contentsOf: URL(fileURLWithPath: path))))
    let movie = try Movie(source: MemoryByteSource(bytes))
    let lists = try movie.chapterLists()
    #expect(lists.map(\.language) == ["fra", "deu"])
    #expect(lists.map { $0.chapters.map(\.title) } == [["Un", "Deux"], ["Eins", "Zwei"]])
    #expect(lists.map(milliseconds) == [[[0, 1000], [1000, 2000]], [[0, 1000], [1000, 2000]]])
    for list in lists {
      #expect(
        list.chapters.map { $0.picture?.trackID } == [4, 4] && list.chapters.map { $0.picture?.sampleIndex } == [0, 1])
      for chapter in list.chapters {
        let range = try #require(chapter.picture?.range)
        let picture = Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        #expect(MetadataImageFormat(signatureOf: picture) == .jpeg)
        #expect(picture.suffix(2) == [0xff, 0xd9])
      }
    }
  }

  /// Puts a box at the end of the first track of a movie whose headers are at the end of the file.
  private static func adding(_ box: [UInt8], toFirstTrackOf bytes: [UInt8]) throws -> [UInt8] {
    let movie = try Movie(source: MemoryByteSource(bytes))
    let track = try #require(movie.tracks.first).box
    var bytes = bytes
    bytes.insert(contentsOf: box, at: Int(track.end))
    for parent in [movie.box, track] {
      bytes.replaceSubrange(
        Int(parent.offset)..<Int(parent.offset) + 4, with: MovieBytes.u32(Int(parent.size) + box.count))
    }
    #expect(movie.box.offset > 48)
    return bytes
  }

  @Test func nerosList_inBothVersions_isSortedAndEndsWithTheMovie() throws {
    func entry(_ start: Int, _ title: String) -> [UInt8] {
      join(MovieBytes.u32(0), MovieBytes.u32(start), [UInt8(title.utf8.count)], .text(title))
    }
    let entries = join(entry(4_000_000, "Two"), entry(0, "One"))
    for list in [
      MovieBytes.full("chpl", version: 1, [0], MovieBytes.u32(2), entries), MovieBytes.full("chpl", [2], entries),
    ] {
      let movie = try Movie(source: MemoryByteSource(MovieBytes.movie(in: MovieBytes.box("udta", list))))
      let lists = try movie.chapterLists()
      #expect(lists.map { $0.chapters.map(\.title) } == [["One", "Two"]])
      #expect(milliseconds(lists[0]) == [[0, 400], [400, 1000]])
    }
    let lie = MovieBytes.full("chpl", version: 1, [0], MovieBytes.u32(0x7fff_ffff), entries)
    let movie = try Movie(source: MemoryByteSource(MovieBytes.movie(in: MovieBytes.box("udta", lie))))
    #expect { try movie.chapterLists() } throws: { ($0 as? MovieError)?.code == .malformed }
  }

  @Test(.sharedMedia) func realFile_hasTheChaptersOfFFprobe() throws {
    let path = SharedMedia.path("sample_with_chapters.mp4")
    let lists = try Movie(path: path).chapterLists()
    #expect(
      lists.map { $0.chapters.map(\.title) } == [
        ["Chapter 1", "Chapter 2", "Chapter 3"], ["Chapter 1", "Chapter 2", "Chapter 3"],
      ])
    #expect(lists.map { list in milliseconds(list).map { $0[0] } } == [[0, 201, 800], [0, 201, 800]])
  }
}
