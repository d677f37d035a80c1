internal import MediaGraph
internal import MediaSource

/// The linear PCM of an output: the part of the conversion that a graph makes, and the packing of its samples.
///
///     graph: rate, channels, depth ─▷ interleaved, machine's byte order ─▷ pack ─▷ 24 bits, byte order, planes, channel order
struct PCMOutputFormat: Sendable {
  let format: AudioSettings.LinearPCM
  /// Samples a second; those of the track if nil.
  let rate: Int?
  /// The number of channels; those of the track if nil.
  let channelCount: Int?
  let layout: ManagedAudioChannelLayout?
  let order: SpeakerOrder?
  /// The quality of the change of the rate, from 0 to 10; the usual one if nil.
  let converterQuality: Int?

  /// - Throws: `SettingsError` for audio other than linear PCM, for keys of encoders, and for what converters do not make.
  init(_ dictionary: [String: Any]) throws(SettingsError) {
    if let key = dictionary.keys.filter({ $0.hasPrefix("AVEncoder") || $0.hasPrefix("AVVideo") }).min() {
      throw SettingsError(key, "is no setting of an output, which gives linear PCM")
    }
    let settings = try AudioSettings(dictionary)
    if let formatID = settings.formatID, formatID != kAudioFormatLinearPCM {
      let name = CMFormatDescription.MediaSubType(rawValue: formatID)
      throw SettingsError(AVFormatIDKey, "is \(name); an output gives linear PCM, or samples as they are stored")
    }
    if let rate = settings.sampleRate {
      guard let whole = Int(exactly: rate), 4000...768_000 ~= whole else {
        throw SettingsError(AVSampleRateKey, "is \(rate); rates are whole numbers from 4000 to 768000")
      }
      self.rate = whole
    } else {
      rate = nil
    }
    try settings.checkChannelCount()
    (format, channelCount, layout) = (settings.linearPCM, settings.channelCount, settings.layout)
    converterQuality = settings.converterQuality?.resamplerQuality
    if let layout { order = try SpeakerOrder(setting: layout) } else { order = nil }
  }

  /// The samples of the graph.
  var sampleLayout: AudioConvert.SampleLayout {
    switch sampleFormat {
    case .f32: .f32
    case .f64: .f64
    case .u8: .u8
    case .s16: .s16
    case .s32: .s32
    }
  }

  private var sampleFormat: PCMSample {
    switch (format.bitDepth, format.isFloat) {
    case (32, true): .f32
    case (_, true): .f64
    case (8, _): .u8
    case (16, _): .s16
    default: .s32
    }
  }

  /// Returns the error of a file's track whose linear PCM cannot become that of the output; nil if it can. Of compressed audio, only the
  /// decoder knows.
  func problem(of track: AVAssetTrack) -> AVError? {
    guard !(track is AVCompositionTrack) else { return nil }
    for source in track.descriptions.compactMap({ (try? CodedFormat($0))?.readPCM }) {
      // A change of the rate is always possible.
      let target = AudioFormatRequest(sampleFormat: sampleFormat, channels: channelCount).format(from: source)
      do {
        _ = try AudioConverter(from: source, to: target)
      } catch {
        let known = AVError(reading: error)
        // The track's own number of channels helps where another is asked for; more than 63 are never converted.
        let isMixed = (channelCount ?? source.channels) != source.channels
        let advice =
          isMixed && source.channels <= AudioConverter.mostChannels
          ? "leave \(AVNumberOfChannelsKey) out, or ask for \(source.channels) channels or more"
          : "read the samples as they are stored: use an AVAssetReaderTrackOutput with nil as its outputSettings"
        return AVError(
          known.code, reason: "track \(track.trackID): \(known.failureReason ?? "its channels cannot be mixed")",
          suggestion: advice, underlying: error)
      }
    }
    return nil
  }

  /// The bytes of a sample.
  private var width: Int { format.bitDepth / 8 }

  /// True if the graph's samples are those that are wanted.
  private var isPlain: Bool {
    let isSwapped = format.isBigEndian != (1.bigEndian == 1)
    return format.bitDepth != 8 && format.bitDepth != 24 && !isSwapped && !format.isNonInterleaved && layout == nil
  }

