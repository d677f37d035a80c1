import GStreamerTesting
import MediaEngine
import MediaGraph
import Testing

@Suite struct InterlacedCompositeTests {
  /// Interlaced frames are made whole: the output is progressive, with all frames at their times.
  @Test(arguments: ["inter.video, plain.video", "plain.video, inter.video"], ["1", "0"])
  func interlacedWithProgressive_isComposed(inputs: String, isTopFirst: String) async throws {
    let folder = try TemporaryFolder()
    let (inter, plain, out) = (folder.file("inter.mkv"), folder.file("plain.mp4"), folder.file("out.mp4"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=1", "-c:v", "mpeg2video", "-flags", "+ildct+ilme",
      "-top", isTopFirst, inter,
    ])
    try Oracle.make(["-f", "lavfi", "-i", "testsrc=size=96x64:rate=25:duration=1", "-pix_fmt", "yuv420p", plain])
    let nodes = """
      inter: { use: asset.read, with: { url: "\(inter)" } }
      plain: { use: asset.read, with: { url: "\(plain)" } }
      both: { use: video.composite, in: [\(inputs)] }
      coded: { use: video.encode.h264, in: both }
      mux: { use: mux.mp4, in: coded }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
    #expect(try Oracle.streams(out, "nb_read_frames,field_order,duration") == ["progressive,1.000000,25"])
  }
}
