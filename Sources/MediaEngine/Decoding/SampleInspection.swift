/// What a coded picture says of itself, without being decoded.
struct SampleInspection {
  let format: CodedFormat

  /// What is wrong with a sample; nil if nothing can be seen before it is decoded.
  func damage(_ buffer: Buffer) throws -> String? {
    try buffer.withUnsafeBytes { bytes in
      switch format.codec {
      case .h264, .hevc:
        guard let length = format.nalUnitLength else { return nil }
        return NALUnits(codec: format.codec, lengthSize: length, bytes: bytes).damage
      case .proRes: return Self.proResDamage(bytes)
      case .motionJPEG: return Self.jpegDamage(bytes)
      case .vp8: return bytes.first.map { $0 & 1 } == 0 ? Self.vp8KeyDamage(bytes) : nil
      default: return nil
      }
    }
  }

  /// Whether pictures that are decoded after this sync sample and shown before it can be decoded, starting here.
  func isClosed(_ buffer: Buffer) throws -> Bool {
    guard let length = format.nalUnitLength else { return false }
    return try buffer.withUnsafeBytes {
      NALUnits(codec: format.codec, lengthSize: length, bytes: $0).isClosed
    }
  }

  /// Whether no other picture refers to this one.
  func isDisposable(_ buffer: Buffer) throws -> Bool {
    guard let length = format.nalUnitLength else { return false }
    return try buffer.withUnsafeBytes {
      NALUnits(codec: format.codec, lengthSize: length, bytes: $0).isDisposable(hasLayers: format.hasTemporalLayers)
    }
  }

  /// Whether the sample is decoded and nothing is shown for it: the picture before it stays.
  func isHidden(_ buffer: Buffer) throws -> Bool {
    if buffer.byteCount == 0 { return true }
    return try buffer.withUnsafeBytes { bytes in
      switch format.codec {
      // RFC 6386, 9.1: the frame tag's show_frame.
      case .vp8: bytes[0] >> 4 & 1 == 0
      // A coded picture is never as short: it repeats the one before it.
      case .mpeg4: bytes.count <= 8
      default: false
      }
    }
  }

  /// Whether the picture is complete by itself; nil where only the container tells.
  func isKey(_ buffer: Buffer) throws -> Bool? {
    guard [.vp8, .theora].contains(format.codec), buffer.byteCount > 0 else { return nil }
    return try buffer.withUnsafeBytes { bytes in
      // RFC 6386, 9.1: the frame tag's lowest bit. Theora, 7.1: the second highest bit of a frame's header.
      format.codec == .vp8 ? bytes[0] & 1 == 0 : bytes[0] & 0x40 == 0
    }
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

  /// Key frames have a start code after the frame tag (RFC 6386, 9.1).
  private static func vp8KeyDamage(_ bytes: UnsafeRawBufferPointer) -> String? {
    bytes.count >= 10 && bytes[3..<6].elementsEqual([0x9d, 0x01, 0x2a]) ? nil : "its header was overwritten"
  }
}

extension Buffer {
  /// Lends the bytes for reading.
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    try withBytes { span in try span.withUnsafeBytes { try body($0) } }
  }
}
