// Written by constants.py.

import AVFoundation
import VideoToolbox

extension ConstantValues {
  mutating func readVideoToolboxGlobals() {
    module = "VideoToolbox"
    add("kVTAllocationFailedErr", kVTAllocationFailedErr)
    add("kVTColorSyncTransformConvertFailedErr", kVTColorSyncTransformConvertFailedErr)
    add("kVTCompressionPropertyKey_AllowFrameReordering", kVTCompressionPropertyKey_AllowFrameReordering)
    add("kVTCompressionPropertyKey_AverageBitRate", kVTCompressionPropertyKey_AverageBitRate)
    add("kVTCompressionPropertyKey_ConstantBitRate", kVTCompressionPropertyKey_ConstantBitRate)
    add("kVTCompressionPropertyKey_DataRateLimits", kVTCompressionPropertyKey_DataRateLimits)
    add("kVTCompressionPropertyKey_ExpectedFrameRate", kVTCompressionPropertyKey_ExpectedFrameRate)
    add("kVTCompressionPropertyKey_H264EntropyMode", kVTCompressionPropertyKey_H264EntropyMode)
    add("kVTCompressionPropertyKey_MaxKeyFrameInterval", kVTCompressionPropertyKey_MaxKeyFrameInterval)
    add("kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration", kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration)
    add(
      "kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality",
      kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality)
    add("kVTCompressionPropertyKey_ProfileLevel", kVTCompressionPropertyKey_ProfileLevel)
    add("kVTCompressionPropertyKey_Quality", kVTCompressionPropertyKey_Quality)
    add("kVTCompressionPropertyKey_RealTime", kVTCompressionPropertyKey_RealTime)
    add("kVTCouldNotCreateColorCorrectionDataErr", kVTCouldNotCreateColorCorrectionDataErr)
    add("kVTCouldNotCreateInstanceErr", kVTCouldNotCreateInstanceErr)
    add("kVTCouldNotFindVideoDecoderErr", kVTCouldNotFindVideoDecoderErr)
    add("kVTCouldNotFindVideoEncoderErr", kVTCouldNotFindVideoEncoderErr)
    add("kVTFormatDescriptionChangeNotSupportedErr", kVTFormatDescriptionChangeNotSupportedErr)
    add("kVTH264EntropyMode_CABAC", kVTH264EntropyMode_CABAC)
    add("kVTH264EntropyMode_CAVLC", kVTH264EntropyMode_CAVLC)
    add("kVTInsufficientSourceColorDataErr", kVTInsufficientSourceColorDataErr)
    add("kVTInvalidSessionErr", kVTInvalidSessionErr)
    add("kVTParameterErr", kVTParameterErr)
    add("kVTPixelRotationNotSupportedErr", kVTPixelRotationNotSupportedErr)
    add("kVTPixelTransferNotSupportedErr", kVTPixelTransferNotSupportedErr)
    add("kVTProfileLevel_H264_Baseline_1_3", kVTProfileLevel_H264_Baseline_1_3)
    add("kVTProfileLevel_H264_Baseline_3_0", kVTProfileLevel_H264_Baseline_3_0)
    add("kVTProfileLevel_H264_Baseline_3_1", kVTProfileLevel_H264_Baseline_3_1)
    add("kVTProfileLevel_H264_Baseline_3_2", kVTProfileLevel_H264_Baseline_3_2)
    add("kVTProfileLevel_H264_Baseline_4_0", kVTProfileLevel_H264_Baseline_4_0)
    add("kVTProfileLevel_H264_Baseline_4_1", kVTProfileLevel_H264_Baseline_4_1)
    add("kVTProfileLevel_H264_Baseline_4_2", kVTProfileLevel_H264_Baseline_4_2)
    add("kVTProfileLevel_H264_Baseline_5_0", kVTProfileLevel_H264_Baseline_5_0)
    add("kVTProfileLevel_H264_Baseline_5_1", kVTProfileLevel_H264_Baseline_5_1)
    add("kVTProfileLevel_H264_Baseline_5_2", kVTProfileLevel_H264_Baseline_5_2)
    add("kVTProfileLevel_H264_Baseline_AutoLevel", kVTProfileLevel_H264_Baseline_AutoLevel)
    add("kVTProfileLevel_H264_High_3_0", kVTProfileLevel_H264_High_3_0)
    add("kVTProfileLevel_H264_High_3_1", kVTProfileLevel_H264_High_3_1)
    add("kVTProfileLevel_H264_High_3_2", kVTProfileLevel_H264_High_3_2)
    add("kVTProfileLevel_H264_High_4_0", kVTProfileLevel_H264_High_4_0)
    add("kVTProfileLevel_H264_High_4_1", kVTProfileLevel_H264_High_4_1)
    add("kVTProfileLevel_H264_High_4_2", kVTProfileLevel_H264_High_4_2)
    add("kVTProfileLevel_H264_High_5_0", kVTProfileLevel_H264_High_5_0)
    add("kVTProfileLevel_H264_High_5_1", kVTProfileLevel_H264_High_5_1)
    add("kVTProfileLevel_H264_High_5_2", kVTProfileLevel_H264_High_5_2)
    add("kVTProfileLevel_H264_High_AutoLevel", kVTProfileLevel_H264_High_AutoLevel)
    add("kVTProfileLevel_H264_Main_3_0", kVTProfileLevel_H264_Main_3_0)
    add("kVTProfileLevel_H264_Main_3_1", kVTProfileLevel_H264_Main_3_1)
    add("kVTProfileLevel_H264_Main_3_2", kVTProfileLevel_H264_Main_3_2)
    add("kVTProfileLevel_H264_Main_4_0", kVTProfileLevel_H264_Main_4_0)
    add("kVTProfileLevel_H264_Main_4_1", kVTProfileLevel_H264_Main_4_1)
    add("kVTProfileLevel_H264_Main_4_2", kVTProfileLevel_H264_Main_4_2)
    add("kVTProfileLevel_H264_Main_5_0", kVTProfileLevel_H264_Main_5_0)
    add("kVTProfileLevel_H264_Main_5_1", kVTProfileLevel_H264_Main_5_1)
    add("kVTProfileLevel_H264_Main_5_2", kVTProfileLevel_H264_Main_5_2)
    add("kVTProfileLevel_H264_Main_AutoLevel", kVTProfileLevel_H264_Main_AutoLevel)
    add("kVTProfileLevel_HEVC_Main10_AutoLevel", kVTProfileLevel_HEVC_Main10_AutoLevel)
    add("kVTProfileLevel_HEVC_Main_AutoLevel", kVTProfileLevel_HEVC_Main_AutoLevel)
    add("kVTPropertyNotSupportedErr", kVTPropertyNotSupportedErr)
    add("kVTPropertyReadOnlyErr", kVTPropertyReadOnlyErr)
    add("kVTVideoDecoderBadDataErr", kVTVideoDecoderBadDataErr)
    add("kVTVideoDecoderMalfunctionErr", kVTVideoDecoderMalfunctionErr)
    add("kVTVideoDecoderNotAvailableNowErr", kVTVideoDecoderNotAvailableNowErr)
    add(
      "kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder",
      kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder)
    add(
      "kVTVideoDecoderSpecification_PreferredDecoderGPURegistryID",
      kVTVideoDecoderSpecification_PreferredDecoderGPURegistryID)
    add(
      "kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder",
      kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder)
    add(
      "kVTVideoDecoderSpecification_RequiredDecoderGPURegistryID",
      kVTVideoDecoderSpecification_RequiredDecoderGPURegistryID)
    add("kVTVideoDecoderUnsupportedDataFormatErr", kVTVideoDecoderUnsupportedDataFormatErr)
    add("kVTVideoEncoderMalfunctionErr", kVTVideoEncoderMalfunctionErr)
    add("kVTVideoEncoderNotAvailableNowErr", kVTVideoEncoderNotAvailableNowErr)
    add(
      "kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder",
      kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder)
    add(
      "kVTVideoEncoderSpecification_EnableLowLatencyRateControl",
      kVTVideoEncoderSpecification_EnableLowLatencyRateControl)
    add("kVTVideoEncoderSpecification_EncoderID", kVTVideoEncoderSpecification_EncoderID)
    add(
      "kVTVideoEncoderSpecification_PreferredEncoderGPURegistryID",
      kVTVideoEncoderSpecification_PreferredEncoderGPURegistryID)
    add(
      "kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder",
      kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder)
    add(
      "kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID",
      kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID)
  }
}
