import Foundation
import Testing

/// Without the plugin that decodes, commands name its package and end with the exit code of missing elements.
@Suite struct MissingDecoderTests {
  @Test(arguments: [
    ("image a.mp4 --at 0s -o a.png", "error: 'a.mp4' gives no picture\n"),
    ("sheet a.mp4 -o a.png", "error: 'a.mp4' gives no picture\n"),
    ("transcode a.mp4 b.mp4 --progress none", "error: reading stopped in 'source' (asset.read)\n"),
  ])
  func packageIsNamed(_ command: String, _ message: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=s=64x48:r=10:d=1 a.mp4
      mkdir plugins; ln -s $(find /usr/lib -path '*gstreamer-1.0/libgst*.so') plugins
      rm plugins/libgstlibav.so plugins/libgstopenh264.so
      GST_REGISTRY=$PWD/registry GST_PLUGIN_SYSTEM_PATH_1_0=$PWD/plugins GST_PLUGIN_PATH_1_0= $reel \(command); echo exit $?
      ls
      """)
    #expect(outcome.output.contains("exit 69\n"), "\(outcome.output) \(outcome.error)")
    #expect(outcome.error.contains(message), "\(outcome.error)")
    #expect(
      outcome.error.hasSuffix(
        "  = cause: no decoder for h264 is installed (tried avdec_h264)\n   = help: install gstreamer1.0-libav\n"),
      "\(outcome.error)")
    #expect(!outcome.output.contains("a.png") && !outcome.output.contains("b.mp4"))
  }
}
