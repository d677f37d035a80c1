import CoreGraphics

// Keys of the attachment dictionaries of single samples; values are Booleans unless stated otherwise.

/// Not a sync sample: decoding cannot start here. Absent means sync.
public nonisolated(unsafe) let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"
/// Decoding may start here, but leading frames cannot be decoded.
public nonisolated(unsafe) let kCMSampleAttachmentKey_PartialSync: CFString = "PartialSync"
/// The sample is also coded in a second way.
public nonisolated(unsafe) let kCMSampleAttachmentKey_HasRedundantCoding: CFString = "HasRedundantCoding"
/// Others need this sample; false means it may be dropped.
public nonisolated(unsafe) let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"
/// The sample depends on others; false for an intra frame.
public nonisolated(unsafe) let kCMSampleAttachmentKey_DependsOnOthers: CFString = "DependsOnOthers"
/// Later samples may be shown earlier.
public nonisolated(unsafe) let kCMSampleAttachmentKey_EarlierDisplayTimesAllowed: CFString =
  "EarlierDisplayTimesAllowed"
/// Display the sample immediately, regardless of its time.
public nonisolated(unsafe) let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Decode the sample but do not show it.
public nonisolated(unsafe) let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// The temporal level of an HEVC frame.
public nonisolated(unsafe) let kCMSampleAttachmentKey_HEVCTemporalLevelInfo: CFString = "HEVCTemporalLevelInfo"
/// Decoding may switch to a higher sub-layer here.
public nonisolated(unsafe) let kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess: CFString =
  "HEVCTemporalSubLayerAccess"
/// Decoding may switch up by one sub-layer here.
public nonisolated(unsafe) let kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess: CFString =
  "HEVCStepwiseTemporalSubLayerAccess"
/// The NAL unit type of a sync sample.
public nonisolated(unsafe) let kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType: CFString = "HEVCSyncSampleNALUnitType"
/// The number of packets to decode before the audio is correct.
public nonisolated(unsafe) let kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount: CFString =
  "AudioIndependentSampleDecoderRefreshCount"

// Keys of attachments of whole sample buffers; values are Booleans unless stated otherwise.

/// Reset the decoder before these samples.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString =
  "ResetDecoderBeforeDecoding"
/// Let the decoder hand out everything after these samples.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"
/// Post a notification when these samples have been used; a dictionary for its user info.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed: CFString =
  "PostNotificationWhenConsumed"
/// Let a paused output go on with these samples.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_ResumeOutput: CFString = "ResumeOutput"
/// Marks the samples between which a transition happens.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_TransitionID: CFString = "TransitionID"
/// The duration to trim at the start, a dictionary of a time.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"
/// The duration to trim at the end, a dictionary of a time.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
/// The playback speed of the samples relative to normal, a number above 0.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_SpeedMultiplier: CFString = "SpeedMultiplier"
/// The samples play in reverse.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_Reverse: CFString = "Reverse"
/// Fill gaps before these samples with silence.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence: CFString =
  "FillDiscontinuitiesWithSilence"
/// There is nothing to show for the buffer's duration.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_EmptyMedia: CFString = "EmptyMedia"
/// There is nothing to show until the next samples.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_PermanentEmptyMedia: CFString = "PermanentEmptyMedia"
/// Show the emptiness at once.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately: CFString =
  "DisplayEmptyMediaImmediately"
/// The previous sample lasts until this time.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration: CFString =
  "EndsPreviousSampleDuration"
/// The file in which the samples are.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_SampleReferenceURL: CFString = "SampleReferenceURL"
/// The offset of the samples in that file, in bytes.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_SampleReferenceByteOffset: CFString =
  "SampleReferenceByteOffset"
/// The number of samples to decode before frames are correct.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_GradualDecoderRefresh: CFString = "GradualDecoderRefresh"
/// The reason for a dropped frame, one of the `kCMSampleBufferDroppedFrameReason_` strings.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// Further information about a dropped frame.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// The effect of lens stabilisation.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString =
  "StillImageLensStabilizationInfo"
/// The camera's matrix, as data.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
/// Encode this frame as a sync sample.
public nonisolated(unsafe) let kCMSampleBufferAttachmentKey_ForceKeyFrame: CFString = "ForceKeyFrame"

// Reasons for dropped frames in capture.

/// The previous frame was still being processed.
public nonisolated(unsafe) let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// All buffers were in use.
public nonisolated(unsafe) let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// It is not known how many were dropped.
public nonisolated(unsafe) let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
