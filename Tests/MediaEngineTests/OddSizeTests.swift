import MediaEngine
import MediaGraph
import Testing

/// Pictures whose width and height are odd go into every codec.
@Suite struct OddSizeTests {
  @Test(arguments: ["h264", "hevc"]) func codecOfEvenSizes_leavesOutTheLastColumnAndRow(codec: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    let text = """
      format: 1
      nodes:
        picture: { use: test.video, with: { size: 97x61, frame_rate: 25/1, duration: 20f } }
        coded: { use: video.encode.\(codec), in: picture }
        mux: { use: mux.mp4, in: coded }
        file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    let (graph, problems) = DescriptionLoader().load(text: text, path: "test.yaml")
    try Diagnostics.check(problems)
    let result = try await graph.run(options: .testing)
    #expect(try Oracle.streams(out, "width,height,nb_read_frames") == ["96,60,20"])
    let notes = result.nodes.first { $0.name == "coded" }?.notes ?? []
    #expect(notes == ["the pictures have 97x61 pixels, of which the encoder takes 96x60"])
  }
}
