import Foundation
import MediaGraph
import TestSupport
import Testing

@testable import MediaEngine

/// Outputs that a node of the same graph reads.
@Suite struct InputFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func problem(_ graph: Graph) throws -> Diagnostic {
    let error = #expect(throws: Diagnostics.self) {
      _ = try RunSession.prepare(graph, options: RunOptions(overwrite: true), registry: .shared)
    }
    let problems = try #require(error).all
    #expect(problems.count == 1)
    return try #require(problems.first)
  }

  private func movie() throws -> Location {
    try Oracle.make(["-f", "lavfi", "-i", "color=s=64x32:d=1", "-c:v", "libx264", folder.file("movie.mp4")])
    return folder.location("movie.mp4")
  }

  private func picture(_ name: String) throws -> Location {
    try Oracle.make(["-f", "lavfi", "-i", "color=s=64x32", "-frames:v", "1", folder.file(name)])
    return folder.location(name)
  }

  @Test func movieWhoseFramesAreTaken_isNotWritten() throws {
    let url = try movie()
    var graph = Graph()
    let frames = graph.add(
      "frames",
      AssetFrames {
        $0.url = url
        $0.times = [.seconds(0)]
      })
    let png = graph.add("png", ImageEncodePNG())
    graph.connect(frames.output, to: png.input)
    graph.connect(png.output, to: graph.add("file", FileWrite { $0.url = url }).input)
    let problem = try problem(graph)
    #expect(problem.message == "'\(url.text)' is an input too")
    #expect(problem.notes == ["'frames' reads it"])
  }

  @Test func stillThatIsRead_isNotWritten() throws {
    let url = try picture("still.png")
    var graph = Graph()
    let image = graph.add("image", ImageRead { $0.url = url })
    let png = graph.add("png", ImageEncodePNG())
    graph.connect(image.output, to: png.input)
    graph.connect(png.output, to: graph.add("file", FileWrite { $0.url = url }).input)
    #expect(try problem(graph).notes == ["'image' reads it"])
  }

  /// The node chooses the names of its files.
  @Test func stillThatIsRead_isNotTheFirstOfWrittenStills() throws {
    let url = try picture("still-1.png")
    var graph = Graph()
    let image = graph.add("image", ImageRead { $0.url = url })
    let files = graph.add("files", ImageWrite { $0.url = folder.location("still-%d.png") })
    graph.connect(image.output, to: files.input)
    #expect(try problem(graph).message == "'\(url.text)' is an input too")
  }

  @Test func stillsThatTwoNodesWrite_areWrittenTwice() throws {
    for other in ["still-%d.png", "still-1.png"] {
      var graph = Graph()
      let video = graph.add("video", TestVideo())
      let files = graph.add("files", ImageWrite { $0.url = folder.location("still-%d.png") })
      graph.connect(video.output, to: files.input)
      if other.contains("%") {
        graph.connect(video.output, to: graph.add("others", ImageWrite { $0.url = folder.location(other) }).input)
      } else {
        let png = graph.add("png", ImageEncodePNG())
        graph.connect(video.output, to: png.input)
        graph.connect(png.output, to: graph.add("others", FileWrite { $0.url = folder.location(other) }).input)
      }
      #expect(try problem(graph).message == "'\(folder.file("still-1.png"))' is written twice")
    }
  }

  /// A link is another name of the file.
  @Test func subtitlesThatAreRead_areNotWrittenUnderAnotherName() throws {
    try "1\n00:00:00,000 --> 00:00:01,000\nHello\n".write(
      toFile: folder.file("text.srt"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.srt"), withDestinationPath: folder.file("text.srt"))
    var graph = Graph()
    let text = graph.add("text", TextRead { $0.url = folder.location("text.srt") })
    let mkv = graph.add("mkv", MuxMKV())
    graph.connect(text.output, to: mkv.input)
    graph.connect(mkv.output, to: graph.add("file", FileWrite { $0.url = folder.location("link.srt") }).input)
    #expect(try problem(graph).notes == ["'text' reads it"])
  }
}
