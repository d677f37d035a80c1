import CoreAudioTypes

/// The format of an audio track.
struct MatroskaAudioFormat {
  let description: CMFormatDescription
  /// The decoder configuration, such as an AudioSpecificConfig; nil if there is none.
  private(set) var configuration: [UInt8]?
  /// The headers that precede the stream (Vorbis, Speex).
  private(set) var headers: [[UInt8]] = []
  private(set) var adpcmLayout: String?

  private static let codes: [String: BoxType] = [
    "A_MPEG/L1": ".mp1", "A_MPEG/L2": ".mp2", "A_MPEG/L3": ".mp3", "A_DTS": "dtsc", "A_DTS/EXPRESS": "dtse",
    "A_DTS/LOSSLESS": "dtsl", "A_TRUEHD": "mlpa", "A_MLP": "mlp ",
    "A_REAL/COOK": "cook", "A_REAL/14_4": "14_4", "A_REAL/28_8": "28_8", "A_REAL/ATRC": "atrc", "A_REAL/SIPR": "sipr",
    "A_REAL/RALF": "LSD:", "A_QUICKTIME/QDMC": "QDMC", "A_QUICKTIME/QDM2": "QDM2", "A_ATRAC/AT1": "atr1",
  ]

  /// Creates the format; nil for unknown codecs.
  ///
  /// - Throws: `unsupported` for numbers that no description has.
  init?(_ entry: MatroskaTrackEntry, firstPacket: [UInt8]?, _ info: MatroskaInfo) throws(MovieError) {
    let (audio, data) = (entry.audio, entry.codecPrivate)
    var fields = AudioSampleFields(channels: audio.channels, sampleRate: audio.sampleRate, bits: audio.bitDepth)
    configuration = data.isEmpty ? nil : data
    func full(_ type: BoxType, _ bytes: [UInt8]) -> RawBox { RawBox(type, [0, 0, 0, 0] + bytes) }
    switch entry.codecID {
    case let id where id.hasPrefix("A_AAC"):
      let config = data.isEmpty ? Self.audioSpecificConfig(id, audio) : data
      configuration = config
      description = try .audio("mp4a", fields, boxes: [full("esds", ESDescriptor.cookie(audioSpecificConfig: config))])
    case let id where id.hasPrefix("A_OPUS"):
      fields.sampleRate = 48_000
      description = try .audio("Opus", fields, boxes: RawBox(opusHeader: data).map { [$0] } ?? [])
    case "A_VORBIS":
      headers = MatroskaFormat.xiphHeaders(data)
      let descriptor = ESDescriptor.descriptor(objectType: 0xdd, info: data)
      description = try .audio("mp4a", fields, boxes: [full("esds", descriptor)])
    case "A_SPEEX":
      headers = MatroskaFormat.xiphHeaders(data)
      description = try .audio("spex", fields, boxes: headers.first.map { [full("esds", $0)] } ?? [])
    case "A_WAVPACK4":
      description = try .audio("wvpk", fields, boxes: data.isEmpty ? [] : [full("esds", data)])
    case "A_FLAC":
      let blocks = data.starts(with: "fLaC".utf8) ? Array(data.dropFirst(4)) : data
      description = try .audio("fLaC", fields, boxes: [full("dfLa", blocks)])
    case "A_TTA1":
      guard let header = Self.trueAudioHeader(audio, info)?.bytes else { return nil }
      configuration = header
      description = try .audio("TTA1", fields, boxes: [full("esds", header)])
    case "A_ALAC":
      // Some writers keep the box's header, version and flags.
      let config = data.count >= 36 ? Array(data.dropFirst(12)) : data
      configuration = config
      description = try .audio("alac", fields, boxes: [full("alac", config)])
    case let id where id.hasPrefix("A_AC3"):
      description = try .audio("ac-3", fields, boxes: Self.dolbyBox(firstPacket, isEnhanced: false))
    case "A_EAC3": description = try .audio("ec-3", fields, boxes: Self.dolbyBox(firstPacket, isEnhanced: true))
    case "A_PCM/INT/LIT", "A_PCM/INT/BIG", "A_PCM/FLOAT/IEEE":
      guard let linear = Self.linear(entry.codecID, fields) else { return nil }
      description = try .audio("lpcm", linear)
    case "A_MS/ACM":
      let format = try WaveAudioFormat(data)
      (description, configuration) = (format.description, format.configuration)
      adpcmLayout = format.adpcmLayout
      // The stream has the header only.
      if format.description.audioStreamBasicDescription?.mFormatID == BoxType("spex").rawValue, let configuration {
        headers = [configuration]
      }
    case "A_QUICKTIME":
      guard let entry = SampleEntry(stored: data, isQuickTime: true, isVideo: false) else { return nil }
      description = try entry.formatDescription(handlerType: .audio)
    default:
      guard let code = Self.code(entry.codecID, firstPacket, &fields) else { return nil }
      description = try .audio(code, fields)
    }
  }

