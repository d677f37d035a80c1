@testable import MediaSource
@testable import AVFoundation
import MediaEngine
import Testing

/// Assets on a web server, which the test starts.
@Suite struct RemoteAssetTests {
  let folder: TemporaryFolder
  let server: TestServer

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: SharedClip.movie, to: folder.url("movie.mp4"))
    server = try TestServer(folder)
  }

  private func error(_ asset: AVAsset) async -> AVError? {
    do {
      _ = try await asset.load(.tracks)
      return nil
    } catch {
      return error as? AVError
    }
  }

  @Test(arguments: ["file", "plain", "type/text+plain"]) func movie_isReadAsAFileIs(way: String) async throws {
    let (remote, local) = (AVURLAsset(url: server.url("\(way)/movie.mp4")), AVURLAsset(url: SharedClip.movie))
    #expect(try await remote.load(.duration) == local.load(.duration))
    let (tracks, others) = try await (remote.load(.tracks), local.load(.tracks))
    #expect(tracks.map(\.mediaType) == [.video, .audio])
    for (track, other) in zip(tracks, others) {
      #expect(try await track.load(.totalSampleDataLength) == other.load(.totalSampleDataLength))
      #expect(try await track.load(.timeRange) == other.load(.timeRange))
    }
  }

  @Test func freshAsset_asksTheServerNothing() async throws {
    let asset = AVURLAsset(url: server.url("file/movie.mp4"))
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .unknown)
    #expect(server.requests == [])
    _ = try await asset.load(.tracks)
    #expect(server.requests.first == "/file/movie.mp4 bytes=0-262143")
  }

  @Test func largeFile_isReadInRanges() async throws {
    // The headers of this movie are at its end.
    let pad = [UInt8](repeating: 0, count: 3 << 20)
    var bytes: [UInt8] = []
    let movie = [UInt8](try Data(contentsOf: SharedClip.movie))
    bytes += movie
    let box = withUnsafeBytes(of: UInt32(pad.count + 8).bigEndian) { Array($0) } + Array("free".utf8) + pad
    // Ignored boxes, before everything else but the file type.
    let start = Int(movie[0]) << 24 | Int(movie[1]) << 16 | Int(movie[2]) << 8 | Int(movie[3])
    bytes.insert(contentsOf: box, at: start)
    try Data(bytes).write(to: folder.url("large.mp4"))
    let asset = AVURLAsset(url: server.url("file/large.mp4"))
    #expect(try await asset.load(.tracks).count == 2)
    let asked = server.requests.count { $0.hasPrefix("/file/large.mp4") }
    #expect((2...4).contains(asked), "\(server.requests)")
  }

  @Test func audioWithoutContainer_isReadByRanges() async throws {
    try Oracle.make(["-i", SharedClip.movie.path, "-vn", "-c:a", "libmp3lame", folder.file("sound.mp3")])
    let asset = AVURLAsset(url: server.url("file/sound.mp3"))
    let track = try #require(try await asset.load(.tracks).first)
    #expect(track.mediaType == .audio)
    #expect(try await abs(asset.load(.duration).seconds - 1) < 0.03)
  }

  @Test func otherContainer_isReadByGStreamer() async throws {
    try Oracle.make(["-i", SharedClip.movie.path, "-c", "copy", folder.file("movie.mkv")])
    let asset = AVURLAsset(url: server.url("file/movie.mkv"))
    #expect(try await asset.load(.tracks).map(\.mediaType) == [.video, .audio])
  }

  @Test(arguments: [
    ("status/404", AVError.Code.invalidSourceMedia, "the server answered 404 Not Found"),
    ("status/403", .contentIsNotAuthorized, "the server answered 403 Forbidden"),
    ("status/500", .invalidSourceMedia, "the server answered 500 Internal Server Error"),
    ("page", .fileFormatNotRecognized, "the server sends 'text/html', which is no media"),
  ]) func httpError_namesTheStatus(path: String, code: AVError.Code, reason: String) async throws {
    let url = server.url(path)
    let error = try #require(await error(AVURLAsset(url: url)))
    #expect(error.code == code)
    #expect(error.failureReason == "\(reason) (\(url.absoluteString))")
    #expect(error.underlyingError is MediaFileError)
  }

  @Test func noServer_isReported() async throws {
    // No server listens on port 1.
    let error = try #require(await error(AVURLAsset(url: URL(string: "http://127.0.0.1:1/movie.mp4")!)))
    #expect(error.code == .invalidSourceMedia)
    #expect(error.failureReason?.contains("Could not connect to 127.0.0.1, port 1: Connection refused") == true)
  }

  @Test func unknownHost_isReported() async throws {
    // A label is at most 63 bytes long: the name is refused without a DNS query.
    let host = String(repeating: "x", count: 70) + ".invalid"
    let error = try #require(await error(AVURLAsset(url: URL(string: "http://\(host)/movie.mp4")!)))
    #expect(error.code == .invalidSourceMedia)
    #expect(error.failureReason?.hasPrefix("Could not resolve \(host)") == true, "\(error)")
  }

  @Test func noHost_failsAtOnce() async throws {
    let asset = AVURLAsset(url: URL(string: "http:///movie.mp4")!)
    let calls = Counter()
    asset.loadValuesAsynchronously(forKeys: ["tracks"]) { calls.add() }
    #expect(calls.count == 1)
    #expect(await error(asset)?.failureReason?.hasPrefix("the URL names no server") == true)
  }

  @Test func otherScheme_failsAtOnce() async throws {
    let error = try #require(await error(AVURLAsset(url: URL(string: "gopher://host/movie.mp4")!)))
    #expect(error.code == .fileFormatNotRecognized)
    #expect(error.failureReason?.hasPrefix("nothing here reads URLs with the scheme 'gopher'") == true)
  }

  @Test func stall_endsAfterTheTimeLimit() async throws {
    let asset = AVAsset(MediaFile(server.url("stall/movie.mp4"), options: .init(timeout: 1)))
    let error = try #require(await error(asset))
    #expect(error.code == .invalidSourceMedia)
    #expect(error.failureReason?.hasPrefix("the server gave nothing for 1 s") == true, "\(error)")
  }

  @Test func drop_isAnError() async throws {
    let error = try #require(await error(AVURLAsset(url: server.url("drop/movie.mp4"))))
    #expect([.invalidSourceMedia, .fileFailedToParse].contains(error.code), "\(error)")
  }

  @Test func failureOfTheNetwork_isNotForEver() async throws {
    let asset = AVURLAsset(url: server.url("away/later.mp4"))
    _ = await error(asset)
    try FileManager.default.copyItem(at: SharedClip.movie, to: folder.url("later.mp4"))
    // The asset has failed; a new one of the same URL loads.
    #expect(try await AVURLAsset(url: server.url("away/later.mp4")).load(.tracks).count == 2)
  }

  @Test func cancelLoading_endsTheRequest() async throws {
    let asset = AVURLAsset(url: server.url("slow/60000/movie.mp4"))
    let calls = Counter()
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) {
        calls.add()
        continuation.resume()
      }
      #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .loading)
      asset.cancelLoading()
    }
    #expect(calls.count == 1)
    #expect(asset.statusOfValue(forKey: "tracks", error: nil) == .cancelled)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .cancelled)
  }

  @Test func assetThatGoesAway_cancelsWhatIsPending() async {
    await withCheckedContinuation { continuation in
      var asset: AVURLAsset? = AVURLAsset(url: server.url("slow/60000/movie.mp4"))
      asset?.loadValuesAsynchronously(forKeys: ["tracks"]) { continuation.resume() }
      asset = nil
    }
  }

  @Test func cancelledTask_waitsNoLonger() async throws {
    let asset = AVURLAsset(url: server.url("slow/60000/movie.mp4"))
    let task = Task { try await asset.load(.tracks).count }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    asset.cancelLoading()
  }

  @Test func slowServers_doNotDelayOtherLoads() async throws {
    // More requests than the task pool has threads, none of them answered.
    let slow = (0..<24).map { _ in server.patientAsset("slow/600000/movie.mp4") }
    for asset in slow { asset.loadValuesAsynchronously(forKeys: ["tracks", "duration"]) }
    let asset = AVURLAsset(url: SharedClip.movie)
    // Asked in the completion handler: other tests keep the threads of tasks busy.
    let areLoading = await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["tracks"]) {
        continuation.resume(returning: slow.allSatisfy { $0.statusOfValue(forKey: "tracks", error: nil) == .loading })
      }
    }
    #expect(asset.tracks.count == 2 && areLoading)
    for asset in slow { asset.cancelLoading() }
  }
}
