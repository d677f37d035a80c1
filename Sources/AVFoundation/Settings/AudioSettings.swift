internal import MediaSource

/// Audio settings, read from the caller's dictionary and checked; what is nil was not in it.
struct AudioSettings {
  /// The format of linear PCM.
  struct LinearPCM: Hashable, Sendable {
    /// The bits of a sample.
    var bitDepth = 16
    var isFloat = false
    var isBigEndian = false
    var isNonInterleaved = false
  }

  let formatID: AudioFormatID?
  /// Samples a second; positive.
  let sampleRate: Double?
  /// The number of channels, that of the layout if only this was given; 1 or more.
  let channelCount: Int?
  let layout: ManagedAudioChannelLayout?
  /// The fields of linear PCM with their defaults: 16 bits, signed, of the machine's byte order, interleaved.
  let linearPCM: LinearPCM
  /// True if any field of linear PCM was given.
  let hasLinearPCM: Bool

  let encoderQuality: AVAudioQuality?
  /// Bits a second of all channels; positive.
  let bitRate: Int?
  /// Bits a second of each channel; positive.
  let bitRatePerChannel: Int?
  let bitDepthHint: Int?
  let converterQuality: AVAudioQuality?

  init(_ dictionary: [String: Any]) throws(SettingsError) {
    let values = SettingsValues(dictionary)
    formatID = try values.integer(AVFormatIDKey, in: 0...Int(UInt32.max)).map { AudioFormatID($0) }
    sampleRate = try values.number(AVSampleRateKey)
    if let sampleRate, !(1...Double(Int32.max) ~= sampleRate) {
      throw SettingsError(AVSampleRateKey, "is \(sampleRate); it has to be positive")
    }
    let layout = try Self.layout(values)
    let count = try values.integer(AVNumberOfChannelsKey, in: 1...256)
    if let count, let own = layout?.channelCount, own != count {
      throw SettingsError(
        AVChannelLayoutKey, "has \(own) channel\(own == 1 ? "" : "s"), but \(AVNumberOfChannelsKey) is \(count)")
    }
    (self.layout, channelCount) = (layout, count ?? layout?.channelCount)
    linearPCM = try Self.linearPCM(values)
    let keys = [
      AVLinearPCMBitDepthKey, AVLinearPCMIsFloatKey, AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved,
    ]
    hasLinearPCM = keys.contains { values[$0] != nil }
    let quality = try Self.quality(values, AVEncoderAudioQualityForVBRKey)
    encoderQuality = try Self.quality(values, AVEncoderAudioQualityKey) ?? quality
    let strategies = ["Constant", "LongTermAverage", "VariableConstrained", "Variable"]
    _ = try Self.name(values, AVEncoderBitRateStrategyKey, "AVAudioBitRateStrategy_", strategies)
    bitRate = try values.integer(AVEncoderBitRateKey, in: 1...Int(Int32.max))
    bitRatePerChannel = try values.integer(AVEncoderBitRatePerChannelKey, in: 1...Int(Int32.max))
    bitDepthHint = try values.integer(AVEncoderBitDepthHintKey, in: 8...32)
    let algorithm = try Self.name(
      values, AVSampleRateConverterAlgorithmKey, "AVSampleRateConverterAlgorithm_",
      ["Normal", "Mastering", "MinimumPhase"])
    converterQuality =
      try Self.quality(values, AVSampleRateConverterAudioQualityKey) ?? (algorithm == "Mastering" ? .max : nil)
  }

  /// - Throws: `SettingsError` for more channels than are converted.
  func checkChannelCount() throws(SettingsError) {
    guard let channelCount, channelCount > AudioConverter.mostChannels else { return }
    throw SettingsError(
      AVNumberOfChannelsKey, "is \(channelCount); there are at most \(AudioConverter.mostChannels) channels")
  }

  /// - Throws: `SettingsError` for a rate to which nothing is converted.
  func checkSampleRate() throws(SettingsError) {
    guard let sampleRate, !(4000...768_000 ~= sampleRate.rounded()) else { return }
    throw SettingsError(AVSampleRateKey, "is \(sampleRate); rates are from 4000 to 768000")
  }

  /// Returns the end of a constant's text, one of some; nil if the key is missing.
  private static func name(
    _ values: SettingsValues, _ key: String, _ prefix: String, _ known: [String]
  ) throws(SettingsError) -> String? {
    guard let value = try values.text(key) else { return nil }
    guard let name = known.first(where: { prefix + $0 == value }) else {
      throw SettingsError(key, "is \(value); it is one of \(known.map { prefix + $0 }.joined(separator: ", "))")
    }
    return name
  }

  private static func layout(_ values: SettingsValues) throws(SettingsError) -> ManagedAudioChannelLayout? {
    guard let data = try values.data(AVChannelLayoutKey), !data.isEmpty else { return nil }
    guard let layout = ManagedAudioChannelLayout(bytes: data) else {
      throw SettingsError(AVChannelLayoutKey, "has \(data.count) bytes, fewer than an AudioChannelLayout's fields")
    }
    guard layout.tag != kAudioChannelLayoutTag_UseChannelDescriptions || !layout.channelDescriptions.isEmpty else {
      throw SettingsError(AVChannelLayoutKey, "says that it describes its channels, and describes none")
    }
    return layout
  }

  private static func linearPCM(_ values: SettingsValues) throws(SettingsError) -> LinearPCM {
    var format = LinearPCM()
    format.isFloat = try values.boolean(AVLinearPCMIsFloatKey) ?? false
    format.bitDepth = try values.integer(AVLinearPCMBitDepthKey) ?? (format.isFloat ? 32 : 16)
    let depths = format.isFloat ? [32, 64] : [8, 16, 24, 32]
    guard depths.contains(format.bitDepth) else {
      let known = depths.map(String.init).joined(separator: ", ")
      throw SettingsError(
        AVLinearPCMBitDepthKey,
        "is \(format.bitDepth); \(format.isFloat ? "floating-point" : "integer") samples have \(known) bits")
    }
    format.isBigEndian = try values.boolean(AVLinearPCMIsBigEndianKey) ?? (1.bigEndian == 1)
    format.isNonInterleaved = try values.boolean(AVLinearPCMIsNonInterleaved) ?? false
    return format
  }

  private static func quality(_ values: SettingsValues, _ key: String) throws(SettingsError) -> AVAudioQuality? {
    if let quality = values[key] as? AVAudioQuality { return quality }
    guard let number = try values.integer(key) else { return nil }
    guard let quality = AVAudioQuality(rawValue: number) else {
      throw SettingsError(key, "is \(number), no value of AVAudioQuality")
    }
    return quality
  }
}

extension ManagedAudioChannelLayout {
  /// The number of channels; nil for tags that do not say it.
  var channelCount: Int? {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
    case kAudioChannelLayoutTag_UseChannelDescriptions: channelDescriptions.count
    default: tag & 0xFFFF == 0 || tag >> 16 == 0xFFFF ? nil : Int(tag & 0xFFFF)
    }
  }
}

extension SpeakerOrder {
  /// Creates the order of the layout that settings ask for.
  init(setting layout: ManagedAudioChannelLayout) throws(SettingsError) {
    do throws(UnknownSpeakers) {
      try self.init(layout)
    } catch {
      throw SettingsError(AVChannelLayoutKey, error.reason)
    }
  }
}
