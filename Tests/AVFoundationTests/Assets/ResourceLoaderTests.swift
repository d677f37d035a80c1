import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Serves the bytes of a file under a scheme of its own.
private final class Vault: AVAssetResourceLoaderDelegate, Sendable {
  enum Manner: Sendable { case ranges, whole, redirect, refusal, failure, silence, lies }

  struct Problem: Error {}

  let bytes: Data
  let url: URL
  let manner: Manner
  let requests = Mutex<[String]>([])
  let cancelled = Mutex<Int>(0)

  init(_ url: URL, _ manner: Manner) throws {
    (bytes, self.url, self.manner) = (try Data(contentsOf: url), url, manner)
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    dispatchPrecondition(condition: .onQueue(.vault))
    let data = loadingRequest.dataRequest
    requests.withLock { $0.append("\(loadingRequest.request) \(data?.requestedOffset ?? -1)") }
    switch manner {
    case .refusal: return false
    case .silence: return true
    case .failure:
      loadingRequest.finishLoading(with: Problem())
      return true
    case .redirect:
      loadingRequest.redirect = .init(url: url)
      loadingRequest.finishLoading()
      return true
    case .ranges, .whole, .lies: break
    }
    if let information = loadingRequest.contentInformationRequest {
      information.contentType = AVFileType.mp4.rawValue
      information.contentLength = Int64(bytes.count)
      information.isByteRangeAccessSupported = manner != .whole
    }
    guard let data else { return true }
    let start = Int(data.requestedOffset)
    let end = data.requestsAllDataToEndOfResource ? bytes.count : min(bytes.count, start + data.requestedLength)
    // In several parts, from another thread.
    DispatchQueue.global().async { [bytes, manner] in
      var position = start
      let stop = manner == .lies ? start : end
      while position < stop {
        let next = min(stop, position + 10_000)
        data.respond(with: bytes[position..<next])
        position = next
      }
      loadingRequest.finishLoading()
    }
    return true
  }

  func resourceLoader(_ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
  {
    cancelled.withLock { $0 += 1 }
  }
}

extension DispatchQueue {
  fileprivate static let vault = DispatchQueue(label: "vault")
}

@Suite struct ResourceLoaderTests {
  private func asset(_ vault: Vault?) throws -> AVURLAsset {
    let asset = AVURLAsset(url: try #require(URL(string: "vault:film.mp4")))
    if let vault { asset.resourceLoader.setDelegate(vault, queue: .vault) }
    return asset
  }

  private func error(_ vault: Vault?) async throws -> AVError? {
    do {
      _ = try await asset(vault).load(.tracks)
      return nil
    } catch {
      return error as? AVError
    }
  }

  @Test(arguments: 0..<3) func delegate_servesTheBytesOfTheAsset(manner: Int) async throws {
    let vault = try Vault(SharedClip.movie, [Vault.Manner.ranges, .whole, .redirect][manner])
    let asset = try asset(vault)
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    #expect(duration.seconds > 0.99 && tracks.map(\.mediaType) == [.video, .audio])
    #expect(vault.requests.withLock { $0 }.first == "vault:film.mp4 0")
    // Readers and image generators open the file for themselves, and ask the same delegate.
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: tracks[0], outputSettings: nil)
    reader.add(output)
    #expect(reader.startReading())
    var count = 0
    while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
    #expect(count == 30 && reader.status == .completed)
    let generator = AVAssetImageGenerator(asset: asset)
    let (image, time) = try await generator.image(at: CMTime(value: 1, timescale: 2))
    #expect(image.width == 160 && time.isNumeric)
  }

  @Test func withoutADelegate_theSchemeIsUnknown() async throws {
    #expect(try await error(nil)?.code == .fileFormatNotRecognized)
    #expect(try await error(Vault(SharedClip.movie, .refusal))?.code == .fileFormatNotRecognized)
  }

  @Test func delegatesThatFail_orSayTooLittle_areReported() async throws {
    #expect(try await error(Vault(SharedClip.movie, .failure)) != nil)
    #expect(try await error(Vault(SharedClip.movie, .lies)) != nil)
  }

  @Test func cancelledLoads_tellTheDelegate() async throws {
    let vault = try Vault(SharedClip.movie, .silence)
    let asset = try asset(vault)
    let tracks = Task { try await asset.load(.tracks).count }
    while vault.requests.withLock({ $0.isEmpty }) { await Task.yield() }
    asset.cancelLoading()
    await #expect(throws: (any Error).self) { try await tracks.value }
    while vault.cancelled.withLock({ $0 }) == 0 { await Task.yield() }
  }

  @Test func ownSchemes_areAskedForAlone() async throws {
    let vault = try Vault(SharedClip.movie, .ranges)
    let asset = AVURLAsset(url: SharedClip.movie)
    asset.resourceLoader.setDelegate(vault, queue: .vault)
    #expect(try await asset.load(.tracks).count == 2 && vault.requests.withLock { $0.isEmpty })
  }
}
