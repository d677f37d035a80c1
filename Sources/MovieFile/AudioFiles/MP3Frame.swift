/// A frame of MPEG audio, layer III (ISO/IEC 11172-3, clause 2.4.1.7; ISO/IEC 13818-3, clause 2.4.1.7).
///
///     header (4) ─ [checksum (2)] ─ side information (9 to 32) ─ main data
///
/// The main data of a frame begin up to 511 bytes before the end of the frames before it, in their main data: in the
/// bit reservoir.
struct MP3Frame {
  let bytes: [UInt8]
  let header: AudioFrameHeader
  /// True if no encoder made it: it is silent, and carries the bit reservoir of frames that are left out.
  let isFiller: Bool

  /// Reads a frame; nil if it is none of layer III.
  init?(_ bytes: [UInt8]) { self.init(bytes, isFiller: false) }

  private init?(_ bytes: [UInt8], isFiller: Bool) {
    guard let header = Self.header(of: bytes), case .mpeg(_, 3) = header.format else { return nil }
    (self.bytes, self.header, self.isFiller) = (bytes, header, isFiller)
  }

  private static func header(of bytes: [UInt8]) -> AudioFrameHeader? {
    guard bytes.count >= AudioFrameHeader.length else { return nil }
    return AudioFrameHeader(bytes.prefix(AudioFrameHeader.length).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// True for MPEG-1; the lower sample rates of the later versions have half as many samples in a frame.
  private var isFirstVersion: Bool { header.format == .mpeg(version: 1, layer: 3) }

  /// The number of bytes of side information.
  private var sideCount: Int {
    isFirstVersion ? (header.channels == 1 ? 17 : 32) : header.channels == 1 ? 9 : 17
  }

  private var sideStart: Int { bytes[1] & 1 == 0 ? 6 : 4 }

  /// The main data that lie in this frame.
  var mainData: ArraySlice<UInt8> { bytes.prefix(header.size).dropFirst(sideStart + sideCount) }

  /// The number of bytes before its own main data at which its main data begin.
  var reservoirCount: Int {
    guard bytes.count >= sideStart + 2 else { return 0 }
    let (first, second) = (Int(bytes[sideStart]), Int(bytes[sideStart + 1]))
    return isFirstVersion ? first << 1 | second >> 7 : first
  }

  /// The number of frames before a frame on which its first sample depends: each block overlaps the one before, and the
  /// filters hold half a block more; a frame of MPEG-1 has two blocks, one of the later versions one.
  var dependencyCount: Int { isFirstVersion ? 1 : 2 }

  /// Returns a frame of the same format without any sound.
  ///
  /// It has the bit rate of this one if the contents fit, otherwise the lowest at which they do.
  /// - Parameter contents: The last bytes of its main data.
  func silent(endingIn contents: [UInt8]) -> MP3Frame? { silent(of: contents.count) { $0 + contents } }

  /// Returns a frame of the same format without any sound.
  ///
  /// - Parameter contents: The first bytes of its main data.
  func silent(beginningWith contents: [UInt8]) -> MP3Frame? { silent(of: contents.count) { contents + $0 } }

  private func silent(of count: Int, _ fill: ([UInt8]) -> [UInt8]) -> MP3Frame? {
    // No checksum, no padding, and no mode of joint stereo, which side information of zeros does not use.
    func start(_ bitRateIndex: UInt8) -> [UInt8] {
      [bytes[0], bytes[1] | 1, bitRateIndex << 4 | bytes[2] & 0x0c, bytes[3] & 0xcf, 0, 0, 0, 0]
    }
    for index in [bytes[2] >> 4] + (1...14) {
      guard let size = Self.header(of: start(index))?.size, size >= 4 + sideCount + count else { continue }
      let zeros = [UInt8](repeating: 0, count: size - 4 - sideCount - count)
      let side = [UInt8](repeating: 0, count: sideCount)
      return MP3Frame(start(index).prefix(4) + side + fill(zeros), isFiller: true)
    }
    return nil
  }
}

/// The cyclic redundancy check of LAME's header: 16 bits, x¹⁶ + x¹⁵ + x² + 1, the lowest bit first.
struct MP3Checksum {
  private(set) var value: UInt16 = 0
  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xa001 }
  }

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = value >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
  }
}
