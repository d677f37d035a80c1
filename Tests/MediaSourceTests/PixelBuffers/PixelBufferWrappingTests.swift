import CGStreamer
import CoreMedia
import Synchronization
import Testing

@testable import GStreamer
@testable import MediaSource

@Suite("Pictures wrapped in both directions, proven by address")
struct PixelBufferWrappingTests {
  init() throws { try GStreamerLibrary.start() }

  private static let sizes: [(UInt32, UInt32)] = [(64, 48), (48, 2), (7, 5)]

  @Test("a pixel buffer's planes are those of gst_video_info, in the same memory", arguments: PixelFormatTable.types)
  func planes(type: OSType) throws {
    for (width, height) in Self.sizes {
      for isPadded in [false, true] {
        let picture = try RawFrame(type, width, height, isPadded: isPadded)
        let format = try PixelBufferFormat(picture.caps)
        let pixelBuffer = try format.pixelBuffer(picture.buffer)
        let places = PlanePlaces(of: picture.info, at: picture.address)
        #expect(PlanePlaces(of: pixelBuffer) == places)
        #expect(CVPixelBufferGetWidth(pixelBuffer) == width && CVPixelBufferGetHeight(pixelBuffer) == height)
        let back = try Buffer(wrapping: pixelBuffer, as: PixelBufferFormat(of: pixelBuffer))
        #expect(try PlanePlaces(mapping: back, format) == places)
      }
    }
  }

  @Test("a pixel buffer of this library is one piece of memory for GStreamer", arguments: PixelFormatTable.types)
  func ownFrames(type: OSType) throws {
    let padding = NSDictionary(dictionary: [
      kCVPixelBufferExtendedPixelsLeftKey: 48, kCVPixelBufferExtendedPixelsTopKey: 2,
      kCVPixelBufferExtendedPixelsRightKey: 6, kCVPixelBufferExtendedPixelsBottomKey: 2,
    ])
    for (width, height) in Self.sizes {
      for attributes in [nil, padding] {
        var created: CVPixelBuffer?
        CVPixelBufferCreate(nil, Int(width), Int(height), type, attributes, &created)
        let pixelBuffer = try #require(created)
        let format = try PixelBufferFormat(of: pixelBuffer)
        let buffer = try Buffer(wrapping: pixelBuffer, as: format)
        #expect(gst_buffer_n_memory(buffer.buffer) == 1)
        #expect(try PlanePlaces(mapping: buffer, format) == PlanePlaces(of: pixelBuffer))
        let again = try format.pixelBuffer(buffer)
        #expect(again !== pixelBuffer && PlanePlaces(of: again) == PlanePlaces(of: pixelBuffer))
      }
    }
  }

  @Test("planes that lie apart are as many pieces of memory; all are released together, once")
  func planesApart() throws {
    let released = Counter()
    var memory: [UnsafeMutableRawPointer] = [.allocate(byteCount: 64 * 4, alignment: 64)]
    memory.append(.allocate(byteCount: 64 * 2, alignment: 64))
    defer { memory.forEach { $0.deallocate() } }
    var pixelBuffer: CVPixelBuffer? = try CVPixelBuffer(
      wrapping: memory.map { .init(baseAddress: $0, bytesPerRow: 64) }, width: 8, height: 4,
      pixelFormat: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    ) { released.add() }
    let format = try PixelBufferFormat(of: pixelBuffer!)
    var buffer: Buffer? = try Buffer(wrapping: pixelBuffer!, as: format)
    #expect(try PlanePlaces(mapping: buffer!, format).addresses == memory.map { UnsafeRawPointer($0) })
    // One memory outlives its buffer, as in elements that pass on parts.
    let piece = try #require(gst_buffer_get_memory(buffer!.buffer, 1))
    pixelBuffer = nil
    buffer = nil
    #expect(released.count == 0)
    gst_memory_unref(piece)
    #expect(released.count == 1)
  }

