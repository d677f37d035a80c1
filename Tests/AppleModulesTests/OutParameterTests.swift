import AVFoundation
import Testing
import VideoToolbox

/// Calls a C function with memory that holds garbage where it stores an object, as programs do that allocate it, and
/// returns the object.
private func stored<Object: AnyObject>(_ create: (UnsafeMutablePointer<Object?>) -> OSStatus) throws -> Object {
  let place = UnsafeMutablePointer<Object?>.allocate(capacity: 1)
  defer { place.deallocate() }
  UnsafeMutableRawPointer(place).storeBytes(of: 0x5555_5555_5555_5550, as: UInt.self)
  try #require(create(place) == noErr)
  return try #require(place.move())
}

/// Calls a C function that fails with memory that holds garbage, and returns the word that is there then.
private func left<Object: AnyObject>(_ create: (UnsafeMutablePointer<Object?>) -> OSStatus) -> UInt {
  let place = UnsafeMutablePointer<Object?>.allocate(capacity: 1)
  defer { place.deallocate() }
  UnsafeMutableRawPointer(place).storeBytes(of: 1, as: UInt.self)
  #expect(create(place) != noErr)
  return UnsafeMutableRawPointer(place).load(as: UInt.self)
}

/// C functions only write where they store an object: nothing is released there.
@Suite struct OutParameterTests {
  private let attributes =
    [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 16,
      kCVPixelBufferHeightKey: 8,
    ] as CFDictionary

  private func frame() throws -> CVPixelBuffer {
    try stored { CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, $0) }
  }

  @Test func pixelBuffersAndPools_areStoredOverGarbage() throws {
    let pool = try stored { CVPixelBufferPoolCreate(nil, nil, attributes, $0) }
    #expect(CVPixelBufferGetWidth(try stored { CVPixelBufferPoolCreatePixelBuffer(nil, pool, $0) }) == 16)
    #expect(CVPixelBufferGetHeight(try frame()) == 8)
    let resolved = try stored { CVPixelBufferCreateResolvedAttributesDictionary(nil, [attributes] as CFArray, $0) }
    #expect(resolved.count == 3)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    defer { memory.deallocate() }
    let packed = try stored {
      CVPixelBufferCreateWithBytes(nil, 4, 4, kCVPixelFormatType_32BGRA, memory, 16, nil, nil, nil, $0)
    }
    #expect(CVPixelBufferGetBaseAddress(packed) == memory)
    var (bases, widths, heights, rows) = (
      [memory, memory + 32] as [UnsafeMutableRawPointer?], [8, 4], [4, 2], [8, 8]
    )
    let planar = try stored {
      CVPixelBufferCreateWithPlanarBytes(
        nil, 8, 4, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, memory, 64, 2, &bases, &widths, &heights, &rows, nil,
        nil, nil, $0)
    }
    #expect(CVPixelBufferGetPlaneCount(planar) == 2)
  }

  @Test func failures_storeNothingInCoreVideo_andNilElsewhere() throws {
    #expect(left { CVPixelBufferCreate(nil, 0, 8, kCVPixelFormatType_32BGRA, nil, $0) } == 1)
    #expect(left { CVPixelBufferPoolCreate(nil, nil, nil, $0) } == 1)
    #expect(left { CMSimpleQueueCreate(allocator: nil, capacity: -1, queueOut: $0) } == 0)
    let depth = try stored { CVPixelBufferCreate(nil, 4, 2, kCVPixelFormatType_DepthFloat32, nil, $0) }
    #expect(left { VTCreateCGImageFromCVPixelBuffer(depth, options: nil, imageOut: $0) } == 0)
  }

  @Test func formatDescriptions_areStoredOverGarbage() throws {
    let frame = try frame()
    let video = try stored {
      CMVideoFormatDescriptionCreateForImageBuffer(allocator: nil, imageBuffer: frame, formatDescriptionOut: $0)
    }
    #expect(CMVideoFormatDescriptionGetDimensions(video).width == 16)
    let muxed = try stored {
      CMMuxedFormatDescriptionCreate(
        allocator: nil, muxType: kCMMuxedStreamType_MPEG1System, extensions: nil, formatDescriptionOut: $0)
    }
    #expect(CMFormatDescriptionGetMediaType(muxed) == kCMMediaType_Muxed)
    let image = try stored { VTCreateCGImageFromCVPixelBuffer(frame, options: nil, imageOut: $0) }
    #expect(image.width == 16)
  }

  @Test func samplesAndBlocks_areStoredOverGarbage() throws {
    let empty = try stored { CMBlockBufferCreateEmpty(allocator: nil, capacity: 1, flags: 0, blockBufferOut: $0) }
    #expect(CMBlockBufferIsEmpty(empty))
    let block = try stored {
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 8, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 8, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: $0)
    }
    var description = AudioStreamBasicDescription(
      mSampleRate: 8000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2, mFramesPerPacket: 1,
      mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0)
    let format = try stored {
      CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &description, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
        extensions: nil, formatDescriptionOut: $0)
    }
    let sample = try stored {
      CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: block, formatDescription: format, sampleCount: 4, presentationTimeStamp: .zero,
        packetDescriptions: nil, sampleBufferOut: $0)
    }
    let copy = try stored { CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: sample, sampleBufferOut: $0) }
    #expect(CMSampleBufferGetNumSamples(copy) == 4)
    var list = AudioBufferList()
    let held = try stored {
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        sample, bufferListSizeNeededOut: nil, bufferListOut: &list, bufferListSize: MemoryLayout<AudioBufferList>.size,
        blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: $0)
    }
    #expect(CMBlockBufferGetDataLength(held) == 8)
  }

  @Test func queuesAndTimebases_areStoredOverGarbage() throws {
    let simple = try stored { CMSimpleQueueCreate(allocator: nil, capacity: 2, queueOut: $0) }
    #expect(CMSimpleQueueGetCapacity(simple) == 2)
    let queue = try stored {
      CMBufferQueueCreate(
        allocator: nil, capacity: 0, callbacks: CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), queueOut: $0)
    }
    let token = try stored {
      CMBufferQueueInstallTrigger(
        queue, callback: nil, refcon: nil, condition: kCMBufferQueueTrigger_WhenReset, time: .invalid,
        triggerTokenOut: $0)
    }
    #expect(CMBufferQueueRemoveTrigger(queue, triggerToken: token) == noErr)
    let timebase = try stored {
      CMTimebaseCreateWithSourceClock(allocator: nil, sourceClock: CMClockGetHostTimeClock(), timebaseOut: $0)
    }
    let follower = try stored {
      CMTimebaseCreateWithSourceTimebase(allocator: nil, sourceTimebase: timebase, timebaseOut: $0)
    }
    #expect(CMTimebaseGetRate(follower) == 0)
  }
}
