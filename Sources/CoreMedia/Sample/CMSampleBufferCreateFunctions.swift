import CoreAudioTypes
import CoreGraphics
import CoreVideo
import Foundation

/// Creates a buffer of samples whose bytes may still be missing.
///
/// - Parameters:
///   - dataBuffer: The bytes, if there are any yet.
///   - dataReady: True if they are there.
///   - makeDataReadyCallback: Called with `refcon` when the data is needed and not ready; may be nil.
///   - numSampleTimingEntries: 0, 1 for all samples, or the number of samples.
///   - numSampleSizeEntries: 0, 1 for all samples, or the number of samples.
@discardableResult
public func CMSampleBufferCreate(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription?, sampleCount numSamples: CMItemCount,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleSizeEntryCount numSampleSizeEntries: CMItemCount, sampleSizeArray: UnsafePointer<Int>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  store(at: sampleBufferOut, orElse: kCMSampleBufferError_AllocationFailed) {
    try CMSampleBuffer(
      formatDescription: formatDescription, numSamples: numSamples,
      timings: entries(sampleTimingArray, numSampleTimingEntries, ofSamples: numSamples),
      sizes: entries(sampleSizeArray, numSampleSizeEntries, ofSamples: numSamples),
      state: .init(
        dataBuffer: dataBuffer, readiness: dataReady ? .ready : .notReady,
        makeDataReady: handler(makeDataReadyCallback, makeDataReadyRefcon)))
  }
}

/// Creates a buffer of samples whose bytes are there.
@discardableResult
public func CMSampleBufferCreateReady(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?,
  sampleCount numSamples: CMItemCount, sampleTimingEntryCount numSampleTimingEntries: CMItemCount,
  sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?, sampleSizeEntryCount numSampleSizeEntries: CMItemCount,
  sampleSizeArray: UnsafePointer<Int>?, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreate(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: formatDescription, sampleCount: numSamples, sampleTimingEntryCount: numSampleTimingEntries,
    sampleTimingArray: sampleTimingArray, sampleSizeEntryCount: numSampleSizeEntries,
    sampleSizeArray: sampleSizeArray, sampleBufferOut: sampleBufferOut)
}

/// Creates a buffer for an image buffer whose pixels may still be missing.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let handler = handler(makeDataReadyCallback, makeDataReadyRefcon)
  return store(at: sampleBufferOut, orElse: kCMSampleBufferError_AllocationFailed) {
    try CMSampleBuffer(
      imageBuffer: imageBuffer, dataReady: dataReady, formatDescription: formatDescription,
      sampleTiming: sampleTiming.pointee,
      makeDataReadyHandler: handler ?? { _ in kCMSampleBufferError_BufferNotReady })
  }
}

/// Creates a buffer for an image buffer.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMSampleBufferCreateForImageBuffer(
    allocator: allocator, imageBuffer: imageBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: formatDescription, sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

/// Creates an audio buffer whose times are derived from the number of samples, and whose bytes may still be missing.
@discardableResult
public func CMAudioSampleBufferCreateWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer?, dataReady: Bool,
  makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon makeDataReadyRefcon: UnsafeMutableRawPointer?,
  formatDescription: CMFormatDescription, sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  let handler = handler(makeDataReadyCallback, makeDataReadyRefcon)
  return store(at: sampleBufferOut, orElse: kCMSampleBufferError_AllocationFailed) {
    let packets = try entries(packetDescriptions, packetDescriptions == nil ? 0 : numSamples, ofSamples: numSamples)
    return try CMSampleBuffer(
      dataBuffer: dataBuffer, dataReady: dataReady, formatDescription: formatDescription, numSamples: numSamples,
      presentationTimeStamp: presentationTimeStamp, packetDescriptions: packets,
      makeDataReadyHandler: handler ?? { _ in kCMSampleBufferError_BufferNotReady })
  }
}

/// Creates an audio buffer whose times are derived from the number of samples.
@discardableResult
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?, dataBuffer: CMBlockBuffer, formatDescription: CMFormatDescription,
  sampleCount numSamples: CMItemCount, presentationTimeStamp: CMTime,
  packetDescriptions: UnsafePointer<AudioStreamPacketDescription>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  CMAudioSampleBufferCreateWithPacketDescriptions(
    allocator: allocator, dataBuffer: dataBuffer, dataReady: true, makeDataReadyCallback: nil, refcon: nil,
    formatDescription: formatDescription, sampleCount: numSamples, presentationTimeStamp: presentationTimeStamp,
    packetDescriptions: packetDescriptions, sampleBufferOut: sampleBufferOut)
}

/// Creates a copy that shares bytes and pixels.
@discardableResult
public func CMSampleBufferCreateCopy(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  store(at: sampleBufferOut, orElse: kCMSampleBufferError_AllocationFailed) {
    try CMSampleBuffer(copying: sbuf)
  }
}

/// Creates a copy that shares bytes and pixels but has other times.
@discardableResult
public func CMSampleBufferCreateCopyWithNewTiming(
  allocator: CFAllocator?, sampleBuffer originalSBuf: CMSampleBuffer,
  sampleTimingEntryCount numSampleTimingEntries: CMItemCount, sampleTimingArray: UnsafePointer<CMSampleTimingInfo>?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  store(at: sampleBufferOut, orElse: kCMSampleBufferError_AllocationFailed) {
    try CMSampleBuffer(
      copying: originalSBuf,
      withNewTiming: entries(sampleTimingArray, numSampleTimingEntries, ofSamples: originalSBuf.numSamples))
  }
}

/// Creates a buffer of some of another's samples.
@discardableResult
public func CMSampleBufferCopySampleBufferForRange(
  allocator: CFAllocator?, sampleBuffer sbuf: CMSampleBuffer, sampleRange: CFRange,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  store(at: sampleBufferOut, orElse: kCMSampleBufferError_AllocationFailed) {
    let (end, overflow) = sampleRange.location.addingReportingOverflow(sampleRange.length)
    guard sampleRange.length > 0, !overflow else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    return try CMSampleBuffer(copying: sbuf, forRange: sampleRange.location..<end)
  }
}

/// The entries of an array as C gives it: none, one for all samples, or one a sample.
///
/// A number of entries that does not fit that of the samples is an error before anything is read: the array may end earlier.
private func entries<Element>(
  _ start: UnsafePointer<Element>?, _ count: Int, ofSamples sampleCount: Int
) throws -> [Element] {
  guard count == 0 || count == 1 || count == sampleCount, count >= 0 else {
    throw CMSampleBuffer.Error.invalidEntryCount
  }
  guard count > 0 else { return [] }
  guard let start else { throw CMSampleBuffer.Error.requiredParameterMissing }
  guard count <= Int32.max else { throw CMSampleBuffer.Error.allocationFailed }
  return Array(UnsafeBufferPointer(start: start, count: count))
}

private func handler(
  _ callback: CMSampleBufferMakeDataReadyCallback?, _ refcon: UnsafeMutableRawPointer?
) -> CMSampleBufferMakeDataReadyHandler? {
  callback.map { callback in { callback($0, refcon) } }
}
