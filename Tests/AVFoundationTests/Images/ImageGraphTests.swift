@testable import MediaSource
import AVFoundation
import MediaEngine
import MediaGraph
import Synchronization
import Testing

/// A generator's printed graph gives the same images.
@Suite struct ImageGraphTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func graph_hasTheSettingsAndTimes() throws {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: folder.url("a.mp4")))
    #expect(try generator.graph.nodes.map(\.use.name) == ["image.generate"])
    generator.makeExact()
    generator.requestedTimeToleranceAfter = CMTime(value: 1, timescale: 3)
    generator.apertureMode = .productionAperture
    generator.maximumSize = CGSize(width: 320, height: 0)
    let text = try generator.graph(for: [CMTime(value: 1001, timescale: 30000), .zero]).yaml()
    #expect(
      text == """
        format: 1

        nodes:
          images:
            use: image.generate
            with:
              url: \(folder.path)/a.mp4
              times: [1001/30000s, 0s]
              tolerance_before: 0s
              tolerance_after: 1/3s
              aperture: production
              max_width: 320
              orient: false

        """, "\(text)")
  }

  @Test func graphOfAVideoComposition_isRefused() throws {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: folder.url("a.mp4")))
    generator.videoComposition = AVMutableVideoComposition()
    let error = #expect(throws: AVError.self) { try generator.graph }
    #expect(error?.code == .operationNotSupportedForAsset)
  }

  @Test func graph_givesTheImagesOfTheGenerator() async throws {
    let url = try NumberedMovie.make(in: folder)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.makeExact()
    generator.maximumSize = CGSize(width: 96, height: 96)
    let calls = await generator.calls([23, 4, 11].map { NumberedMovie.time($0) })
    // As a description file, with a sink of this test.
    let text = try generator.graph.yaml() + "  take: { use: swift.take, in: images }\n"
    let pictures = Mutex<[(time: CMTime, bytes: [UInt8])]>([])
    let registry = Registry()
    try registry.register(
      VideoSink("take", formats: [.bgrx, .bgra]) { frame in
        var bytes: [UInt8] = []
        frame.withPlane(0) { plane in
          for y in 0..<plane.height {
            plane.withRow(y) { row in for x in 0..<frame.width * 4 { bytes.append(row[x]) } }
          }
        }
        let time = frame.presentationTime
        pictures.withLock { [bytes] in $0.append((time, bytes)) }
      })
    let (graph, problems) = DescriptionLoader().load(text: text, path: "printed.yaml")
    try Diagnostics.check(problems)
    _ = try await graph.run(registry: registry)
    let found = pictures.withLock { $0 }
    #expect(found.count == 3 && calls.map(\.number) == [4, 11, 23])
    for (picture, call) in zip(found, calls) {
      let own = Data(copying: try #require(call.image?.dataProvider?.data))
      #expect(zip(own, picture.bytes).enumerated().allSatisfy { $0.offset % 4 == 3 || $0.element.0 == $0.element.1 })
      #expect(own.count == picture.bytes.count && abs((picture.time - call.actual).seconds) < 1e-6)
    }
  }

  @Test func settingsWithoutANode_areAnError() throws {
    let error = #expect(throws: AVError.self) { try AVAssetImageGenerator(asset: AVAsset()).graph }
    #expect(error?.code == .operationNotSupportedForAsset)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: folder.url("a.mp4")))
    #expect(throws: AVError.self) { try generator.graph(for: [.indefinite]) }
  }
}
