internal import MediaEngine
internal import MediaGraph
import Dispatch

extension AVAssetExportSession {
  /// The size that the file will have, in bytes, as far as it can be told before: by the preset's bit rates, or the samples to copy. 0
  /// if nothing can be exported. Blocks until the asset's tracks are read.
  public final var estimatedOutputFileLength: Int64 {
    let settings = settings.withLock { $0 }
    let size = ExportEstimate(asset, row, settings).size
    return settings.fileLengthLimit > 0 ? min(size, settings.fileLengthLimit) : size
  }

  /// The longest duration that can be exported: with a limit of the file's length that of as much media as it is estimated to hold, else
  /// without an end. Observable. Blocks until the asset's tracks are read.
  public final var maxDuration: CMTime {
    let settings = settings.withLock { $0 }
    guard settings.fileLengthLimit > 0 else { return .positiveInfinity }
    let rate = ExportEstimate(asset, row, settings).bytesPerSecond
    guard rate > 0 else { return .positiveInfinity }
    return CMTime(seconds: Double(settings.fileLengthLimit) / rate, preferredTimescale: 600)
  }

  /// Estimates the size of the file.
  ///
  /// - Parameter handler: Called once, on another thread, with the size in bytes.
  public func estimateOutputFileLength(
    completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async { [self] in handler(estimatedOutputFileLength, nil) }
  }

  /// The size that the file will have, in bytes; see ``estimatedOutputFileLength``.
  public final var estimatedOutputFileLengthInBytes: Int64 {
    get async throws {
      await withCheckedContinuation { continuation in
        estimateOutputFileLength { size, _ in continuation.resume(returning: size) }
      }
    }
  }

  /// Estimates the longest duration that can be exported; see ``maxDuration``.
  ///
  /// - Parameter handler: Called once, on another thread.
  public func estimateMaximumDuration(completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void) {
    DispatchQueue.global().async { [self] in handler(maxDuration, nil) }
  }

  /// The longest duration that can be exported; see ``maxDuration``.
  public final var estimatedMaximumDuration: CMTime {
    get async throws {
      await withCheckedContinuation { continuation in
        estimateMaximumDuration { time, _ in continuation.resume(returning: time) }
      }
    }
  }
}

/// The size and duration that an export will have, by the bit rates of its preset and of its source.
struct ExportEstimate {
  /// The bytes of a second of the file.
  let bytesPerSecond: Double
  private let duration: CMTime

  init(_ asset: AVAsset, _ row: ExportPresetRow, _ settings: ExportSettings) {
    let end = asset.duration
    let range = settings.timeRange.intersection(CMTimeRange(start: .zero, duration: end))
    duration = end.isNumeric && range.duration.isNumeric ? range.duration : .zero
    let tracks = asset.tracks.filter { row.preset == nil || $0.isEnabled }
    func rate(_ type: AVMediaType) -> Double {
      tracks.filter { $0.mediaType == type }.map { Double($0.estimatedDataRate) }.max() ?? 0
    }
    guard let preset = row.preset else {
      bytesPerSecond = tracks.map { Double($0.estimatedDataRate) }.reduce(0, +) / 8
      return
    }
    var bits = 0.0
    if let video = tracks.first(where: { $0.mediaType == .video }), let coding = preset.videoCoding {
      let size = settings.videoComposition?.renderSize ?? video.naturalSize
      let frames = Double(video.nominalFrameRate > 0 ? video.nominalFrameRate : 30)
      bits += Self.bits(coding, Self.fitted(size, preset.size), frames)
    }
    if tracks.contains(where: { $0.mediaType == .audio }) {
      switch preset.audioCoding {
      case .aac(let rate):
        let channels = Self.streams(tracks).map { Int($0.mChannelsPerFrame) }.max() ?? 2
        bits += Double((rate ?? AudioEncodeAAC.usualBitrate(channels: channels)).bitsPerSecond)
      case .pcm: bits += Self.pcmBits(tracks)
      }
    }
    bytesPerSecond = bits / 8
  }

  /// The size of the file in bytes, with its tables.
  var size: Int64 {
    let seconds = duration.seconds
    guard seconds > 0, bytesPerSecond > 0 else { return 0 }
    let bytes = bytesPerSecond * seconds * 1.01 + 4096
    return bytes < 1e18 ? Int64(bytes) : .max
  }

  private static func fitted(_ size: CGSize, _ box: PixelSize?) -> Double {
    guard let box, size.width > 0, size.height > 0 else { return size.width * size.height }
    let scale = min(1, Double(box.width) / size.width, Double(box.height) / size.height)
    return size.width * size.height * scale * scale
  }

  /// The bits of a second of video. An encoder uses no more than small frames need, whatever it is allowed: about four bits a pixel at
  /// most.
  private static func bits(_ coding: ExportPreset.Preset.VideoCoding, _ pixels: Double, _ frames: Double) -> Double {
    switch coding {
    case .h264(let rate), .hevc(let rate): min(Double(rate.bitsPerSecond), pixels * frames * 4)
    // Apple's target for 1920 × 1080 at 29.97 frames a second is 147 Mb/s, of 4444 without alpha 330.
    case .proRes(let profile): pixels * frames * (profile == .p4444 ? 5.3 : 2.37)
    }
  }

  private static func pcmBits(_ tracks: [AVAssetTrack]) -> Double {
    streams(tracks).map { $0.mSampleRate * Double($0.mChannelsPerFrame) * 16 }.max() ?? 0
  }

  private static func streams(_ tracks: [AVAssetTrack]) -> [AudioStreamBasicDescription] {
    tracks.flatMap { $0.descriptions.compactMap(\.audioStreamBasicDescription) }
  }
}
