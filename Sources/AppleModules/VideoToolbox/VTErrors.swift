import CoreMedia

// The errors of sessions and conversions, which programs compare codes with. Source: VTErrors.h.

/// The session has no such property.
public var kVTPropertyNotSupportedErr: OSStatus { -12900 }
/// The property cannot be set.
public var kVTPropertyReadOnlyErr: OSStatus { -12901 }
/// A parameter makes no sense.
public var kVTParameterErr: OSStatus { -12902 }
/// The session has ended.
public var kVTInvalidSessionErr: OSStatus { -12903 }
/// There is no memory.
public var kVTAllocationFailedErr: OSStatus { -12904 }
/// The pixel format, or the colours, cannot be converted.
public var kVTPixelTransferNotSupportedErr: OSStatus { -12905 }
/// There is no such decoder.
public var kVTCouldNotFindVideoDecoderErr: OSStatus { -12906 }
/// A coder could not be made.
public var kVTCouldNotCreateInstanceErr: OSStatus { -12907 }
/// There is no such encoder.
public var kVTCouldNotFindVideoEncoderErr: OSStatus { -12908 }
/// The coded frame is damaged.
public var kVTVideoDecoderBadDataErr: OSStatus { -12909 }
/// The decoder does not have the format.
public var kVTVideoDecoderUnsupportedDataFormatErr: OSStatus { -12910 }
/// The decoder failed.
public var kVTVideoDecoderMalfunctionErr: OSStatus { -12911 }
/// The encoder failed.
public var kVTVideoEncoderMalfunctionErr: OSStatus { -12912 }
/// The decoder is in use.
public var kVTVideoDecoderNotAvailableNowErr: OSStatus { -12913 }
/// The turn cannot be made.
public var kVTPixelRotationNotSupportedErr: OSStatus { -12914 }
/// The encoder is in use.
public var kVTVideoEncoderNotAvailableNowErr: OSStatus { -12915 }
/// The session cannot change to the format.
public var kVTFormatDescriptionChangeNotSupportedErr: OSStatus { -12916 }
/// The colours of the source are not known.
public var kVTInsufficientSourceColorDataErr: OSStatus { -12917 }
/// The conversion of colours could not be made.
public var kVTCouldNotCreateColorCorrectionDataErr: OSStatus { -12918 }
/// The conversion of colours failed.
public var kVTColorSyncTransformConvertFailedErr: OSStatus { -12919 }

/// Returns true if hardware decodes a codec: it does not, decoders here are software.
public func VTIsHardwareDecodeSupported(_ codecType: CMVideoCodecType) -> Bool { false }
