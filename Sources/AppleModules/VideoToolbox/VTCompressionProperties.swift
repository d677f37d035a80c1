import CoreGraphics

// Properties of encoders. Writers take them among AVVideoCompressionPropertiesKey, under the same strings.

/// The average bit rate: a number, in bits a second.
public nonisolated(unsafe) let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
/// Limits of the bit rate, of H.264 and HEVC: an array of numbers, for each limit the most bytes that a stretch of the stream may have, and
/// its time in seconds, from 0.25 to 1000. An average bit rate of more than 0.8 of the lowest limit becomes that.
public nonisolated(unsafe) let kVTCompressionPropertyKey_DataRateLimits: CFString = "DataRateLimits"
/// The constant bit rate, of H.264 and HEVC: a number, in bits a second, in place of all other rates. No stretch of the stream has more bits
/// than come in its time and 0.6 s. Frames that need less are not filled up: files hold no filler (ISO/IEC 14496-15).
public nonisolated(unsafe) let kVTCompressionPropertyKey_ConstantBitRate: CFString = "ConstantBitRate"
/// True if frames are encoded as they come, which is faster at the cost of quality: a Boolean value.
public nonisolated(unsafe) let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
/// True for speed at the cost of quality: a Boolean value.
public nonisolated(unsafe) let kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality: CFString =
  "PrioritizeEncodingSpeedOverQuality"
/// The quality, from 0 to 1: a number.
public nonisolated(unsafe) let kVTCompressionPropertyKey_Quality: CFString = "Quality"
/// The most frames from one key frame to the next: a number.
public nonisolated(unsafe) let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
/// The longest time from one key frame to the next: a number, in seconds.
public nonisolated(unsafe) let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString =
  "MaxKeyFrameIntervalDuration"
/// True if coded frames may be in another order than they are shown.
public nonisolated(unsafe) let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
/// The profile and the level: one of the values below.
public nonisolated(unsafe) let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
/// The entropy coding of H.264: one of the modes below.
public nonisolated(unsafe) let kVTCompressionPropertyKey_H264EntropyMode: CFString = "H264EntropyMode"
/// The expected number of frames a second: a number.
public nonisolated(unsafe) let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
/// Context-adaptive variable-length coding.
public nonisolated(unsafe) let kVTH264EntropyMode_CAVLC: CFString = "CAVLC"
/// Context-adaptive binary arithmetic coding.
public nonisolated(unsafe) let kVTH264EntropyMode_CABAC: CFString = "CABAC"

// Profiles and levels.

/// H.264, baseline profile, level 1.3.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_1_3: CFString = "H264_Baseline_1_3"
/// H.264, baseline profile, level 3.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_3_0: CFString = "H264_Baseline_3_0"
/// H.264, baseline profile, level 3.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_3_1: CFString = "H264_Baseline_3_1"
/// H.264, baseline profile, level 3.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_3_2: CFString = "H264_Baseline_3_2"
/// H.264, baseline profile, level 4.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_4_0: CFString = "H264_Baseline_4_0"
/// H.264, baseline profile, level 4.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_4_1: CFString = "H264_Baseline_4_1"
/// H.264, baseline profile, level 4.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_4_2: CFString = "H264_Baseline_4_2"
/// H.264, baseline profile, level 5.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_5_0: CFString = "H264_Baseline_5_0"
/// H.264, baseline profile, level 5.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_5_1: CFString = "H264_Baseline_5_1"
/// H.264, baseline profile, level 5.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_5_2: CFString = "H264_Baseline_5_2"
/// H.264, baseline profile, the lowest level that fits.
public nonisolated(unsafe) let kVTProfileLevel_H264_Baseline_AutoLevel: CFString = "H264_Baseline_AutoLevel"
/// H.264, main profile, level 3.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_3_0: CFString = "H264_Main_3_0"
/// H.264, main profile, level 3.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_3_1: CFString = "H264_Main_3_1"
/// H.264, main profile, level 3.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_3_2: CFString = "H264_Main_3_2"
/// H.264, main profile, level 4.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_4_0: CFString = "H264_Main_4_0"
/// H.264, main profile, level 4.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_4_1: CFString = "H264_Main_4_1"
/// H.264, main profile, level 4.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_4_2: CFString = "H264_Main_4_2"
/// H.264, main profile, level 5.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_5_0: CFString = "H264_Main_5_0"
/// H.264, main profile, level 5.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_5_1: CFString = "H264_Main_5_1"
/// H.264, main profile, level 5.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_5_2: CFString = "H264_Main_5_2"
/// H.264, main profile, the lowest level that fits.
public nonisolated(unsafe) let kVTProfileLevel_H264_Main_AutoLevel: CFString = "H264_Main_AutoLevel"
/// H.264, high profile, level 3.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_3_0: CFString = "H264_High_3_0"
/// H.264, high profile, level 3.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_3_1: CFString = "H264_High_3_1"
/// H.264, high profile, level 3.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_3_2: CFString = "H264_High_3_2"
/// H.264, high profile, level 4.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_4_0: CFString = "H264_High_4_0"
/// H.264, high profile, level 4.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_4_1: CFString = "H264_High_4_1"
/// H.264, high profile, level 4.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_4_2: CFString = "H264_High_4_2"
/// H.264, high profile, level 5.0.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_5_0: CFString = "H264_High_5_0"
/// H.264, high profile, level 5.1.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_5_1: CFString = "H264_High_5_1"
/// H.264, high profile, level 5.2.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_5_2: CFString = "H264_High_5_2"
/// H.264, high profile, the lowest level that fits.
public nonisolated(unsafe) let kVTProfileLevel_H264_High_AutoLevel: CFString = "H264_High_AutoLevel"
/// HEVC, main profile, the lowest level that fits.
public nonisolated(unsafe) let kVTProfileLevel_HEVC_Main_AutoLevel: CFString = "HEVC_Main_AutoLevel"
/// HEVC, main profile of 10 bits, the lowest level that fits.
public nonisolated(unsafe) let kVTProfileLevel_HEVC_Main10_AutoLevel: CFString = "HEVC_Main10_AutoLevel"
