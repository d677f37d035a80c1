/// A result code of Core Video: 0 for success, negative for an error.
public typealias CVReturn = Int32

/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// The first code of Core Video.
public let kCVReturnFirst: CVReturn = -6_660
/// An error without a code of its own.
public let kCVReturnError: CVReturn = -6_660
/// An argument is outside its range, or its object is in the wrong state.
public let kCVReturnInvalidArgument: CVReturn = -6_661
/// Memory is short.
public let kCVReturnAllocationFailed: CVReturn = -6_662
/// The operation is not supported.
public let kCVReturnUnsupported: CVReturn = -6_663
/// The display is unknown.
public let kCVReturnInvalidDisplay: CVReturn = -6_670
/// The display link runs already.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6_671
/// The display link does not run.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6_672
/// The display link has no callback.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6_673
/// The pixel format is unknown or does not fit the call.
public let kCVReturnInvalidPixelFormat: CVReturn = -6_680
/// The size is not positive or too large.
public let kCVReturnInvalidSize: CVReturn = -6_681
/// An attribute is missing or invalid.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6_682
/// The buffer cannot be used with OpenGL.
public let kCVReturnPixelBufferNotOpenGLCompatible: CVReturn = -6_683
/// The buffer cannot be used with Metal.
public let kCVReturnPixelBufferNotMetalCompatible: CVReturn = -6_684
/// The pool has allocated as many buffers as the caller allows.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6_689
/// The pool could not allocate.
public let kCVReturnPoolAllocationFailed: CVReturn = -6_690
/// A pool attribute is invalid.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6_691
/// The caller should try again.
public let kCVReturnRetry: CVReturn = -6_692
/// The last code of Core Video.
public let kCVReturnLast: CVReturn = -6_699
