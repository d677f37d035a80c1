/// Callbacks that hear the audio of one track on its way into a mix, and may change it.
///
///     var tap: MTAudioProcessingTap?
///     MTAudioProcessingTapCreate(kCFAllocatorDefault, &callbacks, kMTAudioProcessingTapCreationFlag_PreEffects, &tap)
///     parameters.audioTapProcessor = tap
///
/// The callbacks get what an `AVAudioProcessingTap` gets: the track's own audio, at the rate and with the channels of the mix, block by
/// block in the order of time, silence in gaps; blocks last about 0.1 s. Each output that is read, and each export, prepares the tap
/// before its first block, and unprepares it behind its last one, or when the output is released before that.
///
/// `init` is called by `MTAudioProcessingTapCreate`, and `finalize` by the thread that releases the tap. `prepare` and `process` are called
/// by the thread that asks the output for samples, or by the output's own queue where samples are read ahead, and `unprepare` by the same
/// or by the thread that releases the output: none of these is a thread that may never wait. Calls come one at a time. Outputs that share
/// a tap take turns, each of which prepares it anew.
///
/// Source: `MTAudioProcessingTap`.
public final class MTAudioProcessingTap: @unchecked Sendable {
  // Unchecked: the callbacks and the storage are the program's, as in C, and all that changes is behind the lock.
  private let callbacks: MTAudioProcessingTapCallbacks
  private let flags: MTAudioProcessingTapCreationFlags
  /// The pointer that the program's `init` has written; nil without any.
  fileprivate private(set) var storage: UnsafeMutableRawPointer?
  /// Held during calls; callbacks ask for audio meanwhile.
  private let lock = NSRecursiveLock()
  /// The preparation that holds; nil before the first block, and behind the last one.
  private var preparation: Preparation?
  /// The audio of the call that is going on.
  private var source: TapSource?

  private struct Preparation {
    let user: ObjectIdentifier
    let rate: Double
    let channels: Int
    let maxFrames: Int
  }

  fileprivate init(_ callbacks: MTAudioProcessingTapCallbacks, _ flags: MTAudioProcessingTapCreationFlags) {
    (self.callbacks, self.flags) = (callbacks, flags)
    var storage: UnsafeMutableRawPointer?
    callbacks.`init`?(self, callbacks.clientInfo, &storage)
    self.storage = storage
  }

  deinit { callbacks.finalize?(self) }

  /// True if the tap hears the audio behind its volume.
  var isBehindVolume: Bool { flags & kMTAudioProcessingTapCreationFlag_PostEffects != 0 }

  /// Returns the tap as a closure, for one output.
  func closure() -> AVAudioProcessingTap {
    let use = TapUse(of: self)
    return AVAudioProcessingTap { block in use.process(&block) }
  }

  fileprivate func process(_ block: inout AVAudioProcessingTap.Block, for user: ObjectIdentifier) {
    lock.lock()
    defer { lock.unlock() }
    let source = TapSource(block)
    prepare(for: user, source, rate: block.streamDescription.mSampleRate)
    self.source = source
    defer { self.source = nil }
    let list = source.makeList()
    defer { free(list.unsafeMutablePointer) }
    var (count, made): (CMItemCount, MTAudioProcessingTapFlags) = (0, 0)
    callbacks.process(self, source.frameCount, flags, list.unsafeMutablePointer, &count, &made)
    block.samples = source.samples(in: list, count: count)
    if block.isLast { unprepare(for: user) }
  }

