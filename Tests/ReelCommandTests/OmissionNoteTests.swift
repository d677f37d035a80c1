import Foundation
import Testing

/// Notes on what an output is without: timecode, and chunks of files of sound.
@Suite struct OmissionNoteTests {
  @Test func timecode_isNoted_unlessItIsCopied() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=1 -f lavfi -i sine=d=1 -c:v libx264 -pix_fmt yuv420p \
        -c:a aac -timecode 01:00:00:00 in.mov
      """)
    #expect(made.code == 0, "\(made.error)")
    let note = "note: the output is without the timecode of track 3"
    for line in [["transcode", "in.mov", "a.mov"], ["cut", "in.mov", "-o", "b.mov", "--to", "500ms"]] {
      let outcome = try await fixture.run(line + ["--progress", "none"])
      #expect(outcome.code == 0 && outcome.error.contains(note), "\(outcome.error)")
    }
    let smart = try await fixture.run("cut", "in.mov", "-o", "c.mov", "--to", "500ms", "--smart", "--progress", "none")
    #expect(smart.code == 0 && !smart.error.contains("timecode"), "\(smart.error)")
  }

  /// The chunk of a broadcast wave, and markers of AIFF.
  @Test func chunksThatNoOutputHas_areNoted() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=d=0.2 -write_bext 1 -metadata description=Take in.wav
      ffmpeg -nostdin -v error -f lavfi -i sine=d=0.2 plain.aiff
      """)
    #expect(made.code == 0, "\(made.error)")
    var marked = try fixture.data(of: "plain.aiff")
    marked += Data("MARK".utf8) + Data([0, 0, 0, 2, 0, 0])
    let size = UInt32(marked.count - 8)
    marked.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) })
    try fixture.write(marked, to: "in.aiff")
    for (input, chunk) in [("in.wav", "bext"), ("in.aiff", "MARK")] {
      for (command, kind, subject) in [("transcode", "flac", "output"), ("remux", "caf", "copy")] {
        let outcome = try await fixture.run(command, input, "\(chunk).\(kind)", "--progress", "none")
        let words = "note: the \(subject) is without the chunk '\(chunk)'\n"
        #expect(outcome.code == 0 && outcome.error.contains(words), "\(command) \(input): \(outcome.error)")
      }
    }
    let plain = try await fixture.run("transcode", "plain.aiff", "plain.flac", "--progress", "none")
    #expect(plain.code == 0 && !plain.error.contains("chunk"), "\(plain.error)")
  }

  /// HEVC streams of x265 do not state fields, and MP4 files cannot; QuickTime files and Matroska do.
  @Test(arguments: [("hevc", "mp4", true), ("hevc", "mov", false), ("hevc", "mkv", false), ("h264", "mp4", false)])
  func fieldsThatNothingStates_areNoted(_ codec: String, _ kind: String, _ isLost: Bool) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x64:r=50:d=0.4 -vf tinterlace=interleave_top,fieldorder=tff \
        -c:v libx264 -pix_fmt yuv420p -flags +ilme+ildct in.mov
      """)
    #expect(made.code == 0, "\(made.error)")
    let outcome = try await fixture.run(
      "transcode", "in.mov", "out.\(kind)", "--video", codec, "--audio", "none", "--progress", "none")
    let note = "the frames of input 1 are interlaced, and neither"
    #expect(outcome.code == 0 && outcome.output.contains(note) == isLost, "\(outcome.output)\(outcome.error)")
    let fields = try await fixture.bash("ffprobe -v error -show_entries stream=field_order -of csv=p=0 out.\(kind)")
    #expect((fields.output.trimmingCharacters(in: .whitespacesAndNewlines) == "unknown") == isLost, "\(fields.output)")
  }

  @Test func partWithoutPictures_isNoted() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i sine=d=1 -itsoffset 1 -f lavfi -i testsrc2=s=64x48:r=25:d=0.4 \
        -c:v libx264 -pix_fmt yuv420p -c:a aac in.mkv
      """)
    #expect(made.code == 0, "\(made.error)")
    for (end, isNoted) in [("500ms", true), ("1200ms", false)] {
      let outcome = try await fixture.run("cut", "in.mkv", "--to", end, "-o", "\(end).mp4", "--progress", "none")
      #expect(outcome.code == 0, "\(outcome.error)")
      #expect(
        outcome.output.contains("input 1 gave no frames, and the file is without that track") == isNoted,
        "\(outcome.output)")
    }
  }

  /// WebM stores alpha beside the frames, where it is not read.
  @Test func alphaOfWebM_isNoted() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -vf format=yuva420p -c:v libvpx-vp9 \
        -deadline realtime -cpu-used 8 in.webm
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=0.4 -pix_fmt yuv420p -c:v libvpx-vp9 \
        -deadline realtime -cpu-used 8 opaque.webm
      """)
    #expect(made.code == 0, "\(made.error)")
    for (line, subject) in [
      (["remux", "in.webm", "a.mkv"], "copy"), (["remux", "in.webm", "a.mp4"], "copy"),
      (["transcode", "in.webm", "b.mp4"], "output"),
      (["transcode", "in.webm", "c.mkv", "--video", "copy"], "output"),
    ] {
      let outcome = try await fixture.run(line + ["--progress", "none"])
      let note = "note: the \(subject) is without the alpha of track 1\n"
      #expect(outcome.code == 0 && outcome.error.contains(note), "\(line): \(outcome.error)")
    }
    let joined = try await fixture.run("join", "in.webm", "in.webm", "-o", "d.mp4", "--progress", "none")
    #expect(joined.code == 0 && joined.error.contains("the alpha of track 1"), "\(joined.error)")
    let opaque = try await fixture.run("remux", "opaque.webm", "e.mkv", "--progress", "none")
    #expect(opaque.code == 0 && !opaque.error.contains("alpha"), "\(opaque.error)")
  }
}
