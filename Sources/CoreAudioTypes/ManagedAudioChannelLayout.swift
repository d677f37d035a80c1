import Foundation

/// The positions of a stream's channels as a value with memory of its own.
///
/// Source: `ManagedAudioChannelLayout` of Apple's Swift interface to Core Audio.
public struct ManagedAudioChannelLayout: Equatable, Sendable {
  /// The layout's tag, or one of the two tags that refer to `bitmap` and `channelDescriptions`.
  public var tag: AudioChannelLayoutTag
  /// The positions, if the tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
  public var bitmap: AudioChannelBitmap = []
  /// The descriptions, if the tag is `kAudioChannelLayoutTag_UseChannelDescriptions`.
  public var channelDescriptions = ChannelDescriptions()

  /// Creates a layout with a tag.
  public init(tag: AudioChannelLayoutTag) {
    self.tag = tag
  }

  /// Creates a layout with a description of each channel.
  public init(channelDescriptions: [AudioChannelDescription]) {
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
    self.channelDescriptions.descriptions = channelDescriptions
  }

  /// Creates a layout with a number of descriptions, at least 1, that have every field 0.
  public init(maximumDescriptions: Int) {
    precondition(maximumDescriptions > 0, "a layout without descriptions is made with a tag")
    self.init(channelDescriptions: Array(repeating: AudioChannelDescription(), count: maximumDescriptions))
  }

  /// Creates a copy of a layout in memory.
  ///
  /// - Parameter deallocator: Called with the layout before this returns: its memory is no longer needed.
  public init(
    audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
    deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
  ) {
    let layout = audioChannelLayoutPointer.unsafePointer.pointee
    self.init(tag: layout.mChannelLayoutTag)
    bitmap = layout.mChannelBitmap
    channelDescriptions.descriptions = Array(audioChannelLayoutPointer)
    deallocator(audioChannelLayoutPointer)
  }

  /// Reads the bytes of an `AudioChannelLayout`, which may be truncated before its descriptions; missing descriptions
  /// are left out. Nil for fewer than 12 bytes.
  package init?(bytes: some ContiguousBytes) {
    let parsed = bytes.withUnsafeBytes { bytes -> ManagedAudioChannelLayout? in
      guard bytes.count >= AudioChannelLayout.descriptionsOffset else { return nil }
      var layout = ManagedAudioChannelLayout(tag: bytes.loadUnaligned(as: UInt32.self))
      layout.bitmap = .init(rawValue: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
      let stride = MemoryLayout<AudioChannelDescription>.stride
      let count = min(
        Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
        (bytes.count - AudioChannelLayout.descriptionsOffset) / stride)
      layout.channelDescriptions.descriptions = (0..<count).map {
        bytes.loadUnaligned(
          fromByteOffset: AudioChannelLayout.descriptionsOffset + $0 * stride, as: AudioChannelDescription.self)
      }
      return layout
    }
    guard let parsed else { return nil }
    self = parsed
  }

  /// Sets the label of every description to `kAudioChannelLabel_Unknown`.
  public mutating func setAllToUnknown() {
    for index in channelDescriptions.indices {
      channelDescriptions[index].mChannelLabel = kAudioChannelLabel_Unknown
    }
  }

  /// The number of channels: of the descriptions or bits if the tag refers to those, else of the tag.
  public var numberOfChannels: Int {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions: channelDescriptions.count
    case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
    default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    }
  }

  /// The size of the layout in memory, in bytes.
  public var sizeInBytes: Int { AudioChannelLayout.sizeInBytes(maximumDescriptions: channelDescriptions.count) }

  /// Calls a body with the layout in memory, which is valid until the body returns.
  public func withUnsafePointer<Result>(
    _ body: (UnsafePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    let memory = inMemory()
    defer { free(memory.unsafeMutablePointer) }
    return try body(memory.unsafePointer)
  }

  /// Calls a body with the layout in memory and copies its changes back; the number of descriptions can only shrink.
  public mutating func withUnsafeMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    let memory = inMemory()
    defer {
      memory.count = min(memory.count, channelDescriptions.count)
      self = ManagedAudioChannelLayout(
        audioChannelLayoutPointer: .init(memory.unsafePointer), deallocator: { _ in free(memory.unsafeMutablePointer) })
    }
    return try body(memory.unsafeMutablePointer)
  }

  private func inMemory() -> AudioChannelLayout.UnsafeMutablePointer {
    let memory = AudioChannelLayout.allocate(maximumDescriptions: channelDescriptions.count)
    memory.unsafeMutablePointer.pointee.mChannelLayoutTag = tag
    memory.unsafeMutablePointer.pointee.mChannelBitmap = bitmap
    memory.count = channelDescriptions.count
    for (index, description) in channelDescriptions.enumerated() { memory[index] = description }
    return memory
  }

  /// The descriptions of channels.
  public struct ChannelDescriptions: Equatable, Sendable, MutableCollection, RandomAccessCollection {
    fileprivate(set) var descriptions: [AudioChannelDescription] = []

    /// The first index, 0.
    public var startIndex: Int { 0 }
    /// The index after the last channel.
    public var endIndex: Int { descriptions.count }

    /// The description of a channel; traps for an index out of range.
    public subscript(index: Int) -> AudioChannelDescription {
      get { descriptions[index] }
      set { descriptions[index] = newValue }
    }
  }
}
