internal import MediaEngine
internal import MediaGraph
internal import MediaSource
internal import MovieFile

/// The nodes that encode audio as its settings say.
struct AudioEncoding {
  enum Encoder {
    case pcm(AudioEncodePCM), aac(AudioEncodeAAC), alac(AudioEncodeALAC), flac(AudioEncodeFLAC)
    case opus(AudioEncodeOpus), mp3(AudioEncodeMP3), amr(AudioEncodeAMR)

    var node: any Node {
      switch self {
      case .pcm(let node): node
      case .aac(let node): node
      case .alac(let node): node
      case .flac(let node): node
      case .opus(let node): node
      case .mp3(let node): node
      case .amr(let node): node
      }
    }
  }

  let encoder: Encoder
  private let rate: Int?
  private let channels: Int?
  /// The speakers of the channels; empty for those of the source, or the usual ones.
  private let speakers: [AudioConvert.Speaker]
  private let sampleFormat: AudioConvert.SampleLayout?
  private let quality: Int?

  /// - Parameter file: The kind of file, which decides how PCM is stored.
  init(_ settings: AudioSettings, in file: WriterFileType) throws(SettingsError) {
    guard let format = settings.formatID else { throw SettingsError(AVFormatIDKey, "is missing") }
    try settings.checkChannelCount()
    try settings.checkSampleRate()
    channels = settings.channelCount
    quality = settings.converterQuality?.resamplerQuality
    rate = settings.sampleRate.map { Int($0.rounded()) }
    let count = settings.channelCount ?? 2
    let givenBitRate = settings.bitRate ?? settings.bitRatePerChannel.map { $0 * count }
    /// The bit rate of a quality: that without one at medium.
    func bitRate(usual: Int, _ range: ClosedRange<Int>) -> Bitrate {
      let factor =
        switch settings.encoderQuality {
        case .min?: 0.5
        case .low?: 0.75
        case nil, .medium?: 1.0
        case .high?: 1.5
        case .max?: 2.0
        }
      let wanted = givenBitRate ?? Int(Double(usual * count) * factor)
      return Bitrate(bitsPerSecond: min(max(wanted, range.lowerBound), range.upperBound))
    }
    var sampleFormat: AudioConvert.SampleLayout?
    switch format {
    case kAudioFormatLinearPCM:
      encoder = .pcm(try file.pcm(settings.linearPCM))
    case kAudioFormatMPEG4AAC:
      encoder = .aac(AudioEncodeAAC { $0.bitrate = bitRate(usual: 64_000, 8_000...512_000) })
    case kAudioFormatAppleLossless:
      encoder = .alac(AudioEncodeALAC())
      sampleFormat = (settings.bitDepthHint ?? 16) > 16 ? .s32 : .s16
    case kAudioFormatFLAC:
      encoder = .flac(AudioEncodeFLAC())
      sampleFormat = (settings.bitDepthHint ?? 16) > 16 ? .s24 : .s16
    case kAudioFormatOpus: encoder = .opus(AudioEncodeOpus { $0.bitrate = bitRate(usual: 64_000, 6_000...510_000) })
    case kAudioFormatMPEGLayer3:
      let wanted = bitRate(usual: 96_000, 32_000...320_000).bitsPerSecond / 1000
      let rates = AudioEncodeMP3.Rate.allCases
      let nearest = rates.min { abs($0.kilobits - wanted) < abs($1.kilobits - wanted) }
      encoder = .mp3(AudioEncodeMP3 { $0.bitrate = nearest ?? .r192 })
    case kAudioFormatAMR, kAudioFormatAMR_WB:
      let isWide = format == kAudioFormatAMR_WB
      if let count = settings.channelCount, count != 1 {
        throw SettingsError(AVNumberOfChannelsKey, "is \(count), but AMR has one channel")
      }
      let wanted = givenBitRate.map { min(max($0, 4_750), 23_850) } ?? (isWide ? 12_650 : 12_200)
      encoder = .amr(
        AudioEncodeAMR {
          if isWide { $0.wide = true }
          $0.bitrate = Bitrate(bitsPerSecond: wanted)
        })
    case kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2:
      throw SettingsError(
        AVFormatIDKey,
        "is '\(BoxType(rawValue: format).text)' (HE-AAC), for which there is no encoder: use kAudioFormatMPEG4AAC")
    default:
      throw SettingsError(AVFormatIDKey, "is '\(BoxType(rawValue: format).text)', for which there is no encoder")
    }
    self.sampleFormat = sampleFormat
    // Without a rate in the settings, the source's becomes the nearest that the encoder takes.
    if let given = settings.sampleRate, let rate,
      let reason = MuxerSupport.refusal(ofSampleRate: rate, by: encoder.node)
    {
      throw SettingsError(AVSampleRateKey, "is \(given): \(reason)")
    }
    speakers = try Self.speakers(settings, encoder.node)
  }

