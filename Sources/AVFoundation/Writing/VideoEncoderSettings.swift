internal import MediaGraph

/// The rates of an encoder whose frames depend on others.
struct EncoderRates {
  /// The longest buffer, in milliseconds: that of encoders' own choice.
  private static let longestBuffer = 600.0

  let bitRate: Bitrate
  /// The decoder's buffer that keeps the rate within limits, in milliseconds; nil without any.
  let buffer: Int?
  /// From 0 to 1, where there is no bit rate.
  let quality: Double?
  let constantRateFactor: Int?
  /// In frames.
  let keyFrameInterval: Int
  let keyFrameTime: CMTime?
  /// Frames a second, as far as the caller says; positive.
  let expectedRate: Double?
  /// True if speed is worth more than quality.
  let prefersSpeed: Bool

  /// - Parameter usual: The bits a second without any of the keys.
  init(_ compression: VideoSettings.Compression, usual: Int) {
    quality = compression.bitRate == nil ? compression.quality : nil
    constantRateFactor = compression.constantRateFactor
    let (wanted, limits) = (compression.constantBitRate ?? compression.bitRate ?? usual, compression.dataRateLimits)
    // Of a constant quality, only limits bound the rate.
    let isUnbound = !limits.isEmpty && (quality != nil || constantRateFactor != nil)
    let bitRates = VideoSettings.Compression.bitRates
    let unlimited = Double(isUnbound ? bitRates.upperBound : min(max(wanted, bitRates.lowerBound), bitRates.upperBound))
    let rate = limits.map(\.rate).reduce(unlimited, min)
    bitRate = Bitrate(bitsPerSecond: Int(rate))
    let hasBuffer = compression.constantBitRate != nil || !limits.isEmpty
    buffer =
      hasBuffer ? Int(limits.map { $0.buffer(at: rate) * 1000 }.reduce(Self.longestBuffer, min).rounded(.down)) : nil
    prefersSpeed = compression.speedKey != nil
    keyFrameInterval = min(compression.keyFrameInterval ?? 250, 3000)
    (keyFrameTime, expectedRate) = (compression.keyFrameDuration, compression.expectedRate)
  }
}

/// An encoder node whose frames depend on others, with a bit rate or a constant quality.
protocol InterframeEncoder: Node {
  var bitrate: Bitrate { get set }
  var quality: Int? { get set }
  var keyFrameInterval: Int { get set }
}

/// An encoder that makes key frames at requested times.
protocol KeyFrameTimeEncoder: InterframeEncoder {
  var keyFrameTime: MediaTime? { get set }
}

extension VideoEncodeH264: KeyFrameTimeEncoder {}
extension VideoEncodeHEVC: KeyFrameTimeEncoder {}
extension VideoEncodeAV1: InterframeEncoder {}
extension VideoEncodeVP8: KeyFrameTimeEncoder {}
extension VideoEncodeVP9: KeyFrameTimeEncoder {}

extension InterframeEncoder {
  /// - Parameter range: The encoder's constant qualities, the best one first.
  /// - Throws: `SettingsError` for a constant quality that the encoder does not have.
  init(_ rates: EncoderRates, best range: ClosedRange<Int>) throws(SettingsError) {
    self.init()
    bitrate = rates.bitRate
    keyFrameInterval = rates.keyFrameInterval
    if let factor = rates.constantRateFactor {
      guard range.contains(factor) else {
        throw SettingsError(
          AVVideoConstantRateFactorKey, "is \(factor), not from \(range.lowerBound) to \(range.upperBound)")
      }
      quality = factor
    } else if let wanted = rates.quality {
      // From an eighth of the range below its end to a fifth above its beginning: the rest is of no use.
      let (worst, best) = (Double(range.upperBound) * 0.88, Double(range.upperBound) * 0.2)
      quality = Int((worst + (best - worst) * wanted).rounded())
    }
  }
}

extension KeyFrameTimeEncoder {
  init(timed rates: EncoderRates, best range: ClosedRange<Int>) throws(SettingsError) {
    try self.init(rates, best: range)
    keyFrameTime = rates.keyFrameTime.map { MediaTime.rational($0.value, $0.timescale) }
  }
}

