/// Microsoft's description of Windows Media Audio (WAVEFORMATEX), with the decoder's configuration behind it.
package struct WindowsMediaHeader: Hashable, Sendable {
  /// The format tag: 0x160 and 0x161 for versions 1 and 2, 0x162 for Professional, 0x163 for Lossless, 10 for Voice.
  package let tag: Int
  package let channels: Int
  package let sampleRate: Int
  package let bytesPerSecond: Int
  /// The size of a packet in bytes.
  package let blockSize: Int
  package let bitsPerSample: Int
  package let configuration: [UInt8]

  /// The codes of the table of codecs by format tags.
  static let codes: [Int: BoxType] = [0x160: "WMA1", 0x161: "WMA2", 0x162: "WMA3", 0x163: "WMA4", 10: "WMAS"]

  package init(
    _ code: BoxType, channels: Int, sampleRate: Int, bytesPerSecond: Int, blockSize: Int, bitsPerSample: Int,
    configuration: [UInt8]
  ) {
    tag = Self.codes.first { $0.value == code }?.key ?? 0x161
    (self.channels, self.sampleRate, self.bytesPerSecond) = (channels, sampleRate, bytesPerSecond)
    (self.blockSize, self.bitsPerSample, self.configuration) = (blockSize, bitsPerSample, configuration)
  }

  /// Reads a stored description; nil for too few bytes, and for other formats.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 18 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int { Int(UInt64(little: bytes[start..<start + count])) }
    (tag, channels, sampleRate, bytesPerSecond) = (number(0, 2), number(2, 2), number(4, 4), number(8, 4))
    (blockSize, bitsPerSample) = (number(12, 2), number(14, 2))
    configuration = Array(bytes.dropFirst(18).prefix(number(16, 2)))
    guard Self.codes[tag] != nil else { return nil }
  }

  /// The stored form.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    for number in [tag, channels] { result.append(little: UInt16(clamping: number)) }
    for number in [sampleRate, bytesPerSecond] { result.append(little: UInt32(clamping: number)) }
    for number in [blockSize, bitsPerSample, configuration.count] { result.append(little: UInt16(clamping: number)) }
    return result + configuration
  }

  /// The number of samples of a frame of versions 1 and 2; nil for the others, whose packets do not tell their frames.
  var samplesPerFrame: Int64? {
    guard tag == 0x160 || tag == 0x161 else { return nil }
    if sampleRate <= 16_000 { return 512 }
    return sampleRate <= 22_050 || sampleRate <= 32_000 && tag == 0x160 ? 1024 : 2048
  }

  /// True if packets of versions 1 and 2 hold any number of frames, of which the last goes on in the next packet; else
  /// each holds one.
  var hasReservoir: Bool {
    let place = tag == 0x160 ? 2 : 4
    return configuration.count >= place + 2 && configuration[place] & 2 != 0
  }
}