  /// Returns the code of a codec without a configuration, and takes the fields of MPEG audio from its first frame; nil for unknown IDs.
  private static func code(_ id: String, _ firstPacket: [UInt8]?, _ fields: inout AudioSampleFields) -> BoxType? {
    // The frames decide: files name layer III for others too.
    guard id.hasPrefix("A_MPEG/L"), let header = firstPacket.flatMap({ MPEGAudioHeader($0) }) else { return codes[id] }
    (fields.sampleRate, fields.channels) = (Double(header.sampleRate), UInt32(header.channels))
    return [".mp1", ".mp2", ".mp3"][header.layer - 1]
  }

  /// Returns the configuration that old IDs imply, such as `A_AAC/MPEG4/LC/SBR` (ISO/IEC 14496-3, clause 1.6.2.1).
  private static func audioSpecificConfig(_ id: String, _ audio: MatroskaAudio) -> [UInt8] {
    let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
    func index(_ rate: Double) -> UInt8 {
      // Rounded rates take the place of the nearest one.
      let nearest = rates.indices.min { abs(Double(rates[$0]) - rate) < abs(Double(rates[$1]) - rate) } ?? 4
      return UInt8(nearest)
    }
    let names = id.split(separator: "/")
    let object: UInt8 = names.contains("MAIN") ? 1 : names.contains("SSR") ? 3 : names.contains("LTP") ? 4 : 2
    let rate = index(audio.sampleRate)
    let channels = UInt8(audio.channels == 8 ? 7 : min(max(audio.channels, 0), 7))
    let config = [object << 3 | rate >> 1, rate << 7 | channels << 3]
    guard names.contains("SBR") else { return config }
    // The extension that older decoders ignore: its mark, the object type, a flag, and the output rate.
    return config + [0x56, 0xe5, 0x80 | index(audio.outputRate ?? 2 * audio.sampleRate) << 3]
  }

  /// Returns the header of True Audio, which is not stored; nil for a rate that it has no number for.
  private static func trueAudioHeader(_ audio: MatroskaAudio, _ info: MatroskaInfo) -> TrueAudioHeader? {
    guard let rate = UInt32(exactly: audio.sampleRate.rounded()) else { return nil }
    // The duration of all tracks tells the number of samples.
    let count = info.nanoseconds.map { ExactScale.nearest(Int128($0) * Int128(rate), over: 1_000_000_000) }
    return TrueAudioHeader(
      channels: audio.channels, bitsPerSample: audio.bitDepth > 0 ? audio.bitDepth : 16, sampleRate: Int(rate),
      sampleCount: Int64(clamping: count ?? Int128(UInt32.max)))
  }

  private static func dolbyBox(_ packet: [UInt8]?, isEnhanced: Bool) -> [RawBox] {
    guard let packet, let box = packet.withUnsafeBytes({ try? DolbyConfiguration($0, isEnhanced: isEnhanced).box })
    else { return [] }
    return [RawBox(isEnhanced ? "dec3" : "dac3", box)]
  }

  /// Returns the fields of PCM; nil for samples that are not whole bytes.
  private static func linear(_ id: String, _ fields: AudioSampleFields) -> AudioSampleFields? {
    var linear = fields
    let isFloat = id == "A_PCM/FLOAT/IEEE"
    guard (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(linear.bits), (1...65_536).contains(linear.channels) else {
      return nil
    }
    let isUnsigned = linear.bits == 8
    linear.linearFlags =
      kAudioFormatFlagIsPacked
      | (isFloat ? kAudioFormatFlagIsFloat : isUnsigned ? 0 : kAudioFormatFlagIsSignedInteger)
      | (id == "A_PCM/INT/BIG" && !isUnsigned ? kAudioFormatFlagIsBigEndian : 0)
    linear.bytesPerPacket = linear.bits / 8 * linear.channels
    return linear
  }
}
