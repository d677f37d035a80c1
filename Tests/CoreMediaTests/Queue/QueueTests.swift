import CoreMedia
import Testing

@Suite struct SimpleQueues {
  @Test func pointers_comeOutInOrder() throws {
    let queue = try CMSimpleQueue(capacity: 3)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 1)
    defer { memory.deallocate() }
    for round in 0..<5 {
      for offset in 0..<3 { try queue.enqueue(memory + offset) }
      #expect(throws: CMSimpleQueue.Error.queueIsFull) { try queue.enqueue(memory) }
      #expect(queue.fullness == 1 && queue.head == UnsafeRawPointer(memory))
      for offset in 0..<3 { #expect(queue.dequeue() == UnsafeRawPointer(memory + offset), "round \(round)") }
      #expect(queue.dequeue() == nil && queue.count == 0)
      try queue.enqueue(memory)
      _ = queue.dequeue()
    }
    try queue.enqueue(memory)
    try queue.reset()
    #expect(queue.head == nil && queue.capacity == 3)
    #expect(throws: CMSimpleQueue.Error.parameterOutOfRange) { try CMSimpleQueue(capacity: 0) }
  }
}

@Suite struct BufferQueues {
  private func buffer(_ pts: Int64, ready: Bool = true) throws -> CMSampleBuffer {
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: 10), presentationTimeStamp: CMTime(value: pts, timescale: 10),
      decodeTimeStamp: .invalid)
    return try CMSampleBuffer(
      dataBuffer: nil, dataReady: ready, formatDescription: nil, numSamples: 1, sampleTimings: [timing],
      sampleSizes: [5]
    ) { _ in noErr }
  }

  @Test func sortedQueues_orderByOutputTime() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .outputPTSSortedSampleBuffers)
    let buffers = try [3, 1, 2, 1].map { try buffer($0) }
    for buffer in buffers { try queue.enqueue(buffer) }
    #expect(queue.bufferCount == 4 && queue.totalSize == 20)
    #expect(queue.duration == CMTime(value: 4, timescale: 10))
    #expect(queue.minPresentationTimeStamp == CMTime(value: 1, timescale: 10))
    #expect(queue.maxPresentationTimeStamp == CMTime(value: 3, timescale: 10))
    #expect(queue.endPresentationTimeStamp == CMTime(value: 4, timescale: 10))
    #expect(!queue.minDecodeTimeStamp.isValid)
    #expect(queue.dequeue() === buffers[1] && queue.dequeue() === buffers[3])
  }

  @Test func unsortedQueues_keepTheOrderOfArrival() throws {
    let queue = try CMBufferQueue(capacity: 2, handlers: .unsortedSampleBuffers)
    let (late, early) = (try buffer(9), try buffer(1))
    try queue.enqueue(late)
    try queue.enqueue(early)
    #expect(queue.head === late && Array(queue.buffers).count == 2)
    #expect(throws: CMBufferQueue.Error.queueIsFull) { try queue.enqueue(early) }
    try queue.reset()
    #expect(queue.isEmpty)
  }

  @Test func theEnd_isMarked() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    try queue.enqueue(buffer(0))
    try queue.markEndOfData()
    #expect(queue.containsEndOfData && !queue.isAtEndOfData)
    #expect(throws: CMBufferQueue.Error.enqueueAfterEndOfData) { try queue.enqueue(buffer(1)) }
    queue.dequeue()
    #expect(queue.isAtEndOfData)
  }

  @Test func data_isWaitedFor() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    let pending = try buffer(0, ready: false)
    let ready = Counter()
    _ = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in ready.count += 1 }
    try queue.enqueue(pending)
    #expect(queue.dequeueIfDataReady() == nil && ready.count == 0)
    try pending.makeDataReady()
    #expect(ready.count == 1 && queue.dequeueIfDataReady() === pending)
  }

  @Test func triggers_fireOnceAConditionBecomesTrue() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    let (full, low) = (Counter(), Counter())
    let token = try queue.installTrigger(
      condition: .whenDurationBecomesGreaterThanOrEqualTo(CMTime(value: 2, timescale: 10))
    ) { _ in full.count += 1 }
    _ = try queue.installTrigger(condition: .whenBufferCountBecomesLessThan(1)) { _ in
      // A trigger's handler may use the queue.
      low.count += 1 + queue.bufferCount
    }
    for pts in 0..<4 { try queue.enqueue(buffer(Int64(pts))) }
    #expect(full.count == 1 && queue.testTrigger(token))
    while queue.dequeue() != nil {}
    #expect(low.count == 1 && !queue.testTrigger(token))
    try queue.removeTrigger(token)
    #expect(throws: CMBufferQueue.Error.invalidTriggerToken) { try queue.removeTrigger(token) }
    #expect(throws: CMBufferQueue.Error.badTriggerDuration) {
      try queue.installTrigger(condition: .whenDurationBecomesLessThan(.indefinite))
    }
  }

  @Test func handlers_mayUseTheQueue() throws {
    var (shared, seen): (CMBufferQueue?, Int) = (nil, 0)
    func count() { seen += shared?.bufferCount ?? 0 }
    let queue = try CMBufferQueue(
      capacity: 0,
      handlers: CMBufferQueue.Handlers { handlers in
        handlers.getDuration { _ in
          count()
          return CMTime(value: 1, timescale: 10)
        }
        handlers.isDataReady { _ in
          count()
          return true
        }
        handlers.compare { _, _ in
          count()
          return .compareEqualTo
        }
      })
    shared = queue
    let token = try queue.installTrigger(condition: .whenDurationBecomesGreaterThan(.zero))
    let buffers = try [0, 1].map { try buffer($0) }
    for buffer in buffers { try queue.enqueue(buffer) }
    #expect(queue.testTrigger(token) && seen > 0)
    #expect(queue.dequeueIfDataReady() === buffers[0] && queue.dequeue() === buffers[1] && queue.isEmpty)
    shared = nil
  }

  /// A buffer without a time neither hides the others' times nor counts as later than them.
  @Test func changesOfTheLatestTime_areHeardBesideBuffersWithoutTimes() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    let (earliest, latest) = (Counter(), Counter())
    _ = try queue.installTrigger(condition: .whenMinPresentationTimeStampChanges) { _ in earliest.count += 1 }
    _ = try queue.installTrigger(condition: .whenMaxPresentationTimeStampChanges) { _ in latest.count += 1 }
    try queue.enqueue(
      CMSampleBuffer(dataBuffer: nil, formatDescription: nil, numSamples: 0, sampleTimings: [], sampleSizes: []))
    #expect(earliest.count == 0 && latest.count == 0)
    for pts in [1, 2, 0] { try queue.enqueue(buffer(Int64(pts))) }
    #expect(earliest.count == 2 && latest.count == 2)
  }

  @Test func validation_mayRefuse() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    queue.setValidationHandler { _, buffer in
      guard buffer is CMSampleBuffer else { throw CMBufferQueue.Error.invalidBuffer }
    }
    #expect(throws: CMBufferQueue.Error.invalidBuffer) { try queue.enqueue(NSObject()) }
    #expect(queue.isEmpty)
  }
}
