import CoreAudioTypes

/// The chunks of a WAVE file (Microsoft, WAVEFORMATEXTENSIBLE; EBU Tech 3306 for files of more than 4 GB).
///
///     RIFF ─ JUNK (room for ds64) ─ fmt ─ [fact] ─ data ─ [id3]
struct WaveHeaders: AudioFileHeaders {
  let conversion: SampleConversion
  let saysWhatIsHeard = false
  // The size of the whole file must fit into 63 bits.
  let maximumAudioByteCount = Int64.max - 1 << 20
  private let layout = ChunkLayout.riff
  private let audio: AudioFileStream
  private let samples: StoredSamples

  init(_ audio: AudioFileStream) throws(MovieError) {
    guard let samples = audio.samples else {
      throw MovieError(
        .notStorable, "WAVE cannot hold '\(audio.formatName)': it is for samples that are stored one by one")
    }
    guard samples.bytesPerFrame <= 65_535 else {
      throw MovieError(.notStorable, "WAVE cannot hold frames of \(samples.bytesPerFrame) bytes")
    }
    (self.audio, self.samples) = (audio, samples)
    // 8-bit samples are unsigned in WAVE, all others are signed.
    conversion = samples.conversion(toBigEndian: false, signed: samples.byteCount > 1)
  }

  func head(_ contents: AudioDataTotals) -> [UInt8] {
    let format = layout.chunk("fmt ", self.format)
    // All but the first eight bytes, with the audio's padding byte.
    let audio = contents.byteCount + layout.padding(contents.byteCount)
    let size = 4 + 36 + Int64(format.count) + (hasFact ? 12 : 0) + 8 + audio + Int64(contents.tags.count)
    let isLarge = size > Self.largestSize
    func stored(_ number: Int64) -> Int64 { isLarge ? Self.largestSize : min(number, Self.largestSize) }
    var sizes: [UInt8] = []
    for number in [size, contents.byteCount, contents.frames] { sizes.append(little: isLarge ? number : 0) }
    sizes.append(little: UInt32(0))
    var bytes = layout.header(isLarge ? "RF64" : "RIFF", size: stored(size)) + Array("WAVE".utf8)
    bytes += layout.chunk(isLarge ? "ds64" : "JUNK", sizes) + format
    if hasFact {
      var frames: [UInt8] = []
      frames.append(little: UInt32(stored(contents.frames)))
      bytes += layout.chunk("fact", frames)
    }
    return bytes + layout.header("data", size: stored(contents.byteCount))
  }

  func tail(_ contents: AudioDataTotals) -> [UInt8] { layout.padding(contents.byteCount) == 0 ? [] : [0] }

  /// The largest 32-bit size; in a file of more than 4 GB, it refers to 'ds64'.
  private static let largestSize = Int64(UInt32.max)

  /// True for all formats but integer PCM, which need a count of samples.
  private var hasFact: Bool { !samples.isInteger }

  /// True for more than two channels, and for integers of more than 16 bits, which need the extensible format.
  private var isExtensible: Bool { samples.channels > 2 || samples.isInteger && samples.bits > 16 }

  /// A WAVEFORMATEX structure, extended if necessary.
  private var format: [UInt8] {
    let tag: UInt16 =
      switch samples.kind {
      case .signed, .unsigned: 1
      case .float: 3
      case .aLaw: 6
      case .uLaw: 7
      }
    var bytes: [UInt8] = []
    bytes.append(little: isExtensible ? 0xfffe : tag)
    bytes.append(little: UInt16(samples.channels))
    bytes.append(little: UInt32(self.audio.rate))
    bytes.append(little: UInt32(clamping: Int64(audio.rate) * Int64(samples.bytesPerFrame)))
    bytes.append(little: UInt16(samples.bytesPerFrame))
    bytes.append(little: UInt16(samples.bits))
    guard isExtensible else { return samples.isInteger ? bytes : bytes + [0, 0] }
    bytes.append(little: UInt16(22))
    bytes.append(little: UInt16(samples.bits))
    bytes.append(little: audio.channelMask)
    bytes.append(little: tag)
    // The rest of KSDATAFORMAT_SUBTYPE_PCM and the related GUIDs.
    return bytes + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
  }
}
