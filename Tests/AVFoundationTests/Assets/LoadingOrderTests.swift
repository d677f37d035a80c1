@testable import AVFoundation
import Dispatch
import Testing

/// Cheap properties do not wait for expensive or slow ones, and pending loads can be cancelled. The tests run one at a
/// time: they block threads that all assets share.
@Suite(.serialized) struct LoadingOrderTests {
  private let folder: TemporaryFolder
  private let song: URL

  init() throws {
    folder = try TemporaryFolder()
    song = folder.url("song.mp3")
    // Without a Xing header, the length is not known from the file's beginning.
    try Oracle.make(
      ["-f", "lavfi", "-i", "sine=duration=2", "-metadata", "title=A", "-write_xing", "0", folder.file("song.mp3")])
  }

  /// Blocks all threads of a pool.
  private struct Jam {
    private let (gate, width): (DispatchSemaphore, Int)

    init(_ pool: WorkPool) {
      let gate = DispatchSemaphore(value: 0)
      (self.gate, width) = (gate, pool.width)
      for _ in 0..<pool.width { pool.run { gate.wait() } }
    }

    func end() { for _ in 0..<width { gate.signal() } }
  }

  @Test func headers_doNotWaitForWhatReadsAllOfAFile() async throws {
    let asset = AVURLAsset(url: song, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
    let jam = Jam(.expensive)
    let calls = Counter()
    let duration = await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["duration"]) {
        calls.add()
        continuation.resume(returning: asset.duration)
      }
      Task {
        let (tracks, isPlayable, metadata) = try await asset.load(.tracks, .isPlayable, .metadata)
        #expect(try await tracks[0].load(.formatDescriptions).count == 1)
        #expect(isPlayable && metadata.first?.stringValue == "A")
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loading && calls.count == 0)
        jam.end()
      }
    }
    #expect(abs(duration.seconds - 2) < 0.1 && calls.count == 1)
    #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
  }

  @Test func loadsOfTracks_areCancelledThroughTheAsset() async throws {
    let asset = AVURLAsset(url: song)
    let track = try #require(try await asset.load(.tracks).first)
    let jam = Jam(.expensive)
    let calls = Counter()
    track.loadValuesAsynchronously(forKeys: ["totalSampleDataLength", "mediaType"]) { calls.add() }
    #expect(track.statusOfValue(forKey: "totalSampleDataLength", error: nil) == .loading)
    #expect(track.statusOfValue(forKey: "mediaType", error: nil) == .loaded && calls.count == 0)
    asset.cancelLoading()
    #expect(calls.count == 1)
    #expect(track.statusOfValue(forKey: "totalSampleDataLength", error: nil) == .cancelled)
    jam.end()
    // The property can be loaded again.
    #expect(try await track.load(.totalSampleDataLength) > 0)
    #expect(calls.count == 1)
  }

  @Test func handlersThatMakeValues_doNotBlockOtherLoads() async throws {
    let gate = DispatchSemaphore(value: 0)
    let items = (0..<WorkPool.cheap.width).map { _ in
      AVMetadataItem(propertiesOf: AVMutableMetadataItem()) { request in
        gate.wait()
        request.respond(value: "late" as NSString)
      }
    }
    for item in items { item.loadValuesAsynchronously(forKeys: ["value"]) }
    #expect(try await AVURLAsset(url: SharedClip.movie).load(.tracks).count == 2)
    for item in items { #expect(item.statusOfValue(forKey: "value", error: nil) == .loading) }
    for _ in items { gate.signal() }
    for item in items { #expect(try await item.load(.stringValue) == "late") }
  }

  @Test func deinitOfAnItem_answersPendingLoads() async {
    let requests = Counter()
    await withCheckedContinuation { continuation in
      let (asked, notify) = AsyncStream<AVMetadataItemValueRequest>.makeStream()
      Task {
        var item: AVMetadataItem? = AVMetadataItem(propertiesOf: AVMutableMetadataItem()) { notify.yield($0) }
        item?.loadValuesAsynchronously(forKeys: ["value"]) { continuation.resume() }
        // No request is answered.
        for await request in asked {
          requests.add()
          item = nil
          withExtendedLifetime(request) {}
          break
        }
      }
    }
    #expect(requests.count == 1)
  }

  @Test func manyThreads_getTheSameObjects() throws {
    let asset = AVURLAsset(url: SharedClip.movie)
    let seen = LockedList<[ObjectIdentifier]>()
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      if number % 2 == 0 { asset.loadValuesAsynchronously(forKeys: ["duration", "tracks", "metadata"]) }
      let tracks = asset.tracks
      let lengths = tracks.map(\.totalSampleDataLength)
      #expect(lengths.allSatisfy { $0 > 0 } && asset.duration.seconds >= 1)
      #expect(tracks.allSatisfy { $0.asset === asset && !$0.segments.isEmpty })
      seen.append((tracks as [AnyObject] + asset.metadata as [AnyObject]).map { ObjectIdentifier($0) })
    }
    #expect(seen.all.count == 64 && Set(seen.all).count == 1)
  }
}

/// A thread-safe list.
private final class LockedList<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []
  func append(_ element: Element) { lock.withLock { elements.append(element) } }
  var all: [Element] { lock.withLock { elements } }
}