  private func prepare(for user: ObjectIdentifier, _ source: TapSource, rate: Double) {
    if let known = preparation {
      if known.user == user, known.rate == rate, known.channels == source.channels,
        source.frameCount <= known.maxFrames
      {
        return
      }
      unprepare(for: known.user)
    }
    // The last block is shorter than the others, and may be the only one.
    let maxFrames = max(source.frameCount, Int(rate / 10))
    preparation = Preparation(user: user, rate: rate, channels: source.channels, maxFrames: maxFrames)
    var format = AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved, mBytesPerPacket: 4,
      mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: UInt32(clamping: source.channels),
      mBitsPerChannel: 32, mReserved: 0)
    callbacks.prepare?(self, maxFrames, &format)
  }

  fileprivate func unprepare(for user: ObjectIdentifier) {
    lock.lock()
    defer { lock.unlock() }
    guard preparation?.user == user else { return }
    preparation = nil
    callbacks.unprepare?(self)
  }

  fileprivate func withSource<Result>(_ body: (TapSource?) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(source)
  }
}

/// The use of a tap by one output, whose release unprepares the tap.
private final class TapUse: Sendable {
  private let tap: MTAudioProcessingTap

  init(of tap: MTAudioProcessingTap) { self.tap = tap }

  deinit { tap.unprepare(for: ObjectIdentifier(self)) }

  func process(_ block: inout AVAudioProcessingTap.Block) { tap.process(&block, for: ObjectIdentifier(self)) }
}

/// A block of audio that a tap asks for, as a plane for each channel.
private final class TapSource {
  let channels: Int
  let frameCount: Int
  private let timeRange: CMTimeRange
  private let isFirst: Bool
  private let isLast: Bool
  private let planes: UnsafeMutablePointer<Float>
  /// The number of frames that the tap has.
  private var given = 0

  init(_ block: AVAudioProcessingTap.Block) {
    channels = max(1, Int(block.streamDescription.mChannelsPerFrame))
    frameCount = block.samples.count / channels
    (timeRange, isFirst, isLast) = (block.timeRange, !block.isContinuous, block.isLast)
    planes = .allocate(capacity: max(1, channels * frameCount))
    for channel in 0..<channels {
      for frame in 0..<frameCount {
        (planes + channel * frameCount + frame).initialize(to: block.samples[frame * channels + channel])
      }
    }
  }

  deinit { planes.deallocate() }

  /// Returns a list with a buffer for each channel, without memory; the caller frees it.
  func makeList() -> UnsafeMutableAudioBufferListPointer {
    let list = AudioBufferList.allocate(maximumBuffers: channels)
    for channel in 0..<channels {
      list[channel] = AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(clamping: frameCount * 4), mData: nil)
    }
    return list
  }

  /// Gives the next frames: into the memory of the list's buffers, or as this object's memory where they have none.
  ///
  /// - Returns: The frames that were given, by their number in the block; nil for a list of other buffers.
  func give(_ wanted: Int, to list: UnsafeMutableAudioBufferListPointer) -> Range<Int>? {
    guard wanted >= 0, list.count == channels else { return nil }
    let room = list.lazy.filter { $0.mData != nil }.map { Int($0.mDataByteSize) / 4 }.min() ?? wanted
    let frames = given..<given + min(wanted, room, frameCount - given)
    for channel in 0..<channels {
      let plane = UnsafeMutableRawPointer(planes + channel * frameCount + frames.lowerBound)
      if let memory = list[channel].mData {
        memmove(memory, plane, frames.count * 4)
      } else {
        list[channel].mData = plane
      }
      list[channel].mDataByteSize = UInt32(clamping: frames.count * 4)
    }
    given = frames.upperBound
    return frames
  }

  func flags(of frames: Range<Int>) -> MTAudioProcessingTapFlags {
    (isFirst && frames.lowerBound == 0 ? kMTAudioProcessingTapFlag_StartOfStream : 0)
      | (isLast && frames.upperBound == frameCount ? kMTAudioProcessingTapFlag_EndOfStream : 0)
  }

  func timeRange(of frames: Range<Int>) -> CMTimeRange {
    let rate = timeRange.start.timescale
    return CMTimeRange(
      start: timeRange.start + CMTime(value: Int64(frames.lowerBound), timescale: rate),
      duration: CMTime(value: Int64(frames.count), timescale: rate))
  }

  /// Returns the interleaved samples of a block from a list, with silence where the list has none.
  func samples(in list: UnsafeMutableAudioBufferListPointer, count: Int) -> [Float] {
    var samples = [Float](repeating: 0, count: channels * frameCount)
    for channel in 0..<min(channels, list.count) {
      guard let memory = list[channel].mData else { continue }
      let made = min(max(0, count), frameCount, Int(list[channel].mDataByteSize) / 4)
      for frame in 0..<made {
        samples[frame * channels + channel] = memory.loadUnaligned(fromByteOffset: frame * 4, as: Float.self)
      }
    }
    return samples
  }
}

