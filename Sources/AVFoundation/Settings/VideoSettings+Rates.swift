extension VideoSettings.Compression {
  /// The bits a second that encoders are given.
  static let bitRates = 16_000...800_000_000

  /// VideoToolbox's keys for which this module has no names.
  enum Key {
    static let constantBitRate = "ConstantBitRate"
    static let dataRateLimits = "DataRateLimits"
    static let realTime = "RealTime"
    static let speedOverQuality = "PrioritizeEncodingSpeedOverQuality"
  }

  /// The most bits of any stretch of a stream that lasts a time.
  struct DataRateLimit {
    let bits: Double
    let seconds: Double

    /// The part of the limit that the average bit rate may take: the rest is for frames that need more than their share.
    private static let share = 0.8

    /// The highest average bit rate.
    var rate: Double { bits / seconds * Self.share }

    /// Returns the time of the buffer with which a stream stays within the limit: such a stretch has no more bits than come in that
    /// time and its own. A tenth is left for headers, which encoders do not count.
    ///
    /// - Parameter rate: The average bit rate.
    func buffer(at rate: Double) -> Double { (bits / rate - seconds) * 0.9 }
  }

  /// Reads pairs of a number of bytes and of seconds.
  static func dataRateLimits(_ values: SettingsValues) throws(SettingsError) -> [DataRateLimit] {
    let key = Key.dataRateLimits
    guard let numbers = try values.numbers(key) else { return [] }
    guard numbers.count.isMultiple(of: 2) else {
      throw SettingsError(key, "has \(numbers.count) numbers: each limit is a number of bytes, and one of seconds")
    }
    var limits: [DataRateLimit] = []
    for index in stride(from: 0, to: numbers.count, by: 2) {
      let limit = DataRateLimit(bits: numbers[index] * 8, seconds: numbers[index + 1])
      // The buffer of a shorter time has no room for a frame.
      guard 0.25...1000 ~= limit.seconds else {
        throw SettingsError(key, "has a limit for \(limit.seconds) s; it has to be for 0.25 s to 1000 s")
      }
      guard limit.rate >= Double(bitRates.lowerBound) else {
        throw SettingsError(key, "allows \(numbers[index]) bytes in \(limit.seconds) s, too few for video")
      }
      limits.append(limit)
    }
    return limits
  }

  /// - Throws: `SettingsError` if a constant bit rate is not the only rate.
  func checkConstantBitRate() throws(SettingsError) {
    guard constantBitRate != nil else { return }
    let others = [
      (AVVideoAverageBitRateKey, bitRate != nil), (Key.dataRateLimits, !dataRateLimits.isEmpty),
      (AVVideoQualityKey, quality != nil), (AVVideoConstantRateFactorKey, constantRateFactor != nil),
    ]
    if let (key, _) = others.first(where: \.1) {
      throw SettingsError(Key.constantBitRate, "is given together with \(key)")
    }
  }
}
