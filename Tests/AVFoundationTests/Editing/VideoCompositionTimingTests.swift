import AVFoundation
import Synchronization
import Testing

/// Frames of video compositions at the times of a track's frames, their colours, and what is not drawn over them.
@Suite struct VideoCompositionTimingTests {
  private let folder: TemporaryFolder
  /// Of 30 frames at 30 a second, those are left out whose number leaves a rest of 2 by 4.
  private let uneven: AVURLAsset

  init() throws {
    folder = try TemporaryFolder()
    let options = ["-vf", "select='not(eq(mod(n,4),2))'", "-fps_mode", "vfr"]
    uneven = AVURLAsset(url: try NumberedMovie.make("uneven.mp4", in: folder, options: options))
  }

  private func start(_ asset: AVAsset, _ video: AVVideoComposition) throws -> (AVAssetReader, AVAssetReaderOutput) {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderVideoCompositionOutput(
      videoTracks: asset.tracks.filter { $0.mediaType == .video }, videoSettings: nil)
    output.videoComposition = video
    reader.add(output)
    return (reader, output)
  }

  private func read(
    _ asset: AVAsset, _ video: AVVideoComposition, in range: CMTimeRange? = nil
  ) throws -> [(number: Int, time: CMTime, duration: CMTime)] {
    let (reader, output) = try start(asset, video)
    if let range { reader.timeRange = range }
    #expect(reader.startReading(), "\(reader.error as Any)")
    let samples = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return try samples.map {
      (NumberedMovie.number(try #require($0.imageBuffer)), $0.presentationTimeStamp, $0.duration)
    }
  }

  private func reason(_ asset: AVAsset, _ video: AVVideoComposition) throws -> String {
    let (reader, output) = try start(asset, video)
    if reader.startReading() { _ = output.all() }
    #expect(reader.status == .failed)
    return (reader.error as? AVError)?.failureReason ?? ""
  }

  // MARK: Times

  @Test func aSingleTracksVariableRate_isThatOfTheComposition() throws {
    let video = AVMutableVideoComposition(propertiesOf: uneven)
    #expect(video.sourceTrackIDForFrameTiming == uneven.tracks.first?.trackID)
    let kept = (0..<30).filter { $0 % 4 != 2 }
    let frames = try read(uneven, video)
    #expect(frames.map(\.number) == kept)
    #expect(frames.map(\.time) == kept.map { ticks(Int64($0) * 20) })
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time + $0.duration == $1.time })
    // A part of it begins with the frame that is shown at its start.
    #expect(try read(uneven, video, in: span(50, 120)).map(\.number) == [1, 3, 4, 5])
    // Without it, frames come at the frame rate.
    (video.sourceTrackIDForFrameTiming, video.frameDuration) = (kCMPersistentTrackID_Invalid, ticks(20))
    #expect(try read(uneven, video).prefix(5).map(\.number) == [0, 1, 1, 3, 4])
    // Steady frames need no track, and those of an edit have no times of their own.
    let edit = AVMutableComposition()
    try edit.insertTimeRange(span(0, 300), of: uneven, at: .zero)
    for asset in [AVURLAsset(url: try NumberedMovie.make(in: folder)), edit] as [AVAsset] {
      #expect(
        AVMutableVideoComposition(propertiesOf: asset).sourceTrackIDForFrameTiming == kCMPersistentTrackID_Invalid)
    }
  }

  /// In gaps of the track, frames come as often as `frameDuration` says; another track may be the one that is seen.
  @Test(arguments: [false, true]) func timesOfATrack_areThoseOfItsSegments(_ isCustom: Bool) throws {
    let steady = AVURLAsset(url: try NumberedMovie.make(in: folder))
    let composition = AVMutableComposition()
    let (seen, timing) = (try composition.add(.video), try composition.add(.video))
    try seen.insertTimeRange(span(0, 300), of: steady.track(.video), at: .zero)
    try timing.insertTimeRange(span(30, 130), of: uneven.track(.video), at: .zero)
    try timing.insertTimeRange(span(0, 60), of: uneven.track(.video), at: ticks(200))
    let video: AVMutableVideoComposition
    if isCustom {
      let id = seen.trackID
      video = AVMutableVideoComposition(asset: composition, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) {
        guard let frame = $0.sourceFrame(byTrackID: id) else { throw AVError(.noImageAtTime) }
        return frame
      }
    } else {
      video = AVMutableVideoComposition()
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = span(0, 300)
      instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: seen)]
      (video.instructions, video.renderSize) = ([instruction], CGSize(width: 128, height: 64))
    }
    video.frameDuration = ticks(30)
    video.sourceTrackIDForFrameTiming = timing.trackID
    let frames = try read(composition, video)
    // Frames 1, 3, 4 and 5 from the middle of the first on, a gap from 100 to 200, frames 0 and 1, and a gap from 260
    // to 300.
    let times: [Int64] = [0, 30, 50, 70, 100, 130, 160, 190, 200, 220, 260, 290]
    #expect(frames.map(\.time) == times.map { ticks($0) })
    #expect(frames.map(\.number) == times.map { Int($0 / 20) })
    video.sourceTrackIDForFrameTiming = 77
    #expect(try reason(composition, video).contains("77"))
    #expect(!video.isValid(for: composition, timeRange: span(0, 300), validationDelegate: nil))
  }

  // MARK: Colours

  /// One frame of one colour, in a matrix and a transfer function.
  private func colored(_ name: String, _ options: [String], codec: [String] = ["libx264", "-qp", "0"]) throws
    -> AVURLAsset
  {
    try Oracle.make(
      ["-f", "lavfi", "-i", "color=0x30A040:size=64x48:rate=25:duration=0.2,format=gbrp"] + options + ["-c:v"] + codec
        + [folder.file(name)])
    return AVURLAsset(url: folder.url(name))
  }

  private func first(_ asset: AVAsset, _ video: AVVideoComposition) throws -> CVPixelBuffer {
    let (reader, output) = try start(asset, video)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let sample = output.copyNextSampleBuffer()
    return try #require(sample?.imageBuffer, "\(reader.error as Any)")
  }

  private func attached(_ key: CFString, _ buffer: CVPixelBuffer) -> String? {
    CVBufferCopyAttachment(buffer, key, nil) as? String
  }

  /// The frame's first samples of luma, Cb and Cr.
  private func values(_ buffer: CVPixelBuffer) -> [Int] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    return (0..<3).map { plane in
      CVPixelBufferGetBaseAddressOfPlane(buffer, plane).map { Int($0.load(as: UInt8.self)) } ?? -1
    }
  }

  @Test func colorProperties_areThoseOfTheCanvas_toWhichSourcesAreConverted() throws {
    let sd = try colored(
      "sd.mp4",
      ["-vf", "scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p", "-colorspace", "smpte170m"]
        + ["-color_primaries", "bt709", "-color_trc", "bt709"])
    let video = AVMutableVideoComposition(propertiesOf: sd)
    let own = values(try first(sd, video))
    #expect(video.colorYCbCrMatrix == nil)
    video.colorYCbCrMatrix = AVVideoYCbCrMatrix_ITU_R_709_2
    video.colorPrimaries = AVVideoColorPrimaries_ITU_R_709_2
    video.colorTransferFunction = AVVideoTransferFunction_ITU_R_709_2
    let frame = try first(sd, video)
    #expect(attached(kCVImageBufferYCbCrMatrixKey, frame) == AVVideoYCbCrMatrix_ITU_R_709_2)
    #expect(attached(kCVImageBufferColorPrimariesKey, frame) == AVVideoColorPrimaries_ITU_R_709_2)
    // 0x30A040 by the weights of BT.709, of limited range.
    let (red, green, blue) = (48.0 / 255, 160.0 / 255, 64.0 / 255)
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    let expected = [16 + 219 * luma, 128 + 224 * (blue - luma) / 1.8556, 128 + 224 * (red - luma) / 1.5748]
    #expect(zip(values(frame), expected).allSatisfy { abs(Double($0) - $1) <= 3 }, "\(values(frame)) \(expected)")
    #expect(own != values(frame))
    // Wider primaries: a green of BT.709 is a paler one of BT.2020.
    video.colorPrimaries = AVVideoColorPrimaries_ITU_R_2020
    let wide = try first(sd, video)
    #expect(attached(kCVImageBufferColorPrimariesKey, wide) == AVVideoColorPrimaries_ITU_R_2020)
    #expect(values(wide)[2] > values(frame)[2] + 5, "\(values(wide)) \(values(frame))")
    video.colorPrimaries = "Rec709"
    #expect(try reason(sd, video).contains("colorPrimaries is 'Rec709'"))
  }

  @Test func dynamicRange_isKeptOrRefused() throws {
    let sd = try colored("sd.mp4", ["-pix_fmt", "yuv420p"])
    let hdr = try colored(
      "hdr.mp4",
      ["-vf", "scale=out_color_matrix=bt2020:out_range=tv,format=yuv420p10le", "-colorspace", "bt2020nc"]
        + ["-color_primaries", "bt2020", "-color_trc", "smpte2084"],
      codec: ["libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-tag:v", "hvc1"])
    let kept = try first(hdr, AVMutableVideoComposition(propertiesOf: hdr))
    #expect(
      attached(kCVImageBufferTransferFunctionKey, kept) == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ as String)
    for (asset, transfer) in [
      (sd, AVVideoTransferFunction_SMPTE_ST_2084_PQ), (hdr, AVVideoTransferFunction_ITU_R_709_2),
    ] {
      let video = AVMutableVideoComposition(propertiesOf: asset)
      video.colorTransferFunction = transfer
      let reason = try reason(asset, video)
      #expect(reason.contains("HDR (PQ)") && reason.contains("SDR"), "\(reason)")
    }
  }

  // MARK: Post-processing and tweening

  @Test func animationTool_isRefused_unlessNothingIsDrawn() throws {
    let video = AVMutableVideoComposition(propertiesOf: uneven)
    video.animationTool = AVVideoCompositionCoreAnimationTool()
    #expect(try reason(uneven, video).contains("animationTool"))
    let generator = AVAssetImageGenerator(asset: uneven)
    generator.videoComposition = video
    #expect(throws: AVError.self) { try generator.copyCGImage(at: .zero, actualTime: nil) }
    #expect((video.copy() as? AVVideoComposition)?.animationTool === video.animationTool)
    for case let instruction as AVMutableVideoCompositionInstruction in video.instructions {
      instruction.enablePostProcessing = false
    }
    #expect(try read(uneven, video).count == 23)
  }

  /// Where nothing changes but the time, the same source frame is composed once.
  @Test(arguments: [false, true]) func withoutTweening_theSameFrameIsComposedOnce(_ tweens: Bool) throws {
    let times = Mutex<[CMTime]>([])
    let video = AVMutableVideoComposition(asset: uneven, pixelFormat: kCVPixelFormatType_420YpCbCr8Planar) { request in
      times.withLock { $0.append(request.compositionTime) }
      guard let id = request.sourceTrackIDs.first, let frame = request.sourceFrame(byTrackID: id.int32Value) else {
        throw AVError(.noImageAtTime)
      }
      return frame
    }
    (video.sourceTrackIDForFrameTiming, video.frameDuration) = (kCMPersistentTrackID_Invalid, ticks(20))
    video.instructions = [TweeningInstruction(tweens)]
    #expect(try read(uneven, video).prefix(5).map(\.number) == [0, 1, 1, 3, 4])
    #expect(times.withLock { $0.count } == (tweens ? 30 : 23))
  }
}

private final class TweeningInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  let timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
  let enablePostProcessing = false
  let containsTweening: Bool
  let requiredSourceTrackIDs: [NSValue]? = nil
  let passthroughTrackID = kCMPersistentTrackID_Invalid

  init(_ tweens: Bool) { containsTweening = tweens }
}
