import CoreMedia
import MediaGraph
import MediaSource
import Testing

@testable import MediaEngine

/// The room of queues between a program and its graph: by number, and by size.
@Suite struct ProgramQueueTests {
  private func queue(capacity: Int, limit: Int, startCount: Int?) -> ProgramQueue<Int> {
    ProgramQueue(capacity: capacity, reserve: ProgramQueue.Reserve(limit: limit, startCount: startCount) { $0 })
  }

  /// Offers items until one is refused, and returns the number of those that were taken.
  private func fill(_ queue: ProgramQueue<Int>, with size: Int = 1) throws -> Int {
    var count = 0
    while try queue.offer(size) { count += 1 }
    #expect(!queue.isReady)
    return count
  }

  @Test func reserve_isRoomByTheSizeOfAllThatWaits() throws {
    let queue = queue(capacity: 1, limit: 10, startCount: nil)
    #expect(queue.room(for: [4, 4, 4, 4]) == 3)
    #expect(try fill(queue, with: 4) == 3)
    #expect(queue.room(for: [1]) == 0)
    for _ in 0..<3 { #expect(try queue.take { true } == 4) }
    #expect(try fill(queue, with: 1) == 10)
  }

  @Test func reserveForTheStart_endsWhenAllHasBeenTaken() throws {
    let queue = queue(capacity: 2, limit: 5, startCount: 100)
    // An item that is no sample does not end it.
    #expect(try queue.offer(0))
    #expect(try queue.take { true } == 0)
    #expect(try fill(queue) == 5)
    for _ in 0..<4 { #expect(try queue.take { true } == 1) }
    #expect(try fill(queue) == 4)
    for _ in 0..<5 { #expect(try queue.take { true } == 1) }
    #expect(try fill(queue) == 2)
  }

  /// A graph that waits takes the first sample at once, and its encoder opens only then.
  @Test func reserveForTheStart_outlastsTheFirstSample() throws {
    let queue = queue(capacity: 2, limit: 5, startCount: 100)
    #expect(try queue.offer(1))
    #expect(try queue.take { true } == 1)
    #expect(try fill(queue) == 5)
  }

  @Test func reserveForTheStart_endsAfterItsNumberOfSamples() throws {
    let queue = queue(capacity: 2, limit: 5, startCount: 3)
    #expect(try fill(queue) == 5)
    for _ in 0..<2 { #expect(try queue.take { true } == 1) }
    #expect(try fill(queue) == 2)
    for _ in 0..<3 { #expect(try queue.take { true } == 1 && !queue.isReady) }
    _ = try queue.take { true }
    #expect(queue.isReady)
  }

  /// A graph that does not run takes nothing.
  @Test(arguments: [(1, 2000), (480, 200), (24_000, 4), (48_000, 2), (480_000, 1)])
  func audioOfSessions_hasRoomBySeconds(_ length: Int, _ count: Int) throws {
    let source = ProgramSource<RawAudio>("in", seconds: 2, continuation: .jump)
    let format = DecodedAudioFormat(sampleFormat: .s16, rate: 48_000, channels: 2, channelMask: 3)
    let block = try CMSampleBuffer(
      dataBuffer: CMBlockBuffer(length: length * 4, flags: .assureMemoryNow),
      formatDescription: format.formatDescription(), numSamples: length, presentationTimeStamp: .zero,
      packetDescriptions: [])
    var taken = 0
    while try source.offer(block) { taken += 1 }
    #expect(taken == count)
  }

  @Test(arguments: [(64, 32, 60), (4096, 2160, 8)])
  func recordedFrames_haveRoomByBytesBeforeTheGraphRuns(_ width: Int, _ height: Int, _ count: Int) throws {
    let source = ProgramSource<RawVideo>(live: "in", capacity: 8, frameRate: nil)
    var image: CVPixelBuffer?
    CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &image)
    let buffer = try #require(image)
    let frame = try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
    var taken = 0
    while try source.offer(frame) { taken += 1 }
    #expect(taken == count)
  }
}
