import CoreMedia
import Testing

private func time(_ value: Int64, _ timescale: Int32 = 30) -> CMTime { CMTime(value: value, timescale: timescale) }

private func video() throws -> CMFormatDescription {
  try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
}

/// Three compressed frames, stored in the order I P B.
private func group() throws -> CMSampleBuffer {
  let timings = [(0, 0), (3, 1), (1, 2)].map { pts, dts in
    CMSampleTimingInfo(duration: time(1), presentationTimeStamp: time(pts), decodeTimeStamp: time(dts - 1))
  }
  return try CMSampleBuffer(
    dataBuffer: blockBuffer([1, 1, 1, 2, 2, 3]), formatDescription: video(), numSamples: 3, sampleTimings: timings,
    sampleSizes: [3, 2, 1])
}

private func picture(attachments: [String: String] = [:]) throws -> CMSampleBuffer {
  var out: CVPixelBuffer?
  _ = CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &out)
  let pixels = try #require(out)
  for (key, value) in attachments {
    CVBufferSetAttachment(pixels, key as NSString, value as NSString, .shouldPropagate)
  }
  return try CMSampleBuffer(
    imageBuffer: pixels, formatDescription: CMFormatDescription(imageBuffer: pixels),
    sampleTiming: CMSampleTimingInfo(duration: time(1), presentationTimeStamp: time(5), decodeTimeStamp: .invalid))
}

@Suite struct SampleBuffers {
  @Test func codedSamples_haveDataAndNoImageBuffer() throws {
    let buffer = try group()
    #expect(CMSampleBufferGetImageBuffer(buffer) == nil && CMSampleBufferGetDataBuffer(buffer) != nil)
    #expect(buffer.numSamples == 3 && buffer.totalSampleSize == 6 && buffer.sampleSize(at: 1) == 2)
    #expect(buffer.isValid && CMSampleBufferDataIsReady(buffer))
  }

  @Test func imageBuffers_haveNoDataAndNoDecodeTime() throws {
    let buffer = try picture(attachments: ["tag": "value"])
    #expect(buffer.imageBuffer != nil && buffer.dataBuffer == nil && buffer.numSamples == 1)
    #expect(!buffer.decodeTimeStamp.isValid && buffer.presentationTimeStamp == time(5))
    #expect(buffer.attachments.propagated["tag"] as? String == "value")
    #expect(throws: CMSampleBuffer.Error.alreadyHasDataBuffer) { try buffer.setDataBuffer(blockBuffer([1])) }
  }

