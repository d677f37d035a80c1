// Written by constants.py.

import AVFoundation
import CoreMedia

extension ConstantValues {
  mutating func readCoreMediaGlobals() {
    module = "CoreMedia"
    add("kCMAttachmentMode_ShouldNotPropagate", kCMAttachmentMode_ShouldNotPropagate)
    add("kCMAttachmentMode_ShouldPropagate", kCMAttachmentMode_ShouldPropagate)
    add("kCMAudioFormatDescriptionMask_All", kCMAudioFormatDescriptionMask_All)
    add("kCMAudioFormatDescriptionMask_ChannelLayout", kCMAudioFormatDescriptionMask_ChannelLayout)
    add("kCMAudioFormatDescriptionMask_Extensions", kCMAudioFormatDescriptionMask_Extensions)
    add("kCMAudioFormatDescriptionMask_MagicCookie", kCMAudioFormatDescriptionMask_MagicCookie)
    add("kCMAudioFormatDescriptionMask_StreamBasicDescription", kCMAudioFormatDescriptionMask_StreamBasicDescription)
    add("kCMBlockBufferAlwaysCopyDataFlag", kCMBlockBufferAlwaysCopyDataFlag)
    add("kCMBlockBufferAssureMemoryNowFlag", kCMBlockBufferAssureMemoryNowFlag)
    add("kCMBlockBufferBadCustomBlockSourceErr", kCMBlockBufferBadCustomBlockSourceErr)
    add("kCMBlockBufferBadLengthParameterErr", kCMBlockBufferBadLengthParameterErr)
    add("kCMBlockBufferBadOffsetParameterErr", kCMBlockBufferBadOffsetParameterErr)
    add("kCMBlockBufferBadPointerParameterErr", kCMBlockBufferBadPointerParameterErr)
    add("kCMBlockBufferBlockAllocationFailedErr", kCMBlockBufferBlockAllocationFailedErr)
    add("kCMBlockBufferCustomBlockSourceVersion", kCMBlockBufferCustomBlockSourceVersion)
    add("kCMBlockBufferDontOptimizeDepthFlag", kCMBlockBufferDontOptimizeDepthFlag)
    add("kCMBlockBufferEmptyBBufErr", kCMBlockBufferEmptyBBufErr)
    add("kCMBlockBufferInsufficientSpaceErr", kCMBlockBufferInsufficientSpaceErr)
    add("kCMBlockBufferNoErr", kCMBlockBufferNoErr)
    add("kCMBlockBufferPermitEmptyReferenceFlag", kCMBlockBufferPermitEmptyReferenceFlag)
    add("kCMBlockBufferStructureAllocationFailedErr", kCMBlockBufferStructureAllocationFailedErr)
    add("kCMBlockBufferUnallocatedBlockErr", kCMBlockBufferUnallocatedBlockErr)
    add("kCMBufferQueueError_AllocationFailed", kCMBufferQueueError_AllocationFailed)
    add("kCMBufferQueueError_BadTriggerDuration", kCMBufferQueueError_BadTriggerDuration)
    add(
      "kCMBufferQueueError_CannotModifyQueueFromTriggerCallback",
      kCMBufferQueueError_CannotModifyQueueFromTriggerCallback)
    add("kCMBufferQueueError_EnqueueAfterEndOfData", kCMBufferQueueError_EnqueueAfterEndOfData)
    add("kCMBufferQueueError_InvalidBuffer", kCMBufferQueueError_InvalidBuffer)
    add("kCMBufferQueueError_InvalidCMBufferCallbacksStruct", kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
    add("kCMBufferQueueError_InvalidTriggerCondition", kCMBufferQueueError_InvalidTriggerCondition)
    add("kCMBufferQueueError_InvalidTriggerToken", kCMBufferQueueError_InvalidTriggerToken)
    add("kCMBufferQueueError_QueueIsFull", kCMBufferQueueError_QueueIsFull)
    add("kCMBufferQueueError_RequiredParameterMissing", kCMBufferQueueError_RequiredParameterMissing)
    add(
      "kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan", kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan
    )
    add("kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan", kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan)
    add("kCMBufferQueueTrigger_WhenDataBecomesReady", kCMBufferQueueTrigger_WhenDataBecomesReady)
    add("kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan", kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan)
    add(
      "kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo",
      kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo)
    add(
      "kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan",
      kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan)
    add("kCMBufferQueueTrigger_WhenDurationBecomesLessThan", kCMBufferQueueTrigger_WhenDurationBecomesLessThan)
    add(
      "kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo",
      kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo)
    add("kCMBufferQueueTrigger_WhenEndOfDataReached", kCMBufferQueueTrigger_WhenEndOfDataReached)
    add(
      "kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges",
      kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges)
    add(
      "kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges",
      kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges)
    add("kCMBufferQueueTrigger_WhenReset", kCMBufferQueueTrigger_WhenReset)
    add("kCMClockError_AllocationFailed", kCMClockError_AllocationFailed)
    add("kCMClockError_InvalidParameter", kCMClockError_InvalidParameter)
    add("kCMClockError_MissingRequiredParameter", kCMClockError_MissingRequiredParameter)
    add("kCMClockError_UnsupportedOperation", kCMClockError_UnsupportedOperation)
    add("kCMClosedCaptionFormatType_ATSC", kCMClosedCaptionFormatType_ATSC)
    add("kCMClosedCaptionFormatType_CEA608", kCMClosedCaptionFormatType_CEA608)
    add("kCMClosedCaptionFormatType_CEA708", kCMClosedCaptionFormatType_CEA708)
    add("kCMFormatDescriptionBridgeError_AllocationFailed", kCMFormatDescriptionBridgeError_AllocationFailed)
    add(
      "kCMFormatDescriptionBridgeError_IncompatibleFormatDescription",
      kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
    add(
      "kCMFormatDescriptionBridgeError_InvalidFormatDescription",
      kCMFormatDescriptionBridgeError_InvalidFormatDescription)
    add("kCMFormatDescriptionBridgeError_InvalidParameter", kCMFormatDescriptionBridgeError_InvalidParameter)
    add(
      "kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription",
      kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    add("kCMFormatDescriptionBridgeError_InvalidSlice", kCMFormatDescriptionBridgeError_InvalidSlice)
    add(
      "kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor",
      kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
    add("kCMFormatDescriptionChromaLocation_Bottom", kCMFormatDescriptionChromaLocation_Bottom)
    add("kCMFormatDescriptionChromaLocation_BottomLeft", kCMFormatDescriptionChromaLocation_BottomLeft)
    add("kCMFormatDescriptionChromaLocation_Center", kCMFormatDescriptionChromaLocation_Center)
    add("kCMFormatDescriptionChromaLocation_DV420", kCMFormatDescriptionChromaLocation_DV420)
    add("kCMFormatDescriptionChromaLocation_Left", kCMFormatDescriptionChromaLocation_Left)
    add("kCMFormatDescriptionChromaLocation_Top", kCMFormatDescriptionChromaLocation_Top)
    add("kCMFormatDescriptionChromaLocation_TopLeft", kCMFormatDescriptionChromaLocation_TopLeft)
    add("kCMFormatDescriptionColorPrimaries_DCI_P3", kCMFormatDescriptionColorPrimaries_DCI_P3)
    add("kCMFormatDescriptionColorPrimaries_EBU_3213", kCMFormatDescriptionColorPrimaries_EBU_3213)
    add("kCMFormatDescriptionColorPrimaries_ITU_R_2020", kCMFormatDescriptionColorPrimaries_ITU_R_2020)
    add("kCMFormatDescriptionColorPrimaries_ITU_R_709_2", kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
    add("kCMFormatDescriptionColorPrimaries_P22", kCMFormatDescriptionColorPrimaries_P22)
    add("kCMFormatDescriptionColorPrimaries_P3_D65", kCMFormatDescriptionColorPrimaries_P3_D65)
    add("kCMFormatDescriptionColorPrimaries_SMPTE_C", kCMFormatDescriptionColorPrimaries_SMPTE_C)
    add("kCMFormatDescriptionError_AllocationFailed", kCMFormatDescriptionError_AllocationFailed)
    add("kCMFormatDescriptionError_InvalidParameter", kCMFormatDescriptionError_InvalidParameter)
    add("kCMFormatDescriptionError_ValueNotAvailable", kCMFormatDescriptionError_ValueNotAvailable)
    add("kCMFormatDescriptionExtensionKey_MetadataKeyTable", kCMFormatDescriptionExtensionKey_MetadataKeyTable)
    add("kCMFormatDescriptionExtension_AlphaChannelMode", kCMFormatDescriptionExtension_AlphaChannelMode)
    add(
      "kCMFormatDescriptionExtension_AlternativeTransferCharacteristics",
      kCMFormatDescriptionExtension_AlternativeTransferCharacteristics)
    add("kCMFormatDescriptionExtension_AuxiliaryTypeInfo", kCMFormatDescriptionExtension_AuxiliaryTypeInfo)
    add("kCMFormatDescriptionExtension_BitsPerComponent", kCMFormatDescriptionExtension_BitsPerComponent)
    add("kCMFormatDescriptionExtension_BytesPerRow", kCMFormatDescriptionExtension_BytesPerRow)
    add(
      "kCMFormatDescriptionExtension_ChromaLocationBottomField", kCMFormatDescriptionExtension_ChromaLocationBottomField
    )
    add("kCMFormatDescriptionExtension_ChromaLocationTopField", kCMFormatDescriptionExtension_ChromaLocationTopField)
    add("kCMFormatDescriptionExtension_CleanAperture", kCMFormatDescriptionExtension_CleanAperture)
    add("kCMFormatDescriptionExtension_ColorPrimaries", kCMFormatDescriptionExtension_ColorPrimaries)
    add(
      "kCMFormatDescriptionExtension_ConformsToMPEG2VideoProfile",
      kCMFormatDescriptionExtension_ConformsToMPEG2VideoProfile)
    add("kCMFormatDescriptionExtension_ContainsAlphaChannel", kCMFormatDescriptionExtension_ContainsAlphaChannel)
    add("kCMFormatDescriptionExtension_ContentLightLevelInfo", kCMFormatDescriptionExtension_ContentLightLevelInfo)
    add("kCMFormatDescriptionExtension_Depth", kCMFormatDescriptionExtension_Depth)
    add("kCMFormatDescriptionExtension_FieldCount", kCMFormatDescriptionExtension_FieldCount)
    add("kCMFormatDescriptionExtension_FieldDetail", kCMFormatDescriptionExtension_FieldDetail)
    add("kCMFormatDescriptionExtension_FormatName", kCMFormatDescriptionExtension_FormatName)
    add("kCMFormatDescriptionExtension_FullRangeVideo", kCMFormatDescriptionExtension_FullRangeVideo)
    add("kCMFormatDescriptionExtension_GammaLevel", kCMFormatDescriptionExtension_GammaLevel)
    add("kCMFormatDescriptionExtension_HorizontalFieldOfView", kCMFormatDescriptionExtension_HorizontalFieldOfView)
    add("kCMFormatDescriptionExtension_ICCProfile", kCMFormatDescriptionExtension_ICCProfile)
    add(
      "kCMFormatDescriptionExtension_MasteringDisplayColorVolume",
      kCMFormatDescriptionExtension_MasteringDisplayColorVolume)
    add(
      "kCMFormatDescriptionExtension_OriginalCompressionSettings",
      kCMFormatDescriptionExtension_OriginalCompressionSettings)
    add("kCMFormatDescriptionExtension_PixelAspectRatio", kCMFormatDescriptionExtension_PixelAspectRatio)
    add("kCMFormatDescriptionExtension_RevisionLevel", kCMFormatDescriptionExtension_RevisionLevel)
    add(
      "kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms",
      kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)
    add("kCMFormatDescriptionExtension_SpatialQuality", kCMFormatDescriptionExtension_SpatialQuality)
    add("kCMFormatDescriptionExtension_TemporalQuality", kCMFormatDescriptionExtension_TemporalQuality)
    add("kCMFormatDescriptionExtension_TransferFunction", kCMFormatDescriptionExtension_TransferFunction)
    add("kCMFormatDescriptionExtension_Vendor", kCMFormatDescriptionExtension_Vendor)
    add("kCMFormatDescriptionExtension_VerbatimISOSampleEntry", kCMFormatDescriptionExtension_VerbatimISOSampleEntry)
    add(
      "kCMFormatDescriptionExtension_VerbatimSampleDescription", kCMFormatDescriptionExtension_VerbatimSampleDescription
    )
    add("kCMFormatDescriptionExtension_Version", kCMFormatDescriptionExtension_Version)
    add("kCMFormatDescriptionExtension_YCbCrMatrix", kCMFormatDescriptionExtension_YCbCrMatrix)
    add("kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly", kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly)
    add("kCMFormatDescriptionFieldDetail_SpatialFirstLineLate", kCMFormatDescriptionFieldDetail_SpatialFirstLineLate)
    add("kCMFormatDescriptionFieldDetail_TemporalBottomFirst", kCMFormatDescriptionFieldDetail_TemporalBottomFirst)
    add("kCMFormatDescriptionFieldDetail_TemporalTopFirst", kCMFormatDescriptionFieldDetail_TemporalTopFirst)
    add("kCMFormatDescriptionKey_CleanApertureHeight", kCMFormatDescriptionKey_CleanApertureHeight)
    add("kCMFormatDescriptionKey_CleanApertureHeightRational", kCMFormatDescriptionKey_CleanApertureHeightRational)
    add("kCMFormatDescriptionKey_CleanApertureHorizontalOffset", kCMFormatDescriptionKey_CleanApertureHorizontalOffset)
    add(
      "kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational",
      kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational)
    add("kCMFormatDescriptionKey_CleanApertureVerticalOffset", kCMFormatDescriptionKey_CleanApertureVerticalOffset)
    add(
      "kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational",
      kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational)
    add("kCMFormatDescriptionKey_CleanApertureWidth", kCMFormatDescriptionKey_CleanApertureWidth)
    add("kCMFormatDescriptionKey_CleanApertureWidthRational", kCMFormatDescriptionKey_CleanApertureWidthRational)
    add(
      "kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing",
      kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing)
    add(
      "kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing", kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing
    )
    add("kCMFormatDescriptionTransferFunction_ITU_R_2020", kCMFormatDescriptionTransferFunction_ITU_R_2020)
    add("kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG", kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG)
    add("kCMFormatDescriptionTransferFunction_ITU_R_709_2", kCMFormatDescriptionTransferFunction_ITU_R_709_2)
    add("kCMFormatDescriptionTransferFunction_Linear", kCMFormatDescriptionTransferFunction_Linear)
    add("kCMFormatDescriptionTransferFunction_SMPTE_240M_1995", kCMFormatDescriptionTransferFunction_SMPTE_240M_1995)
    add("kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ", kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ)
    add("kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1", kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1)
    add("kCMFormatDescriptionTransferFunction_UseGamma", kCMFormatDescriptionTransferFunction_UseGamma)
    add("kCMFormatDescriptionTransferFunction_sRGB", kCMFormatDescriptionTransferFunction_sRGB)
    add("kCMFormatDescriptionYCbCrMatrix_ITU_R_2020", kCMFormatDescriptionYCbCrMatrix_ITU_R_2020)
    add("kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4", kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
    add("kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2", kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
    add("kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995", kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
    add("kCMMediaType_Audio", kCMMediaType_Audio)
    add("kCMMediaType_ClosedCaption", kCMMediaType_ClosedCaption)
    add("kCMMediaType_Metadata", kCMMediaType_Metadata)
    add("kCMMediaType_Muxed", kCMMediaType_Muxed)
    add("kCMMediaType_Subtitle", kCMMediaType_Subtitle)
    add("kCMMediaType_TaggedBufferGroup", kCMMediaType_TaggedBufferGroup)
    add("kCMMediaType_Text", kCMMediaType_Text)
    add("kCMMediaType_TimeCode", kCMMediaType_TimeCode)
    add("kCMMediaType_Video", kCMMediaType_Video)
    add("kCMMetadataBaseDataType_AffineTransformF64", kCMMetadataBaseDataType_AffineTransformF64)
    add("kCMMetadataBaseDataType_BMP", kCMMetadataBaseDataType_BMP)
    add("kCMMetadataBaseDataType_DimensionsF32", kCMMetadataBaseDataType_DimensionsF32)
    add("kCMMetadataBaseDataType_Float32", kCMMetadataBaseDataType_Float32)
    add("kCMMetadataBaseDataType_Float64", kCMMetadataBaseDataType_Float64)
    add("kCMMetadataBaseDataType_GIF", kCMMetadataBaseDataType_GIF)
    add("kCMMetadataBaseDataType_JPEG", kCMMetadataBaseDataType_JPEG)
    add("kCMMetadataBaseDataType_JSON", kCMMetadataBaseDataType_JSON)
    add("kCMMetadataBaseDataType_PNG", kCMMetadataBaseDataType_PNG)
    add("kCMMetadataBaseDataType_PerspectiveTransformF64", kCMMetadataBaseDataType_PerspectiveTransformF64)
    add("kCMMetadataBaseDataType_PointF32", kCMMetadataBaseDataType_PointF32)
    add("kCMMetadataBaseDataType_PolygonF32", kCMMetadataBaseDataType_PolygonF32)
    add("kCMMetadataBaseDataType_PolylineF32", kCMMetadataBaseDataType_PolylineF32)
    add("kCMMetadataBaseDataType_RawData", kCMMetadataBaseDataType_RawData)
    add("kCMMetadataBaseDataType_RectF32", kCMMetadataBaseDataType_RectF32)
    add("kCMMetadataBaseDataType_SInt16", kCMMetadataBaseDataType_SInt16)
    add("kCMMetadataBaseDataType_SInt32", kCMMetadataBaseDataType_SInt32)
    add("kCMMetadataBaseDataType_SInt64", kCMMetadataBaseDataType_SInt64)
    add("kCMMetadataBaseDataType_SInt8", kCMMetadataBaseDataType_SInt8)
    add("kCMMetadataBaseDataType_UInt16", kCMMetadataBaseDataType_UInt16)
    add("kCMMetadataBaseDataType_UInt32", kCMMetadataBaseDataType_UInt32)
    add("kCMMetadataBaseDataType_UInt64", kCMMetadataBaseDataType_UInt64)
    add("kCMMetadataBaseDataType_UInt8", kCMMetadataBaseDataType_UInt8)
    add("kCMMetadataBaseDataType_UTF16", kCMMetadataBaseDataType_UTF16)
    add("kCMMetadataBaseDataType_UTF8", kCMMetadataBaseDataType_UTF8)
    add("kCMMetadataFormatDescriptionKey_ConformingDataTypes", kCMMetadataFormatDescriptionKey_ConformingDataTypes)
    add("kCMMetadataFormatDescriptionKey_DataType", kCMMetadataFormatDescriptionKey_DataType)
    add("kCMMetadataFormatDescriptionKey_DataTypeNamespace", kCMMetadataFormatDescriptionKey_DataTypeNamespace)
    add("kCMMetadataFormatDescriptionKey_LanguageTag", kCMMetadataFormatDescriptionKey_LanguageTag)
    add("kCMMetadataFormatDescriptionKey_LocalID", kCMMetadataFormatDescriptionKey_LocalID)
    add("kCMMetadataFormatDescriptionKey_Namespace", kCMMetadataFormatDescriptionKey_Namespace)
    add("kCMMetadataFormatDescriptionKey_SetupData", kCMMetadataFormatDescriptionKey_SetupData)
    add("kCMMetadataFormatDescriptionKey_StructuralDependency", kCMMetadataFormatDescriptionKey_StructuralDependency)
    add("kCMMetadataFormatDescriptionKey_Value", kCMMetadataFormatDescriptionKey_Value)
    add(
      "kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType)
    add(
      "kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag)
    add(
      "kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier)
    add(
      "kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData)
    add(
      "kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency",
      kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency)
    add("kCMMetadataFormatType_Boxed", kCMMetadataFormatType_Boxed)
    add("kCMMetadataFormatType_EMSG", kCMMetadataFormatType_EMSG)
    add("kCMMetadataFormatType_ICY", kCMMetadataFormatType_ICY)
    add("kCMMetadataFormatType_ID3", kCMMetadataFormatType_ID3)
    add(
      "kCMMetadataIdentifier_QuickTimeMetadataDirection_Facing", kCMMetadataIdentifier_QuickTimeMetadataDirection_Facing
    )
    add(
      "kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709", kCMMetadataIdentifier_QuickTimeMetadataLocation_ISO6709
    )
    add(
      "kCMMetadataIdentifier_QuickTimeMetadataPreferredAffineTransform",
      kCMMetadataIdentifier_QuickTimeMetadataPreferredAffineTransform)
    add(
      "kCMMetadataIdentifier_QuickTimeMetadataVideoOrientation", kCMMetadataIdentifier_QuickTimeMetadataVideoOrientation
    )
    add("kCMMuxedStreamType_DV", kCMMuxedStreamType_DV)
    add("kCMMuxedStreamType_MPEG1System", kCMMuxedStreamType_MPEG1System)
    add("kCMMuxedStreamType_MPEG2Program", kCMMuxedStreamType_MPEG2Program)
    add("kCMMuxedStreamType_MPEG2Transport", kCMMuxedStreamType_MPEG2Transport)
    add("kCMPersistentTrackID_Invalid", kCMPersistentTrackID_Invalid)
    add("kCMPixelFormatType_16BE555", kCMPixelFormatType_16BE555)
    add("kCMPixelFormatType_16BE565", kCMPixelFormatType_16BE565)
    add("kCMPixelFormatType_16LE555", kCMPixelFormatType_16LE555)
    add("kCMPixelFormatType_16LE5551", kCMPixelFormatType_16LE5551)
    add("kCMPixelFormatType_16LE565", kCMPixelFormatType_16LE565)
    add("kCMPixelFormatType_24RGB", kCMPixelFormatType_24RGB)
    add("kCMPixelFormatType_32ARGB", kCMPixelFormatType_32ARGB)
    add("kCMPixelFormatType_32BGRA", kCMPixelFormatType_32BGRA)
    add("kCMPixelFormatType_422YpCbCr10", kCMPixelFormatType_422YpCbCr10)
    add("kCMPixelFormatType_422YpCbCr16", kCMPixelFormatType_422YpCbCr16)
    add("kCMPixelFormatType_422YpCbCr8", kCMPixelFormatType_422YpCbCr8)
    add("kCMPixelFormatType_422YpCbCr8_yuvs", kCMPixelFormatType_422YpCbCr8_yuvs)
    add("kCMPixelFormatType_4444YpCbCrA8", kCMPixelFormatType_4444YpCbCrA8)
    add("kCMPixelFormatType_444YpCbCr10", kCMPixelFormatType_444YpCbCr10)
    add("kCMPixelFormatType_444YpCbCr8", kCMPixelFormatType_444YpCbCr8)
    add("kCMPixelFormatType_8IndexedGray_WhiteIsZero", kCMPixelFormatType_8IndexedGray_WhiteIsZero)
    add(
      "kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount",
      kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
    add("kCMSampleAttachmentKey_DependsOnOthers", kCMSampleAttachmentKey_DependsOnOthers)
    add("kCMSampleAttachmentKey_DisplayImmediately", kCMSampleAttachmentKey_DisplayImmediately)
    add("kCMSampleAttachmentKey_DoNotDisplay", kCMSampleAttachmentKey_DoNotDisplay)
    add("kCMSampleAttachmentKey_EarlierDisplayTimesAllowed", kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
    add(
      "kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess",
      kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
    add("kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType", kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
    add("kCMSampleAttachmentKey_HEVCTemporalLevelInfo", kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
    add("kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess", kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
    add("kCMSampleAttachmentKey_HasRedundantCoding", kCMSampleAttachmentKey_HasRedundantCoding)
    add("kCMSampleAttachmentKey_IsDependedOnByOthers", kCMSampleAttachmentKey_IsDependedOnByOthers)
    add("kCMSampleAttachmentKey_NotSync", kCMSampleAttachmentKey_NotSync)
    add("kCMSampleAttachmentKey_PartialSync", kCMSampleAttachmentKey_PartialSync)
    add("kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix", kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    add(
      "kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately",
      kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately)
    add("kCMSampleBufferAttachmentKey_DrainAfterDecoding", kCMSampleBufferAttachmentKey_DrainAfterDecoding)
    add("kCMSampleBufferAttachmentKey_DroppedFrameReason", kCMSampleBufferAttachmentKey_DroppedFrameReason)
    add("kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo", kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    add("kCMSampleBufferAttachmentKey_EmptyMedia", kCMSampleBufferAttachmentKey_EmptyMedia)
    add(
      "kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration", kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration
    )
    add(
      "kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence",
      kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence)
    add("kCMSampleBufferAttachmentKey_ForceKeyFrame", kCMSampleBufferAttachmentKey_ForceKeyFrame)
    add("kCMSampleBufferAttachmentKey_GradualDecoderRefresh", kCMSampleBufferAttachmentKey_GradualDecoderRefresh)
    add("kCMSampleBufferAttachmentKey_PermanentEmptyMedia", kCMSampleBufferAttachmentKey_PermanentEmptyMedia)
    add(
      "kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed",
      kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed)
    add(
      "kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding", kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding
    )
    add("kCMSampleBufferAttachmentKey_ResumeOutput", kCMSampleBufferAttachmentKey_ResumeOutput)
    add("kCMSampleBufferAttachmentKey_Reverse", kCMSampleBufferAttachmentKey_Reverse)
    add(
      "kCMSampleBufferAttachmentKey_SampleReferenceByteOffset", kCMSampleBufferAttachmentKey_SampleReferenceByteOffset)
    add("kCMSampleBufferAttachmentKey_SampleReferenceURL", kCMSampleBufferAttachmentKey_SampleReferenceURL)
    add("kCMSampleBufferAttachmentKey_SpeedMultiplier", kCMSampleBufferAttachmentKey_SpeedMultiplier)
    add(
      "kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo",
      kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo)
    add("kCMSampleBufferAttachmentKey_TransitionID", kCMSampleBufferAttachmentKey_TransitionID)
    add("kCMSampleBufferAttachmentKey_TrimDurationAtEnd", kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    add("kCMSampleBufferAttachmentKey_TrimDurationAtStart", kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    add("kCMSampleBufferDroppedFrameReason_Discontinuity", kCMSampleBufferDroppedFrameReason_Discontinuity)
    add("kCMSampleBufferDroppedFrameReason_FrameWasLate", kCMSampleBufferDroppedFrameReason_FrameWasLate)
    add("kCMSampleBufferDroppedFrameReason_OutOfBuffers", kCMSampleBufferDroppedFrameReason_OutOfBuffers)
    add("kCMSampleBufferError_AllocationFailed", kCMSampleBufferError_AllocationFailed)
    add("kCMSampleBufferError_AlreadyHasDataBuffer", kCMSampleBufferError_AlreadyHasDataBuffer)
    add("kCMSampleBufferError_ArrayTooSmall", kCMSampleBufferError_ArrayTooSmall)
    add("kCMSampleBufferError_BufferHasNoSampleSizes", kCMSampleBufferError_BufferHasNoSampleSizes)
    add("kCMSampleBufferError_BufferHasNoSampleTimingInfo", kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    add("kCMSampleBufferError_BufferNotReady", kCMSampleBufferError_BufferNotReady)
    add("kCMSampleBufferError_CannotSubdivide", kCMSampleBufferError_CannotSubdivide)
    add("kCMSampleBufferError_DataCanceled", kCMSampleBufferError_DataCanceled)
    add("kCMSampleBufferError_DataFailed", kCMSampleBufferError_DataFailed)
    add("kCMSampleBufferError_InvalidEntryCount", kCMSampleBufferError_InvalidEntryCount)
    add("kCMSampleBufferError_InvalidMediaFormat", kCMSampleBufferError_InvalidMediaFormat)
    add("kCMSampleBufferError_InvalidMediaTypeForOperation", kCMSampleBufferError_InvalidMediaTypeForOperation)
    add("kCMSampleBufferError_InvalidSampleData", kCMSampleBufferError_InvalidSampleData)
    add("kCMSampleBufferError_Invalidated", kCMSampleBufferError_Invalidated)
    add("kCMSampleBufferError_RequiredParameterMissing", kCMSampleBufferError_RequiredParameterMissing)
    add("kCMSampleBufferError_SampleIndexOutOfRange", kCMSampleBufferError_SampleIndexOutOfRange)
    add("kCMSampleBufferError_SampleTimingInfoInvalid", kCMSampleBufferError_SampleTimingInfoInvalid)
    add(
      "kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment",
      kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
    add("kCMSimpleQueueError_AllocationFailed", kCMSimpleQueueError_AllocationFailed)
    add("kCMSimpleQueueError_ParameterOutOfRange", kCMSimpleQueueError_ParameterOutOfRange)
    add("kCMSimpleQueueError_QueueIsFull", kCMSimpleQueueError_QueueIsFull)
    add("kCMSimpleQueueError_RequiredParameterMissing", kCMSimpleQueueError_RequiredParameterMissing)
    add("kCMSubtitleFormatType_3GText", kCMSubtitleFormatType_3GText)
    add("kCMSubtitleFormatType_WebVTT", kCMSubtitleFormatType_WebVTT)
    add("kCMSyncError_AllocationFailed", kCMSyncError_AllocationFailed)
    add("kCMSyncError_InvalidParameter", kCMSyncError_InvalidParameter)
    add("kCMSyncError_MissingRequiredParameter", kCMSyncError_MissingRequiredParameter)
    add("kCMSyncError_RateMustBeNonZero", kCMSyncError_RateMustBeNonZero)
    add("kCMTextDisplayFlag_allSubtitlesForced", kCMTextDisplayFlag_allSubtitlesForced)
    add("kCMTextDisplayFlag_forcedSubtitlesPresent", kCMTextDisplayFlag_forcedSubtitlesPresent)
    add("kCMTextFormatDescriptionColor_Alpha", kCMTextFormatDescriptionColor_Alpha)
    add("kCMTextFormatDescriptionColor_Blue", kCMTextFormatDescriptionColor_Blue)
    add("kCMTextFormatDescriptionColor_Green", kCMTextFormatDescriptionColor_Green)
    add("kCMTextFormatDescriptionColor_Red", kCMTextFormatDescriptionColor_Red)
    add("kCMTextFormatDescriptionExtension_BackgroundColor", kCMTextFormatDescriptionExtension_BackgroundColor)
    add("kCMTextFormatDescriptionExtension_DefaultFontName", kCMTextFormatDescriptionExtension_DefaultFontName)
    add("kCMTextFormatDescriptionExtension_DefaultStyle", kCMTextFormatDescriptionExtension_DefaultStyle)
    add("kCMTextFormatDescriptionExtension_DefaultTextBox", kCMTextFormatDescriptionExtension_DefaultTextBox)
    add("kCMTextFormatDescriptionExtension_DisplayFlags", kCMTextFormatDescriptionExtension_DisplayFlags)
    add("kCMTextFormatDescriptionExtension_FontTable", kCMTextFormatDescriptionExtension_FontTable)
    add(
      "kCMTextFormatDescriptionExtension_HorizontalJustification",
      kCMTextFormatDescriptionExtension_HorizontalJustification)
    add("kCMTextFormatDescriptionExtension_TextJustification", kCMTextFormatDescriptionExtension_TextJustification)
    add(
      "kCMTextFormatDescriptionExtension_VerticalJustification", kCMTextFormatDescriptionExtension_VerticalJustification
    )
    add("kCMTextFormatDescriptionRect_Bottom", kCMTextFormatDescriptionRect_Bottom)
    add("kCMTextFormatDescriptionRect_Left", kCMTextFormatDescriptionRect_Left)
    add("kCMTextFormatDescriptionRect_Right", kCMTextFormatDescriptionRect_Right)
    add("kCMTextFormatDescriptionRect_Top", kCMTextFormatDescriptionRect_Top)
    add("kCMTextFormatDescriptionStyle_Ascent", kCMTextFormatDescriptionStyle_Ascent)
    add("kCMTextFormatDescriptionStyle_EndChar", kCMTextFormatDescriptionStyle_EndChar)
    add("kCMTextFormatDescriptionStyle_Font", kCMTextFormatDescriptionStyle_Font)
    add("kCMTextFormatDescriptionStyle_FontFace", kCMTextFormatDescriptionStyle_FontFace)
    add("kCMTextFormatDescriptionStyle_FontSize", kCMTextFormatDescriptionStyle_FontSize)
    add("kCMTextFormatDescriptionStyle_ForegroundColor", kCMTextFormatDescriptionStyle_ForegroundColor)
    add("kCMTextFormatDescriptionStyle_Height", kCMTextFormatDescriptionStyle_Height)
    add("kCMTextFormatDescriptionStyle_StartChar", kCMTextFormatDescriptionStyle_StartChar)
    add("kCMTextFormatType_3GText", kCMTextFormatType_3GText)
    add("kCMTextFormatType_QTText", kCMTextFormatType_QTText)
    add("kCMTimeCodeFlag_24HourMax", kCMTimeCodeFlag_24HourMax)
    add("kCMTimeCodeFlag_DropFrame", kCMTimeCodeFlag_DropFrame)
    add("kCMTimeCodeFlag_NegTimesOK", kCMTimeCodeFlag_NegTimesOK)
    add(
      "kCMTimeCodeFormatDescriptionExtension_SourceReferenceName",
      kCMTimeCodeFormatDescriptionExtension_SourceReferenceName)
    add("kCMTimeCodeFormatDescriptionKey_LangCode", kCMTimeCodeFormatDescriptionKey_LangCode)
    add("kCMTimeCodeFormatDescriptionKey_Value", kCMTimeCodeFormatDescriptionKey_Value)
    add("kCMTimeCodeFormatType_Counter32", kCMTimeCodeFormatType_Counter32)
    add("kCMTimeCodeFormatType_Counter64", kCMTimeCodeFormatType_Counter64)
    add("kCMTimeCodeFormatType_TimeCode32", kCMTimeCodeFormatType_TimeCode32)
    add("kCMTimeCodeFormatType_TimeCode64", kCMTimeCodeFormatType_TimeCode64)
    add("kCMTimeEpochKey", kCMTimeEpochKey)
    add("kCMTimeFlagsKey", kCMTimeFlagsKey)
    add("kCMTimeMappingSourceKey", kCMTimeMappingSourceKey)
    add("kCMTimeMappingTargetKey", kCMTimeMappingTargetKey)
    add("kCMTimeMaxTimescale", kCMTimeMaxTimescale)
    add("kCMTimeRangeDurationKey", kCMTimeRangeDurationKey)
    add("kCMTimeRangeStartKey", kCMTimeRangeStartKey)
    add("kCMTimeScaleKey", kCMTimeScaleKey)
    add("kCMTimeValueKey", kCMTimeValueKey)
    add("kCMTimebaseError_AllocationFailed", kCMTimebaseError_AllocationFailed)
    add("kCMTimebaseError_InvalidParameter", kCMTimebaseError_InvalidParameter)
    add("kCMTimebaseError_MissingRequiredParameter", kCMTimebaseError_MissingRequiredParameter)
    add("kCMTimebaseError_ReadOnly", kCMTimebaseError_ReadOnly)
    add("kCMTimebaseError_TimerIntervalTooShort", kCMTimebaseError_TimerIntervalTooShort)
    add("kCMVideoCodecType_422YpCbCr8", kCMVideoCodecType_422YpCbCr8)
    add("kCMVideoCodecType_AV1", kCMVideoCodecType_AV1)
    add("kCMVideoCodecType_Animation", kCMVideoCodecType_Animation)
    add("kCMVideoCodecType_AppleProRes422", kCMVideoCodecType_AppleProRes422)
    add("kCMVideoCodecType_AppleProRes422HQ", kCMVideoCodecType_AppleProRes422HQ)
    add("kCMVideoCodecType_AppleProRes422LT", kCMVideoCodecType_AppleProRes422LT)
    add("kCMVideoCodecType_AppleProRes422Proxy", kCMVideoCodecType_AppleProRes422Proxy)
    add("kCMVideoCodecType_AppleProRes4444", kCMVideoCodecType_AppleProRes4444)
    add("kCMVideoCodecType_AppleProRes4444XQ", kCMVideoCodecType_AppleProRes4444XQ)
    add("kCMVideoCodecType_AppleProResRAW", kCMVideoCodecType_AppleProResRAW)
    add("kCMVideoCodecType_AppleProResRAWHQ", kCMVideoCodecType_AppleProResRAWHQ)
    add("kCMVideoCodecType_Cinepak", kCMVideoCodecType_Cinepak)
    add("kCMVideoCodecType_DVCNTSC", kCMVideoCodecType_DVCNTSC)
    add("kCMVideoCodecType_DVCPAL", kCMVideoCodecType_DVCPAL)
    add("kCMVideoCodecType_DVCPROHD1080i50", kCMVideoCodecType_DVCPROHD1080i50)
    add("kCMVideoCodecType_DVCPROHD1080i60", kCMVideoCodecType_DVCPROHD1080i60)
    add("kCMVideoCodecType_DVCPROHD1080p25", kCMVideoCodecType_DVCPROHD1080p25)
    add("kCMVideoCodecType_DVCPROHD1080p30", kCMVideoCodecType_DVCPROHD1080p30)
    add("kCMVideoCodecType_DVCPROHD720p50", kCMVideoCodecType_DVCPROHD720p50)
    add("kCMVideoCodecType_DVCPROHD720p60", kCMVideoCodecType_DVCPROHD720p60)
    add("kCMVideoCodecType_DVCPro50NTSC", kCMVideoCodecType_DVCPro50NTSC)
    add("kCMVideoCodecType_DVCPro50PAL", kCMVideoCodecType_DVCPro50PAL)
    add("kCMVideoCodecType_DVCProPAL", kCMVideoCodecType_DVCProPAL)
    add("kCMVideoCodecType_DolbyVisionHEVC", kCMVideoCodecType_DolbyVisionHEVC)
    add("kCMVideoCodecType_H263", kCMVideoCodecType_H263)
    add("kCMVideoCodecType_H264", kCMVideoCodecType_H264)
    add("kCMVideoCodecType_HEVC", kCMVideoCodecType_HEVC)
    add("kCMVideoCodecType_HEVCWithAlpha", kCMVideoCodecType_HEVCWithAlpha)
    add("kCMVideoCodecType_JPEG", kCMVideoCodecType_JPEG)
    add("kCMVideoCodecType_JPEG_OpenDML", kCMVideoCodecType_JPEG_OpenDML)
    add("kCMVideoCodecType_JPEG_XL", kCMVideoCodecType_JPEG_XL)
    add("kCMVideoCodecType_MPEG1Video", kCMVideoCodecType_MPEG1Video)
    add("kCMVideoCodecType_MPEG2Video", kCMVideoCodecType_MPEG2Video)
    add("kCMVideoCodecType_MPEG4Video", kCMVideoCodecType_MPEG4Video)
    add("kCMVideoCodecType_SorensonVideo", kCMVideoCodecType_SorensonVideo)
    add("kCMVideoCodecType_SorensonVideo3", kCMVideoCodecType_SorensonVideo3)
    add("kCMVideoCodecType_VP9", kCMVideoCodecType_VP9)
  }
}
