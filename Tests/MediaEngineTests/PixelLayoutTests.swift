import Foundation
import MediaEngine
import MediaGraph
import Testing

/// Movies whose frames have all kinds of layouts, ranges and depths look the same when they are encoded anew.
@Suite struct PixelLayoutTests {
  struct Layout: Sendable, CustomTestStringConvertible {
    let encoder: String
    let pixels: String
    /// The container of the source.
    let container: String
    var testDescription: String { "\(pixels) of \(encoder)" }

    init(_ encoder: String, _ pixels: String, _ container: String) {
      (self.encoder, self.pixels, self.container) = (encoder, pixels, container)
    }
  }

  static let layouts = [
    Layout("-c:v libx264 -qp 1", "yuv420p", "mp4"), Layout("-c:v libx264 -qp 1", "yuvj420p", "mp4"),
    Layout("-c:v libx264 -qp 1", "gray", "mp4"), Layout("-c:v huffyuv", "yuv422p", "avi"),
    Layout("-c:v mjpeg -q:v 2", "yuvj422p", "mov"), Layout("-c:v v210", "yuv422p10le", "mov"),
    Layout("-c:v prores_ks", "yuv422p10le", "mov"), Layout("-c:v ffv1", "yuv420p10le", "mkv"),
    Layout("-c:v ffv1", "gray", "mkv"), Layout("-c:v ffv1", "gray16le", "mkv"), Layout("-c:v png", "gray", "mov"),
    Layout("-c:v png", "gray16be", "mov"), Layout("-c:v jpeg2000", "yuv422p", "mov"),
    Layout("-c:v png", "rgb48be", "mov"),
  ]

