import CoreGraphics
import Foundation

/// A number of pixels.
public typealias vImagePixelCount = UInt
/// 0, or the code of an error below 0.
public typealias vImage_Error = Int
/// Options of a call.
public typealias vImage_Flags = UInt32
/// A value of 8 bits.
public typealias Pixel_8 = UInt8
/// A value in floating point.
public typealias Pixel_F = Float
/// Four values of 8 bits, in the order of memory.
public typealias Pixel_8888 = (UInt8, UInt8, UInt8, UInt8)

/// A view of the rows of an image, which it does not own.
public struct vImage_Buffer {
  /// The first pixel of the top row.
  public var data: UnsafeMutableRawPointer!
  /// The number of rows.
  public var height: vImagePixelCount
  /// The number of pixels in a row.
  public var width: vImagePixelCount
  /// The bytes from one row to the next.
  public var rowBytes: Int

  public init() { (data, height, width, rowBytes) = (nil, 0, 0, 0) }

  public init(data: UnsafeMutableRawPointer!, height: vImagePixelCount, width: vImagePixelCount, rowBytes: Int) {
    (self.data, self.height, self.width, self.rowBytes) = (data, height, width, rowBytes)
  }
}

// MARK: Codes

/// No error.
public var kvImageNoError: Int { 0 }
/// A region that does not lie in the source.
public var kvImageRoiLargerThanInputBuffer: Int { -21766 }
/// A kernel of an even or a wrong size.
public var kvImageInvalidKernelSize: Int { -21767 }
/// Missing or too many flags for edges.
public var kvImageInvalidEdgeStyle: Int { -21768 }
/// A horizontal offset outside of the source.
public var kvImageInvalidOffset_X: Int { -21769 }
/// A vertical offset outside of the source.
public var kvImageInvalidOffset_Y: Int { -21770 }
/// No memory.
public var kvImageMemoryAllocationError: Int { -21771 }
/// A missing buffer or table.
public var kvImageNullPointerArgument: Int { -21772 }
/// A wrong argument.
public var kvImageInvalidParameter: Int { -21773 }
/// Buffers of sizes that do not fit together.
public var kvImageBufferSizeMismatch: Int { -21774 }
/// A flag that the call does not know.
public var kvImageUnknownFlagsBit: Int { -21775 }
/// A failure inside of the library.
public var kvImageInternalError: Int { -21776 }
/// Rows that are too short for their pixels.
public var kvImageInvalidRowBytes: Int { -21777 }
/// A format that cannot be.
public var kvImageInvalidImageFormat: Int { -21778 }
/// A call that cannot work in place.
public var kvImageOutOfPlaceOperationRequired: Int { -21780 }
/// An image that cannot be.
public var kvImageInvalidImageObject: Int { -21781 }
/// A conversion that is not there.
public var kvImageUnsupportedConversion: Int { -21783 }

// MARK: Flags

/// No flags.
public var kvImageNoFlags: Int { 0 }
/// Keeps the first channel.
public var kvImageLeaveAlphaUnchanged: Int { 1 }
/// Keeps pixels at edges.
public var kvImageCopyInPlace: Int { 2 }
/// Pixels outside have a colour.
public var kvImageBackgroundColorFill: Int { 4 }
/// Pixels outside are those of the edge.
public var kvImageEdgeExtend: Int { 8 }
/// Works on the calling thread, as all calls here do.
public var kvImageDoNotTile: Int { 16 }
/// Resamples with a longer filter.
public var kvImageHighQualityResampling: Int { 32 }
/// Leaves pixels outside out.
public var kvImageTruncateKernel: Int { 64 }
/// Returns the bytes of the temporary memory that a call would take, and does nothing else; no call here takes any.
public var kvImageGetTempBufferSize: Int { 128 }
/// Prints errors; accepted with no effect.
public var kvImagePrintDiagnosticsToConsole: Int { 256 }
/// Does not allocate memory.
public var kvImageNoAllocate: Int { 512 }

extension vImage_Flags {
  func has(_ flag: Int) -> Bool { self & vImage_Flags(flag) != 0 }
}

// MARK: Memory

