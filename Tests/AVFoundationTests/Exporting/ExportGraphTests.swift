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
    // Matroska's DateUTC.
    if let found = data.range(of: Data([0x44, 0x61, 0x88])) {
      data.replaceSubrange(found.upperBound..<min(found.upperBound + 8, data.endIndex), with: Data(count: 8))
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

  /// A preset that encodes, as the node of graphs names it, and the type of its file.
  struct Encoding: CustomTestStringConvertible {
    let name: String
    let preset: ExportPreset.Preset
    let type: AVFileType
    let file: ExportPreset.FileType
    var brand = MuxMP4.Brand.mp4
    var testDescription: String { name }
  }

  static let encodings = [
    Encoding(name: AVAssetExportPresetLowQuality, preset: .low, type: .mov, file: .mov),
    Encoding(name: AVAssetExportPresetMediumQuality, preset: .medium, type: .mp4, file: .mp4),
    Encoding(name: AVAssetExportPresetHighestQuality, preset: .highest, type: .matroska, file: .mkv),
    Encoding(name: AVAssetExportPreset640x480, preset: .vga640x480, type: .m4v, file: .mp4, brand: .m4v),
    Encoding(name: AVAssetExportPreset960x540, preset: .qhd960x540, type: .mp4, file: .mp4),
    Encoding(name: AVAssetExportPresetHEVC1920x1080, preset: .hevc1920x1080, type: .mp4, file: .mp4),
    Encoding(name: AVAssetExportPreset1280x720, preset: .hd1280x720, type: .mobile3GPP, file: .threeGP),
    Encoding(name: AVAssetExportPreset1920x1080, preset: .hd1920x1080, type: .transportStream, file: .ts),
    Encoding(name: AVAssetExportPreset3840x2160, preset: .uhd3840x2160, type: .mov, file: .mov),
    Encoding(name: AVAssetExportPresetHEVCHighestQuality, preset: .hevcHighest, type: .mov, file: .mov),
    Encoding(name: AVAssetExportPresetAppleProRes422LPCM, preset: .prores422, type: .mov, file: .mov),
    Encoding(name: AVAssetExportPresetHEVC3840x2160, preset: .hevc3840x2160, type: .m4v, file: .mp4, brand: .m4v),
    Encoding(name: AVAssetExportPresetAppleProRes4444LPCM, preset: .prores4444, type: .mov, file: .mov),
    Encoding(name: AVAssetExportPresetAppleM4A, preset: .m4a, type: .m4a, file: .m4a),
  ]

  @Test func everyPreset_isTested() {
    #expect(Set(Self.encodings.map(\.name)) == Set(AVAssetExportSession.allExportPresets()))
  }

  /// Exports a part by the session, and by `reel run` of its graph.
  ///
  /// - Returns: The name of the session's file.
  private func exportTwice(_ source: URL, _ preset: String, _ type: AVFileType, _ ending: String) async throws
    -> String
  {
    let (out, api) = ("out.\(ending)", "api.\(ending)")
    let session = try AVAssetExportSession.of(source, preset)
    (session.outputURL, session.outputFileType) = (folder.url(out), type)
    session.timeRange = frames(5, 25)
    let graph = try session.graph
    await session.export()
    #expect(session.status == .completed, "\(session.error as Any)")
    #expect(try session.graph == graph)
    try FileManager.default.moveItem(at: folder.url(out), to: folder.url(api))
    try await run(graph, in: folder.path)
    #expect(try bytes(out) == bytes(api))
    return api
  }

  @Test(arguments: Soak.cases(encodings, every: 5)) func presetInThreeWays_makesTheSameFile(_ encoding: Encoding)
    async throws
  {
    let source = try ExportMedia.movie(in: folder)
    let api = try await exportTwice(source, encoding.name, encoding.type, encoding.file.rawValue)
    var graph = Graph()
    let reader = graph.add(
      "source",
      AssetRead { ($0.url, $0.from, $0.to) = (Location(source.path), .rational(5, 30), .rational(25, 30)) })
    let export = graph.add(
      "export",
      ExportPreset {
        ($0.preset, $0.fileType, $0.brand, $0.fastStart) = (encoding.preset, encoding.file, encoding.brand, false)
      })
    if encoding.preset.videoCoding != nil { graph.connect(reader.video, to: export.video) }
    graph.connect(reader.audio, to: export.audio)
    if encoding.file.holdsMetadata { graph.connect(reader.metadata, to: export.metadata) }
    let out = "swift.\(encoding.file.rawValue)"
    graph.connect(export.movie, to: graph.add("file", FileWrite { $0.url = Location(folder.file(out)) }).input)
    _ = try await graph.run()
    #expect(try bytes(out) == bytes(api))
  }

  @Test func passThroughInThreeWays_makesTheSameFile() async throws {
    let source = try ExportMedia.movie(in: folder)
    let api = try await exportTwice(source, AVAssetExportPresetPassthrough, .mp4, "mp4")
    var graph = Graph()
    let copy = graph.add(
      "copy",
      AssetCopy {
        ($0.url, $0.from, $0.to) = (Location(source.path), .rational(5, 30), .rational(25, 30))
        ($0.fileType, $0.fastStart) = (.mp4, false)
      })
    let file = graph.add("file", FileWrite { $0.url = Location(folder.file("swift.mp4")) })
    graph.connect(copy.output, to: file.input)
    _ = try await graph.run()
    #expect(try bytes("swift.mp4") == bytes(api))
  }

  @Test func smartRenderingsPrintedGraph_makesTheSameFile() async throws {
    let source = try ExportMedia.movie(in: folder)
    _ = try await exportTwice(source, AVAssetExportPresetSmartRendering, .mov, "mov")
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
