/// Properties of a coded sample that can be read without decoding it.
package struct SampleInspection {
  let stream: CodedStream

  package init(_ stream: CodedStream) { self.stream = stream }

  /// Returns the damage of a sample that is visible before decoding; nil if there is none.
  package func damage(_ bytes: UnsafeRawBufferPointer) -> String? {
    if stream.codec.isEntropyCoded, bytes.count >= Self.implausibleZeros, bytes.allSatisfy({ $0 == 0 }) {
      return "its bytes are all zeros"
    }
    switch stream.codec {
    // First, as it has the smallest samples.
    case .aac: return Self.aacDamage(bytes)
    case .h264, .hevc: return units(bytes)?.damage
    case .proRes: return Self.proResDamage(bytes)
    case .motionJPEG: return Self.jpegDamage(bytes)
    case .vp8:
      return bytes.first.map { $0 & 1 } == 0
        ? Self.vp8KeyDamage(bytes) ?? Self.zeroedEnd(bytes) : Self.zeroedEnd(bytes)
    // Arithmetic and Huffman codes without padding, and pictures that must not hold a start code.
    case .vp9, .av1, .vorbis, .mpeg4: return Self.zeroedEnd(bytes)
    case .ac3, .enhancedAC3: return Self.ac3Damage(bytes)
    case .amr: return Self.amrDamage(bytes, sizes: [12, 13, 15, 17, 19, 20, 26, 31, 5])
    case .amrWideband: return Self.amrDamage(bytes, sizes: [17, 23, 32, 36, 40, 46, 50, 58, 60, 5])
    default: return nil
    }
  }

  /// True if pictures that are decoded after this sync sample and presented before it can be decoded, starting here.
  package func isClosed(_ bytes: UnsafeRawBufferPointer) -> Bool { units(bytes)?.isClosed ?? false }

  /// True if no other picture refers to this one.
  package func isDisposable(_ bytes: UnsafeRawBufferPointer) -> Bool {
    units(bytes)?.isDisposable(hasLayers: stream.hasTemporalLayers) ?? false
  }

  /// True if the sample is decoded but no frame is presented for it: the previous one stays.
  package func isHidden(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return true }
    return switch stream.codec {
    // RFC 6386, 9.1: the frame tag's show_frame.
    case .vp8: first >> 4 & 1 == 0
    // A coded picture is never that short: the sample repeats the previous one.
    case .mpeg4: bytes.count <= 8
    default: false
    }
  }

  /// True if decoders leave out the audio of the sample.
  ///
  /// Libavcodec leaves out the first frame by libfaac, which has the encoder's name in a fill element, after 15 bits of its
  /// length and 17 of padding (ISO/IEC 14496-3, 4.4.2.7).
  package func isSkipped(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // A packet may hold a part of a frame only, which ends in the next one.
    if stream.codec == .windowsMediaAudio { return true }
    guard stream.codec == .aac, bytes.count > 20 else { return false }
    let hasHeader = bytes[0] == 0xff && bytes[1] & 0xf6 == 0xf0
    return bytes.dropFirst(4 + (hasHeader ? bytes[1] & 1 == 1 ? 7 : 9 : 0)).starts(with: "libfaac".utf8)
  }

  /// True if the picture is intra-coded; nil if only the container tells.
  package func isKey(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    guard let first = bytes.first else { return nil }
    return switch stream.codec {
    // Parsers miss the first one of Matroska's files, and others know more than its type.
    case .mpeg2, .mpeg1: Self.isIntra(bytes) ? true : nil
    // RFC 6386, 9.1: the frame tag's lowest bit.
    case .vp8: first & 1 == 0
    // Theora, 7.1: the second highest bit of a frame's header.
    case .theora: first & 0x40 == 0
    default: nil
    }
  }

  /// Returns the NAL units of a sample; nil for other codecs, and for streams with start codes.
  private func units(_ bytes: UnsafeRawBufferPointer) -> NALUnits? {
    stream.nalUnitLength.map { NALUnits(codec: stream.codec, lengthSize: $0, bytes: bytes) }
  }

  /// True if the first picture is intra-coded (ISO/IEC 13818-2, 6.2.3 and 6.3.9: picture_coding_type).
  private static func isIntra(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count >= 6 else { return false }
    let start = (0..<bytes.count - 5).first {
      bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 && bytes[$0 + 3] == 0
    }
    return start.map { bytes[$0 + 5] >> 3 & 7 == 1 } ?? false
  }

  /// A frame begins with its size and `icpf` (SMPTE RDD 36, 5.1).
  private static func proResDamage(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= 8, bytes[4..<8].elementsEqual("icpf".utf8) else { return "its header was overwritten" }
    let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    return size > bytes.count ? "\(size - bytes.count) of \(size) bytes are missing" : nil
  }

  /// An image ends with its end marker (ITU-T T.81, B.1.1.3); cameras pad with zeros after it.
  private static func jpegDamage(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= 4, bytes[0] == 0xff, bytes[1] == 0xd8 else { return "its header was overwritten" }
    guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 2, bytes[last] == 0xd9, bytes[last - 1] == 0xff else {
      return "its end is missing"
    }
    return nil
  }

  /// A run of zeros that no encoder writes.
  private static let implausibleZeros = 32

  private static func zeroedEnd(_ bytes: UnsafeRawBufferPointer) -> String? {
    let count = bytes.count - (bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)
    return count >= implausibleZeros ? "its last \(count) bytes are zeros" : nil
  }

  /// A block ends with three ones (ISO/IEC 14496-3, 4.5.2.1), which some writers pad: a quarter of it is no padding.
  private static func aacDamage(_ bytes: UnsafeRawBufferPointer) -> String? {
    let count = bytes.reversed().prefix { $0 == 0 }.count
    return count >= 2 * implausibleZeros && count * 4 >= bytes.count ? "its last \(count) bytes are zeros" : nil
  }

  /// A frame begins with a synchronisation word; its checksum makes the remainder of all the rest zero (ETSI TS 102 366, 4.4.1 and
  /// E.1.3.1).
  private static func ac3Damage(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.count >= 8, bytes[0] == 0x0b, bytes[1] == 0x77 else { return "its header was overwritten" }
    var remainder: UInt16 = 0
    // Several frames of Enhanced AC-3 may be one sample: each ends with a remainder of zero, and the next begins like the first.
    for (index, byte) in bytes.enumerated() {
      if remainder == 0, byte == 0x0b, index + 1 < bytes.count, bytes[index + 1] == 0x77 { continue }
      if remainder == 0, byte == 0x77, index > 0, bytes[index - 1] == 0x0b { continue }
      remainder ^= UInt16(byte) << 8
      for _ in 0..<8 { remainder = remainder & 0x8000 != 0 ? remainder << 1 ^ 0x8005 : remainder << 1 }
    }
    return remainder == 0 ? nil : "its checksum is wrong"
  }

  /// Frames begin with their type, which determines their size (RFC 4867, 5.3).
  private static func amrDamage(_ bytes: UnsafeRawBufferPointer, sizes: [Int]) -> String? {
    var position = 0
    while position < bytes.count {
      let kind = Int(bytes[position] >> 3 & 0xf)
      guard kind < sizes.count || kind >= 14 else { return "it has a frame of unknown kind \(kind)" }
      position += 1 + (kind < sizes.count ? sizes[kind] : 0)
    }
    return position == bytes.count ? nil : "its frame is \(position) bytes long, it has \(bytes.count)"
  }

  /// Key frames have a start code after the frame tag (RFC 6386, 9.1).
  private static func vp8KeyDamage(_ bytes: UnsafeRawBufferPointer) -> String? {
    bytes.count >= 10 && bytes[3..<6].elementsEqual([0x9d, 0x01, 0x2a]) ? nil : "its header was overwritten"
  }
}
