import CoreAudioTypes
import CoreGraphics
import CoreVideo
import Foundation

/// The identifier of sample buffers, as `CFGetTypeID(_:)` returns it.
public func CMSampleBufferGetTypeID() -> CFTypeID { CMSampleBuffer.typeID }

/// Returns the image buffer of a decoded frame; nil for coded samples and audio.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// Returns the bytes of coded samples or of audio; nil for decoded frames.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// Returns the format of the samples.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}

/// The number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// The sum of the samples' durations; see `CMSampleBuffer.duration`.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The earliest time at which a sample is shown; see `CMSampleBuffer.presentationTimeStamp`.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// Returns the decode time of the first sample; see `CMSampleBuffer.decodeTimeStamp`.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// The duration in the output; see `CMSampleBuffer.outputDuration`.
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDuration }

/// Returns the presentation time in the output; see `CMSampleBuffer.outputPresentationTimeStamp`.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.outputPresentationTimeStamp
}

/// Returns the decode time of the first sample in the output; see `CMSampleBuffer.outputDecodeTimeStamp`.
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.outputDecodeTimeStamp }

/// Sets when the samples are shown in the output; an invalid time means as computed.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: CMSampleBuffer, newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
  status(orElse: kCMSampleBufferError_AllocationFailed) {
    try sbuf.setOutputPresentationTimeStamp(outputPresentationTimeStamp)
  }
}

/// Fills an array with the timings as given; their number is stored at `entriesNeededOut`.
@discardableResult
public func CMSampleBufferGetSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount numSampleTimingEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status(orElse: kCMSampleBufferError_BufferHasNoSampleTimingInfo) {
    try fill(timingArrayOut, numSampleTimingEntries, with: sbuf.sampleTimingInfos(), needed: entriesNeededOut)
  }
}

/// Fills an array with the timings of the output; their number is stored at `entriesNeededOut`.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
  _ sbuf: CMSampleBuffer, entryCount timingArrayEntries: CMItemCount,
  arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status(orElse: kCMSampleBufferError_BufferHasNoSampleTimingInfo) {
    try fill(
      timingArrayOut, timingArrayEntries, with: sbuf.outputSampleTimingInfos(), needed: timingArrayEntriesNeededOut)
  }
}

/// The timing of one sample.
@discardableResult
public func CMSampleBufferGetSampleTimingInfo(
  _ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex, timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>
) -> OSStatus {
  status(orElse: kCMSampleBufferError_BufferHasNoSampleTimingInfo) {
    timingInfoOut.pointee = try sbuf.sampleTimingInfo(at: sampleIndex)
  }
}

/// Fills an array with the sizes as given; their number is stored at `entriesNeededOut`.
@discardableResult
public func CMSampleBufferGetSampleSizeArray(
  _ sbuf: CMSampleBuffer, entryCount sizeArrayEntries: CMItemCount,
  arrayToFill sizeArrayOut: UnsafeMutablePointer<Int>?,
  entriesNeededOut sizeArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  status(orElse: kCMSampleBufferError_BufferHasNoSampleSizes) {
    try fill(sizeArrayOut, sizeArrayEntries, with: sbuf.sampleSizes(), needed: sizeArrayEntriesNeededOut)
  }
}

/// The size of one sample in bytes; 0 if it is not known.
public func CMSampleBufferGetSampleSize(_ sbuf: CMSampleBuffer, at sampleIndex: CMItemIndex) -> Int {
  sbuf.sampleSize(at: sampleIndex)
}

/// The sum of the sizes in bytes; 0 if they are not known.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// Gives a buffer its bytes, once.
@discardableResult
public func CMSampleBufferSetDataBuffer(_ sbuf: CMSampleBuffer, newValue dataBuffer: CMBlockBuffer) -> OSStatus {
  status(orElse: kCMSampleBufferError_AlreadyHasDataBuffer) { try sbuf.setDataBuffer(dataBuffer) }
}

/// Returns true if the data is ready.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReadiness == .ready }

/// Says that the data is there.
@discardableResult
public func CMSampleBufferSetDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  status(orElse: kCMSampleBufferError_DataFailed) { try sbuf.setDataReadiness(.ready) }
}

/// Says that the data will never be there, and why.
@discardableResult
public func CMSampleBufferSetDataFailed(_ sbuf: CMSampleBuffer, status code: OSStatus) -> OSStatus {
  status(orElse: kCMSampleBufferError_DataFailed) { try sbuf.setDataReadiness(.failed(code)) }
}

