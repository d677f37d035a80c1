import CoreVideo
import Foundation
import Synchronization
import Testing

@Suite("Pixel buffers over somebody else's memory")
struct CVPixelBufferWrapTests {
  /// The arguments of a callback's calls.
  final class Log: Sendable {
    let calls = Mutex<[String]>([])
    var count: Int { calls.withLock { $0.count } }
  }

  @Test("packed bytes are not copied, and released exactly once")
  func packed() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 * 32, alignment: 16)
    defer { memory.deallocate() }
    let log = Log()
    var buffer: CVPixelBuffer?
    let code = CVPixelBufferCreateWithBytes(
      kCFAllocatorDefault, 6, 4, kCVPixelFormatType_32BGRA, memory, 32,
      { context, address in
        Unmanaged<Log>.fromOpaque(context!).takeUnretainedValue().calls.withLock { $0.append("\(address!)") }
      }, Unmanaged.passUnretained(log).toOpaque(), nil, &buffer)
    #expect(code == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddress(try #require(buffer)) == memory)
    #expect(CVPixelBufferGetBytesPerRow(buffer!) == 32 && log.count == 0)
    let second = buffer
    buffer = nil
    #expect(log.count == 0 && second != nil)
    withExtendedLifetime(second) {}
    _ = consume second
    #expect(log.calls.withLock { $0 } == ["\(memory)"])
  }

  @Test("planes are not copied, and released exactly once with their addresses")
  func planar() throws {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    let log = Log()
    do {
      var bases: [UnsafeMutableRawPointer?] = [memory, memory + 32]
      var (widths, heights, rows) = ([8, 4], [4, 2], [8, 8])
      var buffer: CVPixelBuffer?
      let code = CVPixelBufferCreateWithPlanarBytes(
        nil, 8, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, memory, 64, 2, &bases, &widths, &heights, &rows,
        { context, data, size, count, planes in
          let log = Unmanaged<Log>.fromOpaque(context!).takeUnretainedValue()
          log.calls.withLock { $0.append("\(size) \(count) \(planes![1]! - data!)") }
        }, Unmanaged.passUnretained(log).toOpaque(), nil, &buffer)
      #expect(code == kCVReturnSuccess)
      #expect(CVPixelBufferGetBaseAddressOfPlane(try #require(buffer), 1) == memory + 32)
      #expect(CVPixelBufferGetBaseAddress(buffer!) == memory && CVPixelBufferGetDataSize(buffer!) == 48)
    }
    #expect(log.calls.withLock { $0 } == ["64 2 32"])
  }

  @Test("a refused buffer does not call back")
  func refused() {
    let log = Log()
    var byte: UInt8 = 0
    let release: @Sendable () -> Void = { log.calls.withLock { $0.append("released") } }
    func code(_ width: Int, _ rows: [Int], _ type: OSType) -> CVReturn? {
      withUnsafeMutablePointer(to: &byte) { byte in
        do throws(CVError) {
          _ = try CVPixelBuffer(
            wrapping: rows.map { .init(baseAddress: byte, bytesPerRow: $0) }, width: width, height: 2,
            pixelFormat: type, release: release)
          return nil
        } catch {
          return error.code
        }
      }
    }
    #expect(code(4, [15], kCVPixelFormatType_32BGRA) == kCVReturnInvalidArgument)
    #expect(code(4, [16, 16], kCVPixelFormatType_32BGRA) == kCVReturnInvalidArgument)
    #expect(code(4, [-16], kCVPixelFormatType_32BGRA) == kCVReturnInvalidArgument)
    #expect(code(.max, [16], kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
    #expect(code(4, [.max], kCVPixelFormatType_32BGRA) == kCVReturnInvalidSize)
    #expect(code(4, [16], 1234) == kCVReturnInvalidPixelFormat && code(0, [16], 32) == kCVReturnInvalidSize)
    #expect(log.count == 0)
    #expect(code(4, [16], kCVPixelFormatType_32BGRA) == nil)
    #expect(log.count == 1)
  }
}
