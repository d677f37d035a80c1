import Foundation
import Synchronization
import Testing

@testable import CoreVideo

@Suite("Pixel buffer pools")
struct CVPixelBufferPoolTests {
  private let attributes =
    [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 64,
      kCVPixelBufferHeightKey: 32,
    ] as CFDictionary

  private func take(_ pool: CVPixelBufferPool) -> CVPixelBuffer? {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    return buffer
  }

  @Test("memory is used again, without attachments")
  func recycling() throws {
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &pool) == kCVReturnSuccess)
    var buffer = take(try #require(pool))
    let address = CVPixelBufferGetBaseAddress(buffer!)
    CVBufferSetAttachment(buffer!, "a" as CFString, 1 as CFNumber, .shouldPropagate)
    buffer = nil
    buffer = take(pool!)
    #expect(CVPixelBufferGetBaseAddress(buffer!) == address && CVPixelBufferGetWidth(buffer!) == 64)
    #expect(!CVBufferHasAttachment(buffer!, "a" as CFString))
    // A buffer may outlive its pool.
    pool = nil
    #expect(CVPixelBufferLockBaseAddress(buffer!, []) == kCVReturnSuccess)
  }

  @Test("unused memory ages out, down to the minimum")
  func ageing() throws {
    final class Clock: Sendable { let now = Mutex(0.0) }
    let time = Clock()
    let pool = try CVPixelBufferPool(
      poolAttributes: [kCVPixelBufferPoolMinimumBufferCountKey: 1, kCVPixelBufferPoolMaximumBufferAgeKey: 5]
        as CFDictionary,
      pixelBufferAttributes: attributes, now: { time.now.withLock { $0 } })
    var buffers = (0..<3).map { _ in take(pool) }
    buffers = []
    #expect(buffers.isEmpty && pool.blocks.freeCount == 3)
    time.now.withLock { $0 = 4 }
    CVPixelBufferPoolFlush(pool, [])
    #expect(pool.blocks.freeCount == 3)
    time.now.withLock { $0 = 6 }
    CVPixelBufferPoolFlush(pool, [])
    #expect(pool.blocks.freeCount == 1)
    CVPixelBufferPoolFlush(pool, .excessBuffers)
    #expect(pool.blocks.freeCount == 0)
  }

  @Test("beyond the threshold a pool refuses, and tells when a buffer is free")
  func threshold() throws {
    let pool = try CVPixelBufferPool(poolAttributes: nil, pixelBufferAttributes: attributes)
    let aux = [kCVPixelBufferPoolAllocationThresholdKey: 2] as CFDictionary
    var buffers: [CVPixelBuffer?] = [nil, nil, nil]
    func code(_ index: Int) -> CVReturn {
      CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, aux, &buffers[index])
    }
    final class Counter: Sendable { let count = Mutex(0) }
    let counter = Counter()
    let token = NotificationCenter.default.addObserver(
      forName: Notification.Name(kCVPixelBufferPoolFreeBufferNotification as String), object: pool, queue: nil
    ) { _ in counter.count.withLock { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(code(0) == kCVReturnSuccess && code(1) == kCVReturnSuccess)
    #expect(code(2) == kCVReturnWouldExceedAllocationThreshold)
    buffers[0] = nil
    #expect(counter.count.withLock { $0 } == 1)
    #expect(code(2) == kCVReturnSuccess)
  }

  @Test("missing and senseless attributes are refused")
  func invalid() {
    var pool: CVPixelBufferPool?
    #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes)
    let unknown =
      [kCVPixelBufferPixelFormatTypeKey: 7, kCVPixelBufferWidthKey: 1, kCVPixelBufferHeightKey: 1] as CFDictionary
    #expect(CVPixelBufferPoolCreate(nil, nil, unknown, &pool) == kCVReturnInvalidPixelFormat)
    let options = [kCVPixelBufferPoolMinimumBufferCountKey: -1] as CFDictionary
    #expect(CVPixelBufferPoolCreate(nil, options, attributes, &pool) == kCVReturnInvalidPoolAttributes)
    #expect(pool == nil)
  }

  @Test("threads share a pool")
  func threads() async throws {
    let pool = try CVPixelBufferPool(poolAttributes: nil, pixelBufferAttributes: attributes)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 {
            var buffer: CVPixelBuffer?
            _ = CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer)
            buffer?.withMutablePixels { $0[0][row: 0][0] = 1 }
          }
        }
      }
    }
    #expect((1...4).contains(pool.blocks.freeCount))
  }
}
