import AVFoundation
import Foundation
import Testing

/// Exports of compositions whose sources mean different colours by the same values, or have pixels of other shapes.
@Suite struct ExportColorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes a second of one green, with values of a matrix and a range.
  private func make(_ name: String, matrix: String, range: String, _ more: [String] = []) throws {
    let (space, primaries) = (matrix == "bt601" ? "smpte170m" : matrix, "bt709")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "color=c=0x20C040:s=160x120:r=25:d=1", "-vf",
        "scale=out_color_matrix=\(matrix):out_range=\(range),format=yuv420p" + (more.isEmpty ? "" : ",setsar=4/3"),
        "-colorspace", space, "-color_primaries", primaries, "-color_trc", primaries, "-color_range", range, "-c:v",
        "libx264", "-qp", "4",
      ] + [folder.file(name)])
  }

  private func joined(_ names: [String]) async throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    for name in names {
      let source = try #require(AVURLAsset(url: folder.url(name)).tracks(withMediaType: .video).first)
      try track.insertTimeRange(source.timeRange, of: source, at: composition.duration)
    }
    return composition
  }

  /// The red, green and blue in the middle of a frame.
  private func color(at time: String) throws -> [Int] {
    let pixel = try Oracle.run(
      "ffmpeg",
      [
        "-v", "error", "-ss", time, "-i", folder.file("out.mp4"), "-frames:v", "1", "-vf",
        "crop=2:2:80:60,scale=flags=accurate_rnd+full_chroma_int,format=rgb24", "-f", "rawvideo", "-",
      ])
    return pixel.prefix(3).map(Int.init)
  }

  private func export(_ composition: AVComposition) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
  }

  @Test(arguments: [
    [("bt709", "tv"), ("bt601", "tv")], [("bt601", "tv"), ("bt709", "tv")], [("bt709", "pc"), ("bt709", "tv")],
    [("bt709", "tv"), ("bt709", "pc")],
  ])
  func sourcesOfOtherColors_lookAlike(_ kinds: [(matrix: String, range: String)]) async throws {
    for (index, kind) in kinds.enumerated() { try make("\(index).mp4", matrix: kind.matrix, range: kind.range) }
    let session = try export(await joined(["0.mp4", "1.mp4"]))
    try await session.make(folder.url("out.mp4"))
    for time in ["0.5", "1.5"] {
      let found = try color(at: time)
      // Rounding to 8 bits twice costs up to 4 steps; the colours of another matrix or range are 12 and more off.
      #expect(zip(found, [0x20, 0xc0, 0x40]).allSatisfy { abs($0 - $1) <= 5 }, "\(found) at \(time) s")
    }
    #expect(try Oracle.streams(folder.file("out.mp4"), "nb_read_frames") == ["50"])
  }

  /// Frames of one kind keep their own times; frames that are drawn anew would have those of the canvas.
  @Test func sourcesOfOneKind_areNotDrawnAnew() async throws {
    try make("a.mp4", matrix: "bt709", range: "tv")
    try make("b.mp4", matrix: "bt709", range: "tv")
    let session = try export(await joined(["a.mp4", "b.mp4"]))
    try await session.make(folder.url("out.mp4"))
    let text = try session.graph.yaml()
    #expect(text.contains("edit.frames") && !text.contains("edit.video"), "\(text)")
  }

  /// Stretched sources would show circles as ellipses.
  @Test func sourcesWithOtherPixelShapes_areDrawnOnOneCanvas() async throws {
    try make("a.mp4", matrix: "bt709", range: "tv", ["4:3"])
    try make("b.mp4", matrix: "bt709", range: "tv")
    let session = try export(await joined(["a.mp4", "b.mp4"]))
    try await session.make(folder.url("out.mp4"))
    let text = try session.graph.yaml()
    #expect(text.contains("edit.video"), "\(text)")
  }

  /// Colours that no tag says are usual for a size: turned upright, the frames are as high as those of high definition.
  @Test(arguments: [false, true]) func untaggedFramesThatAreTurned_keepTheColorsOfTheirSize(
    isComposed: Bool
  ) async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "color=c=0x20C040:s=640x360:r=25:d=1", "-vf", "scale=out_color_matrix=bt601,format=yuv420p",
      "-c:v", "libx264", "-qp", "4", "-bsf:v",
      "h264_metadata=colour_primaries=2:transfer_characteristics=2:matrix_coefficients=2", folder.file("wide.mp4"),
    ])
    try Oracle.make(["-i", folder.file("wide.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", folder.file("in.mp4")])
    #expect(try Oracle.streams(folder.file("wide.mp4"), "color_space") == ["unknown"])
    let asset = AVURLAsset(url: folder.url("in.mp4"))
    let source = try #require(asset.tracks(withMediaType: .video).first)
    let composition = try await joined(["in.mp4"])
    composition.tracks[0].preferredTransform = source.preferredTransform
    let session = try #require(
      AVAssetExportSession(
        asset: isComposed ? composition : asset, presetName: AVAssetExportPresetHighestQuality))
    try await session.make(folder.url("out.mp4"))
    #expect(try Oracle.streams(folder.file("out.mp4"), "width,height,color_space") == ["360,640,smpte170m"])
    let found = try color(at: "0.5")
    #expect(zip(found, [0x20, 0xc0, 0x40]).allSatisfy { abs($0 - $1) <= 5 }, "\(found)")
    let generator = AVAssetImageGenerator(asset: isComposed ? composition : asset)
    generator.appliesPreferredTrackTransform = true
    let image = try generator.copyCGImage(at: .zero, actualTime: nil)
    let bytes = Data(copying: try #require(image.dataProvider?.data))
    let middle = image.height / 2 * image.bytesPerRow + image.width / 2 * image.bitsPerPixel / 8
    // Blue, green and red.
    let pixel = bytes[middle..<middle + 3].map(Int.init)
    #expect(zip(pixel, [0x40, 0xc0, 0x20]).allSatisfy { abs($0 - $1) <= 5 }, "\(pixel)")
  }

  @Test func standardBesideHighDynamicRange_isRefused() async throws {
    try make("a.mp4", matrix: "bt709", range: "tv")
    try Oracle.make([
      "-f", "lavfi", "-i", "color=c=gray:s=160x120:r=25:d=1", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
      "-x265-params", "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc", "-tag:v", "hvc1",
      folder.file("b.mp4"),
    ])
    let error = await (try export(await joined(["a.mp4", "b.mp4"]))).failure(folder.url("out.mp4"))
    #expect(error?.failureReason?.contains("HDR") == true, "\(error as Any)")
  }
}
