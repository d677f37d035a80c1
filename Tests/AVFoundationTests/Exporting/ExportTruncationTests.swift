import AVFoundation
import Foundation
import Synchronization
import Testing

/// Sources that lose their end while they are exported: the error names the file, and nothing is left of the export.
@Suite(.timeLimit(.minutes(2))) struct ExportTruncationTests {
  private let folder: TemporaryFolder
  private let movie: URL

  /// A movie whose 300 frames lie one behind the other.
  init() throws {
    folder = try TemporaryFolder()
    movie = folder.url("in.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=10", "-c:v", "mjpeg", "-q:v", "5", movie.path,
    ])
  }

  /// Leaves a part of a file; half of it by default.
  private static func truncate(_ url: URL, to count: UInt64? = nil) throws {
    let handle = try FileHandle(forWritingTo: url)
    defer { try? handle.close() }
    try handle.truncate(atOffset: try count ?? handle.seekToEnd() / 2)
  }

  private func expectFailure(_ session: AVAssetExportSession) async {
    let error = await session.failure(folder.url("out.mov"), .mov)
    #expect(error?.failureReason?.isEmpty == false, "\(error as Any)")
    let words = "\(error?.failureReason ?? "") \(error?.userInfo ?? [:])"
    #expect(words.contains("in.mov"), "\(error as Any)")
    #expect(folder.names == ["in.mov"])
  }

  @Test func whileFramesAreComposed_itIsTheError() async throws {
    let asset = AVURLAsset(url: movie)
    let id = try asset.track(.video).trackID
    let isWhole = Mutex(true)
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
    session.videoComposition = AVMutableVideoComposition(asset: asset) { [movie] request in
      // The first frame has been read, and those at the end of the file have not.
      if isWhole.withLock({ isWhole in
        defer { isWhole = false }
        return isWhole
      }) {
        try Self.truncate(movie)
      }
      return try #require(request.sourceFrame(byTrackID: id))
    }
    await expectFailure(session)
    #expect(!isWhole.withLock { $0 })
  }

  @Test(arguments: [
    AVAssetExportPresetPassthrough, AVAssetExportPresetSmartRendering, AVAssetExportPresetAppleProRes422LPCM,
  ]) func afterItsTablesAreRead_itIsTheError(_ preset: String) async throws {
    let asset = AVURLAsset(url: movie)
    #expect(asset.tracks.count == 1 && asset.duration.seconds == 10)
    try Self.truncate(movie)
    await expectFailure(try #require(AVAssetExportSession(asset: asset, presetName: preset)))
  }

  /// The first frame cannot be composed: the program's compositor is never asked.
  @Test func beforeTheFirstFrameIsComposed_itIsTheError() async throws {
    let asset = AVURLAsset(url: movie)
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
    session.videoComposition = AVMutableVideoComposition(asset: asset) { request in
      try #require(request.sourceFrame(byTrackID: 1))
    }
    try Self.truncate(movie, to: 64)
    await expectFailure(session)
  }
}
