import CoreGraphics

/// A source of pixel buffers of one kind that reuses the memory of released ones.
public final class CVPixelBufferPool: Sendable {
  let attributes: PixelBufferAttributes
  let width: Int
  let height: Int
  let pixelFormat: OSType
  let blocks: PoolBlocks
  // Immutable once the pool is made: the initialiser copies.
  nonisolated(unsafe) let poolAttributes: CFDictionary
  nonisolated(unsafe) let pixelBufferAttributes: CFDictionary

  init(
    poolAttributes: CFDictionary?, pixelBufferAttributes: CFDictionary?,
    now: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
  ) throws(CVError) {
    guard
      let attributes = PixelBufferAttributes(pixelBufferAttributes), let width = attributes.width,
      let height = attributes.height, !attributes.pixelFormats.isEmpty
    else { throw CVError(code: kCVReturnInvalidPixelBufferAttributes) }
    guard let known = attributes.pixelFormats.first(where: { PixelFormat.named($0) != nil }) else {
      throw CVError(code: kCVReturnInvalidPixelFormat)
    }
    let options = try PoolOptions(poolAttributes)
    self.attributes = attributes
    self.width = width
    self.height = height
    pixelFormat = known
    blocks = PoolBlocks(options: options, now: now)
    self.poolAttributes = NSDictionary(dictionary: poolAttributes as? [AnyHashable: Any] ?? [:])
    self.pixelBufferAttributes = NSDictionary(dictionary: pixelBufferAttributes as? [AnyHashable: Any] ?? [:])
    blocks.whenFree = { [weak self] in
      guard let self else { return }
      NotificationCenter.default.post(
        name: Notification.Name(kCVPixelBufferPoolFreeBufferNotification as String), object: self)
    }
  }

  deinit {
    blocks.close()
  }

  func makeBuffer(threshold: Int?) throws(CVError) -> CVBuffer {
    try CVBuffer(
      width: width, height: height, pixelFormat: pixelFormat, attributes: attributes,
      creationAttributes: pixelBufferAttributes
    ) { byteCount, alignment throws(CVError) in
      try blocks.take(byteCount: byteCount, alignment: alignment, threshold: threshold)
    }
  }
}
