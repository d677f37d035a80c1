/// The settings of the encoder: a dictionary of the values below.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The choice of an encoder: a dictionary with VideoToolbox's keys `kVTVideoEncoderSpecification_…`. Encoders are software here: settings that
/// require hardware are refused, the other keys change nothing.
public let AVVideoEncoderSpecificationKey = "AVVideoEncoderSpecificationKey"
/// The average bit rate: a number, in bits a second.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The quality, from 0 to 1: a number. JPEG takes it always, codecs with a bit rate where none is given; ProRes has its own.
public let AVVideoQualityKey = "Quality"
/// The constant quality as the encoder counts it, where less is better: a number, from 0 to 51 of H.264 and HEVC, from 0 to 63 of VP8, VP9
/// and AV1. An addition of this module; it takes precedence over the bit rate.
public let AVVideoConstantRateFactorKey = "ReelConstantRateFactor"
/// The most frames from one key frame to the next: a number; 1 makes all frames key frames.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The longest time from one key frame to the next: a number, in seconds; 0 for no limit. A second or more is kept exactly; AV1 counts frames
/// instead, for which the expected number of frames a second has to be given too.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// True if coded frames may be in another order than they are shown: a number with a Boolean; true without the key. Only those of H.264 and
/// HEVC ever are.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The entropy coding of H.264: one of the modes below; CABAC without the key, where the profile has it: baseline has not.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Context-adaptive variable-length coding.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Context-adaptive binary arithmetic coding.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// The expected number of frames a second, for the distribution of bits: a number.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The frames a second that players without time for more take out of a stream: a number. The others are B-frames of H.264 and HEVC that no
/// frame needs, a whole number after each of those; the expected number of frames a second has to be given too.
public let AVVideoAverageNonDroppableFrameRateKey = "AverageNonDroppableFrameRate"

// MARK: - Profiles and levels

/// The profile and the level of H.264 and HEVC: one of the values below, or VideoToolbox's names, such as `HEVC_Main_AutoLevel`.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// H.264, baseline profile, level 3.0.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// H.264, baseline profile, level 3.1.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// H.264, baseline profile, level 4.1.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// H.264, baseline profile, the lowest level that fits.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264, main profile, level 3.0.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// H.264, main profile, level 3.1.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// H.264, main profile, level 3.2.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// H.264, main profile, level 4.1.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// H.264, main profile, the lowest level that fits.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264, high profile, level 4.0.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// H.264, high profile, level 4.1.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// H.264, high profile, the lowest level that fits.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
