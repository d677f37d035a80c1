import CoreAudioTypes
import CoreGraphics
import Foundation

extension CMSampleBuffer {
  /// Options of operations on audio buffer lists.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt32

    /// Creates options from bits.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Every buffer of the list starts at a multiple of 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Flags(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// Returns the byte ranges of audio packets in the data; empty if all have the size of the format.
  public func audioStreamPacketDescriptions() throws -> [AudioStreamPacketDescription] {
    guard formatDescription?.audioFormat != nil else { throw Error.invalidMediaTypeForOperation }
    return packetDescriptions
  }

  /// Calls a body with the descriptions of the packets.
  public func withUnsafeAudioStreamPacketDescriptions<R>(
    _ body: (UnsafeBufferPointer<AudioStreamPacketDescription>) throws -> R
  ) throws -> R {
    try audioStreamPacketDescriptions().withUnsafeBufferPointer(body)
  }

  /// Calls a body with the audio as a list of buffers, and the block buffer that holds them; both are only valid
  /// inside, unless the block buffer is retained.
  ///
  /// Interleaved and coded audio is one buffer, other audio one per channel. The buffers are the sample buffer's own
  /// memory if it is contiguous, and aligned as the flags ask, else a copy.
  public func withAudioBufferList<R>(
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = [],
    body: (UnsafeMutableAudioBufferListPointer, CMBlockBuffer) throws -> R
  ) throws -> R {
    let (buffers, block) = try audioBuffers(allocator: blockBufferMemoryAllocator, flags: flags)
    let list = AudioBufferList.allocate(maximumBuffers: buffers.count)
    defer { free(list.unsafeMutablePointer) }
    for (index, buffer) in buffers.enumerated() { list[index] = buffer }
    return try withExtendedLifetime(block) { try body(list, block) }
  }

  /// Sets the data from a list of buffers, whose bytes are copied one after the other.
  ///
  /// - Throws: `alreadyHasDataBuffer`, `invalidMediaTypeForOperation` unless this is audio, `invalidSampleData` if the
  ///   list has fewer bytes than the samples need.
  public func setDataBuffer(
    fromAudioBufferList bufferList: UnsafePointer<AudioBufferList>,
    blockBufferMemoryAllocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    guard let format = formatDescription?.audioStreamBasicDescription else { throw Error.invalidMediaTypeForOperation }
    guard dataBuffer == nil else { throw Error.alreadyHasDataBuffer }
    let list = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    var sizes = list.map { Int($0.mDataByteSize) }
    if format.mBytesPerPacket > 0, packetDescriptions.isEmpty {
      // A list may have more room than samples; of each buffer only the samples count.
      let (needed, overflow) = Int(format.mBytesPerPacket).multipliedReportingOverflow(by: numSamples)
      guard !overflow, sizes.allSatisfy({ $0 >= needed }) else { throw Error.invalidSampleData }
      sizes = sizes.map { _ in needed }
    }
    let total = sizes.reduce(0, +)
    guard total > 0 else { throw Error.invalidSampleData }
    let block = try CMBlockBuffer(length: total, allocator: blockBufferMemoryAllocator, flags: .assureMemoryNow)
    try block.withUnsafeMutableBytes { bytes in
      var offset = 0
      for (buffer, size) in zip(list, sizes) {
        guard let source = buffer.mData, let target = bytes.baseAddress else { throw Error.invalidSampleData }
        memcpy(target + offset, source, size)
        offset += size
      }
    }
    try setDataBuffer(block)
  }

