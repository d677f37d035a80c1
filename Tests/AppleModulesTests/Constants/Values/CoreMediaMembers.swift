// Written by constants.py.

import AVFoundation
import CoreMedia

extension ConstantValues {
  mutating func readCoreMediaMembers() {
    module = "CoreMedia"
    add("CMAttachmentBearerAttachments.Mode.shouldNotPropagate", CMAttachmentBearerAttachments.Mode.shouldNotPropagate)
    add("CMAttachmentBearerAttachments.Mode.shouldPropagate", CMAttachmentBearerAttachments.Mode.shouldPropagate)
    add("CMBlockBuffer.Error.badCustomBlockSource", CMBlockBuffer.Error.badCustomBlockSource)
    add("CMBlockBuffer.Error.badLengthParameter", CMBlockBuffer.Error.badLengthParameter)
    add("CMBlockBuffer.Error.badOffsetParameter", CMBlockBuffer.Error.badOffsetParameter)
    add("CMBlockBuffer.Error.badPointerParameter", CMBlockBuffer.Error.badPointerParameter)
    add("CMBlockBuffer.Error.blockAllocationFailed", CMBlockBuffer.Error.blockAllocationFailed)
    add("CMBlockBuffer.Error.emptyBlockBuffer", CMBlockBuffer.Error.emptyBlockBuffer)
    add("CMBlockBuffer.Error.insufficientSpace", CMBlockBuffer.Error.insufficientSpace)
    add("CMBlockBuffer.Error.structureAllocationFailed", CMBlockBuffer.Error.structureAllocationFailed)
    add("CMBlockBuffer.Error.unallocatedBlock", CMBlockBuffer.Error.unallocatedBlock)
    add("CMBlockBuffer.Flags.alwaysCopyData", CMBlockBuffer.Flags.alwaysCopyData)
    add("CMBlockBuffer.Flags.assureMemoryNow", CMBlockBuffer.Flags.assureMemoryNow)
    add("CMBlockBuffer.Flags.dontOptimizeDepth", CMBlockBuffer.Flags.dontOptimizeDepth)
    add("CMBlockBuffer.Flags.permitEmptyReference", CMBlockBuffer.Flags.permitEmptyReference)
    add("CMBufferQueue.Error.allocationFailed", CMBufferQueue.Error.allocationFailed)
    add("CMBufferQueue.Error.badTriggerDuration", CMBufferQueue.Error.badTriggerDuration)
    add(
      "CMBufferQueue.Error.cannotModifyQueueFromTriggerCallback",
      CMBufferQueue.Error.cannotModifyQueueFromTriggerCallback)
    add("CMBufferQueue.Error.enqueueAfterEndOfData", CMBufferQueue.Error.enqueueAfterEndOfData)
    add("CMBufferQueue.Error.invalidBuffer", CMBufferQueue.Error.invalidBuffer)
    add("CMBufferQueue.Error.invalidCMBufferCallbacksStruct", CMBufferQueue.Error.invalidCMBufferCallbacksStruct)
    add("CMBufferQueue.Error.invalidTriggerCondition", CMBufferQueue.Error.invalidTriggerCondition)
    add("CMBufferQueue.Error.invalidTriggerToken", CMBufferQueue.Error.invalidTriggerToken)
    add("CMBufferQueue.Error.queueIsFull", CMBufferQueue.Error.queueIsFull)
    add("CMBufferQueue.Error.requiredParameterMissing", CMBufferQueue.Error.requiredParameterMissing)
    add("CMBufferQueue.TriggerCondition.whenDataBecomesReady", CMBufferQueue.TriggerCondition.whenDataBecomesReady)
    add("CMBufferQueue.TriggerCondition.whenEndOfDataReached", CMBufferQueue.TriggerCondition.whenEndOfDataReached)
    add(
      "CMBufferQueue.TriggerCondition.whenMaxPresentationTimeStampChanges",
      CMBufferQueue.TriggerCondition.whenMaxPresentationTimeStampChanges)
    add(
      "CMBufferQueue.TriggerCondition.whenMinPresentationTimeStampChanges",
      CMBufferQueue.TriggerCondition.whenMinPresentationTimeStampChanges)
    add("CMBufferQueue.TriggerCondition.whenReset", CMBufferQueue.TriggerCondition.whenReset)
    add("CMClock.Error.allocationFailed", CMClock.Error.allocationFailed)
    add("CMClock.Error.invalidParameter", CMClock.Error.invalidParameter)
    add("CMClock.Error.missingRequiredParameter", CMClock.Error.missingRequiredParameter)
    add("CMClock.Error.unsupportedOperation", CMClock.Error.unsupportedOperation)
    add("CMClock.hostTimeClock", CMClock.hostTimeClock)
    add("CMPackingType.none", CMPackingType.none)
    add("CMPackingType.overUnder", CMPackingType.overUnder)
    add("CMPackingType.sideBySide", CMPackingType.sideBySide)
    add("CMProjectionType.equirectangular", CMProjectionType.equirectangular)
    add("CMProjectionType.fisheye", CMProjectionType.fisheye)
    add("CMProjectionType.halfEquirectangular", CMProjectionType.halfEquirectangular)
    add("CMProjectionType.rectangular", CMProjectionType.rectangular)
    add("CMSampleBuffer.AttachmentKey.cameraIntrinsicMatrix", CMSampleBuffer.AttachmentKey.cameraIntrinsicMatrix)
    add(
      "CMSampleBuffer.AttachmentKey.displayEmptyMediaImmediately",
      CMSampleBuffer.AttachmentKey.displayEmptyMediaImmediately)
    add("CMSampleBuffer.AttachmentKey.drainAfterDecoding", CMSampleBuffer.AttachmentKey.drainAfterDecoding)
    add("CMSampleBuffer.AttachmentKey.droppedFrameReason", CMSampleBuffer.AttachmentKey.droppedFrameReason)
    add("CMSampleBuffer.AttachmentKey.droppedFrameReasonInfo", CMSampleBuffer.AttachmentKey.droppedFrameReasonInfo)
    add("CMSampleBuffer.AttachmentKey.emptyMedia", CMSampleBuffer.AttachmentKey.emptyMedia)
    add(
      "CMSampleBuffer.AttachmentKey.endsPreviousSampleDuration", CMSampleBuffer.AttachmentKey.endsPreviousSampleDuration
    )
    add(
      "CMSampleBuffer.AttachmentKey.fillDiscontinuitiesWithSilence",
      CMSampleBuffer.AttachmentKey.fillDiscontinuitiesWithSilence)
    add("CMSampleBuffer.AttachmentKey.forceKeyFrame", CMSampleBuffer.AttachmentKey.forceKeyFrame)
    add("CMSampleBuffer.AttachmentKey.gradualDecoderRefresh", CMSampleBuffer.AttachmentKey.gradualDecoderRefresh)
    add("CMSampleBuffer.AttachmentKey.permanentEmptyMedia", CMSampleBuffer.AttachmentKey.permanentEmptyMedia)
    add(
      "CMSampleBuffer.AttachmentKey.postNotificationWhenConsumed",
      CMSampleBuffer.AttachmentKey.postNotificationWhenConsumed)
    add(
      "CMSampleBuffer.AttachmentKey.resetDecoderBeforeDecoding", CMSampleBuffer.AttachmentKey.resetDecoderBeforeDecoding
    )
    add("CMSampleBuffer.AttachmentKey.resumeOutput", CMSampleBuffer.AttachmentKey.resumeOutput)
    add("CMSampleBuffer.AttachmentKey.reverse", CMSampleBuffer.AttachmentKey.reverse)
    add(
      "CMSampleBuffer.AttachmentKey.sampleReferenceByteOffset", CMSampleBuffer.AttachmentKey.sampleReferenceByteOffset)
    add("CMSampleBuffer.AttachmentKey.sampleReferenceURL", CMSampleBuffer.AttachmentKey.sampleReferenceURL)
    add("CMSampleBuffer.AttachmentKey.speedMultiplier", CMSampleBuffer.AttachmentKey.speedMultiplier)
    add(
      "CMSampleBuffer.AttachmentKey.stillImageLensStabilizationInfo",
      CMSampleBuffer.AttachmentKey.stillImageLensStabilizationInfo)
    add("CMSampleBuffer.AttachmentKey.transitionID", CMSampleBuffer.AttachmentKey.transitionID)
    add("CMSampleBuffer.AttachmentKey.trimDurationAtEnd", CMSampleBuffer.AttachmentKey.trimDurationAtEnd)
    add("CMSampleBuffer.AttachmentKey.trimDurationAtStart", CMSampleBuffer.AttachmentKey.trimDurationAtStart)
    add("CMSampleBuffer.DataReadiness.notReady", CMSampleBuffer.DataReadiness.notReady)
    add("CMSampleBuffer.DataReadiness.ready", CMSampleBuffer.DataReadiness.ready)
    add("CMSampleBuffer.Error.allocationFailed", CMSampleBuffer.Error.allocationFailed)
    add("CMSampleBuffer.Error.alreadyHasDataBuffer", CMSampleBuffer.Error.alreadyHasDataBuffer)
    add("CMSampleBuffer.Error.arrayTooSmall", CMSampleBuffer.Error.arrayTooSmall)
    add("CMSampleBuffer.Error.bufferHasNoSampleSizes", CMSampleBuffer.Error.bufferHasNoSampleSizes)
    add("CMSampleBuffer.Error.bufferHasNoSampleTimingInfo", CMSampleBuffer.Error.bufferHasNoSampleTimingInfo)
    add("CMSampleBuffer.Error.bufferNotReady", CMSampleBuffer.Error.bufferNotReady)
    add("CMSampleBuffer.Error.cannotSubdivide", CMSampleBuffer.Error.cannotSubdivide)
    add("CMSampleBuffer.Error.dataCanceled", CMSampleBuffer.Error.dataCanceled)
    add("CMSampleBuffer.Error.dataFailed", CMSampleBuffer.Error.dataFailed)
    add("CMSampleBuffer.Error.invalidEntryCount", CMSampleBuffer.Error.invalidEntryCount)
    add("CMSampleBuffer.Error.invalidMediaFormat", CMSampleBuffer.Error.invalidMediaFormat)
    add("CMSampleBuffer.Error.invalidMediaTypeForOperation", CMSampleBuffer.Error.invalidMediaTypeForOperation)
    add("CMSampleBuffer.Error.invalidSampleData", CMSampleBuffer.Error.invalidSampleData)
    add("CMSampleBuffer.Error.invalidated", CMSampleBuffer.Error.invalidated)
    add("CMSampleBuffer.Error.requiredParameterMissing", CMSampleBuffer.Error.requiredParameterMissing)
    add("CMSampleBuffer.Error.sampleIndexOutOfRange", CMSampleBuffer.Error.sampleIndexOutOfRange)
    add("CMSampleBuffer.Error.sampleTimingInfoInvalid", CMSampleBuffer.Error.sampleTimingInfoInvalid)
    add(
      "CMSampleBuffer.Flags.audioBufferListAssure16ByteAlignment",
      CMSampleBuffer.Flags.audioBufferListAssure16ByteAlignment)
    add("CMSampleBuffer.NotificationKey.status", CMSampleBuffer.NotificationKey.status)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.audioIndependentSampleDecoderRefreshCount",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.audioIndependentSampleDecoderRefreshCount)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.dependsOnOthers",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.dependsOnOthers)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.displayImmediately",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.displayImmediately)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.doNotDisplay",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.doNotDisplay)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.earlierDisplayTimesAllowed",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.earlierDisplayTimesAllowed)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hasRedundantCoding",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hasRedundantCoding)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcStepwiseTemporalSubLayerAccess",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcStepwiseTemporalSubLayerAccess)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcSyncSampleNALUnitType",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcSyncSampleNALUnitType)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcTemporalLevelInfo",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcTemporalLevelInfo)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcTemporalSubLayerAccess",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.hevcTemporalSubLayerAccess)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.isDependedOnByOthers",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.isDependedOnByOthers)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.notSync",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.notSync)
    add(
      "CMSampleBuffer.PerSampleAttachmentsDictionary.Key.partialSync",
      CMSampleBuffer.PerSampleAttachmentsDictionary.Key.partialSync)
    add("CMSampleBuffer.dataBecameReady", CMSampleBuffer.dataBecameReady)
    add("CMSampleBuffer.dataFailed", CMSampleBuffer.dataFailed)
    add("CMSimpleQueue.Error.allocationFailed", CMSimpleQueue.Error.allocationFailed)
    add("CMSimpleQueue.Error.parameterOutOfRange", CMSimpleQueue.Error.parameterOutOfRange)
    add("CMSimpleQueue.Error.queueIsFull", CMSimpleQueue.Error.queueIsFull)
    add("CMSimpleQueue.Error.requiredParameterMissing", CMSimpleQueue.Error.requiredParameterMissing)
    add("CMStereoViewComponents.leftEye", CMStereoViewComponents.leftEye)
    add("CMStereoViewComponents.rightEye", CMStereoViewComponents.rightEye)
    add("CMStereoViewInterpretationOptions.additionalViews", CMStereoViewInterpretationOptions.additionalViews)
    add("CMStereoViewInterpretationOptions.stereoOrderReversed", CMStereoViewInterpretationOptions.stereoOrderReversed)
    add("CMSync.Error.allocationFailed", CMSync.Error.allocationFailed)
    add("CMSync.Error.invalidParameter", CMSync.Error.invalidParameter)
    add("CMSync.Error.missingRequiredParameter", CMSync.Error.missingRequiredParameter)
    add("CMSync.Error.rateMustBeNonZero", CMSync.Error.rateMustBeNonZero)
    add("CMTimeFlags.hasBeenRounded", CMTimeFlags.hasBeenRounded)
    add("CMTimeFlags.impliedValueFlagsMask", CMTimeFlags.impliedValueFlagsMask)
    add("CMTimeFlags.indefinite", CMTimeFlags.indefinite)
    add("CMTimeFlags.negativeInfinity", CMTimeFlags.negativeInfinity)
    add("CMTimeFlags.positiveInfinity", CMTimeFlags.positiveInfinity)
    add("CMTimeFlags.valid", CMTimeFlags.valid)
    add("CMTimeRoundingMethod.default", CMTimeRoundingMethod.`default`)
    add("CMTimeRoundingMethod.quickTime", CMTimeRoundingMethod.quickTime)
    add("CMTimeRoundingMethod.roundAwayFromZero", CMTimeRoundingMethod.roundAwayFromZero)
    add("CMTimeRoundingMethod.roundHalfAwayFromZero", CMTimeRoundingMethod.roundHalfAwayFromZero)
    add("CMTimeRoundingMethod.roundTowardNegativeInfinity", CMTimeRoundingMethod.roundTowardNegativeInfinity)
    add("CMTimeRoundingMethod.roundTowardPositiveInfinity", CMTimeRoundingMethod.roundTowardPositiveInfinity)
    add("CMTimeRoundingMethod.roundTowardZero", CMTimeRoundingMethod.roundTowardZero)
    add("CMTimebase.Error.allocationFailed", CMTimebase.Error.allocationFailed)
    add("CMTimebase.Error.invalidParameter", CMTimebase.Error.invalidParameter)
    add("CMTimebase.Error.missingRequiredParameter", CMTimebase.Error.missingRequiredParameter)
    add("CMTimebase.Error.readOnly", CMTimebase.Error.readOnly)
    add("CMTimebase.Error.timerIntervalTooShort", CMTimebase.Error.timerIntervalTooShort)
    add("CMTimebase.effectiveRateChanged", CMTimebase.effectiveRateChanged)
    add("CMTimebase.farFuture", CMTimebase.farFuture)
    add("CMTimebase.timeJumped", CMTimebase.timeJumped)
    add("CMTimebase.veryLongTimeInterval", CMTimebase.veryLongTimeInterval)
  }
}