/// Returns true if making the data ready has failed; the status is stored at `statusOut`.
public func CMSampleBufferHasDataFailed(_ sbuf: CMSampleBuffer, statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool {
  guard case .failed(let code) = sbuf.dataReadiness else { return false }
  statusOut?.pointee = code
  return true
}

/// Makes the data ready; see `CMSampleBuffer.makeDataReady()`.
@discardableResult
public func CMSampleBufferMakeDataReady(_ sbuf: CMSampleBuffer) -> OSStatus {
  status(orElse: kCMSampleBufferError_DataFailed) { try sbuf.makeDataReady() }
}

/// Lets a buffer's readiness follow another's.
@discardableResult
public func CMSampleBufferTrackDataReadiness(
  _ sbuf: CMSampleBuffer, sampleBufferToTrack: CMSampleBuffer
) -> OSStatus {
  status(orElse: kCMSampleBufferError_CannotSubdivide) { try sbuf.trackDataReadiness(sampleBufferToTrack) }
}

/// Invalidates a buffer; its handler is called, once.
@discardableResult
public func CMSampleBufferInvalidate(_ sbuf: CMSampleBuffer) -> OSStatus {
  status(orElse: kCMSampleBufferError_Invalidated) { try sbuf.invalidate() }
}

/// Sets the handler that is called when a buffer is invalidated; may be called once.
@discardableResult
public func CMSampleBufferSetInvalidateHandler(
  _ sbuf: CMSampleBuffer, invalidateHandler: @escaping CMSampleBufferInvalidateHandler
) -> OSStatus {
  status(orElse: kCMSampleBufferError_RequiredParameterMissing) { try sbuf.setInvalidateHandler(invalidateHandler) }
}

/// Returns true if a buffer has not been invalidated.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Gives a buffer its data from a list of buffers; see `CMSampleBuffer.setDataBuffer(fromAudioBufferList:…)`.
@discardableResult
public func CMSampleBufferSetDataBufferFromAudioBufferList(
  _ sbuf: CMSampleBuffer, blockBufferAllocator: CFAllocator?, blockBufferMemoryAllocator: CFAllocator?,
  flags: UInt32, bufferList: UnsafePointer<AudioBufferList>
) -> OSStatus {
  status(orElse: kCMSampleBufferError_InvalidSampleData) {
    try sbuf.setDataBuffer(
      fromAudioBufferList: bufferList, blockBufferMemoryAllocator: blockBufferMemoryAllocator,
      flags: .init(rawValue: flags))
  }
}

/// Fills a list with the audio of a buffer, whose memory lives as long as the block buffer at `blockBufferOut`.
///
/// The size of the list is stored at `bufferListSizeNeededOut`; with no list only that is done.
@discardableResult
public func CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: CMSampleBuffer, bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  bufferListOut: UnsafeMutablePointer<AudioBufferList>?, bufferListSize: Int, blockBufferAllocator: CFAllocator?,
  blockBufferMemoryAllocator: CFAllocator?, flags: UInt32, blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>?
) -> OSStatus {
  status(orElse: kCMSampleBufferError_InvalidSampleData) {
    let (buffers, block) = try sbuf.audioBuffers(
      allocator: blockBufferMemoryAllocator, flags: .init(rawValue: flags))
    let needed = AudioBufferList.sizeInBytes(maximumBuffers: buffers.count)
    bufferListSizeNeededOut?.pointee = needed
    guard let bufferListOut else { return }
    guard let blockBufferOut else { throw CMSampleBuffer.Error.requiredParameterMissing }
    guard bufferListSize >= needed else { throw CMSampleBuffer.Error.arrayTooSmall }
    let list = UnsafeMutableAudioBufferListPointer(bufferListOut)
    list.count = buffers.count
    for (index, buffer) in buffers.enumerated() { list[index] = buffer }
    blockBufferOut.initialize(to: block)
  }
}

/// Fills an array with the descriptions of the packets; its size in bytes is stored at the last parameter.
@discardableResult
public func CMSampleBufferGetAudioStreamPacketDescriptions(
  _ sbuf: CMSampleBuffer, packetDescriptionsSize: Int,
  packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  status(orElse: kCMSampleBufferError_InvalidMediaTypeForOperation) {
    let packets = try sbuf.audioStreamPacketDescriptions()
    let stride = MemoryLayout<AudioStreamPacketDescription>.stride
    packetDescriptionsSizeNeededOut?.pointee = packets.count * stride
    try fill(packetDescriptionsOut, packetDescriptionsSize / stride, with: packets, needed: nil)
  }
}

/// Copies uncompressed frames into a list of buffers; see `CMSampleBuffer.copyPCMData(fromRange:into:)`.
@discardableResult
public func CMSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: CMSampleBuffer, at frameOffset: Int32, frameCount numFrames: Int32,
  into bufferList: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  status(orElse: kCMSampleBufferError_InvalidSampleData) {
    guard frameOffset >= 0, numFrames >= 0 else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    try sbuf.copyPCMData(fromRange: Int(frameOffset)..<Int(frameOffset) + Int(numFrames), into: bufferList)
  }
}

private func fill<Element>(
  _ target: UnsafeMutablePointer<Element>?, _ room: Int, with elements: [Element],
  needed: UnsafeMutablePointer<CMItemCount>?
) throws {
  needed?.pointee = elements.count
  guard let target else { return }
  guard room >= elements.count else { throw CMSampleBuffer.Error.arrayTooSmall }
  for (index, element) in elements.enumerated() { target[index] = element }
}