extension VideoEncodeAV1 {
  /// - Throws: `SettingsError` for a time between key frames without a frame rate: the encoder counts frames.
  init(_ rates: EncoderRates) throws(SettingsError) {
    try self.init(rates, best: 0...63)
    if rates.prefersSpeed { cpuUsed = 10 }
    guard let time = rates.keyFrameTime else { return }
    guard let rate = rates.expectedRate else {
      throw SettingsError(
        AVVideoMaxKeyFrameIntervalDurationKey,
        "is given without \(AVVideoExpectedSourceFrameRateKey), and the encoder counts frames")
    }
    keyFrameInterval = min(keyFrameInterval, max(1, Int(min(3000, (time.seconds * rate).rounded(.down)))))
  }
}

extension VideoSettings.Compression {
  /// The number of B-frames after each frame that others need; nil without any.
  ///
  /// - Throws: `SettingsError` if the rates do not tell it, or frames are not to be reordered.
  var droppableFrames: Int? {
    get throws(SettingsError) {
      guard let nonDroppableRate else { return nil }
      guard let expectedRate else {
        throw SettingsError(
          AVVideoAverageNonDroppableFrameRateKey, "is given without \(AVVideoExpectedSourceFrameRateKey)")
      }
      let count = Int(min(16, (expectedRate / nonDroppableRate).rounded())) - 1
      guard count > 0 else { return nil }
      guard allowsReordering != false else {
        throw SettingsError(
          AVVideoAverageNonDroppableFrameRateKey,
          "is \(nonDroppableRate), but frames can only be dropped where \(AVVideoAllowFrameReorderingKey) is true")
      }
      return count
    }
  }
}

extension VideoEncodeH264 {
  init(_ compression: VideoSettings.Compression, _ rates: EncoderRates) throws(SettingsError) {
    try self.init(timed: rates, best: 0...51)
    buffer = rates.buffer
    if rates.prefersSpeed { speed = .superfast }
    if compression.allowsReordering == false { bFrames = 0 }
    if let name = compression.profileLevel {
      guard let (profile, level) = Self.profile(name) else {
        throw SettingsError(AVVideoProfileLevelKey, "is '\(name)', no profile and level of H.264")
      }
      (self.profile, self.level) = (profile, level)
    }
    droppableFrames = try compression.droppableFrames
    if droppableFrames != nil, profile == .baseline {
      throw SettingsError(AVVideoAverageNonDroppableFrameRateKey, "is given, but the baseline profile has no B-frames")
    }
    switch compression.entropyMode {
    case AVVideoH264EntropyModeCAVLC: cabac = false
    case AVVideoH264EntropyModeCABAC:
      guard profile != .baseline else {
        throw SettingsError(AVVideoH264EntropyModeKey, "is CABAC, which the baseline profile does not have")
      }
    case nil: break
    case let mode?: throw SettingsError(AVVideoH264EntropyModeKey, "is '\(mode)', no entropy mode")
    }
  }

  /// Parses `H264_Main_3_1` or `H264_High_AutoLevel`.
  private static func profile(_ name: String) -> (Profile, Level?)? {
    let parts = name.split(separator: "_")
    guard parts.count >= 3, parts[0] == "H264" else { return nil }
    let profiles: [Substring: Profile] = [
      "Baseline": .baseline, "ConstrainedBaseline": .baseline, "Main": .main, "High": .high, "ConstrainedHigh": .high,
    ]
    guard let profile = profiles[parts[1]] else { return nil }
    if parts[2] == "AutoLevel" { return (profile, nil) }
    guard parts.count == 4, let level = Level(rawValue: "l\(parts[2])\(parts[3])") else { return nil }
    return (profile, level)
  }
}

extension VideoEncodeHEVC {
  init(_ compression: VideoSettings.Compression, _ rates: EncoderRates) throws(SettingsError) {
    try self.init(timed: rates, best: 0...51)
    buffer = rates.buffer
    if rates.prefersSpeed { speed = .superfast }
    if compression.allowsReordering == false { bFrames = 0 }
    droppableFrames = try compression.droppableFrames
    switch compression.profileLevel {
    case nil, "HEVC_Main_AutoLevel": profile = .main
    case "HEVC_Main10_AutoLevel": profile = .main10
    case let name?: throw SettingsError(AVVideoProfileLevelKey, "is '\(name)', no profile of HEVC that is encoded here")
    }
  }
}
