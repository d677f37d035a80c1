import Foundation
import Testing

/// The text and the layout of the pictures that `reel sheet` and `reel waveform` draw.
@Suite struct SheetAndWaveformTests {
  /// The pixels of a PNG file, as ffmpeg decodes it.
  private struct Picture {
    let width: Int
    let height: Int
    private let bytes: [UInt8]

    init(_ name: String, in fixture: CommandFixture) async throws {
      let size = try await fixture.bash("ffprobe -v error -show_entries stream=width,height -of csv=p=0 \(name)").output
      let numbers = size.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",").compactMap { Int($0) }
      try #require(numbers.count == 2)
      (width, height) = (numbers[0], numbers[1])
      let made = try await fixture.bash("ffmpeg -nostdin -v error -i \(name) -pix_fmt rgba -f rawvideo -y pixels")
      #expect(made.code == 0, "\(made.error)")
      bytes = [UInt8](try fixture.data(of: "pixels"))
      try #require(bytes.count == width * height * 4)
    }

    /// Red, green, blue and alpha.
    func pixel(_ x: Int, _ y: Int) -> [Int] { (0..<4).map { Int(bytes[(y * width + x) * 4 + $0]) } }

    /// The number of pixels of a rectangle that differ from a colour.
    func count(_ columns: Range<Int>, _ rows: Range<Int>, notLike color: [Int]) -> Int {
      rows.reduce(0) { sum, y in
        sum + columns.count { x in zip(pixel(x, y), color).contains { abs($0 - $1) > 24 } }
      }
    }
  }

  /// Pictures and sound of a recording that has lost packets are those that are left, as players show and play them.
  @Test(arguments: [
    "image a.ts --at 0.9s -o o.png --progress none", "image a.ts --at 0.8s --at 1.2s -o o-%d.png --progress none",
    "sheet a.ts -o o.png --progress none", "waveform a.ts -o o.png",
  ]) func recordingWithLosses_isDrawnWithANote(command: String) async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x90:rate=25:duration=2 -f lavfi -i sine=d=2 -c:v libx264 \
        -preset veryfast -g 12 -pix_fmt yuv420p -c:a aac whole.ts
      size=$(($(stat -c %s whole.ts) / 376 * 188))
      (head -c $size whole.ts; tail -c +$((size + 188 * 20)) whole.ts) > a.ts
      exec $reel \(command)
      """)
    #expect(made.code == 0, "\(made.error)")
    let loss = #/note: a\.ts: (packets are missing|bytes are no packets) \(at byte \d+\)/#
    #expect(made.error.firstMatch(of: loss) != nil, "\(made.error)")
  }

  private static let white = [255, 255, 255, 255]

  private func clip(_ fixture: CommandFixture) async throws {
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=red:size=160x90:rate=25:duration=2 -f lavfi \
        -i "aevalsrc=0.25*sin(440*2*PI*t)|0:s=48000:d=2" -c:v libx264 -pix_fmt yuv420p -c:a pcm_s16le red.mov
      """)
    #expect(made.code == 0, "\(made.error)")
  }

  @Test func sheet_hasGapsTimesAndAHeader() async throws {
    let fixture = try CommandFixture()
    try await clip(fixture)
    let outcome = try await fixture.bash(
      "$reel sheet red.mov --columns 2 --rows 2 --gap 20 --progress none -o sheet.png")
    #expect(outcome.code == 0, "\(outcome.error)")
    let sheet = try await Picture("sheet.png", in: fixture)
    // Three gaps, and two images.
    #expect(sheet.width == 3 * 20 + 2 * 160)
    // A header of three lines, and a line below each image.
    let lineHeight = 14, header = 20 + 2 * lineHeight + 10
    try #require(sheet.height == 3 * 20 + 2 * (90 + lineHeight) + header)
    let top = 20 + header
    for (left, upper) in [(20, top), (200, top), (20, top + 124), (200, top + 124)] {
      let middle = sheet.pixel(left + 80, upper + 45)
      #expect(middle[0] > 230 && middle[1] < 30 && middle[2] < 30, "\(middle)")
      #expect(sheet.count(left..<left + 160, upper + 90..<upper + 90 + lineHeight, notLike: Self.white) > 60)
    }
    #expect(sheet.count(180..<200, 0..<sheet.height, notLike: Self.white) < 400)
    #expect(sheet.count(0..<sheet.width, 20..<top - 10, notLike: Self.white) > 300)
    #expect(sheet.pixel(2, 2) == Self.white)
  }

  /// The key frame at a second lies midway between the times of the first and the second image.
  @Test func keyFrameBetweenTwoImages_isNotBoth() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -f lavfi -i color=black:size=64x64:rate=10:duration=2 -vf geq=lum=16+10*N:cb=128:cr=128 \
        -c:v libx264 -g 10 -bf 0 -pix_fmt yuv420p grey.mov
      $reel sheet grey.mov --columns 2 --rows 1 --plain --progress none -o sheet.png
      """)
    #expect(made.code == 0, "\(made.error)")
    let sheet = try await Picture("sheet.png", in: fixture)
    #expect(sheet.pixel(32, 32) != sheet.pixel(96, 32))
  }

  @Test func sheet_hasEachPartOnItsOwn_andIsAGraph() async throws {
    let fixture = try CommandFixture()
    try await clip(fixture)
    for (options, size) in [
      ("--plain", [320, 180]), ("--no-header --no-times --gap 0", [320, 180]),
      ("--no-header --no-times --gap 4", [332, 192]),
    ] {
      let outcome = try await fixture.bash(
        "$reel sheet red.mov --columns 2 --rows 2 \(options) --overwrite --progress none -o s.png")
      #expect(outcome.code == 0, "\(outcome.error)")
      let sheet = try await Picture("s.png", in: fixture)
      #expect([sheet.width, sheet.height] == size, "\(options)")
    }
    let dark = try await fixture.bash(
      "$reel sheet red.mov --columns 2 --rows 2 --dark --progress none -o dark.png; $reel sheet red.mov --yaml -o x.png"
    )
    #expect(try await Picture("dark.png", in: fixture).pixel(1, 1)[0] < 40)
    #expect(
      dark.output.contains("times: true") && dark.output.contains("- red.mov\n")
        && dark.output.contains("background: \"#ffffff\""), "\(dark.output)")
    #expect(try await fixture.run("sheet", "red.mov", "--gap", "300", "-o", "y.png").code == 64)
  }

  @Test func waveform_hasALaneForEachChannel_aScaleAndAnAxis() async throws {
    let fixture = try CommandFixture()
    try await clip(fixture)
    let outcome = try await fixture.run("waveform", "red.mov", "-o", "wave.png", "--size", "600x238")
    #expect(outcome.code == 0, "\(outcome.error)")
    let wave = try await Picture("wave.png", in: fixture)
    #expect(wave.width == 600 && wave.height == 238 && wave.pixel(0, 0) == Self.white)
    // Lanes of 96 rows from 10 and from 114 on; a quarter of full scale in the first, silence in the second.
    let loud = wave.pixel(300, 10 + 48 - 8), above = wave.pixel(300, 10 + 48 - 16),
      silent = wave.pixel(300, 114 + 48 - 8)
    #expect(loud[2] > loud[0] + 40, "\(loud)")
    #expect(above[2] < above[0] + 20 && silent[2] < silent[0] + 20, "\(above) \(silent)")
    // Numbers of the scale, and times below.
    #expect(wave.count(0..<44, 0..<200, notLike: Self.white) > 60)
    #expect(wave.count(0..<600, 212..<238, notLike: Self.white) > 60)
  }

  @Test func normalizedWaveform_fillsItsLane() async throws {
    let fixture = try CommandFixture()
    try await clip(fixture)
    let outcome = try await fixture.bash(
      """
      $reel waveform red.mov -o one.png --size 600x238 --normalize --together &&
      $reel waveform red.mov -o plain.png --size 300x80 --plain && $reel waveform red.mov -o dark.png --dark
      """)
    #expect(outcome.code == 0, "\(outcome.error)")
    let wave = try await Picture("one.png", in: fixture)
    // One lane of 200 rows: the loudest sample touches its edges.
    let edge = wave.pixel(300, 13)
    #expect(edge[2] > edge[0] + 40, "\(edge)")
    // The numbers of its scale have three digits and are whole.
    #expect(wave.count(0..<66, 0..<210, notLike: Self.white) > 60)
    #expect(wave.count(0..<2, 0..<238, notLike: Self.white) == 0)
    let plain = try await Picture("plain.png", in: fixture)
    #expect(plain.width == 300 && plain.pixel(0, 0)[3] == 0)
    #expect(try await Picture("dark.png", in: fixture).pixel(0, 0)[0] < 40)
  }
}
