import AVFoundation
import Foundation
import Testing

/// Frames, audio and text made in Swift, to be written.
enum WrittenMedia {
  /// Returns a frame whose eight bars show a number in binary, black for 0 and white for 1, the least significant bit
  /// left.
  static func image(
    _ number: Int, width: Int = 128, height: Int = 64, pool: CVPixelBufferPool? = nil
  ) throws -> CVPixelBuffer {
    var made: CVPixelBuffer?
    if let pool {
      #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &made) == kCVReturnSuccess)
    } else {
      CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made)
    }
    let buffer = try #require(made)
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let base = try #require(CVPixelBufferGetBaseAddress(buffer))
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    for y in 0..<height {
      let row = base + y * CVPixelBufferGetBytesPerRow(buffer)
      for x in 0..<width {
        let value: UInt32 = number >> (x * 8 / width) & 1 == 1 ? 0xffff_ffff : 0xff00_0000
        row.storeBytes(of: value, toByteOffset: x * 4, as: UInt32.self)
      }
    }
    return buffer
  }

  /// Returns a frame with its time.
  static func frame(
    _ number: Int, at time: CMTime, lasting duration: CMTime = .invalid, width: Int = 128, height: Int = 64
  ) throws -> CMSampleBuffer {
    let image = try image(number, width: width, height: height)
    return try CMSampleBuffer(
      imageBuffer: image, formatDescription: CMVideoFormatDescription(imageBuffer: image),
      sampleTiming: CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  /// Returns linear PCM of 16 bits.
  static func audio(_ values: [Int16], at frame: Int, rate: Int = 48_000, channels: Int = 1) throws -> CMSampleBuffer {
    let stream = AudioStreamBasicDescription(
      mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
      mBytesPerPacket: UInt32(2 * channels), mFramesPerPacket: 1, mBytesPerFrame: UInt32(2 * channels),
      mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 16, mReserved: 0)
    let bytes = values.withUnsafeBytes { Data($0) }
    return try CMSampleBuffer(
      dataBuffer: block(bytes),
      formatDescription: CMFormatDescription(
        audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: nil),
      numSamples: values.count / channels,
      presentationTimeStamp: CMTime(value: Int64(frame), timescale: Int32(rate)), packetDescriptions: [])
  }

  /// Returns a sample of text, with boxes behind it; it lasts one unit of its time's scale.
  static func text(
    _ text: String, at time: CMTime, _ format: CMFormatDescription, boxes: [UInt8] = []
  ) throws -> CMSampleBuffer {
    let bytes = [0, UInt8(text.utf8.count)] + Array(text.utf8) + boxes
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: time.timescale), presentationTimeStamp: time, decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: block(Data(bytes)), formatDescription: format, numSamples: 1, sampleTimings: [timing],
      sampleSizes: [bytes.count])
  }

  private static func block(_ bytes: Data) throws -> CMBlockBuffer {
    let block = try CMBlockBuffer(length: bytes.count)
    try bytes.withUnsafeBytes { try block.replaceDataBytes(with: $0) }
    return block
  }

  /// Values that no two neighbouring samples share.
  static func ramp(_ count: Int, from start: Int = 0) -> [Int16] {
    (start..<start + count).map { Int16(truncatingIfNeeded: $0 &* 977) }
  }

  /// Returns the timecode of a movie's first frame, as ffprobe reads it.
  static func startTimecode(of path: String) throws -> String {
    try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream_tags=timecode", "-of", "csv=p=0", path])
  }

  /// Silence with a click at every multiple of a distance.
  static func clicks(_ count: Int, every distance: Int, from start: Int = 0) -> [Int16] {
    (start..<start + count).map { $0 % distance == 0 ? 28_000 : 0 }
  }

  static func videoSettings(_ more: [String: Any] = [:], width: Int = 128, height: Int = 64) -> [String: Any] {
    [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height].merging(more) { $1 }
  }

  static var aac: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      AVEncoderBitRateKey: 128_000,
    ]
  }
  static var pcm: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      AVLinearPCMBitDepthKey: 16,
      AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
    ]
  }
}

extension Oracle {
  /// Returns the numbers that the frames of a file show, and their times in seconds.
  static func frames(_ path: String, width: Int = 128, height: Int = 64) throws -> (numbers: [Int], times: [Double]) {
    let bytes = try run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "rawvideo",
        "-pix_fmt", "gray", "-",
      ])
    let size = width * height
    let numbers = (0..<bytes.count / size).map { frame in
      (0..<8).reduce(0) { number, bar in
        let x = (bar * 2 + 1) * width / 16
        return number | (bytes[frame * size + height / 2 * width + x] > 127 ? 1 << bar : 0)
      }
    }
    let times = try text(
      "ffprobe", ["-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", path]
    ).split(separator: "\n").compactMap { Double($0.filter { $0.isNumber || $0 == "." || $0 == "-" }) }
    return (numbers, times)
  }

  /// Returns ffmpeg's warnings but those that say nothing of the file: that linear PCM of one channel names no speaker,
  /// and that the entropy coded bits of a JPEG image, as libjpeg writes them, end in a byte that could be the beginning
  /// of its end.
  static func complaints(_ path: String) throws -> [String] {
    try warnings(path).split(separator: "\n").map(String.init).filter {
      !$0.contains("Guessed Channel Layout") && !$0.contains("EOI missing, emulating")
    }
  }

  /// Returns the audio of a file, of one channel and 16 bits.
  static func samples(_ path: String, rate: Int = 48_000, stream: Int = 0) throws -> [Int16] {
    let bytes = try run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", path, "-map", "0:a:\(stream)", "-f", "s16le", "-ac", "1",
        "-ar", "\(rate)", "-",
      ])
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }
}

extension AVAssetWriterInput {
  /// Waits until the input is ready, then appends; false if that fails.
  @discardableResult
  func appendWhenReady(_ sample: CMSampleBuffer) async -> Bool {
    while !isReadyForMoreMediaData { await Task.yield() }
    return append(sample)
  }
}