  @Test func imageBuffers_mustHaveTheFormatTheyClaim() throws {
    let buffer = try picture()
    let pixels = try #require(buffer.imageBuffer)
    #expect(throws: CMSampleBuffer.Error.invalidMediaFormat) {
      try CMSampleBuffer(imageBuffer: pixels, formatDescription: video(), sampleTiming: .invalid)
    }
  }

  @Test func readyImageBuffer_throughTheCInterface() throws {
    let source = try picture()
    var timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time(9), decodeTimeStamp: .invalid)
    var out: CMSampleBuffer?
    #expect(
      CMSampleBufferCreateReadyWithImageBuffer(
        allocator: kCFAllocatorDefault, imageBuffer: source.imageBuffer!,
        formatDescription: source.formatDescription!, sampleTiming: &timing, sampleBufferOut: &out) == noErr)
    #expect(out?.presentationTimeStamp == time(9) && out?.imageBuffer === source.imageBuffer)
  }

  @Test func times_ofReorderedSamples() throws {
    let buffer = try group()
    #expect(buffer.presentationTimeStamp == time(0) && buffer.decodeTimeStamp == time(-1))
    #expect(buffer.duration == time(3) && buffer.outputPresentationTimeStamp == time(0))
    #expect(try buffer.sampleTimingInfo(at: 2).presentationTimeStamp == time(1))
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: 3) }
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try buffer.sampleTimingInfo(at: -1) }
  }

  @Test func oneTimingForAll_countsOn() throws {
    let timing = CMSampleTimingInfo(
      duration: time(1, 48000), presentationTimeStamp: time(100, 48000), decodeTimeStamp: .invalid)
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 1024, sampleTimings: [timing], sampleSizes: [4])
    #expect(buffer.duration == time(1024, 48000) && buffer.totalSampleSize == 4096)
    #expect(try buffer.sampleTimingInfo(at: 24).presentationTimeStamp == time(124, 48000))
    #expect(try buffer.sampleTimingInfos() == [timing])
  }

  @Test func entryCounts_mustAgree() throws {
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: 3, sampleTimings: [.invalid, .invalid], sampleSizes: [])
    }
    #expect(throws: CMSampleBuffer.Error.invalidEntryCount) {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: -1, sampleTimings: [], sampleSizes: [])
    }
    let marker = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 0, sampleTimings: [], sampleSizes: [])
    #expect(!marker.duration.isValid && !marker.presentationTimeStamp.isValid)
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleTimingInfo) { try marker.sampleTimingInfos() }
    #expect(throws: CMSampleBuffer.Error.bufferHasNoSampleSizes) { try marker.sampleSizes() }
  }

  @Test func timingArrays_throughTheCInterface() throws {
    let buffer = try group()
    var needed = 0
    #expect(
      CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed)
        == noErr)
    var timings = [CMSampleTimingInfo](repeating: .invalid, count: needed)
    #expect(
      CMSampleBufferGetSampleTimingInfoArray(
        buffer, entryCount: needed, arrayToFill: &timings, entriesNeededOut: nil) == noErr)
    #expect(timings.map(\.presentationTimeStamp) == [time(0), time(3), time(1)])
    #expect(
      CMSampleBufferGetSampleTimingInfoArray(buffer, entryCount: 1, arrayToFill: &timings, entriesNeededOut: nil)
        == kCMSampleBufferError_ArrayTooSmall)
    var copy: CMSampleBuffer?
    for index in timings.indices {
      timings[index].presentationTimeStamp = timings[index].presentationTimeStamp + time(100)
    }
    #expect(
      CMSampleBufferCreateCopyWithNewTiming(
        allocator: nil, sampleBuffer: buffer, sampleTimingEntryCount: 3, sampleTimingArray: timings,
        sampleBufferOut: &copy) == noErr)
    #expect(copy?.presentationTimeStamp == time(100) && copy?.dataBuffer === buffer.dataBuffer)
  }

  /// The arrays may end before what a wrong count names: nothing of them may be read.
  @Test(arguments: [-1, 2, 5, .max])
  func countsThatDoNotFit_areRefused_withoutReadingTheArrays(count: Int) throws {
    var (timing, size) = (CMSampleTimingInfo(), 1)
    var buffer: CMSampleBuffer?
    func create(timings: Int, sizes: Int) -> OSStatus {
      CMSampleBufferCreate(
        allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
        formatDescription: nil, sampleCount: 1, sampleTimingEntryCount: timings, sampleTimingArray: &timing,
        sampleSizeEntryCount: sizes, sampleSizeArray: &size, sampleBufferOut: &buffer)
    }
    #expect(create(timings: count, sizes: 0) == kCMSampleBufferError_InvalidEntryCount)
    #expect(create(timings: 0, sizes: count) == kCMSampleBufferError_InvalidEntryCount)
    #expect(buffer == nil)
    #expect(create(timings: 1, sizes: 1) == 0)
    let whole = try #require(buffer)
    let status = CMSampleBufferCreateCopyWithNewTiming(
      allocator: nil, sampleBuffer: whole, sampleTimingEntryCount: count, sampleTimingArray: &timing,
      sampleBufferOut: &buffer)
    #expect(status == kCMSampleBufferError_InvalidEntryCount)
  }

  @Test func trimming_movesTheOutput() throws {
    let buffer = try group()
    let trim = CMTimeCopyAsDictionary(time(1), allocator: nil)
    CMSetAttachment(
      buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, value: trim,
      attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    #expect(buffer.outputPresentationTimeStamp == time(1) && buffer.outputDuration == time(2))
    buffer.attachments[.speedMultiplier] = .shouldNotPropagate(NSNumber(value: 2))
    #expect(buffer.outputDuration == time(1))
    try buffer.setOutputPresentationTimeStamp(time(50))
    #expect(buffer.outputPresentationTimeStamp == time(50) && buffer.presentationTimeStamp == time(0))
    #expect(buffer.outputDecodeTimeStamp == time(50) - time(1, 60))
  }

  @Test func aRangeOfSamples_sharesTheBytes() throws {
    let buffer = try group()
    let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
    #expect(part.numSamples == 2)
    #expect(try part.dataBuffer?.dataBytes() == Data([2, 2, 3]))
    #expect(part.presentationTimeStamp == time(1))
    #expect(
      try part.dataBuffer?.withUnsafeMutableBytes { $0.baseAddress! }
        == buffer.dataBuffer?.withUnsafeMutableBytes { $0.baseAddress! + 3 })
    #expect(try buffer.singleSampleBuffers().map(\.totalSampleSize) == [3, 2, 1])
    #expect(throws: CMSampleBuffer.Error.sampleIndexOutOfRange) { try CMSampleBuffer(copying: buffer, forRange: 2..<4) }
    var out: CMSampleBuffer?
    let result = CMSampleBufferCopySampleBufferForRange(
      allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: .max, length: .max), sampleBufferOut: &out)
    #expect(result == kCMSampleBufferError_SampleIndexOutOfRange)
  }

  @Test func data_isMadeReadyOnDemand() throws {
    let calls = Counter()
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: video(), numSamples: 1, sampleTimings: [],
      sampleSizes: [1]
    ) { buffer in
      calls.count += 1
      return status { try buffer.setDataBuffer(blockBuffer([7])) }
    }
    let follower = try CMSampleBuffer(copying: buffer)
    try follower.trackDataReadiness(buffer)
    #expect(buffer.dataReadiness == .notReady && follower.dataReadiness == .notReady)
    try follower.makeDataReady()
    #expect(buffer.dataReadiness == .ready && follower.dataReadiness == .ready && calls.count == 1)
    #expect(try buffer.dataBuffer?.dataBytes() == Data([7]))
    try buffer.makeDataReady()
    #expect(calls.count == 1)
    #expect(throws: CMSampleBuffer.Error.cannotSubdivide) { try buffer.trackDataReadiness(follower) }
  }

  @Test func failure_isKept() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, dataReady: false, formatDescription: nil, numSamples: 0, sampleTimings: [], sampleSizes: []
    ) { _ in -50 }
    #expect(CMSampleBufferMakeDataReady(buffer) == -50)
    #expect(CMSampleBufferSetDataFailed(buffer, status: -50) == noErr)
    var code: OSStatus = 0
    #expect(CMSampleBufferHasDataFailed(buffer, statusOut: &code) && code == -50)
    #expect(throws: CMSampleBuffer.Error.dataFailed) { try buffer.makeDataReady() }
  }

  @Test func invalidation_isReportedOnce() throws {
    let buffer = try group()
    let calls = Counter()
    try buffer.setInvalidateHandler { _ in calls.count += 1 }
    try buffer.invalidate()
    try buffer.invalidate()
    #expect(!buffer.isValid && calls.count == 1)
    #expect(throws: CMSampleBuffer.Error.invalidated) { try buffer.makeDataReady() }
  }

  private func status(_ body: () throws -> Void) -> OSStatus {
    do {
      try body()
      return noErr
    } catch {
      return kCMSampleBufferError_DataFailed
    }
  }
}

