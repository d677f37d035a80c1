import Synchronization

/// Appends pixel buffers to an input, and has a pool of them.
///
/// Buffers of the pool are of the format and size that its attributes say, in memory that the encoder takes without a copy.
///
/// Source: `AVAssetWriterInputPixelBufferAdaptor`.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject, KeyValueObservable, @unchecked Sendable {
  // Unchecked, since the compiler checks no class that has subclasses: what is stored is constant or behind a lock.

  /// The input.
  public let assetWriterInput: AVAssetWriterInput
  /// The attributes of the pool's buffers; nil if there is none.
  public let sourcePixelBufferAttributes: [String: Any]?
  public let propertyObservers = PropertyObservers()
  private let pool = Mutex<CVPixelBufferPool?>(nil)

  /// Creates an adaptor.
  ///
  /// - Parameters:
  ///   - input: An input of video that is encoded, and has no other adaptor.
  ///   - sourcePixelBufferAttributes: The attributes of the pool's buffers: a pixel format, and a width and height unless they are those of
  ///     the input's settings; nil for no pool.
  public init(assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes: [String: Any]? = nil) {
    precondition(input.mediaType == .video, "An adaptor of pixel buffers is for an input of video.")
    assetWriterInput = input
    self.sourcePixelBufferAttributes = sourcePixelBufferAttributes
    super.init()
    precondition(input.claim(by: self), "An input has one adaptor.")
  }

  /// The pool; nil before the writer's first session. Observable, on the thread that starts the session.
  open var pixelBufferPool: CVPixelBufferPool? { pool.withLock { $0 } }

  /// Appends a pixel buffer as a frame that is shown from a time on until the next one.
  ///
  /// The buffer must not be changed afterwards.
  /// - Returns: False if the writer does not write, or fails with this frame; `finishWriting()` then completes the file with what was
  ///   appended before.
  @discardableResult
  open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    let sample: CMSampleBuffer
    do {
      sample = try CMSampleBuffer(
        imageBuffer: pixelBuffer, formatDescription: CMVideoFormatDescription(imageBuffer: pixelBuffer),
        sampleTiming: CMSampleTimingInfo(
          duration: .invalid, presentationTimeStamp: presentationTime, decodeTimeStamp: .invalid))
    } catch {
      assetWriterInput.fail(WriterMisuse("a pixel buffer cannot be appended: \(error)"))
      return false
    }
    return assetWriterInput.append(sample)
  }

  /// Makes the pool.
  func makePool() {
    guard var attributes = sourcePixelBufferAttributes, pixelBufferPool == nil else { return }
    let settings = assetWriterInput.outputSettings ?? [:]
    for (key, own) in [(kCVPixelBufferWidthKey, AVVideoWidthKey), (kCVPixelBufferHeightKey, AVVideoHeightKey)] {
      if attributes[String(key)] == nil { attributes[String(key)] = settings[own] }
    }
    if attributes[String(kCVPixelBufferPixelFormatTypeKey)] == nil {
      attributes[String(kCVPixelBufferPixelFormatTypeKey)] = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    }
    var made: CVPixelBufferPool?
    guard CVPixelBufferPoolCreate(nil, nil, attributes as CFDictionary, &made) == kCVReturnSuccess, let made else {
      return
    }
    changeValue(of: "pixelBufferPool", from: CVPixelBufferPool?.none, to: made) { pool.withLock { $0 = made } }
  }
}

extension KeyValueObservable where Self: AVAssetWriterInputPixelBufferAdaptor {
  public static func observableName(of keyPath: AnyKeyPath) -> String? {
    [\Self.pixelBufferPool: "pixelBufferPool"][keyPath]
  }
}
