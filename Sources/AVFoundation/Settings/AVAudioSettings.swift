// The keys of audio settings. Values may be of any numeric type: `Int`, `Double`, `CGFloat`, `Bool` or `NSNumber`.
//
// Source: AVAudioSettings.h.

// MARK: All formats

/// The format of the audio, such as `kAudioFormatLinearPCM`: an integer.
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples a second of each channel, in hertz: a number.
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

// MARK: Sample rate conversion

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
