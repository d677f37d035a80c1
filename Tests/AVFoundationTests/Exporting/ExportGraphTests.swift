import AVFoundation
import Foundation
import MediaEngine
import MediaGraph
import Testing

/// One export in three ways: by the session, by `reel run` of its printed graph, and by a graph built in Swift.
@Suite(.timeLimit(.minutes(10))) struct ExportGraphTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The bytes of a file, with its dates of creation and modification as zeros.
  private func bytes(_ name: String) throws -> Data {
    var data = try Data(contentsOf: folder.url(name))
    for type in ["mvhd", "tkhd", "mdhd"] {
      var start = data.startIndex
      while let found = data.range(of: Data(type.utf8), in: start..<data.endIndex) {
        // Two dates after the version and the flags, of 4 or 8 bytes each.
        let count = data[found.upperBound] == 1 ? 16 : 8
        let first = found.upperBound + 4
        for index in first..<min(first + count, data.endIndex) { data[index] = 0 }
        start = found.upperBound
      }
    }
    return data
  }

  private func run(_ graph: Graph, in place: String) async throws {
    try graph.yaml().write(to: folder.url("graph.yaml"), atomically: false, encoding: .utf8)
    let outcome = try await Child(
      [Built.reel, "run", "graph.yaml", "--progress", "none"], in: place,
      environment: ["REEL_PLUGIN_PATH": folder.path]
    ).outcome
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
  }

  @Test(arguments: [AVAssetExportPreset640x480, AVAssetExportPresetPassthrough])
  func printedGraph_makesTheSameFile(_ preset: String) async throws {
    let source = try ExportMedia.movie(in: folder)
    let session = try AVAssetExportSession.of(source, preset)
    (session.outputURL, session.outputFileType) = (folder.url("out.mp4"), .mp4)
    session.timeRange = frames(5, 25)
    let graph = try session.graph
    await session.export()
    #expect(session.status == .completed, "\(session.error as Any)")
    #expect(try session.graph == graph)
    try FileManager.default.moveItem(at: folder.url("out.mp4"), to: folder.url("api.mp4"))
    try await run(graph, in: folder.path)
    #expect(try bytes("out.mp4") == bytes("api.mp4"))
  }

  @Test func graphBuiltInSwift_makesTheSameFile() async throws {
    let source = try ExportMedia.movie(in: folder)
    let session = try AVAssetExportSession.of(source, AVAssetExportPresetMediumQuality)
    try await session.make(folder.url("api.mp4"))
    var graph = Graph()
    let reader = graph.add("source", AssetRead { $0.url = Location(source.path) })
    let export = graph.add("export", ExportPreset { ($0.preset, $0.fastStart) = (.medium, false) })
    graph.connect(reader.video, to: export.video)
    graph.connect(reader.audio, to: export.audio)
    graph.connect(reader.metadata, to: export.metadata)
    let out = folder.file("swift.mp4")
    graph.connect(export.movie, to: graph.add("file", FileWrite { $0.url = Location(out) }).input)
    _ = try await graph.run()
    #expect(try bytes("swift.mp4") == bytes("api.mp4"))
  }

  @Test func compositionsGraph_isATimelineBeforeThePreset() async throws {
    let (composition, _) = try AVMutableComposition.ofVideo(span(0, 300), span(400, 500))
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPreset960x540))
    (session.outputURL, session.outputFileType) = (folder.url("out.mov"), .mov)
    let graph = try session.graph
    #expect(graph.nodes.map(\.use.name) == ["timeline", "export.preset", "file.write"])
    await session.export()
    #expect(session.status == .completed, "\(session.error as Any)")
    try FileManager.default.moveItem(at: folder.url("out.mov"), to: folder.url("api.mov"))
    try await run(graph, in: folder.path)
    #expect(try bytes("out.mov") == bytes("api.mov"))
  }
}
