import AVFoundation
import MovieExercise
import Testing

/// Many assets, for a long time, and of damaged files.
@Suite struct AssetCrowdTests {
  /// Limits hold for a process: a child has them.
  @Test(.timeLimit(.minutes(2))) func thousandAssets_fitIntoMemoryAndDescriptors() async throws {
    await #expect(processExitsWith: .success) { try await AssetCrowd().openThousand() }
  }

  @Test(.timeLimit(.minutes(2))) func twoHundredRounds_leaveNothing() async throws {
    await #expect(processExitsWith: .success) { try await AssetCrowd().openAgainAndAgain() }
  }

  @Test(arguments: 0..<8) func damagedMovie_isAnErrorOrAResult(part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = SeedMovies.all[part % SeedMovies.all.count]
    var mutation = Mutation(seed: UInt64(part))
    for _ in 0..<60 {
      try Data(mutation.damaged(seed.bytes)).write(to: folder.url("a.mov"))
      let asset = AVURLAsset(url: folder.url("a.mov"))
      _ = (asset.duration, asset.isPlayable, asset.isReadable, asset.preferredTransform, asset.hasProtectedContent)
      for track in asset.tracks {
        _ = (track.formatDescriptions, track.naturalSize, track.segments, track.timeRange, track.nominalFrameRate)
        _ = (track.minFrameDuration, track.estimatedDataRate, track.totalSampleDataLength, track.isPlayable)
        _ = (track.hasMediaCharacteristic(.visual), track.languageCode, track.extendedLanguageTag)
        for time in [CMTime.zero, .positiveInfinity, CMTime(value: 1, timescale: 3), .invalid] {
          _ = (track.segment(forTrackTime: time), track.samplePresentationTime(forTrackTime: time))
        }
      }
      var error: NSError?
      if asset.statusOfValue(forKey: "tracks", error: &error) == .failed {
        #expect(error?.localizedFailureReason?.isEmpty == false)
      } else {
        #expect(error == nil)
      }
    }
  }
}

/// What happens in processes of their own.
private struct AssetCrowd {
  private func entries(of table: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(table)").count
  }

  func openThousand() async throws {
    let folder = try TemporaryFolder()
    for number in 0..<1000 {
      try FileManager.default.copyItem(at: SharedMedia.movie, to: folder.url("\(number).mp4"))
    }
    var limit = rlimit(rlim_cur: 256, rlim_max: 256)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    let before = try entries(of: "fd")
    let assets = (0..<1000).map { AVURLAsset(url: folder.url("\($0).mp4")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for asset in assets {
        group.addTask {
          let (tracks, duration) = try await asset.load(.tracks, .duration)
          #expect(tracks.count == 2 && duration.seconds >= 1)
          for track in tracks { #expect(try await track.load(.totalSampleDataLength) > 0) }
        }
      }
      try await group.waitForAll()
    }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) })
    print("1000 assets at once: \(peak / 1024) MB, \(try entries(of: "fd")) descriptors")
    #expect(peak < 300 * 1024)
    #expect(try entries(of: "fd") <= before + 64)
    withExtendedLifetime(assets) {}
  }

  /// Threads that are done take a while to go, so the fewest of the last rounds count against the most of the early ones.
  func openAgainAndAgain() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-i", SharedMedia.movie.path, "-c", "copy", folder.file("a.mkv")])
    try Oracle.make(["-i", SharedMedia.movie.path, "-vn", "-c:a", "libmp3lame", folder.file("a.mp3")])
    var counts: [(threads: Int, files: Int)] = []
    final class Weak { weak var asset: AVURLAsset?; weak var track: AVAssetTrack? }
    var seen: [Weak] = []
    for round in 0..<200 {
      let url = [SharedMedia.movie, folder.url("a.mkv"), folder.url("a.mp3")][round % 3]
      let asset = AVURLAsset(url: url)
      let tracks = try await asset.load(.tracks)
      for track in tracks { _ = try await track.load(.totalSampleDataLength, .formatDescriptions) }
      let weak = Weak()
      (weak.asset, weak.track) = (asset, tracks.first)
      seen.append(weak)
      counts.append((try entries(of: "task"), try entries(of: "fd")))
    }
    #expect(seen.dropLast().allSatisfy { $0.asset == nil && $0.track == nil })
    let (early, late) = (counts[20..<70], counts.suffix(50))
    #expect(try #require(late.map(\.threads).min()) <= early.map(\.threads).max()! + 4, "\(counts.map(\.threads))")
    #expect(try #require(late.map(\.files).min()) <= early.map(\.files).max()!, "\(counts.map(\.files))")
  }
}
