import CoreGraphics
import Synchronization

/// A picture in memory, with attachments that describe it.
///
/// A buffer either owns its pixels (`CVPixelBufferCreate`, pools) or wraps memory of someone else, who hears of it
/// through a release callback, exactly once, when the last reference goes. Buffers may be passed between threads;
/// attachments and locks are synchronised, pixels are not.
public final class CVBuffer: @unchecked Sendable {
  /// One plane as it lies in memory.
  struct Plane {
    var baseAddress: UnsafeMutableRawPointer
    var width: Int
    var height: Int
    var bytesPerRow: Int
  }

  /// Locks that have not been paired with an unlock.
  struct Locks {
    var readOnly = 0
    var readWrite = 0
  }

  let pixelFormat: OSType
  let width: Int
  let height: Int
  let isPlanar: Bool
  let planes: [Plane]
  /// What `CVPixelBufferGetBaseAddress` answers.
  let baseAddress: UnsafeMutableRawPointer?
  /// Bytes from the first to the last of the picture, as `CVPixelBufferGetDataSize` answers.
  let dataSize: Int
  let extendedPixels: PixelBufferAttributes.ExtendedPixels
  let creationAttributes: CFDictionary?
  package let attachmentStore: AttachmentStore
  private let memory: Memory
  private let locks = Mutex(Locks())

  /// Who keeps the bytes, and what happens to them in the end.
  enum Memory {
    /// A block of this library, freed or returned to its pool.
    case owned(PixelMemory)
    /// Somebody else's bytes, and how to tell them that they are not needed any more.
    case wrapped(release: () -> Void)
    /// Bytes that an object keeps.
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

  /// Whether the planes lie in one block of this library.
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

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A buffer that holds a picture.
public typealias CVImageBuffer = CVBuffer
/// A picture whose pixels are in main memory.
public typealias CVPixelBuffer = CVImageBuffer
/// A set of option bits of Core Video; none are defined.
public typealias CVOptionFlags = UInt64

/// The identifier of pixel buffers, as `CFGetTypeID(_:)` returns it.
public func CVPixelBufferGetTypeID() -> CFTypeID {
  typeID(of: CVBuffer.self)
}
