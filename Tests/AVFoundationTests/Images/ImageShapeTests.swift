@testable import MediaSource
import AVFoundation
import Foundation
import Testing

/// Size, aspect ratio and orientation of images.
@Suite struct ImageShapeTests {
  /// A movie whose left half is black and whose upper right quarter is white, the rest gray.
  private func movie(_ folder: TemporaryFolder, _ options: [String] = [], filter: String = "") throws -> AVURLAsset {
    let name = "\(UUID().uuidString).mp4"
    try Oracle.make(
      [
        "-f", "lavfi", "-i",
        "color=size=128x64:rate=30:duration=0.2,format=yuv420p,geq=lum='if(lt(X,64),16,if(lt(Y,32),235,126))':cb=128:cr=128"
          + filter, "-c:v", "libx264", "-preset", "veryfast", "-qp", "4",
      ] + options + [folder.file(name)])
    return AVURLAsset(url: folder.url(name))
  }

  /// The brightness in the middle of each quarter: upper left, upper right, lower left, lower right.
  private func corners(_ image: CGImage) -> [Int] {
    guard let data = image.dataProvider?.data.map({ Data(copying: $0) }) else { return [] }
    return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
      Int(data[image.height * y / 4 * image.bytesPerRow + image.width * x / 4 * 4 + 1])
    }
  }

  private func isNear(_ values: [Int], _ expected: [Int]) -> Bool {
    values.count == expected.count && zip(values, expected).allSatisfy { abs($0 - $1) <= 4 }
  }

  @Test func maximumSize_fitsWithoutEnlarging() throws {
    let folder = try TemporaryFolder()
    let generator = AVAssetImageGenerator(asset: try movie(folder))
    let sizes: [(CGSize, Int, Int)] = [
      (.zero, 128, 64), (CGSize(width: 64, height: 64), 64, 32), (CGSize(width: 0, height: 16), 32, 16),
      (CGSize(width: 32, height: 0), 32, 16), (CGSize(width: 4000, height: 4000), 128, 64),
      (CGSize(width: 100, height: 20), 40, 20), (CGSize(width: 1, height: 1), 1, 1),
      (CGSize(width: -5, height: -5), 128, 64),
    ]
    for (size, width, height) in sizes {
      generator.maximumSize = size
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(image.width == width && image.height == height, "\(size)")
      if width > 8 { #expect(isNear(corners(image), [0, 255, 0, 128])) }
    }
  }

  @Test func pixelAspectRatio_isAppliedUnlessPixelsAreAskedFor() throws {
    let folder = try TemporaryFolder()
    let asset = try movie(folder, filter: ",setsar=3/2")
    let generator = AVAssetImageGenerator(asset: asset)
    let modes: [(AVAssetImageGenerator.ApertureMode?, Int)] = [
      (.cleanAperture, 192), (.productionAperture, 192), (.encodedPixels, 128), (nil, 192),
    ]
    for (mode, width) in modes {
      generator.apertureMode = mode
      generator.maximumSize = .zero
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(image.width == width && image.height == 64)
      #expect(isNear(corners(image), [0, 255, 0, 128]))
      // The maximum size applies to the displayed aspect ratio.
      generator.maximumSize = CGSize(width: 96, height: 96)
      let small = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(small.width == 96 && small.height == (width == 192 ? 32 : 48))
    }
    #expect(asset.tracks(withMediaType: .video).first?.naturalSize == CGSize(width: 192, height: 64))
  }

  @Test func preferredTransform_isAppliedWhenAskedFor() throws {
    let folder = try TemporaryFolder()
    let upright = [0, 255, 0, 128]
    // Clockwise: the left side of the frame moves to the top.
    let one: Int32 = 1 << 16
    let turned: [(Int, [Int32], [Int])] = [
      (90, [0, one, -one, 0], [0, 0, 128, 255]), (180, [-one, 0, 0, -one], [128, 0, 255, 0]),
      (270, [0, -one, one, 0], [255, 128, 0, 0]),
    ]
    for (degrees, matrix, expected) in turned {
      let generator = AVAssetImageGenerator(asset: try movie(folder, matrix: matrix))
      var image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(image.width == 128 && isNear(corners(image), upright))
      generator.appliesPreferredTrackTransform = true
      image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect((image.width, image.height) == (degrees == 180 ? (128, 64) : (64, 128)))
      #expect(isNear(corners(image), expected), "\(degrees): \(corners(image))")
      // The maximum size applies to the image after the transform.
      generator.maximumSize = CGSize(width: 32, height: 0)
      image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect((image.width, image.height) == (degrees == 180 ? (32, 16) : (32, 64)))
      #expect(isNear(corners(image), expected))
    }
  }

  /// Replaces the matrix of the track's header in the file: ffmpeg writes no such matrices.
  private func movie(_ folder: TemporaryFolder, matrix: [Int32]) throws -> AVURLAsset {
    let asset = try movie(folder)
    var bytes = try Data(contentsOf: asset.url)
    let header = try #require(bytes.range(of: Data("tkhd".utf8)))
    // Version and flags, times, ID, duration, layer, group, volume: 40 bytes of version 0.
    let start = header.upperBound + 40
    let words = [matrix[0], matrix[1], 0, matrix[2], matrix[3], 0, 0, 0, 1 << 30]
    bytes.replaceSubrange(
      start..<start + 36,
      with: words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } })
    let url = folder.url("matrix-\(UUID().uuidString).mp4")
    try bytes.write(to: url)
    return AVURLAsset(url: url)
  }

  @Test func mirrors_moveThePixels() throws {
    let folder = try TemporaryFolder()
    let one: Int32 = 1 << 16
    let cases: [([Int32], [Int])] = [
      ([-one, 0, 0, one], [255, 0, 128, 0]), ([one, 0, 0, -one], [0, 128, 0, 255]),
      ([0, one, one, 0], [0, 0, 255, 128]), ([0, -one, -one, 0], [128, 255, 0, 0]),
    ]
    for (matrix, expected) in cases {
      let generator = AVAssetImageGenerator(asset: try movie(folder, matrix: matrix))
      generator.appliesPreferredTrackTransform = true
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(isNear(corners(image), expected), "\(matrix): \(corners(image))")
    }
  }

  @Test func otherTransforms_areDrawn_withinTheirBounds() throws {
    let folder = try TemporaryFolder()
    let one = 65536.0
    // Twice as large.
    var generator = AVAssetImageGenerator(asset: try movie(folder, matrix: [131_072, 0, 0, 131_072]))
    generator.appliesPreferredTrackTransform = true
    var image = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(image.width == 256 && image.height == 128 && isNear(corners(image), [0, 255, 0, 128]))
    // Rotated by 45 degrees: pixels outside of the frame are transparent.
    let half = Int32(one * 0.5.squareRoot())
    generator = AVAssetImageGenerator(asset: try movie(folder, matrix: [half, half, -half, half]))
    generator.appliesPreferredTrackTransform = true
    image = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(abs(image.width - 136) <= 1 && abs(image.height - 136) <= 1)
    let data = Data(copying: try #require(image.dataProvider?.data))
    #expect(data[3] == 0 && image.alphaInfo == .premultipliedFirst)
    // The middle is opaque; the frame's upper right corner points to the lower right.
    #expect(data[68 * image.bytesPerRow + 60 * 4 + 3] == 255)
    #expect(data[90 * image.bytesPerRow + 118 * 4 + 1] > 240)
    // A zero matrix is not applied.
    generator = AVAssetImageGenerator(asset: try movie(folder, matrix: [0, 0, 0, 0]))
    generator.appliesPreferredTrackTransform = true
    #expect(try generator.copyCGImage(at: .zero, actualTime: nil).width == 128)
  }
}