  /// Packs a block of the graph's samples; it stays what it is if it has the wanted form already.
  func pack(_ block: CMSampleBuffer) throws -> CMSampleBuffer {
    if isPlain { return block }
    guard let source = block.formatDescription?.audioStreamBasicDescription, let data = block.dataBuffer else {
      return block
    }
    let (channels, frames) = (Int(source.mChannelsPerFrame), block.numSamples)
    let bytes = try data.makeContiguous()
    let packed = try CMBlockBuffer(length: frames * channels * width, flags: .assureMemoryNow)
    try packed.withUnsafeMutableBytes { target in
      try bytes.withUnsafeMutableBytes { pack(UnsafeRawBufferPointer($0), frames, channels, into: target) }
    }
    return try CMSampleBuffer(
      dataBuffer: packed, formatDescription: description(source, block.formatDescription),
      numSamples: frames,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: CMTimeScale(source.mSampleRate)),
          presentationTimeStamp: block.presentationTimeStamp, decodeTimeStamp: .invalid)
      ],
      // Samples of planes do not lie together.
      sampleSizes: format.isNonInterleaved && channels > 1 ? [] : [channels * width])
  }

  private func pack(
    _ source: UnsafeRawBufferPointer, _ frames: Int, _ channels: Int, into target: UnsafeMutableRawBufferPointer
  ) {
    let order = order.flatMap { $0.channels.count == channels ? $0.channels : nil } ?? Array(0..<channels)
    let (frameStep, channelStep) = format.isNonInterleaved ? (1, frames) : (channels, 1)
    func each<Word: FixedWidthInteger>(_: Word.Type, _ put: (Word, Int) -> Void) {
      for (channel, from) in order.enumerated() {
        for frame in 0..<frames {
          let place = (frame * channels + from) * MemoryLayout<Word>.size
          put(
            source.loadUnaligned(fromByteOffset: place, as: Word.self), frame * frameStep + channel * channelStep)
        }
      }
    }
    func store<Word: FixedWidthInteger>(_ word: Word, _ index: Int) {
      let bytes = format.isBigEndian ? word.bigEndian : word.littleEndian
      target.storeBytes(of: bytes, toByteOffset: index * MemoryLayout<Word>.size, as: Word.self)
    }
    switch width {
    case 1: each(UInt8.self) { store($0 ^ 0x80, $1) }
    case 2: each(UInt16.self) { store($0, $1) }
    case 3:
      each(Int32.self) { sample, index in
        // To the nearest of 24 bits; what has no more bits stays exact.
        let (rounded, isTooMuch) = sample.addingReportingOverflow(0x80)
        let bits = UInt32(bitPattern: (isTooMuch ? Int32.max : rounded) >> 8)
        for byte in 0..<3 {
          let shift = UInt32(format.isBigEndian ? 2 - byte : byte) * 8
          target[index * 3 + byte] = UInt8(truncatingIfNeeded: bits >> shift)
        }
      }
    case 4: each(UInt32.self) { store($0, $1) }
    default: each(UInt64.self) { store($0, $1) }
    }
  }

  private func description(
    _ source: AudioStreamBasicDescription, _ graph: CMFormatDescription?
  ) throws -> CMAudioFormatDescription {
    var stream = source
    let bytes = UInt32(width) * (format.isNonInterleaved ? 1 : source.mChannelsPerFrame)
    stream.mFormatFlags =
      kAudioFormatFlagIsPacked | (format.isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
      | (format.isBigEndian ? kAudioFormatFlagIsBigEndian : 0)
      | (format.isNonInterleaved ? kAudioFormatFlagIsNonInterleaved : 0)
    (stream.mBytesPerFrame, stream.mBytesPerPacket, stream.mBitsPerChannel) = (bytes, bytes, UInt32(format.bitDepth))
    if let layout {
      return try layout.withUnsafePointer {
        try CMFormatDescription(
          audioStreamBasicDescription: stream, layoutSize: layout.sizeInBytes, layout: $0, magicCookie: nil)
      }
    }
    var size = 0
    let known = graph.flatMap { CMAudioFormatDescriptionGetChannelLayout($0, sizeOut: &size) }
    return try CMFormatDescription(
      audioStreamBasicDescription: stream, layoutSize: size, layout: known, magicCookie: nil)
  }
}
