import CoreMedia

extension VideoSignal {
  /// The layout in words, such as `4:2:0 of 9 bits`.
  fileprivate var pixels: String { "\(["gray", "4:2:0", "4:2:2", "4:4:4"][chromaFormat]) of \(bitDepth) bits" }
}

extension CodedStream {
  /// The layout of the pixels, in words, if the decoder configuration announces one that few programs have a name for.
  package var rarePixels: String? {
    guard let configuration, codec == .h264 || codec == .hevc else { return nil }
    if hasStartCodes {
      return configuration.withUnsafeBytes { SampleInspection.rarePixels($0, lengthSize: nil, of: codec) }
    }
    let units =
      codec == .h264
      ? ParameterSetScanner.avcUnits(of: configuration) : ParameterSetScanner.hevcUnits(of: configuration)
    return units.lazy.compactMap { SampleInspection.rarePixels($0, of: codec) }.first
  }

  /// True if the units of the stream lie behind start codes, as those of its configuration.
  fileprivate var hasStartCodes: Bool { configuration?.starts(with: [0, 0]) ?? true }
}

extension SampleInspection {
  /// The layout of the pixels, in words, if the sample announces one that few programs have a name for: other than 8, 10 or 12 bits
  /// of H.264, more than 8 bits of gray in HEVC, and 4:4:0 in VP9.
  package func rarePixels(_ bytes: UnsafeRawBufferPointer) -> String? {
    if stream.codec == .vp9 { return Self.vp9Frames(bytes).contains(where: Self.isVertical) ? "4:4:0" : nil }
    guard stream.codec == .h264 || stream.codec == .hevc else { return nil }
    // Decoders find out by themselves that samples have start codes where the configuration says that they have lengths.
    let maybeStartCodes = stream.hasStartCodes || bytes.starts(with: [0, 0, 0, 1])
    return (maybeStartCodes ? Self.rarePixels(bytes, lengthSize: nil, of: stream.codec) : nil)
      ?? Self.rarePixels(bytes, lengthSize: stream.nalUnitLength, of: stream.codec)
  }

  /// - Parameter lengthSize: The size of the length before each unit; nil if there are start codes.
  fileprivate static func rarePixels(
    _ bytes: UnsafeRawBufferPointer, lengthSize: Int?, of codec: Codec
  ) -> String? {
    NALUnitBeginnings(bytes, lengthSize: lengthSize).lazy.compactMap { rarePixels($0, of: codec) }.first
  }

  fileprivate static func rarePixels(_ unit: some Collection<UInt8>, of codec: Codec) -> String? {
    if codec == .h264, let signal = VideoSignal(h264: unit) {
      return [8, 10, 12].contains(signal.bitDepth) ? nil : signal.pixels
    }
    guard codec == .hevc, let signal = VideoSignal(hevc: unit) else { return nil }
    return signal.chromaFormat == 0 && signal.bitDepth > 8 ? signal.pixels : nil
  }
}

// MARK: - VP9

extension SampleInspection {
  /// The frames of a superframe, whose index is at its end, or the one frame (VP9, annex B).
  private static func vp9Frames(_ bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
    guard let last = bytes.last, last & 0xe0 == 0xc0 else { return [bytes] }
    let (count, width) = (Int(last & 7) + 1, Int(last >> 3 & 3) + 1)
    let index = bytes.count - 2 - count * width
    guard index >= 0, bytes[index] == last else { return [bytes] }
    var start = 0
    return (0..<count).map { frame in
      let place = index + 1 + frame * width
      let size = (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
      defer { start = min(start + size, index) }
      return UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, index)])
    }
  }

  /// True if a frame's header halves the colours' rows alone (VP9, 6.2: uncompressed_header, color_config).
  private static func isVertical(_ frame: UnsafeRawBufferPointer) -> Bool {
    var bits = BitScanner(Array(frame.prefix(16)))
    guard bits.number(2) == 2, let low = bits.number(1), let high = bits.number(1), low == 1 else { return false }
    if high == 1 { _ = bits.number(1) }
    guard bits.number(1) == 0, let isInter = bits.number(1), let isShown = bits.number(1),
      let isResilient = bits.number(1)
    else { return false }
    if isInter == 1 {
      guard isShown == 1 ? false : bits.number(1) == 1 else { return false }
      if isResilient == 0 { _ = bits.number(2) }
    }
    _ = bits.number(24 + (high == 1 ? 1 : 0))
    guard let space = bits.number(3), space != 7 else { return false }
    return bits.number(1) != nil && bits.number(1) == 0 && bits.number(1) == 1
  }
}