/// Allocates the rows of an image; `free` releases them.
///
/// - Parameters:
///   - pixelBits: The bits of a pixel.
///   - flags: With `kvImageNoAllocate`, size and row bytes are set, and the alignment is returned.
/// - Returns: An error; with `kvImageNoAllocate` the alignment that memory is to have.
@discardableResult
public func vImageBuffer_Init(
  _ buf: UnsafeMutablePointer<vImage_Buffer>, _ height: vImagePixelCount, _ width: vImagePixelCount,
  _ pixelBits: UInt32, _ flags: vImage_Flags
) -> vImage_Error {
  buf.pointee = vImage_Buffer()
  guard height > 0, width > 0, pixelBits > 0 else { return kvImageInvalidParameter }
  let (bits, overflow) = Int(clamping: width).multipliedReportingOverflow(by: Int(pixelBits))
  guard !overflow, bits < Int.max - 1024 else { return kvImageMemoryAllocationError }
  let row = ((bits + 7) / 8 + rowAlignment - 1) / rowAlignment * rowAlignment
  let (size, overflow2) = row.multipliedReportingOverflow(by: Int(clamping: height))
  guard !overflow2 else { return kvImageMemoryAllocationError }
  (buf.pointee.width, buf.pointee.height, buf.pointee.rowBytes) = (width, height, row)
  if flags.has(kvImageNoAllocate) { return rowAlignment }
  guard let memory = malloc(size) else { return kvImageMemoryAllocationError }
  buf.pointee.data = memory
  return kvImageNoError
}

private let rowAlignment = 64

/// Copies the pixels of a buffer into one of the same size or larger than the target.
///
/// - Parameter pixelSize: The bytes of a pixel.
@discardableResult
public func vImageCopyBuffer(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ pixelSize: Int, _ flags: vImage_Flags
) -> vImage_Error {
  rows(src, dest, pixelSize, flags) { source, target, width in
    memmove(target, source, width * pixelSize)
  }
}

// MARK: Rows

/// The two buffers of a call, which are there and large enough.
struct BufferPair {
  let source: vImage_Buffer
  let target: vImage_Buffer
  let width: Int
  let height: Int

  /// Checks buffers of `sourceSize` and `targetSize` bytes a pixel, for a region of the target's size.
  static func make(
    _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ sourceSize: Int, _ targetSize: Int,
    sameSize: Bool = true
  ) -> (pair: BufferPair?, error: vImage_Error) {
    let (source, target) = (src.pointee, dest.pointee)
    guard source.data != nil, target.data != nil else { return (nil, kvImageNullPointerArgument) }
    let largest = vImagePixelCount(Int32.max)
    guard max(source.width, source.height, target.width, target.height) <= largest else {
      return (nil, kvImageInvalidParameter)
    }
    if sameSize, source.width < target.width || source.height < target.height {
      return (nil, kvImageRoiLargerThanInputBuffer)
    }
    let pair = BufferPair(source: source, target: target, width: Int(target.width), height: Int(target.height))
    let sourceWidth = sameSize ? pair.width : Int(source.width)
    guard source.rowBytes >= sourceWidth * sourceSize, target.rowBytes >= pair.width * targetSize else {
      return (nil, kvImageInvalidRowBytes)
    }
    return (pair, kvImageNoError)
  }

  func sourceRow(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    (source.data + row * source.rowBytes).assumingMemoryBound(to: UInt8.self)
  }

  func targetRow(_ row: Int) -> UnsafeMutablePointer<UInt8> {
    (target.data + row * target.rowBytes).assumingMemoryBound(to: UInt8.self)
  }
}

/// Calls a body with each row of two buffers.
func rows(
  _ src: UnsafePointer<vImage_Buffer>, _ dest: UnsafePointer<vImage_Buffer>, _ sourceSize: Int, _ flags: vImage_Flags,
  targetSize: Int? = nil,
  _ body: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Void
) -> vImage_Error {
  if flags.has(kvImageGetTempBufferSize) { return 0 }
  let (pair, error) = BufferPair.make(src, dest, sourceSize, targetSize ?? sourceSize)
  guard let pair else { return error }
  for row in 0..<pair.height { body(pair.sourceRow(row), pair.targetRow(row), pair.width) }
  return kvImageNoError
}
