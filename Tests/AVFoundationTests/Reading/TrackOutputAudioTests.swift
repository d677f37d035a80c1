import AVFoundation
import Testing

/// Linear PCM of a track output is that of ffmpeg, bit for bit, in any form.
@Suite struct TrackOutputAudioTests {
  /// A minute of noise in two channels; what a codec needs of a duration that is no multiple of its packets.
  private func noise(_ name: String, _ options: [String], in folder: TemporaryFolder) throws -> URL {
    try Oracle.make(
      ["-f", "lavfi", "-i", "anoisesrc=r=44100:seed=5:a=0.7:d=1.37", "-f", "lavfi", "-i", "sine=r=44100:d=1.37"]
        + ["-filter_complex", "amerge=inputs=2"] + options + [folder.file(name)])
    return folder.url(name)
  }

  private func samples(
    _ url: URL, _ settings: [String: Any], range: CMTimeRange? = nil
  ) throws -> (bytes: [UInt8], blocks: [CMSampleBuffer]) {
    let (reader, output) = try AVAssetReader.started(url, .audio, settings) { reader, _ in
      if let range { reader.timeRange = range }
    }
    let blocks = output.all()
    #expect(reader.status == .completed, "\(reader.error as Any)")
    return (try blocks.flatMap { try $0.bytes }, blocks)
  }

  @Test(
    arguments: [
      ("a.wav", ["-c:a", "pcm_s16le"]), ("a.flac", ["-sample_fmt", "s16"]),
      ("a.m4a", ["-c:a", "alac", "-sample_fmt", "s16p"]), ("a.caf", ["-c:a", "pcm_s16be"]),
      ("a.mkv", ["-c:a", "flac", "-sample_fmt", "s16"]), ("a.aiff", []),
    ] as [(String, [String])])
  func losslessAudio_isThatOfFFmpeg(_ name: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let url = try noise(name, options, in: folder)
    let (bytes, blocks) = try samples(url, linearPCM())
    #expect(try bytes == Oracle.raw(url.path, ["-f", "s16le"]))
    var next = CMTime.zero
    for block in blocks {
      #expect(block.presentationTimeStamp == next)
      next = block.presentationTimeStamp + block.duration
    }
    #expect(next == CMTime(value: 60417, timescale: 44100))
  }

  @Test func defaults_areTheTracksWith16Bits() throws {
    let (_, blocks) = try samples(SharedClip.movie, linearPCM())
    let format = try #require(blocks.first?.formatDescription?.audioStreamBasicDescription)
    #expect(format.mSampleRate == 48000 && format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 16)
    #expect(format.mFormatFlags == kAudioFormatFlagIsPacked | kAudioFormatFlagIsSignedInteger)
    #expect(format.mBytesPerFrame == 4 && format.mBytesPerPacket == 4 && format.mFramesPerPacket == 1)
    // Priming is left out: the track plays one second.
    #expect(blocks.reduce(0) { $0 + $1.numSamples } == 48000)
  }

