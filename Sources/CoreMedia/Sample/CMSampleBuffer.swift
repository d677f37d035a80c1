import CoreGraphics
import CoreVideo
import Foundation
import Synchronization

/// Samples of a track, or one frame: bytes or pixels with timing, format and attachments.
///
/// Coded samples and audio have a data buffer, decoded frames an image buffer. Timings and sizes are given for every
/// sample, or once for all. Buffers may be passed between threads; properties that change after creation (readiness,
/// output time, attachments) are synchronised, except the dictionaries of sample attachments.
public final class CMSampleBuffer: CMAttachmentBearerProtocol, Sendable {
  /// Makes the data of a buffer ready: 0, or an error.
  public typealias MakeDataReadyHandler = (CMSampleBuffer) -> OSStatus

  struct State {
    var dataBuffer: CMBlockBuffer?
    var readiness = DataReadiness.ready
    var makeDataReady: MakeDataReadyHandler?
    var tracked: CMSampleBuffer?
    var invalidate: ((CMSampleBuffer) throws -> Void)?
    var isValid = true
    var outputPresentationTimeStamp = CMTime.invalid
    /// One mutable dictionary per sample, created on first use.
    var sampleAttachments: [NSMutableDictionary]?
    /// The attachments that the dictionary of a single sample gets when it is created.
    var impliedAttachments: ImpliedSampleAttachments?
  }

  /// The image buffer of a decoded frame; nil for coded samples and audio.
  ///
  /// Source: `CMSampleBufferGetImageBuffer`.
  public let imageBuffer: CVImageBuffer?
  /// The format of the samples; nil if the buffer only marks a time.
  ///
  /// Source: `CMSampleBufferGetFormatDescription`.
  public let formatDescription: CMFormatDescription?
  /// The number of samples: video frames, packets, or PCM frames.
  ///
  /// Source: `CMSampleBufferGetNumSamples`.
  public let numSamples: Int
  /// None, one for all, or one a sample.
  let timings: [CMSampleTimingInfo]
  /// None, one for all, or one a sample; in bytes.
  let sizes: [Int]
  /// The byte ranges of audio packets in the data, if they differ in size.
  let packetDescriptions: [AudioStreamPacketDescription]

  let attachmentStore: AttachmentStore
  private let state: Mutex<State>

  init(
    imageBuffer: CVImageBuffer? = nil, formatDescription: CMFormatDescription?, numSamples: Int,
    timings: [CMSampleTimingInfo], sizes: [Int] = [], packetDescriptions: [AudioStreamPacketDescription] = [],
    attachments: BufferAttachments = .init(), state: State
  ) throws {
    guard numSamples >= 0 else { throw Error.invalidEntryCount }
    for count in [timings.count, sizes.count] where count > 1 && count != numSamples { throw Error.invalidEntryCount }
    guard sizes.allSatisfy({ $0 >= 0 }) else { throw Error.invalidSampleData }
    self.imageBuffer = imageBuffer
    self.formatDescription = formatDescription
    self.numSamples = numSamples
    self.timings = timings
    self.sizes = sizes
    self.packetDescriptions = packetDescriptions
    attachmentStore = AttachmentStore(attachments)
    // The caller has made it for this buffer.
    nonisolated(unsafe) let state = state
    self.state = Mutex(state)
  }

  /// Reads or changes the state, one thread at a time; handlers are called outside.
  func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    // Results are values and references that are safe to share.
    try state.withLock { state in
      nonisolated(unsafe) let result = try body(&state)
      return result
    }
  }

  /// The bytes of coded samples or of audio; nil for decoded frames.
  ///
  /// Source: `CMSampleBufferGetDataBuffer`.
  public var dataBuffer: CMBlockBuffer? { withState { $0.dataBuffer } }

  /// Gives a buffer its bytes, once.
  ///
  /// - Throws: `alreadyHasDataBuffer` if it has some.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    try withState { state in
      guard state.dataBuffer == nil, imageBuffer == nil else { throw Error.alreadyHasDataBuffer }
      state.dataBuffer = dataBuffer
    }
  }

  /// The identifier of sample buffers, as `CFGetTypeID(_:)` returns it.
  public static var typeID: CFTypeID { CoreGraphics.typeID(of: CMSampleBuffer.self) }
}

extension CMSampleBuffer: AttachmentStoring {
  func withAttachmentStore(_ body: (borrowing AttachmentStore) -> Void) { body(attachmentStore) }
}

extension CMSampleBuffer: Hashable {
  /// Two buffers are equal if they are the same object.
  public static func == (lhs: CMSampleBuffer, rhs: CMSampleBuffer) -> Bool { lhs === rhs }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// Makes the data of a buffer ready: 0, or an error.
public typealias CMSampleBufferMakeDataReadyHandler = CMSampleBuffer.MakeDataReadyHandler
/// Makes the data of a buffer ready, given the pointer it was created with: 0, or an error.
public typealias CMSampleBufferMakeDataReadyCallback = (CMSampleBuffer, UnsafeMutableRawPointer?) -> OSStatus
/// Hears that a buffer was invalidated.
public typealias CMSampleBufferInvalidateHandler = (CMSampleBuffer) -> Void