@Suite struct SampleAttachments {
  @Test func eachSample_hasItsOwn() throws {
    let buffer = try group()
    #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) == nil)
    buffer.sampleAttachments[1][.notSync] = true
    buffer.sampleAttachments[2][.isDependedOnByOthers] = false
    #expect(buffer.sampleAttachments.count == 3)
    #expect(buffer.sampleAttachments[0][.notSync] == nil)
    #expect(buffer.sampleAttachments[1][.notSync] as? Bool == true)
    let part = try CMSampleBuffer(copying: buffer, forRange: 1..<2)
    #expect(part.sampleAttachments[0][.notSync] as? Bool == true)
    part.sampleAttachments[0][.notSync] = nil
    #expect(buffer.sampleAttachments[1][.notSync] as? Bool == true)
  }

  @Test func portedCode_readsThemAsSwiftDictionaries() throws {
    let buffer = try group()
    buffer.sampleAttachments[1][.notSync] = true
    let array = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false)
    let attachments = try #require(array as? [[CFString: Any]])
    #expect(attachments[0][kCMSampleAttachmentKey_NotSync] == nil)
    #expect(attachments[1][kCMSampleAttachmentKey_NotSync] as? Bool == true)
  }

  @Test func portedCode_writesThroughTheCArray() throws {
    let buffer = try picture()
    let array = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true)
    let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CFMutableDictionary.self)
    CFDictionarySetValue(
      dictionary, Unmanaged.passUnretained(kCMSampleAttachmentKey_DisplayImmediately).toOpaque(),
      Unmanaged.passUnretained(kCFBooleanTrue).toOpaque())
    #expect(buffer.sampleAttachments[0][.displayImmediately] as? Bool == true)
  }

  @Test func portedCode_findsSyncSamplesThroughTheCArray() throws {
    let buffer = try group()
    buffer.sampleAttachments[1][.notSync] = true
    buffer.sampleAttachments[0][.notSync] = false
    let array = CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false)
    let key = Unmanaged.passUnretained(kCMSampleAttachmentKey_NotSync).toOpaque()
    let flags = (0..<3).map { index -> Bool? in
      let dictionary = unsafeBitCast(CFArrayGetValueAtIndex(array, index), to: CFDictionary.self)
      guard CFDictionaryContainsKey(dictionary, key) else { return nil }
      return CFBooleanGetValue(unsafeBitCast(CFDictionaryGetValue(dictionary, key), to: CFBoolean.self))
    }
    #expect(flags == [false, true, nil])
  }

  @Test func attachments_propagateByMode() throws {
    let (source, target) = (try group(), try picture())
    CMSetAttachment(
      source, key: "a" as NSString, value: "1" as NSString, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    CMSetAttachment(
      source, key: "b" as NSString, value: "2" as NSString, attachmentMode: kCMAttachmentMode_ShouldNotPropagate)
    CMPropagateAttachments(source, destination: target)
    var mode: CMAttachmentMode = 9
    #expect(CMGetAttachment(target, key: "a" as NSString, attachmentModeOut: &mode) as? String == "1" && mode == 1)
    #expect(CMGetAttachment(target, key: "b" as NSString, attachmentModeOut: &mode) == nil)
    CMRemoveAttachment(source, key: "a" as NSString)
    #expect(source.attachments["a"] == nil && source.attachments["b"]?.mode == .shouldNotPropagate)
    source.attachments.removeAll()
    #expect(source.attachments.nonPropagated.isEmpty)
  }

  @Test func exif_travelsAsAnAttachment() throws {
    let jpeg = try CMSampleBuffer(
      dataBuffer: blockBuffer([0xff, 0xd8]),
      formatDescription: CMFormatDescription(videoCodecType: .jpeg, width: 4, height: 4), numSamples: 1,
      sampleTimings: [], sampleSizes: [2])
    let exif: [String: Any] = ["ISOSpeedRatings": [100]]
    CMSetAttachment(
      jpeg, key: "{Exif}" as NSString, value: exif as CFDictionary, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    let back = CMGetAttachment(jpeg, key: "{Exif}" as NSString, attachmentModeOut: nil) as? [String: Any]
    #expect(back?["ISOSpeedRatings"] as? [Int] == [100])
  }

  @Test func foreignObjects_areIgnored() {
    let object = NSObject()
    CMSetAttachment(object, key: "a" as NSString, value: "1" as NSString, attachmentMode: 1)
    #expect(CMGetAttachment(object, key: "a" as NSString, attachmentModeOut: nil) == nil)
  }
}

@Suite struct SoundBuffers {
  private func pcm(channels: UInt32, interleaved: Bool) throws -> CMFormatDescription {
    var format = AudioStreamBasicDescription()
    format.mSampleRate = 44100
    format.mFormatID = kAudioFormatLinearPCM
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
    if !interleaved { format.mFormatFlags |= kAudioFormatFlagIsNonInterleaved }
    format.mBitsPerChannel = 16
    format.mChannelsPerFrame = channels
    format.mBytesPerFrame = interleaved ? 2 * channels : 2
    format.mBytesPerPacket = format.mBytesPerFrame
    format.mFramesPerPacket = 1
    return try CMFormatDescription(audioStreamBasicDescription: format)
  }

  @Test func audio_isTimedByCounting() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: blockBuffer(Array(0..<40)), formatDescription: pcm(channels: 2, interleaved: true), numSamples: 10,
      presentationTimeStamp: CMTime(value: 441, timescale: 44100), packetDescriptions: [])
    #expect(buffer.duration == CMTime(value: 10, timescale: 44100) && buffer.totalSampleSize == 40)
    let part = try CMSampleBuffer(copying: buffer, forRange: 2..<4)
    #expect(try part.dataBuffer?.dataBytes() == Data(8..<16))
    #expect(part.presentationTimeStamp == CMTime(value: 443, timescale: 44100))
  }

  @Test func packetsOfDifferentSize_areFound() throws {
    var format = AudioStreamBasicDescription()
    format.mSampleRate = 48000
    format.mFormatID = kAudioFormatMPEG4AAC
    format.mFramesPerPacket = 1024
    let packets = [(0, 2), (2, 3)].map {
      AudioStreamPacketDescription(mStartOffset: $0, mVariableFramesInPacket: 0, mDataByteSize: $1)
    }
    let buffer = try CMSampleBuffer(
      dataBuffer: blockBuffer([1, 2, 3, 4, 5]),
      formatDescription: CMFormatDescription(audioStreamBasicDescription: format), numSamples: 2,
      presentationTimeStamp: .zero, packetDescriptions: packets)
    #expect(buffer.duration == CMTime(value: 2048, timescale: 48000))
    #expect(try buffer.sampleSizes() == [2, 3])
    let second = try CMSampleBuffer(copying: buffer, forRange: 1..<2)
    #expect(try second.dataBuffer?.dataBytes() == Data([3, 4, 5]))
    #expect(try second.audioStreamPacketDescriptions().first?.mStartOffset == 0)
  }

  @Test func bufferLists_pointIntoTheData() throws {
    let data = try blockBuffer(Array(0..<8))
    let buffer = try CMSampleBuffer(
      dataBuffer: data, formatDescription: pcm(channels: 2, interleaved: false), numSamples: 2,
      presentationTimeStamp: .zero, packetDescriptions: [])
    try buffer.withAudioBufferList { list, block in
      #expect(list.count == 2 && list[0].mNumberChannels == 1 && list[1].mDataByteSize == 4)
      let start = try data.withUnsafeMutableBytes { $0.baseAddress }
      #expect(list[0].mData == start && list[1].mData == start.map { $0 + 4 })
    }
    var (size, block) = (0, CMBlockBuffer?.none)
    #expect(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: &size, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: &block) == noErr)
    #expect(size == AudioBufferList.sizeInBytes(maximumBuffers: 2))
    var one = AudioBufferList()
    #expect(
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: nil, bufferListOut: &one, bufferListSize: MemoryLayout<AudioBufferList>.size,
        blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: &block)
        == kCMSampleBufferError_ArrayTooSmall)
  }

  @Test func alignedBufferLists_haveEachPlaneAtAMultipleOfSixteen() throws {
    let bytes = (0..<44).map { UInt8($0) }
    // Planes of 6 bytes, and planes of 16 in memory that does not start at a multiple of 16.
    for range in [0..<12, 4..<36] {
      let data = try CMBlockBuffer(bufferReference: blockBuffer(bytes)[range])
      let size = range.count / 2
      let buffer = try CMSampleBuffer(
        dataBuffer: data, formatDescription: pcm(channels: 2, interleaved: false), numSamples: size / 2,
        presentationTimeStamp: .zero, packetDescriptions: [])
      try buffer.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, block in
        let start = try block.withUnsafeMutableBytes { $0.baseAddress }
        #expect(list.count == 2 && list[0].mData == start && list[1].mData == start.map { $0 + 16 })
        for (plane, first) in zip(list, [range.lowerBound, range.lowerBound + size]) {
          #expect(UInt(bitPattern: plane.mData).isMultiple(of: 16) && Int(plane.mDataByteSize) == size)
          let found = plane.mData.map { Array(UnsafeRawBufferPointer(start: $0, count: size)) }
          #expect(found == Array(bytes[first..<first + size]))
        }
      }
      var needed = 0
      #expect(
        CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
          buffer, bufferListSizeNeededOut: &needed, bufferListOut: nil, bufferListSize: 0, blockBufferAllocator: nil,
          blockBufferMemoryAllocator: nil, flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
          blockBufferOut: nil) == noErr)
      #expect(needed == AudioBufferList.sizeInBytes(maximumBuffers: 2))
    }
  }

  @Test func bufferLists_areCopiedInAndOut() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: pcm(channels: 1, interleaved: true), numSamples: 3,
      presentationTimeStamp: .zero, packetDescriptions: [])
    var samples: [Int16] = [10, 20, 30]
    try samples.withUnsafeMutableBufferPointer { memory in
      var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(memory, numberOfChannels: 1))
      try buffer.setDataBuffer(fromAudioBufferList: &list)
    }
    var back = [Int16](repeating: 0, count: 2)
    try back.withUnsafeMutableBufferPointer { memory in
      var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(memory, numberOfChannels: 1))
      try buffer.copyPCMData(fromRange: 1..<3, into: &list)
    }
    #expect(back == [20, 30])
  }

  /// The number of samples is the caller's; the bytes are those of the block buffer.
  @Test func samplesWithoutBytes_areNotCopied() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: CMBlockBuffer(length: 4, flags: .assureMemoryNow),
      formatDescription: pcm(channels: 2, interleaved: true),
      numSamples: .max, presentationTimeStamp: .zero, packetDescriptions: [])
    var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer())
    for range in [0..<Int.max, 0..<2] {
      #expect(throws: CMSampleBuffer.Error.invalidSampleData) { try buffer.copyPCMData(fromRange: range, into: &list) }
    }
  }
}
