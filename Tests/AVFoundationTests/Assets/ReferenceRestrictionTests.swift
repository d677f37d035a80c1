@testable import AVFoundation
import MediaEngine
import MovieExercise
import MovieFile
import Testing

/// Media in other files, and the restrictions on their use.
@Suite struct ReferenceRestrictionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Data([0, 1, 2, 3, 10, 11, 12, 20, 21]).write(to: folder.url("media"))
  }

  private func write(_ reference: String) throws {
    var track = TrackBytes()
    track.dataReferences = [MovieBytes.full("url ", MovieBytes.text(reference + "\0"))]
    track.tables = TrackBytes.tables(durations: [(2, 500)], sizes: [3, 2], offset: 4)
    try Data(TrackBytes.movie([track])).write(to: folder.url("movie.mov"))
  }

  private func code(_ asset: AVAsset) async -> AVError.Code? {
    do {
      _ = try await asset.load(.tracks)
      return nil
    } catch {
      return (error as? AVError)?.code
    }
  }

  @Test(
    arguments: [
      (AVAssetReferenceRestrictions([]), nil), (.forbidRemoteReferenceToLocal, nil),
      (.forbidLocalReferenceToRemote, nil),
      (.forbidCrossSiteReference, nil), (.forbidLocalReferenceToLocal, .referenceForbiddenByReferencePolicy),
      (.forbidAll, .referenceForbiddenByReferencePolicy),
    ] as [(AVAssetReferenceRestrictions, AVError.Code?)])
  func localMovie_usesLocalMediaUnlessForbidden(
    restrictions: AVAssetReferenceRestrictions, expected: AVError.Code?
  ) async throws {
    try write("media")
    let asset = AVURLAsset(
      url: folder.url("movie.mov"),
      options: [AVURLAssetReferenceRestrictionsKey: NSNumber(value: restrictions.rawValue)])
    #expect(asset.referenceRestrictions == restrictions)
    #expect(await code(asset) == expected)
    #expect(asset.isPlayable == (expected == nil) && asset.isComposable == (expected == nil))
    if expected == nil { #expect(!asset.tracks[0].isSelfContained) }
  }

  @Test func localMovie_doesNotReachServersWhenForbidden() async throws {
    try write("http://127.0.0.1:1/media")
    let open = AVURLAsset(url: folder.url("movie.mov"))
    #expect(await code(open) == nil)
    let guarded = AVURLAsset(
      url: folder.url("movie.mov"),
      options: [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions.forbidLocalReferenceToRemote.rawValue])
    #expect(await code(guarded) == .referenceForbiddenByReferencePolicy)
  }

  @Test func remoteMovie_neverReachesALocalFileByDefault() async throws {
    try write(folder.url("media").absoluteString)
    let server = try TestServer(folder)
    let asset = AVURLAsset(url: server.url("file/movie.mov"))
    #expect(asset.referenceRestrictions == .forbidRemoteReferenceToLocal)
    #expect(await code(asset) == .referenceForbiddenByReferencePolicy)
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.code == -11842)
    #expect(error?.localizedFailureReason?.contains("which this movie may not use") == true)
    #expect(asset.tracks.isEmpty && !asset.isPlayable && !asset.isReadable)
    // An asset without restrictions reads the referenced file.
    let open = AVURLAsset(
      url: asset.url, options: [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions([]).rawValue])
    #expect(await code(open) == nil)
  }

  @Test func remoteMovie_reachesOtherSitesUnlessForbidden() async throws {
    try write("http://elsewhere.invalid/media")
    let server = try TestServer(folder)
    #expect(await code(AVURLAsset(url: server.url("file/movie.mov"))) == nil)
    let guarded = AVURLAsset(
      url: server.url("file/movie.mov"),
      options: [AVURLAssetReferenceRestrictionsKey: AVAssetReferenceRestrictions.forbidCrossSiteReference])
    #expect(await code(guarded) == .referenceForbiddenByReferencePolicy)
  }
}