/// Creates a tap, and calls its `init`.
///
/// - Returns: 0, or `kMTAudioProcessingTapInvalidArgumentErr` for callbacks of another version.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<MTAudioProcessingTap?>
) -> OSStatus {
  guard callbacks.pointee.version == kMTAudioProcessingTapCallbacksVersion_0 else {
    tapOut.initialize(to: nil)
    return kMTAudioProcessingTapInvalidArgumentErr
  }
  tapOut.initialize(to: MTAudioProcessingTap(callbacks.pointee, flags))
  return noErr
}

/// Creates a tap whose reference the caller takes over, as older SDKs declare it.
///
/// - Returns: 0, or `kMTAudioProcessingTapInvalidArgumentErr` for callbacks of another version.
@discardableResult
public func MTAudioProcessingTapCreate(
  _ allocator: CFAllocator?, _ callbacks: UnsafePointer<MTAudioProcessingTapCallbacks>,
  _ flags: MTAudioProcessingTapCreationFlags, _ tapOut: UnsafeMutablePointer<Unmanaged<MTAudioProcessingTap>?>
) -> OSStatus {
  var tap: MTAudioProcessingTap?
  let status = MTAudioProcessingTapCreate(allocator, callbacks, flags, &tap)
  tapOut.initialize(to: tap.map { Unmanaged.passRetained($0) })
  return status
}

/// The identifier of taps, as `CFGetTypeID(_:)` returns it.
public func MTAudioProcessingTapGetTypeID() -> CFTypeID { typeID(of: MTAudioProcessingTap.self) }

/// Returns the pointer that the `init` of a tap has written; without one, an address that means nothing.
public func MTAudioProcessingTapGetStorage(_ tap: MTAudioProcessingTap) -> UnsafeMutableRawPointer {
  tap.storage ?? Unmanaged.passUnretained(tap).toOpaque()
}

/// Gives a tap the next frames of its track; for its `process` only, during the call.
///
/// - Parameters:
///   - numberFrames: The number of frames that are wanted.
///   - bufferListInOut: The list of the call, or one with as many buffers. Those with memory are filled, as far as it goes; the others
///     receive memory that stays until the call is over.
///   - flagsOut: Receives the ends of the stream that the frames are at.
///   - timeRangeOut: Receives the place of the frames in the asset.
///   - numberFramesOut: Receives the number of frames that were given: no more than what is left of those that `process` makes.
/// - Returns: 0, or `kMTAudioProcessingTapInvalidArgumentErr` for a list of other buffers, and at other times.
@discardableResult
public func MTAudioProcessingTapGetSourceAudio(
  _ tap: MTAudioProcessingTap, _ numberFrames: CMItemCount, _ bufferListInOut: UnsafeMutablePointer<AudioBufferList>,
  _ flagsOut: UnsafeMutablePointer<MTAudioProcessingTapFlags>?, _ timeRangeOut: UnsafeMutablePointer<CMTimeRange>?,
  _ numberFramesOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
  tap.withSource { source in
    guard let source, let frames = source.give(numberFrames, to: UnsafeMutableAudioBufferListPointer(bufferListInOut))
    else { return kMTAudioProcessingTapInvalidArgumentErr }
    flagsOut?.initialize(to: source.flags(of: frames))
    timeRangeOut?.initialize(to: source.timeRange(of: frames))
    numberFramesOut?.initialize(to: frames.count)
    return noErr
  }
}
