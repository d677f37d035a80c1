import AVFoundation
import Foundation
import Testing

/// Tracks that are turned by an angle, as by `CGAffineTransform(rotationAngle:)`: the cosine of a right angle is not quite zero.
@Suite(.timeLimit(.minutes(5))) struct TurnedCompositionTests {
  /// A composition of some frames of the shared movie, 160 by 90, from a time on.
  private func composition(_ transform: CGAffineTransform, from start: CMTime = .zero) throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    let track = try composition.add(.video)
    try track.insertTimeRange(span(0, 100), of: AVURLAsset.shared.track(.video), at: start)
    track.preferredTransform = transform
    return composition
  }

  @Test(arguments: [Double.pi / 2, -.pi / 2, .pi]) func canvas_isThatOfTheTurnedTrack(_ angle: Double) throws {
    let video = AVMutableVideoComposition(propertiesOf: try composition(CGAffineTransform(rotationAngle: angle)))
    let isOnItsSide = abs(angle) < 3
    #expect(video.renderSize == CGSize(width: isOnItsSide ? 90 : 160, height: isOnItsSide ? 160 : 90))
  }

  /// Without and with a gap before the frames, for which they are put on a canvas.
  @Test(arguments: [Int64(0), 100]) func export_isAsLargeAsTheTurnedTrack(_ start: Int64) async throws {
    let folder = try TemporaryFolder()
    let composition = try composition(CGAffineTransform(rotationAngle: .pi / 2), from: ticks(start))
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    try await session.make(folder.url("out.mp4"))
    #expect(try Oracle.streams(folder.file("out.mp4"), "width,height") == ["90,160"])
  }

  @Test func images_areThoseOfTheExactTurn() throws {
    func image(_ transform: CGAffineTransform) throws -> (image: CGImage, bytes: Data) {
      let generator = AVAssetImageGenerator(asset: try composition(transform))
      generator.appliesPreferredTrackTransform = true
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      return (image, Data(copying: try #require(image.dataProvider?.data)))
    }
    let turned = try image(CGAffineTransform(rotationAngle: .pi / 2))
    let exact = try image(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(turned.image.width == 90 && turned.image.height == 160)
    #expect(turned.bytes == exact.bytes)
  }
}
