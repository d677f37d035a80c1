import CoreGraphics
import Synchronization

/// An image in memory, with attachments that describe it.
///
/// A buffer either owns its pixels (`CVPixelBufferCreate`, pools) or wraps memory of another owner, whose release
/// callback is called exactly once, with the last reference. Buffers may be passed between threads; attachments and
/// locks are synchronised, pixels are not.
public final class CVBuffer: Sendable {
  /// The layout of one plane in memory.
  struct Plane {
    var baseAddress: UnsafeMutableRawPointer
    var width: Int
    var height: Int
    var bytesPerRow: Int
  }

  /// The numbers of locks that have not been paired with an unlock.
  struct Locks {
    var readOnly = 0
    var readWrite = 0
  }

  let pixelFormat: OSType
  let width: Int
  let height: Int
  let isPlanar: Bool
  /// Addresses stay as long as the buffer; pixels are for their users to synchronise.
  nonisolated(unsafe) let planes: [Plane]
  /// The result of `CVPixelBufferGetBaseAddress`.
  nonisolated(unsafe) let baseAddress: UnsafeMutableRawPointer?
  /// The number of bytes from the first to the last of the image, the result of `CVPixelBufferGetDataSize`.
  let dataSize: Int
  let extendedPixels: PixelBufferAttributes.ExtendedPixels
  /// A copy that is never modified.
  nonisolated(unsafe) let creationAttributes: CFDictionary?
  package let attachmentStore: AttachmentStore
  /// The release callback runs once, on the thread that releases the last reference.
  private nonisolated(unsafe) let memory: Memory
  private let locks = Mutex(Locks())

  /// The owner of the bytes, and their release.
  enum Memory {
    /// A block of this library, freed or returned to its pool.
    case owned(PixelMemory)
    /// Bytes of another owner, and a closure that releases them.
    case wrapped(release: () -> Void)
    /// Bytes that an object retains.
    case kept(by: AnyObject)
  }

  init(
    pixelFormat: OSType, width: Int, height: Int, isPlanar: Bool, planes: [Plane],
    baseAddress: UnsafeMutableRawPointer?, dataSize: Int,
    extendedPixels: PixelBufferAttributes.ExtendedPixels = .init(), creationAttributes: CFDictionary?,
    attachments: BufferAttachments = .init(), memory: Memory
  ) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.isPlanar = isPlanar
    self.planes = planes
    self.baseAddress = baseAddress
    self.dataSize = dataSize
    self.extendedPixels = extendedPixels
    // The caller's dictionary may be mutable.
    self.creationAttributes = creationAttributes?.copy() as? CFDictionary
    attachmentStore = AttachmentStore(attachments)
    self.memory = memory
  }

  deinit {
    if case .wrapped(let release) = memory { release() }
  }

  /// True if the planes are in one block of this library.
  var ownsMemory: Bool {
    if case .owned = memory { true } else { false }
  }

  /// Reads or changes the lock counts, one thread at a time.
  func withLocks<Result: Sendable>(_ body: (inout Locks) -> Result) -> Result {
    locks.withLock { body(&$0) }
  }
}

extension CVBuffer: Hashable {
  /// Two buffers are equal if they are the same object.
  public static func == (lhs: CVBuffer, rhs: CVBuffer) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A buffer that holds an image.
public typealias CVImageBuffer = CVBuffer
/// An image whose pixels are in main memory.
public typealias CVPixelBuffer = CVImageBuffer
/// A set of option bits of Core Video; none are defined.
public typealias CVOptionFlags = UInt64

/// The identifier of pixel buffers, as `CFGetTypeID(_:)` returns it.
public func CVPixelBufferGetTypeID() -> CFTypeID {
  typeID(of: CVBuffer.self)
}
