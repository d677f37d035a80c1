import CoreGraphics
import CoreVideo
import Foundation
import Synchronization

/// Bytes in memory, made of one or more blocks that may be shared with other block buffers.
///
/// A buffer refers to ranges of blocks and presents them as one run of bytes, from offset 0 to `dataLength`. Blocks may
/// be memory of the caller, memory of an allocator, or ranges of other buffers; nothing is copied unless requested. A
/// buffer retains the blocks it refers to and releases them with its last reference. Appending is synchronised; the
/// bytes themselves are not.
public final class CMBlockBuffer: CMAttachmentBearerProtocol, Sendable {
  /// A range of a block.
  struct Segment {
    var memory: BlockMemory
    var offset: Int
    var length: Int
  }

  private struct State {
    var segments: [Segment] = []
    var length = 0
  }

  private let state = Mutex(State())
  let attachmentStore = AttachmentStore()

  init(segments: [Segment]) {
    for segment in segments { append(segment) }
  }

  /// The ranges that make up this buffer, in order.
  var segments: [Segment] { state.withLock { $0.segments } }

  func append(_ segment: Segment) {
    state.withLock { state in
      state.segments.append(segment)
      // Lengths were checked against memory that exists or was requested; their sum may still exceed 64 bits.
      state.length = state.length.addingReportingOverflow(segment.length).partialValue
    }
  }

  /// Bytes in the buffer.
  ///
  /// Source: `CMBlockBufferGetDataLength`.
  public var dataLength: Int { state.withLock { $0.length } }

  /// True if the buffer refers to no memory at all.
  ///
  /// Source: `CMBlockBufferIsEmpty`.
  public var isEmpty: Bool { state.withLock { $0.segments.isEmpty } }

  /// The identifier of block buffers, as `CFGetTypeID(_:)` returns it.
  public static var typeID: CFTypeID { CoreGraphics.typeID(of: CMBlockBuffer.self) }
}

extension CMBlockBuffer {
  /// The ranges of blocks that hold a range of the buffer.
  ///
  /// - Throws: `badOffsetParameter` or `badLengthParameter` if the range leaves the buffer.
  func segments(from offset: Int, length: Int) throws -> [Segment] {
    let total = dataLength
    guard offset >= 0, offset <= total else { throw Error.badOffsetParameter }
    guard length >= 0, length <= total - offset else { throw Error.badLengthParameter }
    var result: [Segment] = []
    var skipped = offset
    var wanted = length
    for segment in segments where wanted > 0 {
      if skipped >= segment.length {
        skipped -= segment.length
        continue
      }
      let taken = min(segment.length - skipped, wanted)
      result.append(Segment(memory: segment.memory, offset: segment.offset + skipped, length: taken))
      wanted -= taken
      skipped = 0
    }
    return result
  }

  /// Calls a body with the address of each run of bytes of a range.
  func forEachRun(
    from offset: Int, length: Int, _ body: (UnsafeMutableRawBufferPointer) throws -> Void
  ) throws {
    for segment in try segments(from: offset, length: length) {
      guard let address = segment.memory.address else { throw Error.unallocatedBlock }
      try body(UnsafeMutableRawBufferPointer(start: address + segment.offset, count: segment.length))
    }
  }

  /// The run of bytes at an offset, to the end of its block.
  func run(at offset: Int) throws -> UnsafeMutableRawBufferPointer {
    let total = dataLength
    guard total > 0 else { throw Error.emptyBlockBuffer }
    guard offset >= 0, offset < total else { throw Error.badOffsetParameter }
    guard let segment = try segments(from: offset, length: total - offset).first else {
      throw Error.emptyBlockBuffer
    }
    guard let address = segment.memory.address else { throw Error.unallocatedBlock }
    return UnsafeMutableRawBufferPointer(start: address + segment.offset, count: segment.length)
  }
}

extension CMBlockBuffer: Hashable {
  /// Two buffers are equal if they are the same object.
  public static func == (lhs: CMBlockBuffer, rhs: CMBlockBuffer) -> Bool { lhs === rhs }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
