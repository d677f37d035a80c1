import Foundation
import Testing

/// GIF files are listed as ffprobe has them, and refused at once where frames are asked for.
@Suite struct GIFTests {
  @Test func images_haveTheSizesAndTimesOfFFprobe_andFramesAreRefusedAtOnce() async throws {
    let fixture = try CommandFixture([
      "run.yaml": """
      format: 1
      nodes:
        s: { use: asset.read, with: { url: a.gif } }
        c: { use: video.encode.h264, in: s.video }
        m: { use: mux.mp4, in: c }
        f: { use: file.write, in: m, with: { url: o.mp4 } }
      """
    ])
    let made = try await fixture.bash("ffmpeg -nostdin -v error -f lavfi -i testsrc=s=96x64:r=10:d=2 a.gif")
    #expect(made.code == 0, "\(made.error)")
    let theirs = try await fixture.bash("ffprobe -v error -show_entries packet=pts_time,size -of csv=p=0 a.gif").output
    let ours = try await fixture.run("samples", "a.gif").output.split(separator: "\n").dropFirst(2).map { line in
      let fields = line.split(separator: " ")
      return "\(fields[1].prefix(8)),\(fields[4])"
    }
    // Its last packet may have the end of the file.
    #expect(ours.count == 20 && theirs.split(separator: "\n").prefix(19).elementsEqual(ours.prefix(19)) { $0 == $1 })
    let run = try await fixture.run("run", "run.yaml", "--progress", "none")
    #expect(run.code == 66 && run.error.contains("cannot read 'a.gif'") && run.error.contains("make a movie of it"))
    let image = try await fixture.run("image", "a.gif", "--at", "0s", "-o", "x.png", "--progress", "none")
    #expect(image.code == 70 && image.error.contains("GIF is not decoded here"), "\(image.error)")
  }
}
