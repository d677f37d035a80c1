import AVFoundation
import Foundation
import TestSupport
import Testing

/// The calls with a handler say what the asynchronous ones give.
@Suite struct CompletionHandlerTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func asset() throws -> AVURLAsset {
    let path = folder.file("in.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264", "-c:a",
      "aac",
      "-metadata", "title=Film", path,
    ])
    return AVURLAsset(url: URL(fileURLWithPath: path))
  }

  /// Returns what a handler gets.
  private func value<Value: Sendable>(
    _ call: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
  ) async throws -> Value? {
    try await withCheckedThrowingContinuation { continuation in
      call { value, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: value) }
      }
    }
  }

  @Test func tracksAndMetadata_areThoseOfTheAsset() async throws {
    let asset = try asset()
    let tracks = try await value { asset.loadTracks(withMediaType: .video, completionHandler: $0) }
    #expect(tracks?.count == 1)
    let audible = try await value { asset.loadTracks(withMediaCharacteristic: .audible, completionHandler: $0) }
    #expect(audible?.map(\.mediaType) == [.audio])
    let track = try #require(try await value { asset.loadTrack(withTrackID: 1, completionHandler: $0) })
    #expect(track.trackID == 1)
    let segment = try await value { track.loadSegment(forTrackTime: .zero, completionHandler: $0) }
    #expect(segment != nil)
    let items = try await value { asset.loadMetadata(for: .quickTimeUserData, completionHandler: $0) }
    #expect(items?.contains { $0.stringValue == "Film" } == true)
    let composition = try await value {
      AVMutableVideoComposition.videoComposition(withPropertiesOf: asset, completionHandler: $0)
    }
    #expect(composition?.renderSize == CGSize(width: 64, height: 48))
  }

  @Test func aMissingFile_isAnError() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: folder.file("missing.mov")))
    await #expect(throws: (any Error).self) {
      _ = try await value { asset.loadTracks(withMediaType: .video, completionHandler: $0) }
    }
  }
}
