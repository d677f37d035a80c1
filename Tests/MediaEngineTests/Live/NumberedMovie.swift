import CoreMedia
import MediaGraph

@testable import MediaEngine

/// A movie of black frames, ten seconds by default, at 30 a second with a key frame each second, numbered by their
/// times.
enum NumberedMovie {
  static func make(in folder: TemporaryFolder, seconds: Int = 10, _ options: [String] = []) throws -> Location {
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "color=black:size=64x48:rate=30:duration=\(seconds)", "-f", "lavfi", "-i",
        "sine=duration=\(seconds)",
        "-c:v", "libx264", "-g", "30", "-bf", "2", "-c:a", "aac",
      ] + options + [folder.file("movie.mp4")])
    return folder.location("movie.mp4")
  }

  /// Returns the number of the frame shown at a time.
  static func number(_ time: CMTime) -> Int {
    Int(CMTimeConvertScale(time, timescale: 30, method: .roundHalfAwayFromZero).value)
  }

  /// Returns a run of the movie, and the numbers of the frames that its sink receives.
  static func run(
    _ url: Location, isClocked: Bool = false, options: RunOptions = .testing
  ) -> (run: GraphRun, seen: Recorder<Int>) {
    let seen = Recorder<Int>()
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = url })
    let sink = VideoSink("look") { frame in seen.note(number(frame.presentationTime)) }
    let look = isClocked ? graph.add("look", ClockedSink(sink)).input : graph.add("look", sink).input
    graph.connect(source.video, to: look)
    return (GraphRun(graph, options: options), seen)
  }
}

/// A sink that receives each frame at its presentation time, as displays do.
struct ClockedSink: ClosureComponent, ClockedNode {
  private let sink: VideoSink

  init(_ sink: VideoSink) { self.sink = sink }

  var input: Input<RawVideo> { sink.input }
  var declaration: NodeDeclaration { sink.declaration }
  var arguments: [String: Argument] { [:] }
  var elements: [ElementChoice] { sink.elements }

  func build(_ bin: NodeBin) throws {
    try sink.build(bin)
    for element in bin.bin.elements where element.isSink { try element.set("sync", to: "true") }
  }
}
