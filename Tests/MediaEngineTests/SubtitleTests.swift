@testable import MediaSource
import GStreamerTesting
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
import Testing

@testable import MediaEngine

/// text.read and video.text: cues at their times, drawn into the right frames.
@Suite struct SubtitleTests {
  private static func cue(_ start: Int64, _ end: Int64, _ markup: String) -> SubtitleFile.Cue {
    .init(
      start: CMTime(value: start, timescale: 1000), end: CMTime(value: end, timescale: 1000),
      text: StyledText(markup: markup))
  }

  @Test func subRip_keepsLinesAndSimpleTags() throws {
    let file = try SubtitleFile(
      """
      1\r
      00:00:01,500 --> 00:00:02,000\r
      First <i>line\r
      second</i> & third\r
      \r
      2
      01:00:00,040 --> 01:00:01,000 X1:40 X2:600
      <font color="#ff0000">red</font> 3 < 4
      """)
    #expect(
      file.cues == [
        Self.cue(1500, 2000, "First <i>line\nsecond</i> &amp; third"), Self.cue(3_600_040, 3_601_000, "red 3 &lt; 4"),
      ])
    #expect(file.cues[0].text.plain == "First line\nsecond & third")
  }

  @Test func subRip_hasFacesOfSubStationAlpha_withoutItsOtherStyles() throws {
    let file = try SubtitleFile(
      #"""
      00:00:01,000 --> 00:00:02,000
      {\an8}{\i1}Above{\i0} {kept} {\never closed
      """#)
    #expect(file.cues[0].text.markup == #"<i>Above</i> {kept} {\never closed"#)
  }

  @Test func webVTT_leavesOutNotesStylesAndSettings() throws {
    let file = try SubtitleFile(
      """
      WEBVTT - a title

      NOTE this is --> no cue

      STYLE
      ::cue { color: red }

      intro
      00:01.000 --> 00:02.250 align:start position:10%
      <v Anna><b>Hello</b>&nbsp;<c.yellow>you</c> &lt;3

      01:00:00.000 --> 00:00:00.500
      backwards is nothing
      """)
    #expect(file.cues == [Self.cue(1000, 2250, "<b>Hello</b>\u{A0}you &lt;3")])
  }

  @Test(arguments: [
    (#"0,0,Default,,0,0,0,,First, second\Nthird"#, "First, second\nthird"),
    (#"1,0,Default,,0,0,0,,{\i1}slanted{\i0} {\pos(1,2)}text\hhere"#, "<i>slanted</i> text\u{A0}here"),
    (
      #"6,0,Default,,0,0,0,, {\b1\i1}both\N{\r}none {i1}{\be1}x{\b700}y{\b}z{\u1\fnArial}u "#,
      "<b><i>both\n</i></b>none x<b>y</b>z<u>u</u>"
    ),
    (#"2,0,Default,,0,0,0,,{never closed"#, "{never closed"),
    (#"5,0,Default,,0,0,0,,{\pos(1,2)\p1}m 0 0 l 100 0{\p0} and words"#, "and words"),
    (#"3,0,Default,,0,0,0,,\"#, #"\"#), ("4,0,few", ""),
    ("", ""),
  ]) func eventOfSubStationAlpha_hasItsText(packet: String, text: String) {
    #expect(SubtitleText(format: "application/x-ass")?.text(of: packet.utf8).tagged == text)
  }

  @Test func tagsThatAreNotClosed_areClosed() throws {
    let file = try SubtitleFile("00:00:00,000 --> 00:00:01,000\n<b>bold <i>both</b> none</u>\n")
    #expect(file.cues[0].text.markup == "<b>bold <i>both</i></b> none")
  }

  @Test(arguments: [
    "", "WEBVTT\n\n", "no times\nat all", "00:00:01 -> 00:00:02\nx", "::,-->::,\nx",
    "99999999:00:00,0 --> 1:1:1,1\n\nx",
  ])
  func whatHasNoCues_isAnError(text: String) {
    #expect(throws: SubtitleFile.Failure.self) { try SubtitleFile(text) }
  }

  @Test func aBadFile_isNamedWithItsPlace() async throws {
    let folder = try TemporaryFolder()
    try "nothing".write(toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    var graph = Graph()
    let text = graph.add("text", TextRead { $0.url = folder.location("a.srt") })
    graph.connect(text.output, to: graph.add("null", Null()).input)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.message == "'\(folder.file("a.srt"))' has no subtitles")
    #expect(error?.exitCode == 66)
  }

  private static let srt = """
    1
    00:00:00,400 --> 00:00:00,800
    Hello <b>you</b>

    2
    00:00:01,000 --> 00:00:01,200
    again & again
    """

  @Test func subtitlesInMatroska_haveTheirTimes() async throws {
    let folder = try TemporaryFolder()
    try Self.srt.write(toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    var (graph, source) = Graph.frames(45)
    let h264 = graph.add("h264", VideoEncodeH264())
    let text = graph.add("text", TextRead { $0.url = folder.location("a.srt") })
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(source, to: h264.input)
    graph.connect(h264.output, to: mkv.input)
    graph.connect(text.output, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = folder.location("a.mkv") }).input)
    _ = try await graph.run(options: .testing)
    let read = try Oracle.text("ffmpeg", ["-nostdin", "-v", "error", "-i", folder.file("a.mkv"), "-f", "srt", "-"])
    #expect(
      read.split(separator: "\n").map(String.init) == [
        "1", "00:00:00,400 --> 00:00:00,800", "Hello <b>you</b>", "2", "00:00:01,000 --> 00:00:01,200",
        "again & again",
      ])
  }

  /// Makes a movie of two seconds whose subtitles have styles.
  private static func movie(in folder: TemporaryFolder) throws -> Location {
    try srt.write(toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    try Oracle.make([
      "-f", "lavfi", "-i", "color=size=320x180:rate=10:duration=2", "-i", folder.file("a.srt"), "-c:v", "libx264",
      "-pix_fmt", "yuv420p", "-c:s", "mov_text", folder.file("a.mp4"),
    ])
    return folder.location("a.mp4")
  }

  @Test func subtitlesOfAMovie_areWithoutMarkupToPrograms() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.movie(in: folder)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let seen = Log<String>()
    let sink = DataSink<Text>("look") { block in seen.add(String(decoding: block.data, as: UTF8.self)) }
    graph.connect(source.text, to: graph.add("look", sink).input)
    _ = try await graph.run(options: .testing)
    #expect(seen.all == ["Hello you", "again & again"])
  }

  @Test func subtitlesOfAMovie_areDrawnWithTheirStyles() async throws {
    let folder = try TemporaryFolder()
    let url = try Self.movie(in: folder)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let draw = graph.add("draw", VideoText())
    graph.connect(source.video, to: draw.input)
    graph.connect(source.text, to: draw.subtitles)
    #expect(try await Self.framesWithText(graph, reading: draw.output) == [4, 5, 6, 7, 10, 11])
  }

  /// Returns the frames whose lower half is not all black.
  private static func framesWithText(_ graph: Graph, reading output: Output<RawVideo>) async throws -> [Int64] {
    var graph = graph
    let seen = Log<(Int64, Bool)>()
    let sink = VideoSink("look", formats: [.i420]) { frame in
      var isDrawn = false
      frame.withPlane(0) { plane in
        for y in plane.height / 2..<plane.height {
          plane.withRow(y) { row in for x in row.indices where row[x] > 100 { isDrawn = true } }
        }
      }
      seen.add((frame.presentationTime.convertScale(10, method: .roundHalfAwayFromZero).value, isDrawn))
    }
    graph.connect(output, to: graph.add("look", sink).input)
    _ = try await graph.run(options: .testing)
    return seen.all.filter(\.1).map(\.0)
  }

  @Test func burntInSubtitles_areOnTheirFramesOnly() async throws {
    let folder = try TemporaryFolder()
    try Self.srt.write(toFile: folder.file("a.srt"), atomically: true, encoding: .utf8)
    var graph = Graph()
    let rate = try #require(FrameRate(10))
    let source = graph.add(
      "source",
      TestVideo {
        $0.size = PixelSize(width: 320, height: 180); $0.pattern = .black; $0.frameRate = rate;
        $0.duration = .frames(20)
      })
    let text = graph.add("text", TextRead { $0.url = folder.location("a.srt") })
    let draw = graph.add("draw", VideoText())
    graph.connect(source.output, to: draw.input)
    graph.connect(text.output, to: draw.subtitles)
    // Frames of 100 ms: those from 400 to 800, and from 1000 to 1200.
    #expect(try await Self.framesWithText(graph, reading: draw.output) == [4, 5, 6, 7, 10, 11])
  }

  @Test func fixedText_isOnEveryFrame() async throws {
    var (graph, source) = Graph.frames(4, size: PixelSize(width: 320, height: 180), pattern: .black)
    let draw = graph.add(
      "draw",
      VideoText {
        $0.text = "© 2026 <Reel> & co"; $0.size = 20
      })
    graph.connect(source, to: draw.input)
    #expect(try await Self.framesWithText(graph, reading: draw.output).count == 4)
  }

  /// The overlay would draw nothing of it.
  @Test(arguments: [TextPosition.top, .center, .bottom])
  func textTallerThanTheFrames_isSeenFromItsBeginning(position: TextPosition) async throws {
    var (graph, source) = Graph.frames(4, size: PixelSize(width: 320, height: 180), pattern: .black)
    let draw = graph.add(
      "draw",
      VideoText {
        ($0.text, $0.size, $0.position) = (Array(repeating: "HH", count: 10).joined(separator: "\n"), 60, position)
      })
    graph.connect(source, to: draw.input)
    #expect(try await Self.framesWithText(graph, reading: draw.output).count == 4)
  }

  @Test func textWithoutAnything_orTwice_isAnError() throws {
    let text = """
      format: 1
      nodes:
        v: { use: test.video }
        s: { use: text.read, with: { url: a.srt } }
        a: { use: video.text, in: { in: v } }
        b: { use: video.text, in: { in: a, subtitles: s }, with: { text: x } }
        null: { use: null, in: b }
      """
    let (graph, _) = DescriptionLoader().load(text: text, path: "test.yaml")
    let problems = try EngineCheck().problems(of: GraphChecker().check(graph).graph)
    #expect(problems.map(\.message) == ["'a' has nothing to draw", "'b' has both a text and subtitles"])
  }
}
