@testable import MediaSource
import AVFoundation
import Foundation
import ImageIO
import MovieExercise
import Testing

/// Images of files of other encoders, and of damaged ones.
@Suite struct ImageMediaTests {
  private static func pixels(_ image: CGImage) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    try bytes.withUnsafeMutableBytes { buffer in
      let context = CGContext(
        data: buffer.baseAddress, width: image.width, height: image.height, bitsPerComponent: 8,
        bytesPerRow: image.width * 4, space: try #require(image.colorSpace),
        bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
      context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }
    return bytes
  }

  @Test(.sharedMedia, arguments: [0, 14, 29])
  func frames_areThoseOfTheTrack(_ number: Int) throws {
    let asset = AVURLAsset(url: SharedMedia.url("testvid_1022ms.mp4"))
    let generator = AVAssetImageGenerator(asset: asset)
    generator.makeExact()
    let track = try #require(asset.tracks(withMediaType: .video).first)
    // The track has the frame's presentation time.
    var time = CMTime.zero
    for _ in 0..<number {
      var next = time
      repeat {
        next = next + CMTime(value: 1, timescale: 600)
      } while track.samplePresentationTime(forTrackTime: next) <= time
      time = track.samplePresentationTime(forTrackTime: next)
    }
    let image = try generator.copyCGImage(at: time, actualTime: nil)
    let name = String(format: "testvid_1022ms_%03d.png", number)
    let source = try #require(CGImageSourceCreateWithURL(SharedMedia.url(name) as NSURL, nil))
    let expected = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    #expect((image.width, image.height) == (expected.width, expected.height))
    let (own, theirs) = (try Self.pixels(image), try Self.pixels(expected))
    var sum = 0
    for index in own.indices where index % 4 != 3 { sum += abs(Int(own[index]) - Int(theirs[index])) }
    let error = Double(sum) / Double(own.count * 3 / 4)
    #expect(error <= 2, "mean error \(error)")
  }

  @Test(.sharedMedia)
  func everyFile_givesImages_orAnError() throws {
    let names = SharedMedia.names
    for name in names where !name.hasSuffix(".png") && !name.hasSuffix(".md") && name.contains(".") {
      let asset = AVURLAsset(url: SharedMedia.url(name))
      let generator = AVAssetImageGenerator(asset: asset)
      generator.maximumSize = CGSize(width: 64, height: 64)
      generator.appliesPreferredTrackTransform = true
      do {
        let image = try generator.copyCGImage(at: CMTime(value: 1, timescale: 2), actualTime: nil)
        #expect(max(image.width, image.height) <= 64)
      } catch let error as AVError {
        #expect(error.failureReason != nil, "\(name)")
        #expect(asset.tracks(withMediaType: .video).isEmpty, "\(name): \(error.failureReason ?? "")")
      }
    }
  }

  /// Small movies with every box, damaged, and a real one.
  @Test(arguments: 0..<8)
  func damage_isAnImageOrAnError(part: Int) throws {
    let folder = try TemporaryFolder()
    var mutation = Mutation(seed: UInt64(part) + 100)
    let real = [UInt8](try Data(contentsOf: NumberedMovie.make(in: folder)))
    for round in 0..<25 {
      let seed = round % 2 == 0 ? real : SeedMovies.all[(part + round) % SeedMovies.all.count].bytes
      let url = folder.url("damaged-\(round).mp4")
      try Data(mutation.damaged(seed)).write(to: url)
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
      generator.maximumSize = CGSize(width: 32, height: 32)
      generator.appliesPreferredTrackTransform = true
      for (index, time) in [CMTime.zero, NumberedMovie.time(17), NumberedMovie.time(300)].enumerated() {
        generator.requestedTimeToleranceBefore = index == 1 ? .zero : .positiveInfinity
        generator.requestedTimeToleranceAfter = index == 1 ? .zero : .positiveInfinity
        do {
          let image = try generator.copyCGImage(at: time, actualTime: nil)
          #expect(image.width <= 32 && image.height <= 32)
        } catch {
          #expect(error is AVError)
        }
      }
    }
  }
}