  /// Returns the speakers that a layout asks for.
  ///
  /// - Throws: `SettingsError` for those that are not stored as they are asked for.
  private static func speakers(
    _ settings: AudioSettings, _ encoder: any Node
  ) throws(SettingsError) -> [AudioConvert.Speaker] {
    let order = try settings.layout.map { layout throws(SettingsError) in try SpeakerOrder(setting: layout) }
    let isPCM = encoder is AudioEncodePCM
    // Coded audio has an order of its own, in which decoders give it back.
    if isPCM, let order, !order.isIdentity {
      throw SettingsError(
        AVChannelLayoutKey,
        "has an order that files of linear PCM do not have: left, right, centre, LFE, surround left and right")
    }
    guard let count = settings.channelCount, count > 2 else { return [] }
    guard MuxerSupport.keeps(channels: count, mask: order?.mask, encoder) else {
      guard order != nil, MuxerSupport.keeps(channels: count, mask: nil, encoder) else {
        throw SettingsError(AVNumberOfChannelsKey, "is \(count), more than the encoder takes")
      }
      throw SettingsError(AVChannelLayoutKey, "names speakers that the encoder does not have together")
    }
    guard let order else { return [] }
    guard let mask = order.mask else {
      if isPCM { return [] }
      throw SettingsError(AVChannelLayoutKey, "is of channels without speakers, which coded audio does not have")
    }
    return AudioConvert.Speaker.allCases.enumerated().compactMap { mask >> UInt64($0) & 1 == 1 ? $1 : nil }
  }

  /// Returns the way in which the encoder comes from a session of the program to the next.
  ///
  /// - Parameter isFragmented: True if the file is written in fragments.
  func continuation(in file: WriterFileType, isFragmented: Bool) -> AudioContinuation {
    // Other files show the samples of all sessions one after the other, as the encoder gives them.
    guard file.isMovie else { return .jump }
    return switch encoder {
    case .pcm: .jump
    case .aac, .alac: .restart
    // FLAC's encoder does not complete a frame before its end, and others count their delay from their beginning only. Fragments have no
    // edits that leave out silence.
    case .flac, .opus, .mp3, .amr: isFragmented ? .jump : .silence
    }
  }

  /// Adds the nodes from audio to coded audio.
  func add(to graph: inout Graph, _ name: String, from source: Output<RawAudio>) -> Output<Coded<Audio>> {
    var audio = source
    if rate != nil || channels != nil || sampleFormat != nil {
      let convert = graph.add(
        "convert_\(name)",
        AudioConvert {
          ($0.rate, $0.channels, $0.format) = (rate, speakers.isEmpty ? channels : nil, sampleFormat)
          if !speakers.isEmpty { $0.speakers = speakers }
          if let quality { $0.quality = quality }
        })
      graph.connect(audio, to: convert.input)
      audio = convert.output
    }
    switch encoder {
    case .pcm(let node): return encode(&graph, name, audio, node, \.input, \.output)
    case .aac(let node): return encode(&graph, name, audio, node, \.input, \.output)
    case .alac(let node): return encode(&graph, name, audio, node, \.input, \.output)
    case .flac(let node): return encode(&graph, name, audio, node, \.input, \.output)
    case .opus(let node): return encode(&graph, name, audio, node, \.input, \.output)
    case .mp3(let node): return encode(&graph, name, audio, node, \.input, \.output)
    case .amr(let node): return encode(&graph, name, audio, node, \.input, \.output)
    }
  }

  private func encode<N: Node>(
    _ graph: inout Graph, _ name: String, _ audio: Output<RawAudio>, _ node: N,
    _ input: KeyPath<N, Input<RawAudio>>, _ output: KeyPath<N, Output<Coded<Audio>>>
  ) -> Output<Coded<Audio>> {
    let handle = graph.add("encode_\(name)", node)
    graph.connect(audio, to: handle[dynamicMember: input])
    return handle[dynamicMember: output]
  }
}

extension AudioSettings {
  /// Returns the reason why linear PCM of a program cannot become the channels that are encoded; nil if it can.
  func refusal(of source: CMFormatDescription) -> String? {
    // A hint may be of the coded audio from which the samples are decoded.
    guard source.mediaSubType == .linearPCM else { return nil }
    guard let own = ProgramAudio.channels(of: source) else { return ProgramAudio.refusal(of: source) }
    let (wanted, most) = (channelCount ?? own.count, AudioConverter.mostChannels)
    guard max(own.count, wanted) <= most else {
      return "there are at most \(most) channels, not \(max(own.count, wanted))"
    }
    // Mono and stereo have speakers of their own.
    guard own.count != wanted, max(own.count, wanted) > 2 else { return nil }
    let namesSpeakers = wanted > 2 && layout.flatMap { try? SpeakerOrder(setting: $0) }?.mask != nil
    func hasUsualSpeakers(_ count: Int) -> Bool { count <= 2 || DecodedAudioFormat.usualMask(count) != 0 }
    guard own.count <= 2 || own.mask != 0 || namesSpeakers && hasUsualSpeakers(own.count) else {
      return "\(own.count) channels without speakers cannot be mixed to \(wanted): give their format a channel layout, "
        + "or encode \(own.count) channels"
    }
    guard namesSpeakers || hasUsualSpeakers(wanted) else {
      return "\(own.count) channels cannot become \(wanted), which have no speakers: encode \(own.count) channels"
    }
    return nil
  }
}
