internal import MediaGraph

/// Video settings for encoding, read from the caller's dictionary and checked; what is nil was not in it.
struct VideoSettings {
  enum ScalingMode: String {
    case fit = "AVVideoScalingModeFit"
    case resize = "AVVideoScalingModeResize"
    case resizeAspect = "AVVideoScalingModeResizeAspect"
    case resizeAspectFill = "AVVideoScalingModeResizeAspectFill"
  }

  /// The settings of the encoder.
  struct Compression {
    /// Bits a second; positive.
    var bitRate: Int?
    /// Bits a second, which takes the place of all other rates; positive.
    var constantBitRate: Int?
    var dataRateLimits: [DataRateLimit] = []
    /// From 0 to 1.
    var quality: Double?
    var constantRateFactor: Int?
    /// In frames; 1 or more.
    var keyFrameInterval: Int?
    var keyFrameDuration: CMTime?
    var allowsReordering: Bool?
    var frameRate: FrameRate?
    /// Frames a second, as the caller wrote it; positive.
    var expectedRate: Double?
    /// Frames a second that others need; positive.
    var nonDroppableRate: Double?
    var profileLevel: String?
    var entropyMode: String?
    /// The key that asks for speed at the cost of quality.
    var speedKey: String?
  }

  /// Names of Apple's constants.
  struct Color: Equatable {
    let primaries: String
    let transfer: String
    let matrix: String

    /// Those of high-definition video.
    static let highDefinition = Color(
      primaries: AVVideoColorPrimaries_ITU_R_709_2, transfer: AVVideoTransferFunction_ITU_R_709_2,
      matrix: AVVideoYCbCrMatrix_ITU_R_709_2)
  }

  let codec: AVVideoCodecType
  let width: Int?
  let height: Int?
  let scalingMode: ScalingMode
  let pixelAspect: (horizontal: Int, vertical: Int)?
  /// Width, height, and the distances of the middle from that of the frame.
  let cleanAperture: [Double]?
  /// The colours that frames are converted to; nil for their own.
  let color: Color?
  let compression: Compression

  /// - Parameter requiresSize: True if the settings have to say the size, which nothing else does.
  init(_ dictionary: [String: Any], requiresSize: Bool = false) throws(SettingsError) {
    let values = SettingsValues(dictionary)
    if let key = Self.pixelBufferKeys.first(where: { values[$0] != nil }) {
      throw SettingsError(key, "is for pixel buffers: settings of video to write have \(AVVideoCodecKey)")
    }
    guard let codec = try values.text(AVVideoCodecKey) else {
      throw SettingsError(AVVideoCodecKey, "is missing")
    }
    self.codec = AVVideoCodecType(rawValue: codec)
    width = try values.integer(AVVideoWidthKey, in: 2...16384)
    height = try values.integer(AVVideoHeightKey, in: 2...16384)
    guard (width == nil) == (height == nil) else {
      throw SettingsError(width == nil ? AVVideoWidthKey : AVVideoHeightKey, "is missing")
    }
    if requiresSize, width == nil { throw SettingsError(AVVideoWidthKey, "is missing, and no format hint says it") }
    if let text = try values.text(AVVideoScalingModeKey) {
      guard let mode = ScalingMode(rawValue: text) else {
        throw SettingsError(AVVideoScalingModeKey, "is '\(text)', no scaling mode")
      }
      scalingMode = mode
    } else {
      scalingMode = .resize
    }
    let properties = SettingsValues(try values.dictionary(AVVideoCompressionPropertiesKey) ?? [:])
    // They are allowed in both places.
    let (aspect, aperture) = (try Self.pixelAspect(properties), try Self.cleanAperture(properties))
    pixelAspect = try Self.pixelAspect(values) ?? aspect
    cleanAperture = try Self.cleanAperture(values) ?? aperture
    // The colour properties say more than whether wide colour is allowed.
    let allowsWideColor = try values.boolean(AVVideoAllowWideColorKey)
    color = try Self.color(values) ?? (allowsWideColor == false ? .highDefinition : nil)
    compression = try Compression(properties)
    let specification = SettingsValues(try values.dictionary(AVVideoEncoderSpecificationKey) ?? [:])
    if try specification.boolean("RequireHardwareAcceleratedVideoEncoder") == true {
      throw SettingsError(AVVideoEncoderSpecificationKey, "requires an encoder in hardware: those here are software")
    }
  }

  private static let pixelBufferKeys = [
    kCVPixelBufferPixelFormatTypeKey, kCVPixelBufferWidthKey, kCVPixelBufferHeightKey,
    kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferBytesPerRowAlignmentKey,
  ].map { String($0) }

