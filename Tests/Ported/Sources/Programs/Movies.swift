import AVFoundation
import ImageIO
import UniformTypeIdentifiers

enum VideoError: Error { case failed, cancelled }

/// Renders a movie of colours, names it, trims it with a completion handler, serves it under a scheme of its own, and takes
/// thumbnails.
func movies(in folder: URL) async throws {
  let movie = folder.appendingPathComponent("movie.mov")
  try await render(to: movie)
  let named = folder.appendingPathComponent("named.mov")
  try await name(movie, "Colours", to: named)
  print("movies:", try await title(of: named) ?? "untitled")

  let trimmed = folder.appendingPathComponent("trimmed.mp4")
  let url = try await withCheckedThrowingContinuation { continuation in
    trim(named, to: trimmed, start: 0.2, end: 0.6) { continuation.resume(with: $0) }
  }
  print("movies:", try await AVURLAsset(url: url).load(.duration).seconds)

  let loader = CachingLoader(file: movie)
  let asset = loader.asset()
  let tracks = try await asset.loadTracks(withMediaType: .video)
  print("movies:", tracks.count, try await tracks[0].load(.naturalSize).width, try await asset.load(.isReadable))

  let images = try await thumbnails(of: movie, at: [0, 0.5])
  let file = folder.appendingPathComponent("thumbnail.jpg")
  print("movies:", images.map(\.width), write(images[1], to: file))
}

/// Writes ten frames of 64 × 48 pixels.
private func render(to url: URL) async throws {
  let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
  let settings: [String: Any] = [
    AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
    AVVideoCompressionPropertiesKey: [
      AVVideoAverageBitRateKey: 500_000, AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
      AVVideoMaxKeyFrameIntervalKey: 1,
    ],
  ]
  let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
  input.expectsMediaDataInRealTime = false
  let attributes: [String: Any] = [
    kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA),
    kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 48,
    kCVPixelBufferIOSurfacePropertiesKey as String: [:] as CFDictionary,
  ]
  let adaptor = AVAssetWriterInputPixelBufferAdaptor(
    assetWriterInput: input, sourcePixelBufferAttributes: attributes)
  writer.add(input)
  writer.startWriting()
  writer.startSession(atSourceTime: CMTime.zero)
  for index in 0..<10 {
    while !input.isReadyForMoreMediaData { try await Task.sleep(nanoseconds: 1_000_000) }
    guard let pool = adaptor.pixelBufferPool else { throw VideoError.failed }
    var pixelBuffer: CVPixelBuffer?
    CVPixelBufferPoolCreatePixelBuffer(nil, pool, &pixelBuffer)
    guard let pixelBuffer else { throw VideoError.failed }
    CVPixelBufferLockBaseAddress(pixelBuffer, [])
    let context = CGContext(
      data: CVPixelBufferGetBaseAddress(pixelBuffer), width: 64, height: 48, bitsPerComponent: 8,
      bytesPerRow: CVPixelBufferGetBytesPerRow(pixelBuffer), space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue)
    context?.setFillColor(red: CGFloat(index) / 10, green: 0.5, blue: 0, alpha: 1)
    context?.fill(CGRect(x: 0, y: 0, width: 64, height: 48))
    CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
    adaptor.append(pixelBuffer, withPresentationTime: CMTimeMake(value: Int64(index), timescale: 10))
  }
  input.markAsFinished()
  await writer.finishWriting()
  if writer.status == .failed { throw writer.error ?? VideoError.failed }
}

private func name(_ input: URL, _ title: String, to output: URL) async throws {
  let asset = AVURLAsset(url: input)
  guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
    throw VideoError.failed
  }
  let item = AVMutableMetadataItem()
  item.identifier = .commonIdentifierTitle
  item.value = title as NSString
  item.extendedLanguageTag = "und"
  item.dataType = kCMMetadataBaseDataType_UTF8 as String
  session.metadata = try await asset.load(.metadata) + [item]
  if #available(iOS 18, macOS 15, *) {
    try await session.export(to: output, as: .mov)
  } else {
    session.outputURL = output
    session.outputFileType = .mov
    await session.export()
  }
}

private func title(of url: URL) async throws -> String? {
  for item in try await AVAsset(url: url).load(.commonMetadata) {
    guard let key = item.commonKey else { continue }
    switch key {
    case .commonKeyTitle: return try await item.load(.stringValue)
    default: break
    }
  }
  return nil
}

private func trim(
  _ input: URL, to output: URL, start: Double, end: Double,
  completion: @escaping @Sendable (Result<URL, any Error>) -> Void
) {
  let asset = AVURLAsset(url: input, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
  guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
    return completion(.failure(VideoError.failed))
  }
  session.outputURL = output
  session.outputFileType = AVFileType.mp4
  session.shouldOptimizeForNetworkUse = true
  session.timeRange = CMTimeRangeFromTimeToTime(
    start: CMTime(seconds: start, preferredTimescale: 600),
    end: CMTimeMakeWithSeconds(end, preferredTimescale: 600))
  session.exportAsynchronously {
    switch session.status {
    case .completed: completion(.success(output))
    case .failed: completion(.failure(session.error ?? VideoError.failed))
    case .cancelled: completion(.failure(VideoError.cancelled))
    default: break
    }
  }
}

/// Serves a file under another scheme, as players with caches do.
private final class CachingLoader: NSObject, AVAssetResourceLoaderDelegate, @unchecked Sendable {
  private let file: URL
  private let queue = DispatchQueue(label: "loader")

  init(file: URL) { self.file = file }

  func asset() -> AVURLAsset {
    var components = URLComponents(url: file, resolvingAgainstBaseURL: false)!
    components.scheme = "cache"
    let asset = AVURLAsset(url: components.url!)
    asset.resourceLoader.setDelegate(self, queue: queue)
    return asset
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    guard loadingRequest.request.url?.scheme == "cache", let handle = try? FileHandle(forReadingFrom: file),
      let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
    else { return false }
    if let information = loadingRequest.contentInformationRequest {
      information.contentType = UTType(filenameExtension: file.pathExtension)?.identifier
      information.contentLength = size.int64Value
      information.isByteRangeAccessSupported = true
    }
    if let request = loadingRequest.dataRequest {
      handle.seek(toFileOffset: UInt64(request.currentOffset))
      let rest = size.intValue - Int(request.requestedOffset)
      request.respond(with: handle.readData(ofLength: min(request.requestedLength, rest)))
    }
    loadingRequest.finishLoading()
    return true
  }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
}

private func thumbnails(of url: URL, at seconds: [Double]) async throws -> [CGImage] {
  let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
  generator.appliesPreferredTrackTransform = true
  generator.maximumSize = CGSize(width: 32, height: 32)
  generator.requestedTimeToleranceBefore = .zero
  generator.requestedTimeToleranceAfter = .zero
  var images: [CGImage] = []
  for await result in generator.images(for: seconds.map { CMTime(seconds: $0, preferredTimescale: 600) }) {
    switch result {
    case .success(_, let image, _): images.append(image)
    case .failure(_, let error): throw error
    }
  }
  return images
}

private func write(_ image: CGImage, to url: URL) -> Bool {
  guard
    let destination = CGImageDestinationCreateWithURL(url as CFURL, UTType.jpeg.identifier as CFString, 1, nil)
  else { return false }
  CGImageDestinationAddImage(
    destination, image, [kCGImageDestinationLossyCompressionQuality: 0.8] as CFDictionary)
  return CGImageDestinationFinalize(destination)
}
