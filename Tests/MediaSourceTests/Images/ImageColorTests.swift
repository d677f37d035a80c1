import CoreMedia
import Foundation
import Testing

@testable import MediaSource

/// Images have the track's colorimetry, compared with ffmpeg's conversion of the same frame.
///
/// swscale is used in two steps, since it ignores the chroma location in one: chroma is upsampled linearly
/// (`bilinear+accurate_rnd`, with the position of the first sample), then colours are converted
/// (`accurate_rnd+full_chroma_int`).
@Suite struct ImageColorTests {
  enum Matrix: String, CaseIterable, Sendable {
    case bt601 = "smpte170m"
    case bt709 = "bt709"
    case bt2020 = "bt2020nc"

    var swscale: String { self == .bt601 ? "bt601" : self == .bt709 ? "bt709" : "bt2020" }
    var primaries: String { self == .bt2020 ? "bt2020" : self == .bt709 ? "bt709" : "smpte170m" }
    var transfer: String { self == .bt2020 ? "bt2020-10" : self == .bt709 ? "bt709" : "smpte170m" }
  }

  /// Returns a frame of a clip with sharp edges of colour.
  private func image(_ path: String, at frame: Int = 3) async throws -> ImagePixels {
    let reader = TrackImages(try CodedClips.track(path, isVideo: true))
    let time = CMTime(value: Int64(frame) * 1001, timescale: 30000)
    return try ImagePixels(
      reader.image(for: ImageRequest(time, toleranceBefore: .zero, toleranceAfter: .zero)).image)
  }

  private func clip(_ folder: TemporaryFolder, _ name: String, _ options: [String], size: String = "162x98") throws
    -> String
  {
    let path = folder.file(name)
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30000/1001:duration=1", "-frames:v", "6"] + options + [path])
    return path
  }

  @Test(arguments: Matrix.allCases, ["tv", "pc"])
  func everyMatrixAndRange_eightBits(_ matrix: Matrix, _ range: String) async throws {
    let folder = try TemporaryFolder()
    let path = try clip(
      folder, "a.mp4",
      [
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-colorspace", matrix.rawValue,
        "-color_primaries", matrix.primaries, "-color_trc", matrix.transfer, "-color_range", range,
      ])
    let expected = try ImagePixels(path, frame: 3, size: (162, 98), ImagePixels.filters(matrix.swscale, range))
    let ratio = try await image(path).psnr(expected)
    #expect(ratio > 50, "\(matrix) \(range): \(ratio) dB")
  }

  @Test(
    arguments: ["420", "422", "444", "420p10", "422p10", "444p10"], ["tv", "pc"])
  func everySampling_ofEightAndTenBits(_ sampling: String, _ range: String) async throws {
    let folder = try TemporaryFolder()
    let path = try clip(
      folder, "a.mp4",
      [
        "-pix_fmt", sampling.hasSuffix("p10") ? "yuv\(sampling)le" : "yuv\(sampling)p", "-c:v", "libx264", "-preset",
        "ultrafast",
        "-qp", "12", "-colorspace", "bt709",
        "-color_range", range,
      ])
    let expected = try ImagePixels(path, frame: 3, size: (162, 98), ImagePixels.filters("bt709", range, sampling))
    let ratio = try await image(path).psnr(expected)
    #expect(ratio > 50, "\(sampling) \(range): \(ratio) dB")
  }

  @Test func tenBits_ofBT2020_inHEVC() async throws {
    let folder = try TemporaryFolder()
    let path = try clip(
      folder, "a.mp4",
      [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:qp=10",
        "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "bt2020-10", "-color_range", "tv",
      ])
    let reader = TrackImages(try CodedClips.track(path, isVideo: true))
    let image = try reader.image(for: ImageRequest(.zero)).image
    #expect(image.colorSpace?.name == CGColorSpace.itur_2020)
    let expected = try ImagePixels(path, frame: 0, size: (162, 98), ImagePixels.filters("bt2020", "tv", "420p10"))
    let ratio = try ImagePixels(image).psnr(expected)
    #expect(ratio > 50, "\(ratio) dB")
  }

  /// HDR is not tone mapped: the values are those of the track, and the colour space names their meaning.
  @Test(arguments: [
    ("smpte2084", CGColorSpace.itur_2100_PQ as String), ("arib-std-b67", CGColorSpace.itur_2100_HLG as String),
  ])
  func highDynamicRange_keepsItsCurve_andIsTagged(_ transfer: String, _ space: String) async throws {
    let folder = try TemporaryFolder()
    let path = try clip(
      folder, "a.mp4",
      [
        "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:qp=10",
        "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", transfer, "-color_range", "tv",
      ])
    let reader = TrackImages(try CodedClips.track(path, isVideo: true))
    let image = try reader.image(for: ImageRequest(.zero)).image
    #expect(image.colorSpace?.name.map { $0 as String } == space)
    let expected = try ImagePixels(path, frame: 0, size: (162, 98), ImagePixels.filters("bt2020", "tv", "420p10"))
    let ratio = try ImagePixels(image).psnr(expected)
    #expect(ratio > 50, "\(ratio) dB")
  }

