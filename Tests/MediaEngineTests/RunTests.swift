import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

@Suite struct RunTests {
  @Test func testSources_becomeAMovie() async throws {
    var graph = Graph()
    let video = graph.add("video", TestVideo { $0.size = PixelSize(width: 320, height: 180); $0.duration = .seconds(2); $0.timestamp = true })
    let audio = graph.add("audio", TestAudio { $0.duration = .seconds(2) })
    let h264 = graph.add("h264", VideoEncodeH264())
    let aac = graph.add("aac", AudioEncodeAAC())
    let mp4 = graph.add("mp4", MuxMP4 { $0.fastStart = true })
    let file = graph.add("file", FileWrite { $0.url = "/tmp/t1.mp4"; $0.overwrite = true })
    graph.connect(video.output, to: h264.input)
    graph.connect(audio.output, to: aac.input)
    graph.connect(h264.output, to: mp4.input)
    graph.connect(aac.output, to: mp4.input)
    graph.connect(mp4.output, to: file.input)
    do { print(try await graph.run(options: RunOptions(stallTimeout: .seconds(5)))) } catch { print("ERR", error) ; throw error }
  }

  @Test func transcode() async throws {
    let (g, _) = DescriptionLoader().load(path: "Pipelines/transcode.yaml")
    do {
    let b = try g.bound(to: ["input": "../shared/media/bigbuckbunny.mp4", "output": "/tmp/t2.mp4", "height": "360"])
    print(try await b.run(options: RunOptions(overwrite: true, stallTimeout: .seconds(5)))) } catch { print("ERR", error) ; throw error }
  }
}
