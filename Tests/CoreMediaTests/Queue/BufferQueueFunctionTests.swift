import CoreMedia
import Foundation
import Testing

@Suite struct BufferQueueFunctions {
  private func sample(at seconds: Int64) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1,
      sampleTimings: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: 1), presentationTimeStamp: CMTime(value: seconds, timescale: 1),
          decodeTimeStamp: .invalid)
      ], sampleSizes: [7])
  }

  @Test func sampleBuffers_areSortedByTime() throws {
    var created: CMBufferQueue?
    #expect(
      CMBufferQueueCreate(
        allocator: kCFAllocatorDefault, capacity: 3,
        callbacks: CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(), queueOut: &created) == noErr)
    let queue = try #require(created)
    let samples = try [2, 0, 1].map { try sample(at: $0) }
    for sample in samples { #expect(CMBufferQueueEnqueue(queue, buffer: sample) == noErr) }
    #expect(CMBufferQueueEnqueue(queue, buffer: samples[0]) == kCMBufferQueueError_QueueIsFull)
    #expect(CMBufferQueueGetBufferCount(queue) == 3 && CMBufferQueueGetTotalSize(queue) == 21)
    #expect(CMBufferQueueGetDuration(queue).seconds == 3)
    #expect(CMBufferQueueGetFirstPresentationTimeStamp(queue).seconds == 0)
    #expect(CMBufferQueueGetMaxPresentationTimeStamp(queue).seconds == 2)
    #expect(CMBufferQueueGetEndPresentationTimeStamp(queue).seconds == 3)
    #expect(!CMBufferQueueGetMinDecodeTimeStamp(queue).isValid)
    var seen: [Double] = []
    let result = CMBufferQueueCallForEachBuffer(
      queue,
      callback: { buffer, _ in
        seen.append((buffer as! CMSampleBuffer).presentationTimeStamp.seconds)
        return seen.count == 2 ? -1 : noErr
      }, refcon: nil)
    #expect(seen == [0, 1] && result == -1)
    #expect(CMBufferQueueDequeue(queue) === samples[1] && CMBufferQueueGetHead(queue) === samples[2])
    CMBufferQueueMarkEndOfData(queue)
    #expect(CMBufferQueueEnqueue(queue, buffer: samples[1]) == kCMBufferQueueError_EnqueueAfterEndOfData)
    var dropped = 0
    CMBufferQueueResetWithCallback(queue, callback: { _, _ in dropped += 1 }, refcon: nil)
    #expect(dropped == 2 && CMBufferQueueIsEmpty(queue) && !CMBufferQueueContainsEndOfData(queue))
  }

  @Test func callbacks_areGivenTheirPointer() throws {
    var scale = Int32(4)
    try withUnsafeMutablePointer(to: &scale) { scale in
      var callbacks = CMBufferCallbacks(
        version: 0, refcon: scale, getDecodeTimeStamp: nil, getPresentationTimeStamp: nil,
        getDuration: { buffer, refcon in
          CMTime(value: (buffer as! NSNumber).int64Value, timescale: refcon!.load(as: Int32.self))
        }, isDataReady: nil,
        compare: { first, second, _ in
          CFComparisonResult(rawValue: (first as! NSNumber).compare(second as! NSNumber).rawValue)!
        }, dataBecameReadyNotification: nil, getSize: { _, _ in 100 })
      var queue: CMBufferQueue?
      #expect(CMBufferQueueCreate(allocator: nil, capacity: 0, callbacks: &callbacks, queueOut: &queue) == noErr)
      for number in [3, 1, 2] { CMBufferQueueEnqueue(try #require(queue), buffer: NSNumber(value: number)) }
      #expect(CMBufferQueueGetDuration(queue!) == CMTime(value: 6, timescale: 4))
      #expect(CMBufferQueueGetHead(queue!) as? NSNumber == 1)
      // Version 0 of the callbacks ends before `getSize`.
      #expect(CMBufferQueueGetTotalSize(queue!) == 0)
      callbacks.getDuration = nil
      #expect(
        CMBufferQueueCreate(allocator: nil, capacity: 0, callbacks: &callbacks, queueOut: &queue)
          == kCMBufferQueueError_InvalidCMBufferCallbacksStruct)
      #expect(queue == nil)
    }
  }

  @Test func triggers_takeATimeOrANumber() throws {
    var created: CMBufferQueue?
    CMBufferQueueCreate(
      allocator: nil, capacity: 0, callbacks: CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), queueOut: &created)
    let queue = try #require(created)
    var token: CMBufferQueueTriggerToken?
    let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    calls.initialize(to: 0)
    defer { calls.deallocate() }
    #expect(
      CMBufferQueueInstallTrigger(
        queue, callback: { refcon, _ in refcon!.assumingMemoryBound(to: Int.self).pointee += 1 }, refcon: calls,
        condition: kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan, time: CMTime(value: 1, timescale: 1),
        triggerTokenOut: &token) == noErr)
    var full = 0
    #expect(
      CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(
        queue, kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan, 2, nil
      ) { _ in full += 1 } == noErr)
    for second in 0..<3 { try CMBufferQueueEnqueue(queue, buffer: sample(at: Int64(second))) }
    #expect(full == 1 && calls.pointee == 1)
    #expect(CMBufferQueueTestTrigger(queue, triggerToken: try #require(token)))
    #expect(CMBufferQueueRemoveTrigger(queue, triggerToken: token!) == noErr)
    #expect(CMBufferQueueRemoveTrigger(queue, triggerToken: token!) == kCMBufferQueueError_InvalidTriggerToken)
    #expect(
      CMBufferQueueInstallTriggerHandler(
        queue, kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan, .zero, &token, nil)
        == kCMBufferQueueError_InvalidTriggerCondition)
    #expect(
      CMBufferQueueInstallTriggerHandler(
        queue, kCMBufferQueueTrigger_WhenDurationBecomesLessThan, .indefinite, &token, nil)
        == kCMBufferQueueError_BadTriggerDuration)
    #expect(
      CMBufferQueueInstallTriggerHandler(queue, kCMBufferQueueTrigger_WhenReset, .zero, nil, nil)
        == kCMBufferQueueError_RequiredParameterMissing)
  }

  /// Condition 12 compares a duration and a count; a trigger is created with one of them, and the other is 0.
  @Test func triggersForTimeAndNumber_needBoth() throws {
    let both = kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan
    var created: CMBufferQueue?
    CMBufferQueueCreate(
      allocator: nil, capacity: 0, callbacks: CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), queueOut: &created)
    let queue = try #require(created)
    var (timed, counted) = (0, 0)
    var tokens: [CMBufferQueueTriggerToken?] = [nil, nil]
    #expect(CMBufferQueueInstallTriggerHandler(queue, both, .zero, &tokens[0]) { _ in timed += 1 } == noErr)
    #expect(
      CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(queue, both, 1, &tokens[1]) { _ in counted += 1 } == noErr)
    // The duration is not less than zero, but the count is not greater than zero.
    #expect(!CMBufferQueueTestTrigger(queue, triggerToken: try #require(tokens[0])))
    for second in 0..<3 { try CMBufferQueueEnqueue(queue, buffer: sample(at: Int64(second))) }
    #expect(timed == 1 && counted == 1)
    CMBufferQueueReset(queue)
    try CMBufferQueueEnqueue(queue, buffer: sample(at: 3))
    let second = try #require(tokens[1])
    #expect(timed == 2 && counted == 1 && !CMBufferQueueTestTrigger(queue, triggerToken: second))
    #expect(
      CMBufferQueueInstallTriggerHandler(queue, both, .invalid, &tokens[0], nil)
        == kCMBufferQueueError_BadTriggerDuration)
  }

  @Test func validation_returnsItsOwnError() throws {
    var queue: CMBufferQueue?
    CMBufferQueueCreate(
      allocator: nil, capacity: 0, callbacks: CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), queueOut: &queue)
    CMBufferQueueSetValidationHandler(try #require(queue)) { _, buffer in buffer is CMSampleBuffer ? noErr : -50 }
    #expect(CMBufferQueueEnqueue(queue!, buffer: NSObject()) == -50)
    #expect(try CMBufferQueueEnqueue(queue!, buffer: sample(at: 0)) == noErr)
  }
}