  /// zimg, which uses floating point, has the same bytes.
  @Test func everyByte_isThatOfFloatingPoint() async throws {
    let folder = try TemporaryFolder()
    let path = try clip(
      folder, "a.mp4",
      [
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-colorspace", "bt709",
        "-color_range", "tv",
      ])
    let filters = ["zscale=matrixin=709:rangein=limited:range=full:filter=bilinear", "format=gbrp"]
    #expect(try await image(path).bytes == ImagePixels(path, frame: 3, size: (162, 98), filters).bytes)
  }

  /// The movie's own box overrides the stream: it was changed after encoding, as editors do to correct a wrong tag.
  @Test func theFilesBox_comesBeforeTheStreamsDescription() async throws {
    let folder = try TemporaryFolder()
    let stream = try clip(
      folder, "stream.mp4",
      [
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10", "-colorspace", "bt709",
        "-color_primaries", "bt709", "-color_trc", "bt709",
      ])
    var bytes = try Data(contentsOf: URL(fileURLWithPath: stream))
    let box = try #require(bytes.range(of: Data("nclx".utf8)))
    // Primaries and transfer function stay; the matrix becomes BT.601's, the range full.
    bytes.replaceSubrange(box.upperBound + 4..<box.upperBound + 7, with: [0, 6, 0x80])
    let path = folder.file("box.mp4")
    try bytes.write(to: URL(fileURLWithPath: path))
    let expected = try ImagePixels(stream, frame: 3, size: (162, 98), ImagePixels.filters("bt601", "pc"))
    let ratio = try await image(path).psnr(expected)
    #expect(ratio > 50, "\(ratio) dB")
  }

  @Test func untaggedFrames_areBT601_orBT709_byTheirSize_andLimited() async throws {
    let folder = try TemporaryFolder()
    let options = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "10"]
    let small = try clip(folder, "small.mp4", options)
    var expected = try ImagePixels(small, frame: 3, size: (162, 98), ImagePixels.filters("bt601", "tv"))
    #expect(try await image(small).psnr(expected) > 50)
    let large = try clip(folder, "large.mp4", options, size: "1280x720")
    expected = try ImagePixels(large, frame: 3, size: (1280, 720), ImagePixels.filters("bt709", "tv"))
    #expect(try await image(large).psnr(expected) > 50)
  }

  @Test func motionJPEG_isFullRange_withChromaBetweenLuma() async throws {
    let folder = try TemporaryFolder()
    let path = try clip(folder, "a.mov", ["-pix_fmt", "yuvj420p", "-c:v", "mjpeg", "-q:v", "2"])
    let expected = try ImagePixels(path, frame: 3, size: (162, 98), ImagePixels.filters("bt601", "pc", left: false))
    let ratio = try await image(path).psnr(expected)
    #expect(ratio > 50, "\(ratio) dB")
  }

  /// Only decoders of video say that gray has the full range.
  @Test(arguments: [("png", "gray"), ("png", "gray16be"), ("ffv1", "gray16le")])
  func gray_isFullRange(codec: String, pixels: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "color=0x333333:s=32x32:r=5:d=1", "-vf", "format=gray", "-c:v", codec, "-pix_fmt", pixels,
      path,
    ])
    let image = try await image(path)
    #expect(image.bytes.enumerated().allSatisfy { $0.offset % 4 == 3 || abs(Int($0.element) - 0x33) <= 1 })
  }

  @Test func alpha_isKept_andColorsAreMultipliedByIt() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mov")
    try Oracle.make(
      [
        "-f", "lavfi", "-i", "testsrc2=size=162x98:rate=30000/1001:alpha=120:duration=1,format=yuva444p10le",
        "-frames:v", "4",
        "-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits", "16", path,
      ])
    let reader = TrackImages(try CodedClips.track(path, isVideo: true))
    let image = try reader.image(for: ImageRequest(.zero)).image
    #expect(image.alphaInfo == .premultipliedFirst)
    let own = try ImagePixels(image)
    let color = try ImagePixels(
      path, frame: 0, size: (162, 98), ["format=yuv444p10le"] + ImagePixels.filters("bt601", "tv", "444p10"))
    let alpha = try ImagePixels(path, frame: 0, size: (162, 98), ["alphaextract"])
    var expected = own
    for index in own.bytes.indices where index % 4 != 3 {
      let a = Int(alpha.bytes[index / 4 * 4])
      expected.bytes[index] = UInt8((Int(color.bytes[index]) * a + 127) / 255)
    }
    let ratio = own.psnr(expected)
    #expect(ratio > 50, "\(ratio) dB")
    let error = own.bytes.indices.filter { $0 % 4 == 3 }.map { abs(Int(own.bytes[$0]) - Int(alpha.bytes[$0 / 4 * 4])) }
      .max()
    #expect(try #require(error) <= 1)
    #expect(Set(own.bytes.indices.filter { $0 % 4 == 3 }.map { own.bytes[$0] }).count > 1)
  }
}
