import Foundation
import Testing

/// GIF files are listed as ffprobe has them, and shown and coded like other video.
@Suite struct GIFTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture([
      "run.yaml": """
      format: 1
      nodes:
        s: { use: asset.read, with: { url: a.gif } }
        c: { use: video.encode.h264, in: s.video }
        m: { use: mux.mp4, in: c }
        f: { use: file.write, in: m, with: { url: o.mp4 } }
      """
    ])
  }

  private func make(_ options: String = "testsrc=s=96x64:r=10:d=2") async throws {
    let made = try await fixture.bash("ffmpeg -nostdin -v error -f lavfi -i \(options) a.gif")
    #expect(made.code == 0, "\(made.error)")
  }

  @Test func images_haveTheSizesAndTimesOfFFprobe() async throws {
    try await make()
    let theirs = try await fixture.bash("ffprobe -v error -show_entries packet=pts_time,size -of csv=p=0 a.gif").output
    let ours = try await fixture.run("samples", "a.gif").output.split(separator: "\n").dropFirst(2).map { line in
      let fields = line.split(separator: " ")
      return "\(fields[1].prefix(8)),\(fields[4])"
    }
    // Its last packet may have the end of the file.
    #expect(ours.count == 20 && theirs.split(separator: "\n").prefix(19).elementsEqual(ours.prefix(19)) { $0 == $1 })
  }

  /// GStreamer's element waits for the end of time.
  @Test(arguments: ["probe a.gif", "samples a.gif", "run run.yaml --progress none"])
  func versionThatThereIsNot_isRefused(_ command: String) async throws {
    try await make()
    let made = try await fixture.bash("printf '\\0' | dd of=a.gif bs=1 seek=5 conv=notrunc status=none")
    #expect(made.code == 0, "\(made.error)")
    let refused = try await fixture.run(command.split(separator: " ").map(String.init))
    #expect(refused.code == 66 && refused.error.contains("GIF87a nor GIF89a"), "\(refused)")
  }

  @Test func transcoding_keepsFramesAndTimes() async throws {
    try await make()
    let run = try await fixture.run("run", "run.yaml", "--progress", "none")
    #expect(run.code == 0, "\(run.error)")
    let times = try await fixture.bash("ffprobe -v error -show_entries frame=pts_time -of csv=p=0 o.mp4").output
    let seconds = times.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
    #expect(seconds == (0..<20).map { Double($0) / 10 })
    let likeness = try await fixture.bash("ffmpeg -nostdin -i a.gif -i o.mp4 -lavfi psnr -f null - 2>&1").output
    let average = likeness.range(of: "average:").flatMap { Double(likeness[$0.upperBound...].prefix(5)) }
    #expect((average ?? 0) > 30, "\(likeness.suffix(300))")
  }

  @Test func frameOfAnyTime_isFFmpegs() async throws {
    try await make("testsrc2=s=96x64:r=10:d=2")
    let image = try await fixture.run("image", "a.gif", "--at", "1.25s", "-o", "x.png", "--progress", "none")
    #expect(image.code == 0, "\(image.error)")
    let same = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i a.gif -vf "select=eq(n\\,12)" -f rawvideo -pix_fmt rgb24 -vsync passthrough y.raw
      ffmpeg -nostdin -v error -i x.png -f rawvideo -pix_fmt rgb24 x.raw
      cmp x.raw y.raw
      """)
    #expect(same.code == 0, "\(same.output)\(same.error)")
    let sheet = try await fixture.run("sheet", "a.gif", "-o", "sheet.png", "--progress", "none")
    #expect(sheet.code == 0, "\(sheet.error)")
  }
}
