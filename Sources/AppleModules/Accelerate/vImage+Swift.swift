import CoreGraphics
import Foundation

/// The names of vImage in Swift.
public enum vImage {
  /// Options of a call.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: vImage_Flags
    public init(rawValue: vImage_Flags) { self.rawValue = rawValue }

    public static var noFlags: Options { [] }
    public static var leaveAlphaUnchanged: Options { Options(rawValue: 1) }
    public static var copyInPlace: Options { Options(rawValue: 2) }
    public static var backgroundColorFill: Options { Options(rawValue: 4) }
    public static var imageExtend: Options { Options(rawValue: 8) }
    public static var doNotTile: Options { Options(rawValue: 16) }
    public static var highQualityResampling: Options { Options(rawValue: 32) }
    public static var truncateKernel: Options { Options(rawValue: 64) }
    public static var printDiagnosticsToConsole: Options { Options(rawValue: 256) }
    public static var noAllocate: Options { Options(rawValue: 512) }
  }

  /// An error of a call.
  public enum Error: Int, Swift.Error, Sendable {
    case noError = 0
    case roiLargerThanInputBuffer = -21766
    case invalidKernelSize = -21767
    case invalidEdgeStyle = -21768
    case invalidOffset_X = -21769
    case invalidOffset_Y = -21770
    case memoryAllocationError = -21771
    case nullPointerArgument = -21772
    case invalidParameter = -21773
    case bufferSizeMismatch = -21774
    case unknownFlagsBit = -21775
    case internalError = -21776
    case invalidRowBytes = -21777
    case invalidImageFormat = -21778
    case outOfPlaceOperationRequired = -21780
    case invalidImageObject = -21781
    case unsupportedConversion = -21783

    /// Creates the error of a code; an internal error for an unknown one.
    public init(vImageError: vImage_Error) { self = Error(rawValue: vImageError) ?? .internalError }
  }
}

extension vImage_Buffer {
  /// Allocates a buffer, which ``free()`` releases.
  public init(width: Int, height: Int, bitsPerPixel: UInt32) throws {
    self.init()
    guard width >= 0, height >= 0 else { throw vImage.Error.invalidParameter }
    try check(
      vImageBuffer_Init(
        &self, vImagePixelCount(height), vImagePixelCount(width), bitsPerPixel, vImage_Flags(kvImageNoFlags)))
  }

  /// Makes a buffer of an image's pixels in their own format, which ``free()`` releases.
  public init(cgImage: CGImage, flags options: vImage.Options = .noFlags) throws {
    guard let format = vImage_CGImageFormat(cgImage: cgImage) else { throw vImage.Error.invalidImageFormat }
    try self.init(cgImage: cgImage, format: format, flags: options)
  }

  /// Makes a buffer of an image's pixels in a format, which ``free()`` releases.
  public init(cgImage: CGImage, format: vImage_CGImageFormat, flags options: vImage.Options = .noFlags) throws {
    self.init()
    var format = format
    try check(
      vImageBuffer_InitWithCGImage(
        &self, &format, nil, cgImage, options.subtracting(.noAllocate).rawValue))
  }

  /// Returns an image of the pixels.
  public func createCGImage(format: vImage_CGImageFormat, flags options: vImage.Options = .noFlags) throws -> CGImage {
    var (format, error) = (format, kvImageNoError)
    return try withUnsafePointer(to: self) { buffer in
      guard let image = vImageCreateCGImageFromBuffer(buffer, &format, nil, nil, options.rawValue, &error) else {
        throw vImage.Error(vImageError: error)
      }
      return image.takeRetainedValue()
    }
  }

  /// Copies the pixels into another buffer of at most this size.
  public func copy(
    destinationBuffer: inout vImage_Buffer, pixelSize: Int, flags options: vImage.Options = .noFlags
  ) throws {
    try withUnsafePointer(to: self) { source in
      try check(vImageCopyBuffer(source, &destinationBuffer, pixelSize, options.rawValue))
    }
  }

  /// The size in pixels.
  public var size: CGSize { CGSize(width: Double(width), height: Double(height)) }

  /// Releases the memory that an initializer has allocated.
  public func free() { Foundation.free(data) }
}

private func check(_ error: vImage_Error) throws {
  if error != kvImageNoError { throw vImage.Error(vImageError: error) }
}
