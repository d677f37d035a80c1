// The Using Assets guide: an asset's properties load without blocking, then a generator makes one image, then several.

import AVFoundation
import Synchronization
import Testing

private final class MovieInspector: Sendable {
  let asset: AVURLAsset
  private let lines = Mutex<[String]>([])
  private let imageGenerator: AVAssetImageGenerator

  var log: [String] { lines.withLock { $0 } }

  init(url: URL) {
    // The asset is meant for a composition.
    asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    imageGenerator = AVAssetImageGenerator(asset: asset)
  }

  private func note(_ line: String) { lines.withLock { $0.append(line) } }

  func prepare(then done: @escaping @Sendable () -> Void) {
    asset.loadValuesAsynchronously(forKeys: ["duration"]) { [self] in
      var error: NSError?
      switch asset.statusOfValue(forKey: "duration", error: &error) {
      case .loaded: note("lasts \(CMTimeGetSeconds(asset.duration)) s")
      case .failed: note("failed: \(error?.localizedDescription ?? "") \(error?.localizedFailureReason ?? "")")
      case .cancelled: note("cancelled")
      default: note("this never happens")
      }
      done()
    }
  }

  func showTheMiddle() throws -> CGImage {
    let durationSeconds = CMTimeGetSeconds(asset.duration)
    let midpoint = CMTimeMakeWithSeconds(durationSeconds / 2, preferredTimescale: 600)
    var actualTime = CMTime.zero
    let halfWayImage = try imageGenerator.copyCGImage(at: midpoint, actualTime: &actualTime)
    let requested = CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: midpoint) as String? ?? ""
    let actual = CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: actualTime) as String? ?? ""
    note("asked for \(requested), got \(actual)")
    return halfWayImage
  }

  func showFourPictures(then done: @escaping @Sendable () -> Void) {
    let durationSeconds = CMTimeGetSeconds(asset.duration)
    let firstThird = CMTimeMakeWithSeconds(durationSeconds / 3, preferredTimescale: 600)
    let secondThird = CMTimeMakeWithSeconds(durationSeconds * 2 / 3, preferredTimescale: 600)
    let end = CMTimeMakeWithSeconds(durationSeconds, preferredTimescale: 600)
    let times = [CMTime.zero, firstThird, secondThird, end].map { NSValue(time: $0) }
    let answers = Mutex(0)
    imageGenerator.generateCGImagesAsynchronously(forTimes: times) { [self] requested, image, actual, result, error in
      switch result {
      case .succeeded: note("\(requested.value): \(image?.width ?? 0)x\(image?.height ?? 0)")
      case .failed: note("failed: \(error?.localizedDescription ?? "")")
      case .cancelled: note("cancelled")
      }
      let count = answers.withLock {
        $0 += 1
        return $0
      }
      if count == times.count { done() }
    }
  }
}

@Test func anAsset_isPreparedAndShown() async throws {
  let inspector = MovieInspector(url: SharedClip.movie)
  #expect(inspector.asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
  await withCheckedContinuation { continuation in inspector.prepare { continuation.resume() } }
  let image = try inspector.showTheMiddle()
  #expect((image.width, image.height) == (160, 90))
  await withCheckedContinuation { continuation in inspector.showFourPictures { continuation.resume() } }
  let log = inspector.log
  #expect(log.count == 6 && log[0] == "lasts 1.0 s", "\(log)")
  // Half a second, and the key frame that is nearest to it, a third of a second in.
  #expect(log[1].contains("300/600") && log[1].contains(" got "), "\(log)")
  #expect(log[2...] == ["0: 160x90", "200: 160x90", "400: 160x90", "600: 160x90"], "\(log)")
}

@Test func anAssetThatIsNone_givesTheReason() async throws {
  let folder = try TemporaryFolder()
  let inspector = MovieInspector(url: folder.url("missing.mov"))
  await withCheckedContinuation { continuation in inspector.prepare { continuation.resume() } }
  #expect(inspector.log.count == 1)
  #expect(inspector.log[0].hasPrefix("failed: Some of the media could not be read. "))
  #expect(inspector.log[0].contains("No such file or directory"))
}