  @Test(arguments: [
    (8, false, false, "s8"), (16, false, true, "s16be"), (24, false, false, "s24le"), (24, false, true, "s24be"),
    (32, false, false, "s32le"), (32, true, false, "f32le"), (32, true, true, "f32be"), (64, true, false, "f64le"),
  ])
  func everyDepth_isThatOfFFmpeg(_ depth: Int, _ isFloat: Bool, _ isBig: Bool, _ name: String) throws {
    let folder = try TemporaryFolder()
    let url = try noise("a.wav", ["-c:a", depth == 8 ? "pcm_u8" : "pcm_s24le"], in: folder)
    let (bytes, blocks) = try samples(
      url,
      linearPCM([
        AVLinearPCMBitDepthKey: depth, AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBig,
      ]))
    if depth == 16 {
      // ffmpeg cuts bits off, where we round.
      let expected = try Oracle.raw(url.path, ["-f", name])
      #expect(bytes.count == expected.count)
      func sample(_ bytes: [UInt8], _ place: Int) -> Int {
        Int(Int16(bitPattern: UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])))
      }
      #expect(stride(from: 0, to: bytes.count, by: 2).allSatisfy { abs(sample(bytes, $0) - sample(expected, $0)) <= 1 })
    } else {
      #expect(try bytes == Oracle.raw(url.path, ["-f", name]))
    }
    let format = try #require(blocks.first?.formatDescription?.audioStreamBasicDescription)
    #expect(Int(format.mBitsPerChannel) == depth && Int(format.mBytesPerFrame) == depth / 4)
    #expect((format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0) == isBig)
    #expect((format.mFormatFlags & kAudioFormatFlagIsFloat != 0) == isFloat)
  }

  @Test func planes_haveAChannelEach() throws {
    let folder = try TemporaryFolder()
    let url = try noise("a.wav", [], in: folder)
    let (_, blocks) = try samples(url, linearPCM([AVLinearPCMIsNonInterleaved: true]))
    var channels: [[UInt8]] = [[], []]
    for block in blocks {
      try block.withAudioBufferList { list, _ in
        #expect(list.count == 2)
        for (index, buffer) in list.enumerated() {
          channels[index] += UnsafeRawBufferPointer(start: buffer.mData, count: Int(buffer.mDataByteSize))
        }
      }
    }
    for (index, channel) in channels.enumerated() {
      #expect(try channel == Oracle.raw(url.path, ["-af", "pan=mono|c0=c\(index)", "-f", "s16le"]))
    }
  }

  @Test(arguments: [(22050, 1), (48000, 2), (96000, 1)]) func rateAndChannels_change(_ rate: Int, _ channels: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let url = try noise("a.wav", [], in: folder)
    let settings = linearPCM([AVSampleRateKey: Double(rate), AVNumberOfChannelsKey: channels, AVLinearPCMIsFloatKey: 1])
    let (bytes, blocks) = try samples(url, settings)
    let count = bytes.count / 4 / channels
    #expect(count == Int((1.37 * Double(rate)).rounded()))
    #expect(blocks.first?.formatDescription?.audioStreamBasicDescription?.mSampleRate == Double(rate))
    // Any part is that of the whole.
    let part = CMTimeRange(
      start: CMTime(value: Int64(rate) / 3, timescale: Int32(rate)),
      duration: CMTime(value: 1000, timescale: Int32(rate)))
    let some = try samples(url, settings, range: part).bytes
    let first = rate / 3 * 4 * channels
    #expect(some == Array(bytes[first..<first + 4000 * channels]))
  }

  @Test(arguments: [44100, 48000, 16000]) func partOfAAC_isThatOfTheWhole(_ rate: Int) throws {
    let folder = try TemporaryFolder()
    // Without noise substitution, of which each decode makes its own noise.
    let url = try noise("a.m4a", ["-c:a", "aac", "-aac_pns", "0"], in: folder)
    let settings = linearPCM([AVSampleRateKey: Double(rate), AVLinearPCMIsFloatKey: 1])
    let whole = try samples(url, settings).bytes
    for start in [rate / 3, rate / 2 + 17, rate] {
      let part = CMTimeRange(
        start: CMTime(value: Int64(start), timescale: Int32(rate)),
        duration: CMTime(value: 1000, timescale: Int32(rate)))
      #expect(try samples(url, settings, range: part).bytes == Array(whole[start * 8..<(start + 1000) * 8]), "\(start)")
    }
  }

  @Test func timeRange_isExactToTheSample() throws {
    let folder = try TemporaryFolder()
    let url = try noise("a.flac", ["-sample_fmt", "s16"], in: folder)
    let range = CMTimeRange(
      start: CMTime(value: 12345, timescale: 44100), end: CMTime(value: 23456, timescale: 44100))
    let (bytes, blocks) = try samples(url, linearPCM(), range: range)
    #expect(blocks.first?.presentationTimeStamp == range.start)
    #expect(try bytes == Array(Oracle.raw(url.path, ["-f", "s16le"])[12345 * 4..<23456 * 4]))
  }

  @Test func qualityOfTheConverter_isHeard() throws {
    let folder = try TemporaryFolder()
    // A tone above half of the new rate: what is left of it is the converter's error.
    try Oracle.make(["-f", "lavfi", "-i", "sine=r=48000:f=13000:d=0.5", "-c:a", "pcm_f32le", folder.file("a.wav")])
    func rest(_ quality: AVAudioQuality) throws -> Float {
      let settings = linearPCM([
        AVSampleRateKey: 24000, AVLinearPCMIsFloatKey: true, AVSampleRateConverterAudioQualityKey: quality.rawValue,
      ])
      let bytes = try samples(folder.url("a.wav"), settings).bytes
      return bytes.withUnsafeBytes { $0.bindMemory(to: Float.self)[2000..<10000].map { abs($0) }.max() ?? 1 }
    }
    let (worst, best) = try (rest(.min), rest(.max))
    #expect(best < worst / 2, "\(best), \(worst)")
  }

  // MARK: Channels

  @Test(arguments: [
    (kAudioChannelLayoutTag_MPEG_5_1_A, [0, 1, 2, 3, 4, 5]), (kAudioChannelLayoutTag_MPEG_5_1_D, [2, 0, 1, 4, 5, 3]),
    (kAudioChannelLayoutTag_MPEG_5_1_B, [0, 1, 4, 5, 2, 3]),
  ])
  func aToneAChannel_comesInTheOrderOfTheLayout(_ tag: AudioChannelLayoutTag, _ order: [Int]) throws {
    let folder = try TemporaryFolder()
    // In the order of the file L R C LFE Ls Rs: channel n is constant, n tenths of full scale.
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.1|0.2|0.3|0.4|0.5|0.6:c=5.1:s=48000:d=0.2", "-c:a", "pcm_s16le",
      folder.file("a.wav"),
    ])
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = tag
    // As the guide does it: without the descriptions.
    let data = withUnsafeBytes(of: &layout) { Data($0.prefix(12)) }
    let (_, blocks) = try samples(
      folder.url("a.wav"), linearPCM([AVChannelLayoutKey: data, AVNumberOfChannelsKey: 6]))
    let bytes = try #require(blocks.first).bytes
    let frame = (0..<6).map { Int(Int16(bitPattern: UInt16(bytes[$0 * 2]) | UInt16(bytes[$0 * 2 + 1]) << 8)) }
    #expect(frame.map { Int((Double($0) / 3276.8).rounded()) - 1 } == order)
    var size = 0
    let format = try #require(blocks[0].formatDescription)
    let known = CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: &size)
    #expect(known?.pointee.mChannelLayoutTag == tag)
  }

  /// There are no speakers for so many channels.
  @Test(arguments: [9, 16]) func moreChannelsThanSpeakers_areThoseOfTheTrackAndSilence(_ channels: Int) throws {
    let folder = try TemporaryFolder()
    let url = try noise("a.wav", ["-c:a", "pcm_s16le"], in: folder)
    let (bytes, blocks) = try samples(url, linearPCM([AVNumberOfChannelsKey: channels]))
    let format = blocks.first?.formatDescription?.audioStreamBasicDescription
    #expect(format.map { Int($0.mChannelsPerFrame) } == channels)
    let stored = try Oracle.raw(url.path, ["-f", "s16le"])
    let frame = channels * 2
    try #require(bytes.count == stored.count / 4 * frame)
    for start in 0..<bytes.count / frame {
      let samples = bytes[start * frame..<(start + 1) * frame]
      let isCopied = samples.prefix(4).elementsEqual(stored[start * 4..<start * 4 + 4])
      guard isCopied, samples.dropFirst(4).allSatisfy({ $0 == 0 }) else {
        Issue.record("frame \(start) is \(samples)")
        break
      }
    }
  }

  /// Without speakers, nothing says how to mix them.
  @Test(arguments: [(12, "pcm_s16le", 2), (12, "pcm_s24le", 8), (64, "pcm_s24le", nil), (64, "pcm_s16le", 2)])
  func channelsWithoutSpeakers_areRefusedAtTheStart(_ count: Int, _ codec: String, _ wanted: Int?) throws {
    let folder = try TemporaryFolder()
    try Oracle.makeChannels(count, ["-c:a", codec, folder.file("a.wav")])
    let asset = AVURLAsset(url: folder.url("a.wav"))
    let track = try #require(asset.tracks(withMediaType: .audio).first)
    let settings = linearPCM(wanted.map { [AVNumberOfChannelsKey: $0] } ?? [:])
    for output in [
      AVAssetReaderTrackOutput(track: track, outputSettings: settings),
      AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: settings),
    ] {
      let reader = try AVAssetReader(asset: asset)
      #expect(!reader.canAdd(output))
      reader.add(output)
      #expect(!reader.startReading() && reader.status == .failed)
      let error = try #require(reader.error as? AVError)
      #expect(error.code == .operationNotSupportedForAsset)
      let cause = count == 64 ? "at most 63 channels, not 64" : "from 12 channels to \(wanted ?? 12), without speakers"
      #expect(error.failureReason?.contains(cause) == true, "\(error)")
      let advice =
        count == 64 ? "read the samples as they are stored" : "leave AVNumberOfChannelsKey out, or ask for 12 channels"
      #expect(error.recoverySuggestion?.contains(advice) == true, "\(error)")
    }
    // The advice helps.
    let advised = count == 64 ? nil : linearPCM([AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32])
    let (reader, output) = try AVAssetReader.started(folder.url("a.wav"), .audio, advised)
    #expect(output.all().reduce(0) { $0 + $1.numSamples } == 4800 && reader.status == .completed)
  }

  @Test(arguments: [12, 64]) func channelsWithoutSpeakers_areReadAsTheyAre(_ count: Int) throws {
    let folder = try TemporaryFolder()
    try Oracle.makeChannels(count, ["-c:a", "pcm_s16le", folder.file("a.wav")])
    let (bytes, _) = try samples(folder.url("a.wav"), linearPCM())
    #expect(try bytes == Oracle.raw(folder.file("a.wav"), ["-f", "s16le"]))
  }

  @Test func moreThan63Channels_areNoSetting() throws {
    let error = #expect(throws: AVError.self) {
      try AVAssetReader.started(SharedClip.movie, .audio, linearPCM([AVNumberOfChannelsKey: 64]))
    }
    #expect(error?.failureReason?.contains("is 64; there are at most 63 channels") == true)
  }

  @Test func mono_isMixedOfAllChannels() throws {
    let folder = try TemporaryFolder()
    let url = try noise("a.wav", [], in: folder)
    let (bytes, _) = try samples(
      url, linearPCM([AVNumberOfChannelsKey: 1, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]))
    let expected = try Oracle.raw(url.path, ["-af", "pan=mono|c0=0.5*c0+0.5*c1", "-f", "f32le"])
    func values(_ bytes: [UInt8]) -> [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    #expect(bytes.count == expected.count)
    #expect(zip(values(bytes), values(expected)).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  @Test(arguments: [
    ("stereo|c0=0.41421*c0+0.29289*c2+0.29289*c4|c1=0.41421*c1+0.29289*c2+0.29289*c5", 2),
    ("mono|c0=0.20711*c0+0.20711*c1+0.29289*c2+0.14645*c4+0.14645*c5", 1),
  ])
  func surroundSound_isMixedWithTheGainsOfTheStandard(_ pan: String, _ channels: Int) throws {
    let folder = try TemporaryFolder()
    let tones = (3...8).map { "0.4*sin(\(1000 * $0)*t)" }.joined(separator: "|")
    try Oracle.make(["-f", "lavfi", "-i", "aevalsrc=\(tones):c=5.1:s=48000:d=0.5", folder.file("a.wav")])
    let (bytes, _) = try samples(
      folder.url("a.wav"),
      linearPCM([AVNumberOfChannelsKey: channels, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]))
    let expected = try Oracle.raw(folder.file("a.wav"), ["-af", "aformat=flt,pan=\(pan)", "-f", "f32le"])
    func values(_ bytes: [UInt8]) -> [Float] { bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
    #expect(bytes.count == expected.count)
    #expect(zip(values(bytes), values(expected)).allSatisfy { abs($0 - $1) < 1e-3 })
  }
}
