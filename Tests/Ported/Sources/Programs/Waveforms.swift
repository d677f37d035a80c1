import AVFoundation
import Accelerate

/// Writes a tone that grows, draws its waveform as players do, and finds its pitch.
func waveforms(in folder: URL) async throws {
  let url = folder.appendingPathComponent("tone.wav")
  try await write(tone(seconds: 1), to: url)
  let levels = try await WaveformAnalyzer(count: 4, noiseFloor: -50).levels(of: url)
  print("waveforms:", levels.map { Int($0.rounded()) })
  let samples = (0..<1024).map { sin(2 * Float.pi * 64 * Float($0) / 1024) }
  print("waveforms:", pitch(of: samples))
}

private func tone(seconds: Double) -> [Int16] {
  let count = Int(8000 * seconds)
  return (0..<count).map { index in
    let level = 0.1 + 0.9 * Double(index) / Double(count)
    return Int16(32_000 * level * sin(2 * .pi * 440 * Double(index) / 8000))
  }
}

private func write(_ samples: [Int16], to url: URL) async throws {
  var basic = AudioStreamBasicDescription(
    mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
    mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
    mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
  var format: CMAudioFormatDescription?
  CMAudioFormatDescriptionCreate(
    allocator: kCFAllocatorDefault, asbd: &basic, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
    extensions: nil, formatDescriptionOut: &format)
  let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
  let settings: [String: Any] = [
    AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 8000.0, AVNumberOfChannelsKey: 1,
    AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsFloatKey: false,
    AVLinearPCMIsNonInterleaved: false, AVSampleRateConverterAlgorithmKey: AVSampleRateConverterAlgorithm_Mastering,
  ]
  let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
  writer.add(input)
  writer.startWriting()
  writer.startSession(atSourceTime: .zero)
  var block: CMBlockBuffer?
  let size = samples.count * MemoryLayout<Int16>.size
  CMBlockBufferCreateWithMemoryBlock(
    allocator: nil, memoryBlock: nil, blockLength: size, blockAllocator: nil, customBlockSource: nil,
    offsetToData: 0, dataLength: size, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &block)
  guard let block, let format else { return }
  CMBlockBufferReplaceDataBytes(with: samples, blockBuffer: block, offsetIntoDestination: 0, dataLength: size)
  var sample: CMSampleBuffer?
  CMAudioSampleBufferCreateReadyWithPacketDescriptions(
    allocator: nil, dataBuffer: block, formatDescription: format, sampleCount: samples.count,
    presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &sample)
  if let sample { input.append(sample) }
  input.markAsFinished()
  await writer.finishWriting()
}

/// The loudness of parts of a file in decibels, in the way of the waveform views.
private struct WaveformAnalyzer {
  var count: Int
  var noiseFloor: Float

  func levels(of url: URL) async throws -> [Float] {
    let asset = AVURLAsset(url: url)
    guard let track = try await asset.loadTracks(withMediaType: .audio).first else { return [] }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
      ])
    output.alwaysCopiesSampleData = false
    reader.add(output)
    reader.startReading()
    defer { reader.cancelReading() }
    var data = Data()
    while reader.status == .reading {
      guard let sample = output.copyNextSampleBuffer(), let block = CMSampleBufferGetDataBuffer(sample) else { break }
      var length = 0
      var pointer: UnsafeMutablePointer<Int8>?
      CMBlockBufferGetDataPointer(
        block, atOffset: 0, lengthAtOffsetOut: &length, totalLengthOut: nil, dataPointerOut: &pointer)
      data.append(UnsafeBufferPointer(start: pointer, count: length))
      CMSampleBufferInvalidate(sample)
    }
    return process(data)
  }

  private func process(_ data: Data) -> [Float] {
    data.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: Int16.self)
      let perLevel = samples.count / count
      let total = vDSP_Length(perLevel * count)
      var buffer = [Float](repeating: 0, count: Int(total))
      vDSP_vflt16(samples.baseAddress!, 1, &buffer, 1, total)
      vDSP_vabs(buffer, 1, &buffer, 1, total)
      var zero: Float = 32_768
      vDSP_vdbcon(buffer, 1, &zero, &buffer, 1, total, 1)
      var (ceiling, floor): (Float, Float) = (0, noiseFloor)
      vDSP_vclip(buffer, 1, &floor, &ceiling, &buffer, 1, total)
      var levels = [Float](repeating: 0, count: count)
      let filter = [Float](repeating: 1 / Float(perLevel), count: perLevel)
      vDSP_desamp(buffer, vDSP_Stride(perLevel), filter, &levels, vDSP_Length(count), vDSP_Length(perLevel))
      return levels
    }
  }
}

/// The number of the strongest frequency.
private func pitch(of samples: [Float]) -> Int {
  let log2n = vDSP_Length(log2(Float(samples.count)))
  guard let fft = vDSP.FFT(log2n: log2n, radix: .radix2, ofType: DSPSplitComplex.self) else { return 0 }
  let window = vDSP.window(
    ofType: Float.self, usingSequence: .hanningDenormalized, count: samples.count, isHalfWindow: false)
  let windowed = vDSP.multiply(samples, window)
  let half = samples.count / 2
  var (real, imaginary) = ([Float](repeating: 0, count: half), [Float](repeating: 0, count: half))
  var (outReal, outImaginary) = (real, imaginary)
  var magnitudes = real
  real.withUnsafeMutableBufferPointer { realPtr in
    imaginary.withUnsafeMutableBufferPointer { imaginaryPtr in
      outReal.withUnsafeMutableBufferPointer { outRealPtr in
        outImaginary.withUnsafeMutableBufferPointer { outImaginaryPtr in
          var input = DSPSplitComplex(realp: realPtr.baseAddress!, imagp: imaginaryPtr.baseAddress!)
          var output = DSPSplitComplex(realp: outRealPtr.baseAddress!, imagp: outImaginaryPtr.baseAddress!)
          windowed.withUnsafeBytes {
            vDSP.convert(
              interleavedComplexVector: [DSPComplex]($0.bindMemory(to: DSPComplex.self)),
              toSplitComplexVector: &input)
          }
          fft.forward(input: input, output: &output)
          vDSP.squareMagnitudes(output, result: &magnitudes)
        }
      }
    }
  }
  let decibels = vDSP.amplitudeToDecibels(vForce.sqrt(magnitudes), zeroReference: 1)
  return decibels.indices.max { decibels[$0] < decibels[$1] } ?? 0
}
