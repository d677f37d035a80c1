// The keys of audio settings. Values may be of any numeric type: `Int`, `Double`, `CGFloat`, `Bool` or `NSNumber`.
//
// Source: AVAudioSettings.h.

// MARK: All formats

/// The format of the audio, such as `kAudioFormatLinearPCM`: an integer.
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples a second of each channel, in hertz: a number.
///
/// A writer refuses settings with a rate that their encoder does not take, and says which ones it does:
///
/// | Format | Rates |
/// | --- | --- |
/// | `kAudioFormatMPEG4AAC` | those of MPEG-4: 7.35, 8, 11.025, 12, 16, 22.05, 24, 32, 44.1, 48, 64, 88.2 and 96 kHz |
/// | `kAudioFormatAppleLossless` | 4 to 96 kHz |
/// | `kAudioFormatOpus` | 8, 12, 16, 24 and 48 kHz, those of its bandwidths (RFC 6716, section 2); not 44.1 kHz |
/// | `kAudioFormatMPEGLayer3` | 32, 44.1 and 48 kHz |
/// | `kAudioFormatAMR`, `kAudioFormatAMR_WB` | 8 kHz, 16 kHz |
/// | `kAudioFormatFLAC` | up to 655.35 kHz |
/// | `kAudioFormatLinearPCM` | all |
///
/// Without the key, audio keeps its rate, or gets the nearest that the encoder takes.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels: an integer.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The positions of the channels: `Data` with an `AudioChannelLayout`, which may be truncated before its descriptions.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

// MARK: Linear PCM

/// The bits of a sample: 8, 16, 24 or 32; 32 or 64 of floating-point samples.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// True if the most significant byte of a sample comes first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// True for floating-point samples, whose full scale is 1; false for integers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// True if the samples of each channel lie together; false if the channels' samples alternate.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

// MARK: Encoders

/// The quality of the encoder: a raw value of `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The bit rate of all channels together, in bits a second: an integer.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bit rate of each channel, in bits a second: an integer.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The bits of a sample that a lossless encoder keeps: an integer, 8 to 32.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"

/// The quality of an encoder whose bit rate varies: a raw value of `AVAudioQuality`; `AVEncoderAudioQualityKey` takes
/// precedence.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderQualityForVBRKey"
/// The way in which an encoder spends its bit rate: `AVAudioBitRateStrategy_Constant` and so on. Checked, with no effect:
/// the encoders here keep their bit rate over the long term.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// Each packet has the same number of bits.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// The bit rate is kept over the long term.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// The bit rate varies within limits.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// The bit rate varies.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

// MARK: Sample rate conversion

/// The algorithm of the conversion to another sample rate: `AVSampleRateConverterAlgorithm_Normal` and so on. With
/// `…_Mastering`, and without `AVSampleRateConverterAudioQualityKey`, the quality is the best.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// The usual conversion.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// The best conversion.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// A conversion of little delay; the same as the usual one here, which adds none to the result.
public let AVSampleRateConverterAlgorithm_MinimumPhase = "AVSampleRateConverterAlgorithm_MinimumPhase"

/// The quality of the conversion to another sample rate: a raw value of `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"

/// The quality of an encoder, or of the conversion to another sample rate.
public enum AVAudioQuality: Int, Sendable {
  /// The fastest.
  case min = 0
  case low = 0x20
  case medium = 0x40
  case high = 0x60
  /// The best.
  case max = 0x7F
}

extension AVAudioQuality {
  /// The quality of graphs' sample rate converters, from 0 to 10.
  var resamplerQuality: Int {
    switch self {
    case .min: 0
    case .low: 2
    case .medium: 4
    case .high: 7
    case .max: 10
    }
  }
}
