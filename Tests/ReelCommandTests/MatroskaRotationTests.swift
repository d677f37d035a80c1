import Foundation
import Testing

/// Turned pictures stay turned in Matroska, and Matroska's are turned by whatever reads them; judged by ffmpeg.
@Suite struct MatroskaRotationTests {
  /// Makes a movie whose frames are to be turned clockwise, and copies it into Matroska.
  private func fixture(_ degrees: Int) async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc=size=128x96:rate=25:duration=1 -pix_fmt yuv420p -c:v libx264 -qp 0 -bf 0 flat.mp4
      ffmpeg -nostdin -v error -i flat.mp4 -c copy -metadata:s:v:0 rotate=\(degrees) turned.mp4
      $reel remux turned.mp4 turned.mkv --progress none
      """)
    #expect(made.code == 0 && made.error == "", "\(made.error)")
    return fixture
  }

  private func rotation(_ name: String, _ fixture: CommandFixture) async throws -> Int? {
    let read = try await fixture.bash(
      "ffprobe -v error -select_streams v -show_entries stream_side_data=rotation -of csv=p=0 \(name)")
    return read.output.split(separator: "\n").first.flatMap { Int($0) }.map { ($0 + 360) % 360 }
  }

  @Test(arguments: [90, 180, 270]) func turn_isCopied_thereAndBack(degrees: Int) async throws {
    let fixture = try await fixture(degrees)
    let expected = try #require(try await rotation("turned.mp4", fixture))
    #expect(try await rotation("turned.mkv", fixture) == expected)
    for line in [
      "remux turned.mkv back.mp4", "remux turned.mkv back.mkv", "export turned.mkv back.mov --preset passthrough",
      "export turned.mkv back.mkv --preset smart --from 200ms",
      "transcode turned.mkv copied.mp4 --video copy --audio none", "cut turned.mkv --from 200ms --smart -o smart.mkv",
    ] {
      let made = try await fixture.bash("$reel \(line) --overwrite --progress none")
      #expect(made.code == 0, "\(made.error)")
      let name = try #require(
        line.split(separator: " ").first { $0.hasPrefix("back") || $0.hasPrefix("copied") || $0.hasPrefix("smart.") })
      #expect(try await rotation(String(name), fixture) == expected, "\(line)")
    }
  }

  /// Each frame is that of ffmpeg, which turns what it reads.
  @Test(arguments: [90, 180, 270]) func pictures_areUpright(degrees: Int) async throws {
    let fixture = try await fixture(degrees)
    let made = try await fixture.bash(
      """
      $reel transcode turned.mkv upright.mkv --video h264:quality=0 --progress none
      $reel image turned.mkv --at 400ms -o image.png --progress none
      for file in turned.mkv turned.mp4 upright.mkv; do ffmpeg -nostdin -v error -i $file -map 0:v -f framemd5 - | grep -v '#' | cut -d, -f6; echo; done
      $reel image turned.mp4 --at 400ms -o same.png --progress none
      $reel image flat.mp4 --at 400ms -o flat.png --progress none
      cmp image.png same.png && ! cmp -s image.png flat.png
      ffprobe -v error -show_entries stream=width,height -of csv=p=0 image.png
      """)
    #expect(made.code == 0, "\(made.error)")
    let parts = made.output.components(separatedBy: "\n\n").map { $0.split(separator: "\n").filter { $0.count == 33 } }
    #expect(parts.count >= 3 && parts[0].count == 25 && parts[0] == parts[1] && parts[0] == parts[2])
    #expect(made.output.hasSuffix(degrees == 180 ? "128,96\n" : "96,128\n"), "\(made.output)")
  }

  /// What is seen from behind is mirrored, which no program here writes: the yaw is put into the file.
  @Test func mirroredPictures_areMirroredOnceMore() async throws {
    let fixture = try await fixture(180)
    let made = try await fixture.bash(
      #"""
      python3 - << 'END'
      import struct
      data = open("turned.mkv", "rb").read()
      place = data.index(b"\x76\x73\x88") + 3
      roll = data.index(b"\x76\x75\x88") + 3
      data = bytearray(data)
      data[place:place + 8] = struct.pack(">d", 180)
      data[roll:roll + 8] = struct.pack(">d", 0)
      open("mirrored.mkv", "wb").write(data)
      END
      $reel remux mirrored.mkv again.mkv --progress none
      $reel transcode again.mkv upright.mkv --video h264:quality=0 --progress none
      ffmpeg -nostdin -v error -i flat.mp4 -vf hflip -f framemd5 - | grep -v '#' | cut -d, -f6
      echo
      ffmpeg -nostdin -v error -i upright.mkv -map 0:v -f framemd5 - | grep -v '#' | cut -d, -f6
      """#)
    #expect(made.code == 0, "\(made.error)")
    let parts = made.output.components(separatedBy: "\n\n").map { $0.split(separator: "\n").filter { $0.count == 33 } }
    #expect(parts.count == 2 && parts[0].count == 25 && parts[0] == parts[1])
  }
}
