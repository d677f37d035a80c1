import CoreGraphics

// Result codes of the conversions between format descriptions and sample descriptions of files. Source:
// CMFormatDescriptionBridge.h.

/// A parameter makes no sense.
public var kCMFormatDescriptionBridgeError_InvalidParameter: OSStatus { -12712 }
/// Memory is short.
public var kCMFormatDescriptionBridgeError_AllocationFailed: OSStatus { -12713 }
/// The bytes are no sample description.
public var kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription: OSStatus { -12714 }
/// The format description makes no sense.
public var kCMFormatDescriptionBridgeError_InvalidFormatDescription: OSStatus { -12715 }
/// The format description has a form that files of this kind do not hold.
public var kCMFormatDescriptionBridgeError_IncompatibleFormatDescription: OSStatus { -12716 }
/// The sample description is of a kind of file that is not known.
public var kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor: OSStatus { -12717 }
/// A part of a sample description makes no sense.
public var kCMFormatDescriptionBridgeError_InvalidSlice: OSStatus { -12719 }