  @Test("a buffer lives as long as its pixel buffer, and no longer")
  func lifetime() throws {
    let released = Counter()
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 16 * 4, alignment: 16)
    defer { bytes.deallocate() }
    let format = try PixelBufferFormat(caps: "video/x-raw,format=BGRA,width=4,height=4,framerate=25/1")
    var sample: CMSampleBuffer?
    do {
      let memory = gst_memory_new_wrapped(
        GstMemoryFlags(0), bytes, 64, 0, 64, Unmanaged.passRetained(released).toOpaque()
      ) { Unmanaged<Counter>.fromOpaque($0!).takeRetainedValue().add() }
      let buffer = Buffer(adopting: gst_buffer_new())
      gst_buffer_append_memory(buffer.buffer, memory)
      buffer.presentationTime = .second
      buffer.duration = ClockTime(nanoseconds: 40_000_000)
      sample = try format.sampleBuffer(buffer)
    }
    let picture = try #require(sample?.imageBuffer)
    #expect(CVPixelBufferGetBaseAddress(picture) == bytes)
    #expect(sample?.presentationTimeStamp == CMTime(value: 1, timescale: 1))
    #expect(sample?.duration == CMTime(value: 1, timescale: 25))
    #expect(sample?.formatDescription?.matchesImageBuffer(picture) == true)
    let held = try #require(sample)
    let back = try Buffer(wrapping: held, as: format)
    #expect(back.presentationTime == .second && back.duration?.nanoseconds == 40_000_000)
    sample = nil
    #expect(released.count == 0)
    withExtendedLifetime((picture, back)) {}
  }

  @Test("after the last owner the memory goes back, once")
  func release() throws {
    let released = Counter()
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { bytes.deallocate() }
    let format = try PixelBufferFormat(caps: "video/x-raw,format=BGRA,width=4,height=4,framerate=25/1")
    for round in 1...3 {
      let memory = gst_memory_new_wrapped(
        GstMemoryFlags(0), bytes, 64, 0, 64, Unmanaged.passRetained(released).toOpaque()
      ) { Unmanaged<Counter>.fromOpaque($0!).takeRetainedValue().add() }
      var buffer: Buffer? = Buffer(adopting: gst_buffer_new())
      gst_buffer_append_memory(buffer!.buffer, memory)
      var pixelBuffer: CVPixelBuffer? = try format.pixelBuffer(buffer!)
      var back: Buffer? = try Buffer(wrapping: pixelBuffer!, as: format)
      buffer = nil
      pixelBuffer = nil
      #expect(released.count == round - 1)
      withExtendedLifetime(back) {}
      back = nil
      #expect(released.count == round)
    }
  }

  @Test("whoever writes into a wrapped picture works on a copy")
  func writing() throws {
    var created: CVPixelBuffer?
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_OneComponent8, nil, &created)
    let pixelBuffer = try #require(created)
    let buffer = try Buffer(wrapping: pixelBuffer, as: PixelBufferFormat(of: pixelBuffer))
    try buffer.withMutableBytes { $0.storeBytes(of: 77, toByteOffset: 0, as: UInt8.self) }
    #expect(try buffer.withBytes { $0.unsafeLoad(fromByteOffset: 0, as: UInt8.self) } == 77)
    pixelBuffer.withPixels { #expect($0[0][row: 0][0] == 0) }
  }

  @Test("buffers that hold no such picture, and pictures of another format, are refused")
  func refusals() throws {
    let format = try PixelBufferFormat(caps: "video/x-raw,format=BGRA,width=4,height=4,framerate=25/1")
    #expect(throws: GStreamerError.notMapped("a picture")) {
      try format.pixelBuffer(Buffer(copying: [UInt8](repeating: 0, count: 63)))
    }
    var other: CVPixelBuffer?
    CVPixelBufferCreate(nil, 5, 4, kCVPixelFormatType_32BGRA, nil, &other)
    #expect(throws: CVError(code: kCVReturnInvalidSize)) { try Buffer(wrapping: #require(other), as: format) }
    CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_32ARGB, nil, &other)
    #expect(throws: CVError(code: kCVReturnInvalidPixelFormat)) { try Buffer(wrapping: #require(other), as: format) }
  }
}

/// Counts calls from any thread.
private final class Counter: Sendable {
  private let value = Atomic(0)
  func add() { value.add(1, ordering: .relaxed) }
  var count: Int { value.load(ordering: .relaxed) }
}