  private static func pixelAspect(_ values: SettingsValues) throws(SettingsError) -> (Int, Int)? {
    guard let ratio = try values.dictionary(AVVideoPixelAspectRatioKey) else { return nil }
    let numbers = SettingsValues(ratio)
    guard let horizontal = try numbers.integer(AVVideoPixelAspectRatioHorizontalSpacingKey, in: 1...10000),
      let vertical = try numbers.integer(AVVideoPixelAspectRatioVerticalSpacingKey, in: 1...10000)
    else { throw SettingsError(AVVideoPixelAspectRatioKey, "has not both spacings") }
    return (horizontal, vertical)
  }

  private static func cleanAperture(_ values: SettingsValues) throws(SettingsError) -> [Double]? {
    guard let aperture = try values.dictionary(AVVideoCleanApertureKey) else { return nil }
    let numbers = SettingsValues(aperture)
    guard let width = try numbers.number(AVVideoCleanApertureWidthKey),
      let height = try numbers.number(AVVideoCleanApertureHeightKey), width > 0, height > 0
    else { throw SettingsError(AVVideoCleanApertureKey, "has not both a width and a height") }
    let x = try numbers.number(AVVideoCleanApertureHorizontalOffsetKey) ?? 0
    return [width, height, x, try numbers.number(AVVideoCleanApertureVerticalOffsetKey) ?? 0]
  }

  private static func color(_ values: SettingsValues) throws(SettingsError) -> Color? {
    guard let dictionary = try values.dictionary(AVVideoColorPropertiesKey) else { return nil }
    let texts = SettingsValues(dictionary)
    guard let primaries = try texts.text(AVVideoColorPrimariesKey),
      let transfer = try texts.text(AVVideoTransferFunctionKey), let matrix = try texts.text(AVVideoYCbCrMatrixKey)
    else { throw SettingsError(AVVideoColorPropertiesKey, "has not all of primaries, transfer function and matrix") }
    return Color(primaries: primaries, transfer: transfer, matrix: matrix)
  }
}

extension VideoSettings.Compression {
  fileprivate init(_ values: SettingsValues) throws(SettingsError) {
    bitRate = try values.integer(AVVideoAverageBitRateKey, in: 0...800_000_000)
    // As for VideoToolbox, whose default it is, zero leaves the rate to the encoder.
    if bitRate == 0 { bitRate = nil }
    quality = try values.number(AVVideoQualityKey)
    if let quality, !(0...1 ~= quality) { throw SettingsError(AVVideoQualityKey, "is \(quality), not from 0 to 1") }
    constantRateFactor = try values.integer(AVVideoConstantRateFactorKey, in: 0...63)
    keyFrameInterval = try values.integer(AVVideoMaxKeyFrameIntervalKey, in: 0...Int(Int32.max))
    if keyFrameInterval == 0 { keyFrameInterval = nil }
    if let seconds = try values.number(AVVideoMaxKeyFrameIntervalDurationKey), seconds != 0 {
      guard 0..<1_000_000 ~= seconds else {
        let reason = seconds < 0 ? "a negative time" : "too long a time"
        throw SettingsError(AVVideoMaxKeyFrameIntervalDurationKey, "is \(seconds), \(reason)")
      }
      // In less than that there is no second frame.
      keyFrameDuration = CMTime(seconds: max(seconds, 0.01), preferredTimescale: 1000)
    }
    allowsReordering = try values.boolean(AVVideoAllowFrameReorderingKey)
    if let rate = try values.number(AVVideoExpectedSourceFrameRateKey), rate > 0 {
      guard rate <= 100_000 else { throw SettingsError(AVVideoExpectedSourceFrameRateKey, "is \(rate), too much") }
      expectedRate = rate
      // Programs write 29.97 or 23.976; other rates are told to a thousandth.
      if let usual = UsualFrameRate(nearest: rate), usual.isNTSC, abs(usual.framesPerSecond - rate) < 0.001 {
        frameRate = FrameRate(usual.numerator, usual.denominator)
      } else {
        frameRate = FrameRate(Int32(max(1, (rate * 1000).rounded())), 1000)
      }
    }
    if let rate = try values.number(AVVideoAverageNonDroppableFrameRateKey), rate > 0 { nonDroppableRate = rate }
    profileLevel = try values.text(AVVideoProfileLevelKey)
    entropyMode = try values.text(AVVideoH264EntropyModeKey)
    constantBitRate = try values.integer(Key.constantBitRate, in: Self.bitRates)
    dataRateLimits = try Self.dataRateLimits(values)
    try checkConstantBitRate()
    for key in [Key.realTime, Key.speedOverQuality] where try values.boolean(key) == true { speedKey = key }
  }
}
