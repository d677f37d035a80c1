import MediaEngine
import MediaGraph
import Testing

/// Pictures whose width and height are odd go into every codec.
@Suite struct OddSizeTests {
  @Test(arguments: ["h264", "hevc"]) func codecOfEvenSizes_leavesOutTheLastColumnAndRow(codec: String) async throws {
    let folder = try TemporaryFolder()
    let out = folder.file("out.mp4")
    let nodes = """
      picture: { use: test.video, with: { size: 97x61, frame_rate: 25/1, duration: 20f } }
      coded: { use: video.encode.\(codec), in: picture }
      mux: { use: mux.mp4, in: coded }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    let result = try await Graph(nodes: nodes).run(options: .testing)
    #expect(try Oracle.streams(out, "width,height,nb_read_frames") == ["96,60,20"])
    let notes = result.nodes.first { $0.name == "coded" }?.notes ?? []
    #expect(notes == ["the pictures have 97x61 pixels, of which the encoder takes 96x60"])
  }

  @Test(arguments: ["1x1", "2x1", "1x16"])
  func sizeOfWhichNothingIsLeft_isAnErrorOfTheEncoder(size: String) async throws {
    let folder = try TemporaryFolder()
    let nodes = """
      picture: { use: test.video, with: { size: \(size), duration: 2f } }
      coded: { use: video.encode.h264, in: picture }
      mux: { use: mux.mp4, in: coded }
      file: { use: file.write, in: mux, with: { url: "\(folder.file("out.mp4"))" } }
      """
    let graph = try Graph(nodes: nodes)
    let error = await #expect(throws: Diagnostics.self) { try await graph.run(options: .testing) }
    #expect(error?.all.first?.message == "'coded' cannot encode frames of \(size) pixels")
    #expect(error?.all.first?.range?.line == 4)
    #expect(error?.exitCode == 70)
    #expect(folder.names == [])
  }
}
