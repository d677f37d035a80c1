import AVFoundation
import Synchronization
import Testing

/// The samples of compositions' audio tracks and of audio mixes, as readers give them.
@Suite struct ComposedAudioTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// One second whose samples count: sample `n` has the value `n / 65536` in the left channel, its negative in the
  /// right.
  private func counting(_ name: String = "count.mov") throws -> AVAssetTrack {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=n/65536|-n/65536:s=48000:d=1", "-c:a", "pcm_f32le", folder.file(name),
    ])
    return try AVURLAsset(url: folder.url(name)).track(.audio)
  }

  /// The samples of the left channel.
  private func read(
    _ composition: AVComposition, _ mix: AVAudioMix? = nil, in range: CMTimeRange? = nil
  ) throws -> [Float] {
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderAudioMixOutput(
      audioTracks: composition.tracks(withMediaType: .audio), audioSettings: nil)
    output.audioMix = mix
    if let range { reader.timeRange = range }
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let bytes = try output.all().flatMap { try $0.bytes }
    #expect(reader.status == .completed, "\(reader.error as Any)")
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    return stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
  }

  /// The numbers of the samples.
  private func numbers(_ samples: [Float]) -> [Int] { samples.map { Int(($0 * 65536).rounded()) } }

  @Test func cuts_areExactToTheSample() throws {
    let source = try counting()
    let composition = AVMutableComposition()
    let track = try composition.add(.audio)
    try track.insertTimeRange(span(300, 450), of: source, at: .zero)
    try track.insertTimeRange(span(0, 30), of: source, at: ticks(200))
    #expect(
      try numbers(read(composition))
        == Array(24000..<36000) + Array(repeating: 0, count: 4000) + Array(0..<2400))
    // A part of it, which begins inside the gap.
    #expect(
      try numbers(read(composition, in: span(190, 210))) == Array(repeating: 0, count: 800) + Array(0..<800))
  }

  @Test func trackOutput_givesTheSameSamples() throws {
    let composition = AVMutableComposition()
    let track = try composition.add(.audio)
    try track.insertTimeRange(span(300, 450), of: counting(), at: ticks(60))
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(
      track: track, outputSettings: linearPCM([AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]))
    #expect(output.audioTimePitchAlgorithm == .spectral)
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let bytes = try output.all().flatMap { try $0.bytes }
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples.count == 2 * 16800)
    let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
    #expect(numbers(left) == Array(repeating: 0, count: 4800) + Array(24000..<36000))
  }

  /// The volume runs on the time of the composition, sample by sample, through a cut.
  @Test func volumeRamps_areExactToTheSample() throws {
    let source = try counting()
    let composition = AVMutableComposition()
    let track = try composition.add(.audio)
    try track.insertTimeRange(span(300, 450), of: source, at: .zero)
    try track.insertTimeRange(span(0, 150), of: source, at: ticks(150))
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolume(0.5, at: .zero)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: span(100, 200))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let samples = try read(composition, mix)
    #expect(samples.count == 24000)
    for (index, sample) in samples.enumerated() {
      let value = Double(index < 12000 ? 24000 + index : index - 12000) / 65536
      let volume = index < 8000 ? 0.5 : index < 16000 ? 1 - Double(index - 8000) / 8000 : 0
      guard abs(Double(sample) - value * volume) < 1e-6 else {
        Issue.record("sample \(index) is \(sample), not \(value * volume)")
        return
      }
    }
  }

  @Test func tracksWithoutParameters_areHeardAsTheyAre() throws {
    let source = try counting()
    let composition = AVMutableComposition()
    for _ in 0..<3 { try composition.add(.audio).insertTimeRange(span(0, 60), of: source, at: .zero) }
    let muted = AVMutableAudioMixInputParameters(track: composition.tracks[1])
    muted.setVolume(0, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [muted]
    #expect(try numbers(read(composition, mix)) == (0..<4800).map { $0 * 2 })
    #expect(try numbers(read(composition)) == (0..<4800).map { $0 * 3 })
  }

  /// A file's own tracks may have a mix too.
  @Test func filesTracks_haveVolumesToo() throws {
    _ = try counting()
    let asset = AVURLAsset(url: folder.url("count.mov"))
    let own = try #require(asset.tracks.first)
    let parameters = AVMutableAudioMixInputParameters(track: own)
    parameters.setVolume(0.25, at: ticks(300))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(audioTracks: [own], audioSettings: nil)
    output.audioMix = mix
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let bytes = try output.all().flatMap { try $0.bytes }
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    try #require(samples.count == 96000)
    #expect(samples[2 * 23999] == 23999 / 65536 && samples[2 * 24000] == 24000 / 65536 / 4)
  }

  /// Varispeed at twice the speed: every second sample, up to the resampler's own precision, and exactly half as many.
  @Test func scaledRanges_haveExactLengths() throws {
    let composition = AVMutableComposition()
    let track = try composition.add(.audio)
    try track.insertTimeRange(span(0, 600), of: counting(), at: .zero)
    track.scaleTimeRange(span(0, 600), toDuration: ticks(300))
    for algorithm in [AVAudioTimePitchAlgorithm.varispeed, .spectral, .timeDomain] {
      let parameters = AVMutableAudioMixInputParameters(track: track)
      parameters.audioTimePitchAlgorithm = algorithm
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters]
      let samples = try read(composition, mix)
      #expect(samples.count == 24000, "\(algorithm)")
      if algorithm == .varispeed { #expect(abs(samples[12000] - 24000 / 65536) < 0.001) }
    }
  }

  // MARK: Processing taps

  /// A composition that begins with a gap of 0.1 s, and a mix at half the volume with a tap.
  private func tapped(
    _ process: @escaping @Sendable (inout AVAudioProcessingTap.Block) throws -> Void
  ) throws -> (AVMutableComposition, AVMutableAudioMix) {
    let composition = AVMutableComposition()
    let track = try composition.add(.audio)
    try track.insertTimeRange(span(300, 450), of: counting(), at: ticks(60))
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolume(0.5, at: .zero)
    parameters.setVolume(0.25, at: ticks(150))
    parameters.processingTap = AVAudioProcessingTap(process)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    return (composition, mix)
  }

  @Test func processingTap_hearsItsTrackBeforeTheVolume_andChangesIt() throws {
    let blocks = Mutex<[AVAudioProcessingTap.Block]>([])
    let (composition, mix) = try tapped { block in
      blocks.withLock { [block] in $0.append(block) }
      for index in block.samples.indices { block.samples[index] += 2 / 65536 }
    }
    let other = try composition.add(.audio)
    try other.insertTimeRange(span(0, 30), of: counting("other.mov"), at: .zero)
    let samples = try read(composition, mix)
    let heard = blocks.withLock { $0 }
    let left = heard.flatMap { block in stride(from: 0, to: block.samples.count, by: 2).map { block.samples[$0] } }
    let own = Array(repeating: 0, count: 4800) + Array(24000..<36000)
    #expect(numbers(left) == own)
    for (index, sample) in samples.enumerated() {
      let expected = Float(own[index] + 2) * (index < 12000 ? 0.5 : 0.25) + (index < 2400 ? Float(index) : 0)
      guard abs(sample - expected / 65536) < 1e-6 else {
        Issue.record("sample \(index) is \(sample * 65536), not \(expected)")
        break
      }
    }
    #expect(heard.map(\.isContinuous) == [false] + heard.dropFirst().map { _ in true })
    #expect(heard.first?.timeRange.start == .zero && heard.last?.timeRange.end == ticks(210))
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.timeRange.end == $1.timeRange.start })
    let format = try #require(heard.first?.streamDescription)
    #expect(format.mSampleRate == 48000 && format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 32)
    #expect(Set(heard.map(\.trackID)) == [composition.tracks[0].trackID])
  }

  /// A part of the composition begins a new stream of blocks, exact to the sample.
  @Test func processingTap_beginsWhereReadingDoes() throws {
    let first = Mutex<AVAudioProcessingTap.Block?>(nil)
    let (composition, mix) = try tapped { block in first.withLock { [block] in $0 = $0 ?? block } }
    #expect(try read(composition, mix, in: span(90, 120)).count == 2400)
    let block = try #require(first.withLock { $0 })
    #expect(!block.isContinuous && block.timeRange.start == ticks(90) && block.samples.first == 26400 / 65536)
  }

  @Test(arguments: [false, true]) func errorsOfATap_endTheReading(_ isShort: Bool) throws {
    let (composition, mix) = try tapped { block in
      guard block.timeRange.start > .zero else { return }
      if isShort { block.samples.removeLast() } else { throw CocoaError(.featureUnsupported) }
    }
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    output.audioMix = mix
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    #expect(output.all().count == 1 && reader.status == .failed)
    let error = try #require(reader.error as? AVError)
    #expect(error.code == .unknown && error.failureReason?.contains("tap") == true, "\(error)")
  }

  @Test func manyChannelsAndHighRates_areKept() throws {
    let channels = (0..<12).map { "n/\(65536 * ($0 + 1))" }.joined(separator: "|")
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=\(channels):s=384000:d=0.1", "-c:a", "pcm_f32le", folder.file("many.mov"),
    ])
    let composition = AVMutableComposition()
    try composition.add(.audio).insertTimeRange(
      span(0, 60), of: AVURLAsset(url: folder.url("many.mov")).track(.audio), at: .zero)
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderAudioMixOutput(audioTracks: composition.tracks, audioSettings: nil)
    reader.add(output)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let bytes = try output.all().flatMap { try $0.bytes }
    #expect(reader.status == .completed, "\(reader.error as Any)")
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(samples.count == 12 * 38400)
    for channel in 0..<12 where samples.count == 12 * 38400 {
      #expect(abs(samples[12 * 20000 + channel] - 20000 / Float(65536 * (channel + 1))) < 1e-6, "\(channel)")
    }
  }
}