  /// Copies PCM frames into a list of buffers.
  ///
  /// - Throws: `invalidMediaTypeForOperation` unless this is PCM, `sampleIndexOutOfRange`,
  ///   `arrayTooSmall` if the list has too few or too small buffers.
  public func copyPCMData(
    fromRange range: Range<Int>, into bufferList: UnsafeMutablePointer<AudioBufferList>
  ) throws {
    guard let format = formatDescription?.audioStreamBasicDescription, format.mFormatID == kAudioFormatLinearPCM,
      format.mBytesPerFrame > 0
    else { throw Error.invalidMediaTypeForOperation }
    guard range.lowerBound >= 0, range.upperBound <= numSamples else { throw Error.sampleIndexOutOfRange }
    let frame = Int(format.mBytesPerFrame)
    let (end, overflow) = range.upperBound.multipliedReportingOverflow(by: frame)
    guard !overflow else { throw Error.invalidSampleData }
    let target = UnsafeMutableAudioBufferListPointer(bufferList)
    try withAudioBufferList { source, _ in
      guard target.count >= source.count else { throw Error.arrayTooSmall }
      for (index, buffer) in source.enumerated() {
        guard end <= Int(buffer.mDataByteSize), let bytes = buffer.mData else {
          throw Error.invalidSampleData
        }
        guard let destination = target[index].mData, Int(target[index].mDataByteSize) >= range.count * frame else {
          throw Error.arrayTooSmall
        }
        memcpy(destination, bytes + range.lowerBound * frame, range.count * frame)
        target[index].mDataByteSize = UInt32(range.count * frame)
      }
    }
  }

  /// Returns the audio as buffers over contiguous memory.
  func audioBuffers(allocator: CFAllocator?, flags: Flags) throws -> ([AudioBuffer], CMBlockBuffer) {
    guard let format = formatDescription?.audioStreamBasicDescription else { throw Error.invalidMediaTypeForOperation }
    guard dataReadiness == .ready else { throw Error.bufferNotReady }
    guard let data = dataBuffer else { throw Error.requiredParameterMissing }
    let isInterleaved = format.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0
    let isPlanar = format.mFormatID == kAudioFormatLinearPCM && !isInterleaved
    let count = isPlanar ? max(1, Int(format.mChannelsPerFrame)) : 1
    let size = data.dataLength / count
    let isAligned = flags.contains(.audioBufferListAssure16ByteAlignment)
    let stride = isAligned && count > 1 ? (size + 15) / 16 * 16 : size
    let block =
      try stride == size
      ? data.contiguous(isAligned: isAligned, allocator: allocator)
      : data.copyOfPlanes(count, size: size, stride: stride, allocator: allocator)
    let buffers = try block.withUnsafeMutableBytes { bytes in
      (0..<count).map { index in
        AudioBuffer(
          mNumberChannels: isPlanar ? 1 : format.mChannelsPerFrame, mDataByteSize: UInt32(clamping: size),
          mData: bytes.baseAddress.map { $0 + index * stride })
      }
    }
    return (buffers, block)
  }
}

extension CMBlockBuffer {
  // Memory from malloc starts at a multiple of 16, and so do copies.

  /// Returns the bytes in one run: a copy of them if they are several, or have to start at a multiple of 16 and do not.
  fileprivate func contiguous(isAligned: Bool, allocator: CFAllocator?) throws -> CMBlockBuffer {
    let block = try makeContiguous(allocator: allocator)
    guard isAligned else { return block }
    let address = try block.withUnsafeMutableBytes { UInt(bitPattern: $0.baseAddress) }
    return address.isMultiple(of: 16) ? block : try makeContiguous(allocator: allocator, flags: .alwaysCopyData)
  }

  /// Returns a copy of planes that follow one another without space, in which each starts a stride after the one before.
  fileprivate func copyOfPlanes(_ count: Int, size: Int, stride: Int, allocator: CFAllocator?) throws -> CMBlockBuffer {
    let (length, overflow) = stride.multipliedReportingOverflow(by: count)
    guard !overflow else { throw Error.blockAllocationFailed }
    let copy = try CMBlockBuffer(length: length, allocator: allocator, flags: .assureMemoryNow)
    try copy.fillDataBytes(with: 0)
    for index in 0..<count {
      try copy.withUnsafeMutableBytes(atOffset: index * stride) { bytes in
        try self[index * size..<(index + 1) * size].copyDataBytes(to: .init(rebasing: bytes[..<size]))
      }
    }
    return copy
  }
}

/// Every buffer of an audio buffer list starts at a multiple of 16 bytes.
public var kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment: UInt32 { 1 }
