import AVFoundation
import CoreVideo.CVPixelBuffer

/// The texts behind keys.
func keys() throws {
  print(
    "keys:", kCVImageBufferCleanApertureKey, kCVImageBufferYCbCrMatrixKey, kCMFormatDescriptionExtension_BytesPerRow)
  print("keys:", kCVPixelBufferPoolAllocationThresholdKey, kCVBufferPropagatedAttachmentsKey)
}

/// Differences of types.
func types() throws {
  let empty = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: .zero)
  print("types:", empty.containsTimeRange(empty), MPEG4ObjectID.AAC_LC.rawValue)
  let attachments: [CFString: Any] = [
    kCVImageBufferColorPrimariesKey: kCVImageBufferColorPrimaries_P3_D65,
    kCVImageBufferTransferFunctionKey: kCVImageBufferTransferFunction_ITU_R_2100_HLG,
  ]
  let space = CVImageBufferCreateColorSpaceFromAttachments(attachments as CFDictionary)
  print("types:", space?.takeRetainedValue().name ?? "none")
}

/// Pixel formats that are declared and cannot be stored.
func pixelFormats() throws {
  var buffer: CVPixelBuffer?
  let code = CVPixelBufferCreate(kCFAllocatorDefault, 8, 8, kCVPixelFormatType_Lossless_32BGRA, nil, &buffer)
  print("formats:", code == kCVReturnInvalidPixelFormat, buffer == nil)
  let description = CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_32BGRA)
  print("formats:", (description as? [CFString: Any])?[kCVPixelFormatContainsAlpha] as? Bool ?? false)
}

/// Constants, and an asset whose bytes a delegate serves.
func constants() async throws {
  print("constants:", AVFileType.heic.rawValue, AVMediaCharacteristic.containsHDRVideo.rawValue)
  print("constants:", AVMetadataIdentifier.quickTimeMetadataDetectedHumanBody.rawValue)
  print(
    "constants:", AVMetadataIdentifier.icyMetadataStreamTitle.rawValue, kCMFormatDescriptionBridgeError_InvalidSlice)
  var stamp = AudioTimeStamp()
  FillOutAudioTimeStampWithSampleTime(&stamp, 5)
  print(
    "constants:", stamp.mSampleTime, CGRectMake(1, 2, 3, 4).maxX, CGColorSpace(name: CGColorSpace.displayP3_HLG) != nil)
  let tags: [CMTag] = [.videoLayerID(0), .stereoView(.leftEye)]
  print("constants:", tags.firstValue(matchingCategory: .stereoView) == .leftEye)

  let turned = CGAffineTransformRotate(CGAffineTransformTranslate(CGAffineTransformMakeScale(2, 2), 1, 0), .pi)
  print("constants:", CGPointApplyAffineTransform(CGPointMake(1, 0), turned).x.rounded())
  let failure = AVError(_nsError: NSError(domain: AVFoundationErrorDomain, code: -11807))
  let group = AVMutableDateRangeMetadataGroup(items: [], start: Date(timeIntervalSince1970: 0), end: nil)
  print("constants:", failure.code == .diskFull, group.startDate.timeIntervalSince1970, group.uniqueID ?? "none")

  guard let url = URL(string: "memory:sound.wav") else { return }
  let server = MemoryServer(waveFile())
  let asset = AVURLAsset(url: url)
  asset.resourceLoader.setDelegate(server, queue: DispatchQueue(label: "server"))
  print("constants:", try await asset.load(.duration).seconds, asset.allMediaSelections.count, asset.trackGroups.count)
  let track = try await asset.loadTracks(withMediaType: .audio).first
  let cursor = track?.makeSampleCursorAtLastSampleInDecodeOrder()
  print("constants:", cursor?.presentationTimeStamp.seconds ?? -1, track?.requiresFrameReordering ?? true)
}

/// Half a second of silence.
private func waveFile() -> Data {
  func number<Integer: FixedWidthInteger>(_ value: Integer) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
  let samples = Data(count: 8000)
  let format = number(UInt16(1)) + number(UInt16(1)) + number(UInt32(8000)) + number(UInt32(16_000)) + number(UInt16(2))
  let chunks = Data("WAVEfmt ".utf8) + number(UInt32(16)) + format + number(UInt16(16)) + Data("data".utf8)
  let content = chunks + number(UInt32(samples.count)) + samples
  return Data("RIFF".utf8) + number(UInt32(content.count)) + content
}

private final class MemoryServer: AVAssetResourceLoaderDelegate, Sendable {
  let data: Data

  init(_ data: Data) { self.data = data }

  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool {
    loadingRequest.contentInformationRequest?.contentType = AVFileType.wav.rawValue
    loadingRequest.contentInformationRequest?.contentLength = Int64(data.count)
    loadingRequest.contentInformationRequest?.isByteRangeAccessSupported = true
    if let request = loadingRequest.dataRequest {
      let start = Int(request.requestedOffset)
      request.respond(with: data[start..<min(data.count, start + request.requestedLength)])
    }
    loadingRequest.finishLoading()
    return true
  }
}