  @Test(arguments: layouts)
  func framesOfAllLayouts_lookTheSame(_ layout: Layout) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try source(layout, in: folder), folder.file("out.mp4"))
    try await encode(source, to: out)
    #expect(try difference(source, out) < 2)
    // Chroma is where it was: at the left, or in the middle as JPEG has it.
    let isJPEG = layout.encoder.contains("mjpeg")
    if !isJPEG { #expect(try Oracle.streams(out, "chroma_location") == ["left"]) }
  }

  /// A turn by a tag makes frames of a layout that can be turned of those that can't.
  @Test(arguments: ["yuv422p", "yuv420p"])
  func framesOfAllLayouts_areTurned(_ pixels: String) async throws {
    let folder = try TemporaryFolder()
    let (plain, source, out) = (folder.file("plain.mov"), folder.file("in.mov"), folder.file("out.mp4"))
    _ = try Oracle.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10", "-frames:v", "3"]
        + ["-c:v", "mjpeg", "-q:v", "1", "-pix_fmt", pixels.replacing("yuv", with: "yuvj"), plain])
    _ = try Oracle.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", plain, "-c", "copy", "-metadata:s:v:0", "rotate=180", source])
    try await encode(source, to: out)
    // ffmpeg turns frames as the file says.
    #expect(try difference(source, out) < 2)
  }

  private func source(_ layout: Layout, in folder: TemporaryFolder) throws -> String {
    let source = folder.file("in.\(layout.container)")
    _ = try Oracle.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10", "-frames:v", "3"]
        + layout.encoder.split(separator: " ").map(String.init) + ["-pix_fmt", layout.pixels, source])
    return source
  }

  /// GStreamer cuts v210 at wrong places, and refuses others.
  @Test(
    arguments: [
      Layout("-c:v v210", "yuv422p10le", "mov"), Layout("-c:v rawvideo", "yuyv422", "mov"),
      Layout("-c:v ffv1", "gray16le", "mkv"), Layout("-c:v png", "rgb48be", "mov"),
      Layout("-c:v ffv1", "yuv410p", "mkv"),
    ])
  func framesOfAllLayouts_areCropped(_ layout: Layout) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try source(layout, in: folder), folder.file("out.mp4"))
    try await encode(
      source, through: "video.crop, with: { left: 16, top: 8, right: 4, bottom: 4 }", to: out)
    #expect(try difference(source, out, after: "crop=140:84:16:8") < 2)
  }

  /// GStreamer makes black of colours that are not told.
  @Test(arguments: [Layout("-c:v png", "rgb24", "mov"), Layout("-c:v prores_ks", "yuv422p10le", "mov")])
  func colorsThatAreNotTold_areThoseWanted(_ layout: Layout) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try source(layout, in: folder), folder.file("out.mp4"))
    try await encode(source, through: "video.color", to: out)
    #expect(try difference(source, out, after: "scale=out_color_matrix=bt709,format=yuv444p16") < 2)
    #expect(try Oracle.streams(out, "color_space,color_transfer,color_primaries") == ["bt709,bt709,bt709"])
  }

  /// Colours that are not told are those that are usual for a size: of another size, they are told.
  @Test(arguments: [
    "video.scale, with: { width: 320 }", "video.scale, with: { width: 320, height: 320, fit: letterbox }",
  ])
  func colorsThatAreNotTold_stayTheSameInAnotherSize(node: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mp4"), folder.file("out.mp4"))
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=1280x720:r=5:d=0.4", "-vf", "scale=out_color_matrix=bt709", "-c:v", "libx264",
      "-qp", "1", "-pix_fmt", "yuv420p", source,
    ])
    #expect(try Oracle.streams(source, "color_space") == ["unknown"])
    try await encode(source, through: node, to: out)
    #expect(try Oracle.streams(out, "color_space,color_primaries") == ["bt709,bt709"])
    let padding = node.contains("letterbox") ? ",pad=320:320:0:70" : ""
    #expect(try difference(source, out, after: "scale=320:180:flags=bilinear" + padding) < 3)
  }

  /// The chroma of a column that has its pixel in the middle is that of three, as for a decoder that has it at the
  /// left.
  @Test func chromaOfRGB_isAtTheLeft() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (folder.file("in.mov"), folder.file("out.mp4"))
    let sides = "color=red:s=32x32:r=5:d=0.4[a];color=blue:s=32x32:r=5:d=0.4[b];[a][b]hstack"
    try Oracle.make(["-f", "lavfi", "-i", sides, "-c:v", "png", "-pix_fmt", "rgb24", source])
    try await encode(source, to: out)
    #expect(try Oracle.streams(out, "chroma_location") == ["left"])
    let row = try frames(of: out).dropFirst(64 * 32 + 8 * 32).prefix(32).map { Int($0) }
    let (red, edge, blue) = (row[14], row[16], row[18])
    #expect(red < 115 && blue > 230 && abs(edge - (red + 3 * blue) / 4) < 12, "\(row)")
  }

  /// A conversion of the curve alone.
  @Test func ofColorsWithTheSameMatrix_theCurveIsConverted() async throws {
    let folder = try TemporaryFolder()
    let layout = Layout(
      "-c:v libx264 -qp 1 -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084", "yuv420p10le", "mkv")
    let (source, same, other) = (try source(layout, in: folder), folder.file("same.mp4"), folder.file("other.mp4"))
    try await encode(
      source, through: "video.color, with: { primaries: bt2020, transfer: pq, matrix: bt2020 }", to: same)
    #expect(try difference(source, same) < 2)
    try await encode(
      source, through: "video.color, with: { primaries: bt2020, transfer: hlg, matrix: bt2020 }", to: other)
    #expect(try difference(source, other) > 10)
  }

  /// libav's encoder writes into each frame that its colours are unspecified, which goes before what the file says.
  @Test func colorsOfProRes_areInItsFrames() async throws {
    let folder = try TemporaryFolder()
    let layout = Layout(
      "-c:v libx264 -qp 1 -colorspace bt709 -color_primaries bt709 -color_trc bt709", "yuv420p", "mp4")
    let (source, out) = (try source(layout, in: folder), folder.file("out.mov"))
    try await encode(source, as: "video.encode.prores", muxer: "mov", to: out)
    #expect(try Oracle.streams(out, "color_space,color_transfer,color_primaries") == ["bt709,bt709,bt709"])
    let times = ["-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", out]
    let packets = try Oracle.text("ffprobe", times).split(separator: "\n").map { $0.trimmingCharacters(in: [","]) }
    #expect(packets == ["0.000000,0.100000", "0.100000,0.100000", "0.200000,0.100000"])
    #expect(try difference(source, out) < 2)
  }

  /// Frames of ProRes have no code for the curve of BT.601, which is that of BT.709.
  @Test func colorsOfStandardDefinition_areInTheFramesOfProRes() async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (
      try source(Layout("-c:v libx264 -qp 1", "yuv420p", "mp4"), in: folder), folder.file("out.mov")
    )
    try await encode(source, as: "video.encode.prores", muxer: "mov", to: out)
    let frame = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-read_intervals", "%+#1", "-show_entries", "frame=color_space,color_transfer,color_primaries"]
        + ["-of", "csv=p=0", out])
    #expect(frame.trimmingCharacters(in: .whitespacesAndNewlines) == "smpte170m,smpte170m,bt709")
  }

  /// Decoders take what streams say for more than what files say.
  @Test(
    arguments: [
      ("video.encode.vp9, with: { bitrate: 20Mb/s }", "webm", "bt709,unknown,unknown"),
      ("video.encode.av1, with: { bitrate: 20Mb/s }", "mp4", "bt709,bt709,bt709"),
    ])
  func colors_areInTheStream(encoder: String, muxer: String, colors: String) async throws {
    let folder = try TemporaryFolder()
    let layout = Layout(
      "-c:v libx264 -qp 1 -colorspace bt709 -color_primaries bt709 -color_trc bt709", "yuv420p", "mp4")
    let (source, out) = (try source(layout, in: folder), folder.file("out.\(muxer)"))
    try await encode(source, as: encoder, muxer: muxer, to: out)
    // Without the file's own words.
    let stream = folder.file("stream.ivf")
    try Oracle.make(["-i", out, "-c", "copy", stream])
    #expect(try Oracle.streams(stream, "color_space,color_transfer,color_primaries") == [colors])
    #expect(try difference(source, out) < 2)
  }

  /// The streams of some codecs do not tell that values have the full range.
  @Test(
    arguments: [
      ("video.encode.prores", "mov"), ("video.encode.vp8, with: { bitrate: 20Mb/s }", "webm"),
      ("video.encode.av1, with: { bitrate: 20Mb/s }", "mp4"), ("video.encode.vp9, with: { bitrate: 20Mb/s }", "webm"),
    ], [("-c:v libx264 -qp 1", "yuvj420p"), ("-c:v mjpeg -q:v 2", "yuvj444p")])
  func theFullRange_looksTheSame(encoder: (node: String, muxer: String), layout: (String, String)) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try source(Layout(layout.0, layout.1, "mkv"), in: folder), folder.file("out.\(encoder.muxer)"))
    try await encode(source, as: encoder.node, muxer: encoder.muxer, to: out)
    #expect(try difference(source, out) < 2)
  }

  /// Gray has the full range, and no matrix: GStreamer makes pink and teal of it where a file tells its range, and
  /// draws it darker.
  @Test(arguments: [
    "video.convert, with: { format: rgba }", "video.composite", "video.tile, with: { columns: 1, rows: 1 }",
  ])
  func gray_staysGray(node: String) async throws {
    let folder = try TemporaryFolder()
    let (source, out) = (try source(Layout("-c:v ffv1", "gray", "mkv"), in: folder), folder.file("out.mp4"))
    try await encode(source, through: node, to: out)
    #expect(try difference(source, out) < 2)
  }

  private func encode(
    _ source: String, through node: String = "video.orient",
    as encoder: String = "video.encode.h264, with: { quality: 1 }",
    muxer: String = "mp4", to out: String
  ) async throws {
    let nodes = """
      movie: { use: asset.read, with: { url: "\(source)" } }
      changed: { in: movie.video, use: \(node) }
      coded: { in: changed, use: \(encoder) }
      mux: { use: mux.\(muxer), in: coded }
      file: { use: file.write, in: mux, with: { url: "\(out)" } }
      """
    _ = try await Graph(nodes: nodes).run(options: .testing)
  }

  /// The mean difference of samples, in units of eight bits.
  ///
  /// - Parameter filter: What ffmpeg does with the source's frames.
  private func difference(_ source: String, _ out: String, after filter: String = "null") throws -> Double {
    let theirs = try frames(of: source, filter), ours = try frames(of: out)
    try #require(!theirs.isEmpty && ours.count == theirs.count)
    return Double(zip(ours, theirs).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(ours.count)
  }

  /// The frames of a movie as 4:2:0 of the limited range.
  private func frames(of path: String, _ filter: String = "null") throws -> Data {
    try Oracle.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-vf", "\(filter),scale=flags=area+accurate_rnd:out_range=limited"]
        + ["-sws_dither", "none", "-pix_fmt", "yuv420p", "-f", "rawvideo", "-"])
  }
}
