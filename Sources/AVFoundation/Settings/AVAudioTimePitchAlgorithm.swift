/// The treatment of the pitch of audio that is played faster or slower.
///
/// Source: `AVAudioTimePitchAlgorithm`.
public struct AVAudioTimePitchAlgorithm: StringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The pitch stays; the least work. Rates snap to 0.5, 2/3, 0.8, 1, 1.25, 1.5 and 2.
  public static let lowQualityZeroLatency = AVAudioTimePitchAlgorithm("LowQualityZeroLatency")
  /// The pitch stays; modest quality at little cost, good for speech. Rates from 0.5 to 2.
  public static let timeDomain = AVAudioTimePitchAlgorithm("TimeDomain")
  /// The pitch stays; the best quality, at the highest cost. Rates from 1/32 to 32.
  public static let spectral = AVAudioTimePitchAlgorithm("Spectral")
  /// The pitch goes with the rate, as on a tape. Rates from 1/32 to 32.
  public static let varispeed = AVAudioTimePitchAlgorithm("Varispeed")
}
