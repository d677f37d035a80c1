import TestSupport
import Testing

/// `reel cut --smart` of pictures that are not square, that cannot be copied, or that end before the part.
@Suite struct SmartCutShapeTests {
  private static let movie =
    "ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=64x48:r=25:d=2 -f lavfi -i sine=d=2 -c:a aac"

  private func fixture(_ lines: String) async throws -> CommandFixture {
    let fixture = try CommandFixture()
    let made = try await fixture.bash("set -e\n\(lines)")
    #expect(made.code == 0, "\(made.error)")
    return fixture
  }

  private func probe(_ fixture: CommandFixture, _ entries: String, of name: String) async throws -> [String] {
    let outcome = try await fixture.bash(
      "ffprobe -v error -select_streams v -count_frames -show_entries \(entries) -of csv=p=0 \(name)")
    #expect(outcome.code == 0, "\(outcome.error)")
    return outcome.output.split(whereSeparator: { "\n ".contains($0) }).map { line in
      String(line.last == "," ? line.dropLast() : line)
    }
  }

  @Test(arguments: ["", "-flags +ildct+ilme -x264opts tff=1"])
  func nonSquarePixels_areCopied(interlacing: String) async throws {
    let fixture = try await fixture("\(Self.movie) -vf setsar=4/3 -c:v libx264 -g 10 \(interlacing) in.mp4")
    let outcome = try await fixture.run(
      "cut", "in.mp4", "--from", "510ms", "--to", "1710ms", "-o", "out.mp4", "--smart", "--progress", "none")
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    let shape = "stream=width,height,sample_aspect_ratio,nb_read_frames"
    #expect(try await probe(fixture, shape, of: "out.mp4") == ["64,48,4:3,31"])
    let hashes =
      "ffprobe -v error -select_streams v -show_packets -show_entries packet=data_hash -show_data_hash md5 -of csv=p=0"
    let copied = try await fixture.bash(
      "\(hashes) in.mp4 | sort > a; \(hashes) out.mp4 | sort > b; comm -12 a b | wc -l")
    let count = Int(copied.output.filter(\.isNumber)) ?? 0
    #expect(count >= 15, "\(copied.output)")
  }

  /// Lossless H.264 is of the profile High 4:4:4 Predictive, whatever its chroma.
  @Test(arguments: ["yuv420p", "yuv444p"]) func losslessFrames_areEncodedAtCutsInTheirOwnFormat(pixels: String)
    async throws
  {
    let fixture = try await fixture("\(Self.movie) -c:v libx264 -qp 0 -g 10 -pix_fmt \(pixels) in.mp4")
    #expect(try await probe(fixture, "stream=profile", of: "in.mp4") == ["High", "4:4:4", "Predictive"])
    let outcome = try await fixture.run(
      "cut", "in.mp4", "--from", "510ms", "--to", "1710ms", "-o", "out.mp4", "--smart", "--progress", "none")
    #expect(outcome.code == 0 && !outcome.error.contains("note:"), "\(outcome.error)")
    #expect(try await probe(fixture, "stream=pix_fmt,nb_read_frames", of: "out.mp4") == ["\(pixels),31"])
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "out.mp4") == "")
  }

  @Test func timelineOfNonSquarePixels_hasAnEvenCanvas() async throws {
    // 64 pixels of 4:3 are 85.3 square ones.
    let fixture = try await fixture("\(Self.movie) -vf setsar=4/3 -c:v libx264 -g 10 in.mp4")
    try fixture.write(
      """
      format: 1
      nodes:
        edit: { use: timeline, with: { items: [{ clip: in.mp4, from: 100ms, to: 500ms }] } }
        see: { use: "null", in: edit.video }
      """, to: "edit.yaml")
    let outcome = try await fixture.run("export", "edit.yaml", "out.mp4", "--preset", "smart", "--progress", "none")
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await probe(fixture, "stream=width,height", of: "out.mp4") == ["86,48"])
  }

  @Test(arguments: [("in.mp4", "-c:v libx264 -g 10"), ("in.mkv", "-c:v ffv1")])
  func partThatEndsBehindTheFile_endsWithIt(name: String, codec: String) async throws {
    let fixture = try await fixture("\(Self.movie) \(codec) \(name)")
    let cut = ["cut", name, "--from", "1.5s", "--to", "5s", "--progress", "none", "-o"]
    let plain = try await fixture.run(cut + ["plain.mp4"])
    let smart = try await fixture.run(cut + ["smart.mp4", "--smart"])
    #expect(plain.code == 0 && smart.code == 0, "\(plain.error) \(smart.error)")
    let count = try await probe(fixture, "stream=nb_read_frames", of: "plain.mp4")
    #expect(try await probe(fixture, "stream=nb_read_frames", of: "smart.mp4") == count)
    let length = try #require(try await probe(fixture, "format=duration", of: "smart.mp4").first.flatMap(Double.init))
    #expect((0.45...0.6).contains(length), "\(length)")
    let nothing = try await fixture.run(
      "cut", name, "--from", "4s", "--to", "5s", "-o", "none.mp4", "--smart", "--progress", "none")
    #expect(nothing.code == 64 && nothing.error.contains("before the part begins"), "\(nothing.error)")
  }

  @Test(arguments: [
    ("in.mkv", "-c:v ffv1", "FFV1 is not encoded at cuts"),
    ("in.ts", "-c:v mpeg2video", "MPEG-2 is not encoded at cuts"),
    ("in.mov", "-c:v prores", "mp4 files cannot hold ProRes"),
  ]) func picturesThatCannotBeCopied_keepTheirTimes(name: String, codec: String, reason: String) async throws {
    let fixture = try await fixture("\(Self.movie) \(codec) \(name)")
    let cut = ["cut", name, "--from", "710ms", "--to", "1710ms", "--progress", "none", "-o"]
    let plain = try await fixture.run(cut + ["plain.mp4"])
    let smart = try await fixture.run(cut + ["smart.mp4", "--smart"])
    #expect(plain.code == 0 && smart.code == 0, "\(plain.error) \(smart.error)")
    #expect(smart.error.contains("note: the pictures are encoded: \(reason)"), "\(smart.error)")
    let times = try await probe(fixture, "frame=pts_time", of: "plain.mp4")
    #expect(try await probe(fixture, "frame=pts_time", of: "smart.mp4") == times && times.count == 26, "\(times)")
  }

  @Test func framesOfAnotherSizeAtACut_areEncodedAsWithoutSmart() async throws {
    // The first frame of the second part is shown among the last ones of the first.
    let fixture = try await fixture(
      """
      for part in "1 64x48 0" "2 32x24 1"; do
        set -- $part
        ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=$2:r=25:d=1 -c:v libx264 $1.mp4
        ffmpeg -nostdin -v error -i $1.mp4 -c copy -output_ts_offset $3 $1.ts
      done
      cat 1.ts 2.ts > in.ts
      """)
    let outcome = try await fixture.run(
      "cut", "in.ts", "--from", "520ms", "--to", "1720ms", "-o", "out.mp4", "--smart", "--progress", "none")
    #expect(
      outcome.code == 0 && outcome.error.contains("note: the pictures are encoded: the size of its frames changes"),
      "\(outcome.error)")
    #expect(try await probe(fixture, "stream=nb_read_frames", of: "out.mp4") == ["31"])
  }
}
