import CoreAudioTypes

/// The chunks of an AIFF or AIFF-C file (Apple, Audio Interchange File Format 1.3, and AIFF-C's draft of 1991).
///
///     FORM ─ [FVER] ─ COMM ─ [CHAN] ─ SSND ─ [ID3]
struct AIFFHeaders: AudioFileHeaders {
  let conversion: SampleConversion
  let saysWhatIsHeard = false
  let maximumAudioByteCount = Int64(UInt32.max) - 4096
  private let layout = ChunkLayout.iff
  private let audio: AudioFileStream
  private let samples: StoredSamples
  /// The compression type and name of AIFF-C; nil in AIFF.
  private let compression: (type: BoxType, name: String)?

  init(_ audio: AudioFileStream, isCompressed: Bool) throws(MovieError) {
    let name = isCompressed ? "AIFF-C" : "AIFF"
    guard let samples = audio.samples else {
      throw MovieError(
        .notStorable, "\(name) cannot hold '\(audio.formatName)': it is for samples that are stored one by one")
    }
    (self.audio, self.samples) = (audio, samples)
    guard isCompressed else {
      guard samples.isInteger, samples.byteCount <= 4 else {
        throw MovieError(.notStorable, "AIFF holds integers of up to 32 bits only; AIFF-C holds more")
      }
      compression = nil
      conversion = samples.conversion(toBigEndian: true, signed: true)
      return
    }
    let (type, isBig, signed) = Self.compression(of: samples)
    guard samples.isInteger == false || samples.byteCount <= 4 else {
      throw MovieError(.notStorable, "AIFF-C holds integers of up to 32 bits")
    }
    compression = (type, Self.names[type] ?? "")
    conversion = samples.conversion(toBigEndian: isBig, signed: signed)
  }

  /// Returns the compression type whose samples are most like the input's.
  private static func compression(of samples: StoredSamples) -> (BoxType, isBig: Bool, signed: Bool) {
    switch samples.kind {
    case .float: (samples.byteCount == 4 ? "fl32" : "fl64", true, false)
    case .uLaw: ("ulaw", true, false)
    case .aLaw: ("alaw", true, false)
    case .signed where samples.byteCount == 2 && !samples.isBigEndian: ("sowt", false, true)
    default: ("NONE", true, true)
    }
  }

  private static let names: [BoxType: String] = [
    "NONE": "not compressed", "fl32": "Float 32", "fl64": "Float 64", "ulaw": "uLaw 2:1", "alaw": "ALaw 2:1",
  ]

  func head(_ contents: AudioDataTotals) -> [UInt8] {
    var chunks: [UInt8] = Array((compression == nil ? "AIFF" : "AIFC").utf8)
    // AIFF-C's only version, a date.
    if compression != nil { chunks += layout.chunk("FVER", [0xa2, 0x80, 0x51, 0x40]) }
    chunks += layout.chunk("COMM", common(frames: contents.frames))
    if let speakers = audio.layout, samples.channels > 2 { chunks += layout.chunk("CHAN", speakers) }
    // The audio begins at once, and is not in blocks.
    chunks += layout.header("SSND", size: 8 + contents.byteCount) + [UInt8](repeating: 0, count: 8)
    let rest = contents.byteCount + layout.padding(contents.byteCount) + Int64(contents.tags.count)
    return layout.header("FORM", size: Int64(chunks.count) + rest) + chunks
  }

  func tail(_ contents: AudioDataTotals) -> [UInt8] { layout.padding(contents.byteCount) == 0 ? [] : [0] }

  private func common(frames: Int64) -> [UInt8] {
    var chunk = BoxWriter()
    chunk.u16(UInt16(clamping: samples.channels))
    chunk.u32(UInt32(clamping: frames))
    // The bits of decoded µ-law and A-law samples.
    chunk.u16(UInt16(samples.isLaw ? 16 : samples.bits))
    // An 80-bit float: 15 bits of exponent, 64 with an explicit integer bit.
    let rate = UInt64(audio.rate)
    chunk.u16(UInt16(16_383 + 63 - rate.leadingZeroBitCount))
    chunk.u64(rate << UInt64(rate.leadingZeroBitCount))
    if let compression {
      chunk.boxType(compression.type)
      chunk.u8(UInt8(compression.name.utf8.count))
      chunk.text(compression.name)
      if compression.name.utf8.count % 2 == 0 { chunk.u8(0) }
    }
    return chunk.contents
  }
}
