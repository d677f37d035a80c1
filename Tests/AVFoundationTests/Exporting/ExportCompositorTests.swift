import AVFoundation
import Foundation
import Synchronization
import Testing

/// A compositor that shows the first source as it is, and counts the frames.
private final class CountingCompositor: NSObject, AVVideoCompositing {
  let count = Mutex(0)
  var sourcePixelBufferAttributes: [String: any Sendable]? {
    [kCVPixelBufferPixelFormatTypeKey as String: [kCVPixelFormatType_420YpCbCr8Planar]]
  }
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
    [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8Planar]
  }
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
  func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
    count.withLock { $0 += 1 }
    guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) else {
      return request.finish(with: CocoaError(.fileNoSuchFile))
    }
    request.finish(withComposedVideoFrame: frame)
  }
}

/// The compositor of a session: the very object that composes.
@Suite(.timeLimit(.minutes(10))) struct ExportCompositorTests {
  @Test func customVideoCompositor_isTheObjectThatComposes() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try ExportMedia.movie(in: folder))
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    #expect(session.customVideoCompositor == nil)
    let video = AVMutableVideoComposition(propertiesOf: asset)
    session.videoComposition = video
    #expect(session.customVideoCompositor == nil)
    video.customVideoCompositorClass = CountingCompositor.self
    // The session keeps a copy.
    #expect(session.customVideoCompositor == nil)
    session.videoComposition = video
    let compositor = try #require(session.customVideoCompositor as? CountingCompositor)
    #expect(session.customVideoCompositor === compositor)
    try await session.make(folder.url("out.mp4"))
    #expect(compositor.count.withLock { $0 } == 30)
    #expect(session.customVideoCompositor === compositor)
  }

  @Test func framesOfAnotherSize_areOneTrackOfTheRenderSize() async throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: try ExportMedia.movie(in: folder))
    let id = try asset.track(.video).trackID
    let video = AVMutableVideoComposition.showing(id, of: asset)
    video.renderSize = CGSize(width: 256, height: 96)
    video.instructions = [OwnInstruction(span(0, 300), passing: id), OwnInstruction(span(300, 600))]
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
    session.videoComposition = video
    try await session.make(folder.url("out.mp4"))
    let sizes = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "frame=width,height", "-of", "csv=p=0"]
        + [folder.file("out.mp4")]
    ).split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ", ")) }
    #expect(sizes == Array(repeating: "256,96", count: 30))
  }
}
