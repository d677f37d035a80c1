import Foundation
import Testing

/// The canvas of `video.composite` has the colours of its first input, whatever is drawn on it.
@Suite struct CompositeColorTests {
  private static let media = Task<[String: Data], any Error> {
    let fixture = try CommandFixture()
    let made = try await fixture.bash(
      """
      source="ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=320x240:r=25:d=0.4"
      plain="ffmpeg -nostdin -v error -f lavfi -i color=0x3080C0:s=64x32:r=25:d=0.4"
      hd="-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv"
      sd="-colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m"
      $source -vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -c:v libx264 -qp 0 $hd hd.mp4
      $source -vf scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p -c:v libx264 -qp 0 $sd -color_range pc full.mp4
      $plain -vf scale=out_color_matrix=bt601:out_range=tv,format=yuv420p -c:v libx264 -qp 0 $sd sd.mp4
      $plain -vf scale=out_color_matrix=bt709:out_range=pc,format=yuvj420p -c:v libx264 -qp 0 $hd -color_range pc pc.mp4
      $plain -frames:v 1 logo.png
      $plain -frames:v 1 -q:v 1 logo.jpg
      ffmpeg -nostdin -v error -f lavfi -i color=0x3080C0@0.5:s=64x32,format=rgba -frames:v 1 half.png
      $source -vf format=yuv420p10le -c:v libx264 -qp 0 \
        -colorspace bt2020nc -color_primaries bt2020 -color_trc arib-std-b67 hlg.mp4
      ffmpeg -nostdin -v error -i hd.mp4 -c copy -metadata:s:v rotate=90 turned.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    return fixture.contents
  }

  private static func fixture() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    for (name, data) in try await media.value { try fixture.write(data, to: name) }
    return fixture
  }

  /// Draws a file at 100, 10 over a movie.
  private func draw(_ other: String, over movie: String, _ fixture: CommandFixture) async throws -> Child.Outcome {
    let isStill = !other.hasSuffix("mp4")
    let reader =
      isStill
      ? "image.read, with: { url: \(other), frame_rate: 25, duration: 400ms }" : "asset.read, with: { url: \(other) }"
    try fixture.write(
      """
      format: 1
      nodes:
        movie: { use: asset.read, with: { url: \(movie) } }
        other: { use: \(reader) }
        both:
          use: video.composite
          in: [movie.video, \(isStill ? "other" : "other.video")]
          with: { layers: [{}, { x: 100, y: 10 }] }
        h264:  { use: video.encode.h264, in: both, with: { quality: 0 } }
        muxer: { use: mux.mp4, in: h264 }
        file:  { use: file.write, in: muxer, with: { url: out.mp4 } }
      """, to: "graph.yaml")
    return try await fixture.run("run", "graph.yaml", "--progress", "none")
  }

  /// Returns the samples of a part of a frame, as they are stored.
  private func samples(_ name: String, _ part: String, _ fixture: CommandFixture) async throws -> [UInt8] {
    let outcome = try await fixture.bash(
      "ffmpeg -nostdin -v error -y -i \(name) -vf 'select=eq(n\\,3),crop=\(part)' -frames:v 1 -f rawvideo part.raw")
    #expect(outcome.code == 0, "\(outcome.error)")
    return Array(try fixture.data(of: "part.raw"))
  }

  private func colors(_ name: String, _ fixture: CommandFixture) async throws -> String {
    let fields = "stream=color_range,color_space,color_transfer,color_primaries"
    return try await fixture.bash("ffprobe -v error -show_entries \(fields) -of csv=p=0 \(name)").output
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private let below = "320:180:0:60"
  private let inside = "32:16:116:18"

  @Test(arguments: ["logo.png", "half.png", "logo.jpg", "sd.mp4", "pc.mp4", "hd.mp4"])
  func canvas_hasTheColorsOfTheFirstInput(other: String) async throws {
    let fixture = try await Self.fixture()
    let outcome = try await draw(other, over: "hd.mp4", fixture)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await colors("out.mp4", fixture) == "tv,bt709,bt709,bt709")
    if other == "hd.mp4" { return }
    #expect(try await samples("out.mp4", below, fixture) == samples("hd.mp4", below, fixture))
    let made = try await fixture.bash(
      """
      ffmpeg -nostdin -v error -i hd.mp4 -i \(other) -filter_complex \
        '[1]scale=out_color_matrix=bt709:out_range=tv,format=yuva420p[o];[0][o]overlay=100:10' -c:v libx264 -qp 0 judge.mp4
      """)
    #expect(made.code == 0, "\(made.error)")
    let (drawn, expected) = (
      try await samples("out.mp4", inside, fixture), try await samples("judge.mp4", inside, fixture)
    )
    #expect(drawn.count == expected.count)
    #expect(zip(drawn, expected).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(drawn.prefix(4)) \(expected.prefix(4))")
  }

  /// The range alone differs from that of the canvas.
  @Test func canvas_hasTheFullRangeOfTheFirstInput() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await draw("sd.mp4", over: "full.mp4", fixture)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try await colors("out.mp4", fixture).hasPrefix("pc,smpte170m"))
    #expect(try await samples("out.mp4", below, fixture) == samples("full.mp4", below, fixture))
    let drawn = try await samples("out.mp4", inside, fixture)
    // 48, 128 and 192 with the matrix of BT.601.
    let (luma, chroma) = (32 * 16, 16 * 8)
    for (place, value) in [(0, 111), (luma, 173), (luma + chroma, 83)] {
      #expect(abs(Int(drawn[place]) - value) <= 2, "\(drawn[place]) \(value)")
    }
  }

  @Test func framesOfAnotherDynamicRange_areRefused() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await draw("logo.png", over: "hlg.mp4", fixture)
    #expect(outcome.code != 0 && outcome.error.contains("'both' cannot draw 'other' on its canvas"), "\(outcome.error)")
    #expect(outcome.error.contains("frames of SDR cannot be drawn on a canvas of HDR (HLG)"), "\(outcome.error)")
    #expect(!fixture.names.contains("out.mp4"))
  }

  @Test func framesThatAreToBeTurned_areNoted() async throws {
    let fixture = try await Self.fixture()
    let outcome = try await draw("logo.png", over: "turned.mp4", fixture)
    let note = "frames of 'movie' are taken as they are stored: put video.orient between to turn them"
    #expect(outcome.code == 0 && (outcome.output + outcome.error).contains(note), "\(outcome)")
  }
}
