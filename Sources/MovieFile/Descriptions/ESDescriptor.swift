/// The elementary stream descriptor of an 'esds' box (ISO/IEC 14496-1, clause 7.2.6.5).
public struct ESDescriptor: Hashable, Sendable {
  /// The format: 0x20 MPEG-4 video, 0x40 AAC, 0x69 and 0x6B MPEG audio, and so on.
  public let objectType: UInt8
  /// The highest bit rate, in bits a second; 0 if unknown.
  public let maximumBitRate: UInt32
  /// The average bit rate, in bits a second; 0 if it varies.
  public let averageBitRate: UInt32
  /// The decoder configuration: an AudioSpecificConfig for AAC, the visual object sequence for video.
  public let decoderSpecificInfo: [UInt8]

  /// - Parameter contents: The contents of the box: version, flags and a descriptor. Nil if they are malformed.
  public init?(contents: [UInt8]) {
    self.init(descriptor: Array(contents.dropFirst(4)))
  }

  /// - Parameter descriptor: The ES descriptor, which is also the magic cookie of audio.
  public init?(descriptor: [UInt8]) {
    var outer = ByteScanner(descriptor)
    guard let (tag, body) = outer.descriptor(), tag == 3 else { return nil }
    var stream = ByteScanner(body)
    guard stream.u16() != nil, let flags = stream.u8() else { return nil }
    if flags & 0x80 != 0, stream.u16() == nil { return nil }
    if flags & 0x40 != 0, let length = stream.u8(), stream.bytes(Int(length)) == nil { return nil }
    if flags & 0x20 != 0, stream.u16() == nil { return nil }
    guard let (configTag, config) = stream.descriptor(), configTag == 4 else { return nil }
    var decoder = ByteScanner(config)
    guard let objectType = decoder.u8(), decoder.number(4) != nil, let maximum = decoder.u32(),
      let average = decoder.u32()
    else { return nil }
    self.objectType = objectType
    maximumBitRate = maximum
    averageBitRate = average
    if let (infoTag, info) = decoder.descriptor(), infoTag == 5 {
      decoderSpecificInfo = info
    } else {
      decoderSpecificInfo = []
    }
  }
}

extension ByteScanner {
  /// Reads a descriptor's tag and contents; a truncated one ends at the end of the bytes.
  fileprivate mutating func descriptor() -> (tag: UInt8, body: [UInt8])? {
    guard let tag = u8() else { return nil }
    var length = 0
    for _ in 0..<4 {
      guard let byte = u8() else { return nil }
      length = length << 7 | Int(byte & 0x7f)
      if byte & 0x80 == 0 { break }
    }
    guard let body = bytes(min(length, remaining)) else { return nil }
    return (tag, body)
  }
}
