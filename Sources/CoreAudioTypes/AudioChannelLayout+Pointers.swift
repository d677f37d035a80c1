import Foundation

extension AudioChannelDescription: Equatable {
  /// Returns true if label, flags and coordinates are equal.
  public static func == (lhs: AudioChannelDescription, rhs: AudioChannelDescription) -> Bool {
    lhs.mChannelLabel == rhs.mChannelLabel && lhs.mChannelFlags == rhs.mChannelFlags
      && lhs.mCoordinates == rhs.mCoordinates
  }
}

extension AudioChannelLayout {
  /// Returns the size of a layout with room for some descriptions, in bytes. The number must not be negative.
  public static func sizeInBytes(maximumDescriptions: Int) -> Int {
    descriptionsOffset + maximumDescriptions * MemoryLayout<AudioChannelDescription>.stride
  }

  /// Allocates a layout with room for some descriptions, every byte 0; `free` its address when done.
  public static func allocate(maximumDescriptions: Int) -> UnsafeMutablePointer {
    precondition(maximumDescriptions >= 0, "a layout has no negative number of descriptions")
    let size = max(sizeInBytes(maximumDescriptions: maximumDescriptions), MemoryLayout<AudioChannelLayout>.size)
    guard let memory = calloc(1, size) else { fatalError("no memory for \(maximumDescriptions) channel descriptions") }
    return UnsafeMutablePointer(memory.bindMemory(to: AudioChannelLayout.self, capacity: 1))
  }

  /// The number of bytes before the descriptions.
  static var descriptionsOffset: Int { MemoryLayout<AudioChannelLayout>.offset(of: \.mChannelDescriptions) ?? 12 }

  /// A layout in memory as a collection of its channels' descriptions, for reading and writing.
  public struct UnsafeMutablePointer {
    /// The layout.
    public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>
    /// The layout, for reading.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> { .init(unsafeMutablePointer) }

    /// Creates a collection over a layout, whose memory stays the caller's.
    public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) {
      unsafeMutablePointer = p
    }

    /// Creates a collection over a layout, or nil for no layout.
    public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
      guard let p else { return nil }
      unsafeMutablePointer = p
    }

    fileprivate var descriptions: Swift.UnsafeMutablePointer<AudioChannelDescription> {
      (UnsafeMutableRawPointer(unsafeMutablePointer) + descriptionsOffset)
        .assumingMemoryBound(to: AudioChannelDescription.self)
    }
  }

  /// A layout in memory as a collection of its channels' descriptions, for reading.
  public struct UnsafePointer {
    /// The layout.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

    /// Creates a collection over a layout, whose memory stays the caller's.
    public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) {
      unsafePointer = p
    }

    /// Creates a collection over a layout, or nil for no layout.
    public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
      guard let p else { return nil }
      unsafePointer = p
    }

    fileprivate var descriptions: Swift.UnsafePointer<AudioChannelDescription> {
      (UnsafeRawPointer(unsafePointer) + descriptionsOffset).assumingMemoryBound(to: AudioChannelDescription.self)
    }
  }
}

extension AudioChannelLayout.UnsafeMutablePointer: MutableCollection, RandomAccessCollection {
  /// The number of descriptions; setting it changes the number in the layout and must stay within its memory.
  public var count: Int {
    get { Int(unsafeMutablePointer.pointee.mNumberChannelDescriptions) }
    nonmutating set { unsafeMutablePointer.pointee.mNumberChannelDescriptions = UInt32(clamping: newValue) }
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The index after the last description.
  public var endIndex: Int { count }

  /// The description at an index below `count`; traps for others.
  public subscript(index: Int) -> AudioChannelDescription {
    get {
      precondition(index >= 0 && index < count, "subscript index out of range")
      return descriptions[index]
    }
    nonmutating set {
      precondition(index >= 0 && index < count, "subscript index out of range")
      descriptions[index] = newValue
    }
  }
}

extension AudioChannelLayout.UnsafePointer: RandomAccessCollection {
  /// The number of descriptions.
  public var count: Int { Int(unsafePointer.pointee.mNumberChannelDescriptions) }
  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The index after the last description.
  public var endIndex: Int { count }

  /// The description at an index below `count`; traps for others.
  public subscript(index: Int) -> AudioChannelDescription {
    precondition(index >= 0 && index < count, "subscript index out of range")
    return descriptions[index]
  }
}
