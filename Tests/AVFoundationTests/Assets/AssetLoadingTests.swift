import AVFoundation
import Synchronization
import Testing

/// A thread-safe counter of events.
final class Counter: Sendable {
  private let value = Mutex(0)
  func add() { value.withLock { $0 += 1 } }
  var count: Int { value.withLock { $0 } }
}

@Suite struct AssetLoadingTests {
  @Test func freshAsset_hasReadNothing() throws {
    let folder = try TemporaryFolder()
    let asset = AVURLAsset(url: folder.url("later.mp4"))
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
    // The asset has not opened the file yet: it is created now, and read.
    try FileManager.default.copyItem(at: SharedClip.movie, to: folder.url("later.mp4"))
    #expect(asset.tracks.count == 2)
  }

  @Test func keyValues_areLoadedWithOneCallback() async {
    let asset = AVURLAsset(url: SharedClip.movie)
    let calls = Counter()
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration", "preferredTransform"]) {
        calls.add()
        continuation.resume()
      }
    }
    for key in ["tracks", "duration", "preferredTransform"] {
      var error: NSError?
      #expect(asset.statusOfValue(forKey: key, error: &error) == .loaded)
      #expect(error == nil)
    }
    #expect(asset.duration.seconds >= 1)
    // All values are loaded: the handler is called before the method returns.
    asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { calls.add() }
    #expect(calls.count == 2)
  }

  @Test func missingFile_failsAtOnceWithTheReason() {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/nowhere/at/all.mp4"))
    let calls = Counter()
    asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) { calls.add() }
    #expect(calls.count == 1)
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "tracks", error: &error) == .failed)
    #expect(error?.domain == AVFoundationErrorDomain)
    #expect(error?.code == AVError.Code.invalidSourceMedia.rawValue)
    #expect(error?.localizedFailureReason?.contains("No such file or directory") == true)
    #expect(asset.tracks.isEmpty)
  }

  @Test func properties_areLoadedInOneGo() async throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    guard case .notYetLoaded = asset.status(of: .tracks) else {
      Issue.record("loaded before anybody asked")
      return
    }
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(duration == asset.duration)
    #expect(tracks.map(\.mediaType) == [.video, .audio])
    guard case .loaded(let loaded) = asset.status(of: .tracks) else {
      Issue.record("not loaded")
      return
    }
    #expect(loaded == tracks)
    let video = try #require(try await asset.loadTracks(withMediaType: .video).first)
    #expect(video === tracks[0])
    let (size, rate, formats) = try await video.load(.naturalSize, .nominalFrameRate, .formatDescriptions)
    #expect(size == CGSize(width: 160, height: 90))
    #expect(rate == 30)
    #expect(formats.map(\.mediaSubType) == [.h264])
  }

  /// Programs use the Objective-C property name `playable` as a key.
  @Test func booleans_areKnownByBothTheirNames() async throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let keys = ["playable", "hasProtectedContent", "readable", "isExportable", "compatibleWithSavedPhotosAlbum"]
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
    for key in keys + ["isPlayable", "isReadable", "exportable", "isCompatibleWithSavedPhotosAlbum"] {
      #expect(asset.statusOfValue(forKey: key, error: nil) == .loaded, "\(key)")
    }
    guard case .loaded(true) = asset.status(of: .isPlayable) else {
      Issue.record("not loaded under its other name")
      return
    }
    #expect(asset.statusOfValue(forKey: "composable", error: nil) == .unknown)
    let track = try #require(asset.tracks.first)
    for key in ["enabled", "isEnabled", "selfContained", "isSelfContained"] {
      #expect(track.statusOfValue(forKey: key, error: nil) == .loaded, "\(key)")
    }
    await withCheckedContinuation { continuation in
      track.loadValuesAsynchronously(forKeys: ["playable", "decodable"]) { continuation.resume() }
    }
    #expect(track.statusOfValue(forKey: "isPlayable", error: nil) == .loaded)
  }

  @Test func everyKey_hasItsOwnOutcome_inOneCallback() async {
    let asset = AVURLAsset(url: SharedClip.movie)
    let calls = Counter()
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks", "nonsense", "duration", "tracks"]) {
        calls.add()
        continuation.resume()
      }
    }
    #expect(calls.count == 1)
    let outcomes = ["tracks", "nonsense", "duration", "lyrics"].map { asset.statusOfValue(forKey: $0, error: nil) }
    #expect(outcomes == [.loaded, .failed, .loaded, .unknown])
  }

  @Test func unknownProperty_fails() {
    let asset = AVURLAsset(url: SharedClip.movie)
    asset.loadValuesAsynchronously(forKeys: ["nonsense"])
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "nonsense", error: &error) == .failed)
    #expect(error?.localizedFailureReason == "AVAsset has no property 'nonsense' that can be loaded")
  }

  @Test func factory_makesAURLAsset() {
    let asset = AVAsset(url: SharedClip.movie)
    #expect((asset as? AVURLAsset)?.url == SharedClip.movie)
  }
}
