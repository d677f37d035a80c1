import Foundation

/// The memory of one audio buffer, of one channel or several interleaved ones.
public struct AudioBuffer {
  /// The number of interleaved channels in the buffer.
  public var mNumberChannels: UInt32
  /// The number of bytes at `mData`.
  public var mDataByteSize: UInt32
  /// The samples; the buffer does not own them.
  public var mData: UnsafeMutableRawPointer?

  /// Creates an empty buffer.
  public init() {
    self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil)
  }

  /// Creates a buffer from its fields.
  public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
    self.mNumberChannels = mNumberChannels
    self.mDataByteSize = mDataByteSize
    self.mData = mData
  }

  /// Creates a buffer over typed memory, which must outlive it.
  ///
  /// More than 4 GiB cannot be expressed: the size is then truncated to whole elements below.
  public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
    let stride = MemoryLayout<Element>.stride
    self.init(
      mNumberChannels: UInt32(clamping: numberOfChannels),
      mDataByteSize: UInt32(min(typedBuffer.count, Int(UInt32.max) / stride) * stride),
      mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
  }
}

/// A list of audio buffers of variable length, with the memory layout of Apple's C structure.
///
/// `mBuffers` is the first of `mNumberBuffers` buffers; `UnsafeMutableAudioBufferListPointer` reaches the others.
public struct AudioBufferList {
  /// The number of buffers.
  public var mNumberBuffers: UInt32
  /// The first buffer.
  public var mBuffers: (AudioBuffer)

  /// Creates a list of no buffers.
  public init() {
    self.init(mNumberBuffers: 0, mBuffers: AudioBuffer())
  }

  /// Creates a list whose first buffer is given.
  public init(mNumberBuffers: UInt32, mBuffers: (AudioBuffer)) {
    self.mNumberBuffers = mNumberBuffers
    self.mBuffers = mBuffers
  }

  /// Returns the size of a list of `maximumBuffers` buffers (at least one), in bytes.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    let count = max(1, min(maximumBuffers, Int(UInt32.max)))
    return MemoryLayout<AudioBufferList>.size + (count - 1) * MemoryLayout<AudioBuffer>.stride
  }

  /// Allocates a list with room for `maximumBuffers` buffers (at least one), all empty.
  ///
  /// The caller frees it with `free(list.unsafeMutablePointer)`.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let count = max(1, min(maximumBuffers, Int(UInt32.max)))
    guard let memory = calloc(1, sizeInBytes(maximumBuffers: count)) else {
      fatalError("No memory for a list of \(count) audio buffers.")
    }
    memory.storeBytes(of: UInt32(count), as: UInt32.self)
    return UnsafeMutableAudioBufferListPointer(
      memory.bindMemory(to: AudioBufferList.self, capacity: 1))
  }
}

/// A collection over the buffers of an `AudioBufferList` in memory.
public struct UnsafeMutableAudioBufferListPointer {
  /// The list.
  public let unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// The list, for reading.
  public var unsafePointer: UnsafePointer<AudioBufferList> { UnsafePointer(unsafeMutablePointer) }

  /// Creates a collection over a list, whose memory stays the caller's.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
    unsafeMutablePointer = p
  }

  /// Creates a collection over a list, or nil for no list.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p else { return nil }
    self.init(p)
  }

  private var buffers: UnsafeMutablePointer<AudioBuffer> {
    (UnsafeMutableRawPointer(unsafeMutablePointer) + MemoryLayout<AudioBufferList>.offset(of: \.mBuffers)!)
      .assumingMemoryBound(to: AudioBuffer.self)
  }
}

extension UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
  /// The number of buffers; setting it changes the number in the list and must stay within its memory.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(clamping: newValue) }
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The index after the last buffer.
  public var endIndex: Int { count }

  /// The buffer at an index below `count`.
  public subscript(index: Int) -> AudioBuffer {
    get {
      precondition(index >= 0 && index < count, "subscript index out of range")
      return buffers[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "subscript index out of range")
      buffers[index] = newValue
    }
  }
}

extension UnsafeBufferPointer {
  /// Creates a view of a buffer's samples; a partial last element is left out.
  public init(_ audioBuffer: AudioBuffer) {
    let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    self.init(
      start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: audioBuffer.mData == nil ? 0 : count)
  }
}

extension UnsafeMutableBufferPointer {
  /// Creates a mutable view of a buffer's samples; a partial last element is left out.
  public init(_ audioBuffer: AudioBuffer) {
    let count = Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    self.init(
      start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: audioBuffer.mData == nil ? 0 : count)
  }
}
