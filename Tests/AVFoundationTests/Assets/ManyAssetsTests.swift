import AVFoundation
import Testing

/// Many assets at once, and assets opened again and again.
@Suite struct ManyAssetsTests {
  /// The resource limits apply to the child process only.
  @Test(.timeLimit(.minutes(10))) func thousandAssets_fitIntoMemoryAndDescriptors() async throws {
    await #expect(processExitsWith: .success) { await ManyAssets().run { try await $0.openThousand() } }
  }

  @Test(.timeLimit(.minutes(10))) func twoHundredRounds_leaveNothing() async throws {
    await #expect(processExitsWith: .success) { await ManyAssets().run { try await $0.openAgainAndAgain() } }
  }
}

/// The bodies of the exit tests.
private struct ManyAssets {
  /// Records errors as issues: an error thrown out of the process would be lost.
  func run(_ body: (ManyAssets) async throws -> Void) async {
    do { try await body(self) } catch { Issue.record(error) }
  }

  private func entries(of table: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(table)").count
  }

  func openThousand() async throws {
    let folder = try TemporaryFolder()
    // Parsed from the file's tables, by GStreamer's parsers, and frame by frame.
    let kinds = ["mp4", "mkv", "mp3", "wav"]
    let options = ["mp4": ["-c", "copy"], "mkv": ["-c", "copy"], "mp3": ["-vn"], "wav": ["-vn"]]
    for kind in kinds {
      try Oracle.make(["-i", SharedClip.movie.path] + (options[kind] ?? []) + [folder.file("seed.\(kind)")])
    }
    let urls = try (0..<1000).map { number in
      let kind = kinds[number % kinds.count]
      try FileManager.default.copyItem(at: folder.url("seed.\(kind)"), to: folder.url("\(number).\(kind)"))
      return folder.url("\(number).\(kind)")
    }
    // Inherited files have numbers, too.
    let inherited =
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { UInt($0) }.max() ?? 0
    var limit = rlimit(rlim_cur: inherited + 256, rlim_max: inherited + 256)
    #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
    let before = try entries(of: "fd")
    let assets = urls.map { AVURLAsset(url: $0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for asset in assets {
        group.addTask {
          let name = asset.url.lastPathComponent
          let (tracks, duration) = try await asset.load(.tracks, .duration)
          #expect(tracks.count == (["mp4", "mkv"].contains(asset.url.pathExtension) ? 2 : 1), "\(name)")
          #expect(duration.seconds >= 0.99)
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

  private static func open(_ url: URL) async throws -> (AVURLAsset, AVAssetTrack?) {
    let asset = AVURLAsset(url: url)
    let tracks = try await asset.load(.tracks)
    for track in tracks { _ = try await track.load(.totalSampleDataLength, .formatDescriptions) }
    return (asset, tracks.first)
  }

  /// Threads end with a delay, so the minimum of the last rounds is compared with the maximum of the early ones.
  func openAgainAndAgain() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file("a.mkv")])
    try Oracle.make(["-i", SharedClip.movie.path, "-vn", "-c:a", "libmp3lame", folder.file("a.mp3")])
    var counts: [(threads: Int, files: Int)] = []
    final class Weak { weak var asset: AVURLAsset?; weak var track: AVAssetTrack? }
    var seen: [Weak] = []
    let urls = [SharedClip.movie, folder.url("a.mkv"), folder.url("a.mp3")]
    // All threads are created at the beginning.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<48 { group.addTask { _ = try await Self.open(urls[number % 3]) } }
      try await group.waitForAll()
    }
    for round in 0..<200 {
      let (asset, track) = try await Self.open(urls[round % 3])
      let weak = Weak()
      (weak.asset, weak.track) = (asset, track)
      seen.append(weak)
      counts.append((try entries(of: "task"), try entries(of: "fd")))
    }
    #expect(seen.dropLast().allSatisfy { $0.asset == nil && $0.track == nil })
    let (early, late) = (counts.prefix(50), counts.suffix(50))
    #expect(try #require(late.map(\.threads).min()) <= early.map(\.threads).max()! + 4, "\(counts.map(\.threads))")
    #expect(try #require(late.map(\.files).min()) <= early.map(\.files).max()!, "\(counts.map(\.files))")
  }
}
